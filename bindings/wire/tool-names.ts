/** Names that every provider takes, made from names that some refuse, and back. */

/** Longest name that all formats take, in characters. */
const LONGEST = 64;
/** Characters of the digest that tells names apart which otherwise become the same. */
const DIGEST = 8;

/** A reversible mapping between the names of an assembly and those sent to the provider. */
export interface ToolNameMap {
  /** From the assembly's name to the sent one; names that fit are themselves. */
  readonly toWire: ReadonlyMap<string, string>;
  /** From the sent name back. */
  readonly fromWire: ReadonlyMap<string, string>;
}

/** FNV-1a over code units, as hexadecimal digits; the same on every machine. */
function digest(name: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < name.length; index++) {
    low = Math.imul(low ^ name.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ name.charCodeAt(name.length - 1 - index), 0x01000193);
  }
  return ((low ^ high) >>> 0).toString(16).padStart(DIGEST, '0');
}

function fits(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}

/**
 * Map tool names to names of at most 64 letters, digits, `_` and `-`. A name's image depends on the name,
 * and on others only where images collide; the order of the names does not matter.
 */
export function mapToolNames(names: Iterable<string>): ToolNameMap {
  const unique = [...new Set(names)].sort((left, right) => (left < right ? -1 : 1));
  const toWire = new Map<string, string>();
  const fromWire = new Map<string, string>();
  const assign = (name: string, wire: string): void => {
    toWire.set(name, wire);
    fromWire.set(wire, name);
  };
  for (const name of unique) if (fits(name)) assign(name, name);
  for (const name of unique) {
    if (fits(name)) continue;
    const clean = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST - DIGEST - 1);
    let wire = `${clean}_${digest(name)}`;
    for (let attempt = 1; fromWire.has(wire); attempt++) wire = `${clean}_${digest(`${name}\0${attempt}`)}`;
    assign(name, wire);
  }
  return { toWire, fromWire };
}
