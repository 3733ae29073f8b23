/**
 * Engines keep a concatenation as a tree of its parts until somebody reads a character of it. A text that is
 * joined into larger ones again and again is better made one piece once: each join would walk the tree.
 */
export function flatten(text: string): string {
  text.charCodeAt(0);
  return text;
}
