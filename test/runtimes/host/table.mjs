/** What came of the matrix, for people and for CI. */

/**
 * @typedef {object} Result of one runtime
 * @property {string} name
 * @property {string} version
 * @property {number} seconds
 * @property {import('./runtimes/runtime.mjs').Outcome[]} outcomes
 */

/** @param {Pick<Result, 'outcomes'>} result */
export function counts({ outcomes }) {
  const failed = outcomes.filter(({ error }) => error !== undefined).length;
  const skipped = outcomes.filter((outcome) => outcome.skipped !== undefined).length;
  return { passed: outcomes.length - failed - skipped, failed, skipped };
}

/** Failures of one runtime that are written out: where one thing is broken, hundreds of rows may fail. */
const SHOWN = 20;

/**
 * What failed, with the runtime it failed in.
 * @param {readonly Result[]} results
 */
export function failuresText(results) {
  return results.map(failuresOf).join('');
}

/** @param {Result} result */
function failuresOf({ name, outcomes }) {
  const failures = outcomes.filter(({ error }) => error !== undefined);
  const shown = failures.slice(0, SHOWN).map((outcome) => {
    return `${name} > ${outcome.group} > ${outcome.name}\n    ${outcome.error}\n`;
  });
  if (failures.length > SHOWN) shown.push(`${name}: and ${failures.length - SHOWN} more\n`);
  return shown.join('');
}

/** @param {readonly Result[]} results */
export function tableText(results) {
  const rows = results.map((result) => {
    const { passed, failed } = counts(result);
    const skips = result.outcomes.flatMap(({ name, skipped }) =>
      skipped === undefined ? [] : [`${name}: ${skipped}`],
    );
    return [result.name, result.version, `${passed}`, `${failed}`, result.seconds.toFixed(1), skips.join('; ')];
  });
  const lines = [['runtime', 'version', 'passed', 'failed', 'seconds', 'left out, and why'], ...rows];
  const widthOf = (/** @type {number} */ column) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widthOf(column))));
  return padded.map((line) => `${line.join('  ').trimEnd()}\n`).join('');
}
