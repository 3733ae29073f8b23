/**
 * A path as both file systems keep it.
 * @param {unknown} path
 * @returns {string} without `.` and empty parts; `''` is the top folder
 */
export function relativePath(path) {
  if (typeof path !== 'string') throw new TypeError(`a path must be a string, not ${typeof path}`);
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (/^([/\\]|[A-Za-z]:)/.test(path) || parts.includes('..')) {
    throw new Error(`"${path}" leaves the workspace; paths are relative to its top folder`);
  }
  return parts.join('/');
}

/**
 * Whether a file is in a folder or below it.
 * @param {string} path
 * @param {string} folder
 */
export function isBelow(path, folder) {
  return folder === '' || path.startsWith(`${folder}/`);
}
