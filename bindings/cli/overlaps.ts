/** What assembles without an error and is still a slip: orders that collide, tools that stand twice. */
import { type Finding, mergeFindings } from './finding.js';
import type { Manifest, ManifestText } from './manifest-types.js';
import { placeText } from './place.js';
import { type ManifestView, viewsOf } from './views.js';

/** The warnings about all views of a manifest. */
export function findOverlaps(manifest: Manifest): Finding[] {
  const findings = [...viewsOf(manifest)].flatMap(([label, view]) =>
    [...collidingSections(view), ...collidingContexts(view), ...repeatedTools(view)].map(
      (overlap): Finding => ({ severity: 'warning', ...overlap, view: label }),
    ),
  );
  return mergeFindings(findings, ({ message }) => message);
}

type Overlap = Pick<Finding, 'message' | 'place'>;

function collidingSections(view: ManifestView): Overlap[] {
  const sections = view.effective('section');
  // A complete section stands alone: the order of the others does not matter.
  return sections.some(({ complete }) => complete) ? [] : collisions('sections', sections);
}

function collidingContexts(view: ManifestView): Overlap[] {
  return view.contextsSuppressed ? [] : collisions('contexts', view.effective('context'));
}

function collisions(what: string, texts: readonly ManifestText[]): Overlap[] {
  return grouped(texts, ({ order }) => order).map(([order, group]) => ({
    message: `${what} ${names(group)} have the same order ${order} and stand by name; give each its own order`,
    place: lastWritten(group).orderPlace,
  }));
}

function repeatedTools({ tools }: ManifestView): Overlap[] {
  return grouped(tools, ({ schema }) => schema.name).flatMap(([name, [first, ...others]]) => {
    const earlier = first === undefined ? '' : ` at ${placeText(first.place)}`;
    const message = `tool "${name}" stands already${earlier}; providers refuse a name that is sent twice`;
    return others.map(({ place }) => ({ message, place }));
  });
}

/** The groups of items with the same key that have more than one item. */
function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, Item[]][] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups].filter(([, group]) => group.length > 1);
}

function names(texts: readonly ManifestText[]): string {
  const quoted = texts.map(({ name }) => `"${name}"`).sort();
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** The one that stands last in the manifest: probably the one that was added. */
function lastWritten(texts: readonly ManifestText[]): ManifestText {
  return texts.reduce((last, text) => {
    const { line, column } = text.place;
    return line > last.place.line || (line === last.place.line && column > last.place.column) ? text : last;
  });
}
