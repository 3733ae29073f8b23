/** Broken modules, made from the one in the package; for the server and for the suite alike. */

/**
 * The first half: what an interrupted copy leaves.
 * @param {Uint8Array<ArrayBuffer>} module
 */
export function truncated(module) {
  return module.slice(0, module.length >> 1);
}

/**
 * One byte changed behind the middle, the first there that no compiler can overlook.
 * @param {Uint8Array<ArrayBuffer>} module
 */
export function corrupted(module) {
  for (let index = module.length >> 1; index < module.length; index++) {
    const broken = module.slice();
    broken[index] = 0xff;
    if (!WebAssembly.validate(broken)) return broken;
  }
  throw new Error('every change leaves a valid module');
}

/**
 * The same module with a custom section of zeros behind it: valid, and at least `size` bytes long.
 * @param {Uint8Array<ArrayBuffer>} module
 * @param {number} size
 */
export function padded(module, size) {
  const name = [1, 'x'.charCodeAt(0)];
  const zeros = Math.max(0, size - module.length);
  const header = [0, ...unsignedLeb128(name.length + zeros), ...name];
  const result = new Uint8Array(module.length + header.length + zeros);
  result.set(module);
  result.set(header, module.length);
  return result;
}

/**
 * @param {number} value
 * @returns {number[]}
 */
function unsignedLeb128(value) {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...unsignedLeb128(value >>> 7)];
}
