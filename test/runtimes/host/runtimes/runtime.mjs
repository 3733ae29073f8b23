/**
 * What the matrix is made of.
 *
 * @typedef {import('../../guest/report.ts').Outcome} Outcome
 *
 * @typedef {object} Matrix
 * @property {import('../package.mjs').Consumer} consumer
 * @property {Readonly<Record<import('../exports.mjs').Family, string>>} suites
 * @property {import('../server.mjs').MatrixServer} server
 *
 * @typedef {object} Ran
 * @property {string} version
 * @property {Outcome[]} outcomes
 *
 * @typedef {object} Runtime
 * @property {string} name as it is chosen on the command line
 * @property {import('../exports.mjs').Family} family
 * @property {(matrix: Matrix) => Promise<Ran>} run throws Unavailable where the machine does not have it
 */
export {};
