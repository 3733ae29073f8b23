/** The names of variables, as registering and the pure core check them. */
export { isVariableName } from '../core/pure/names.js';
