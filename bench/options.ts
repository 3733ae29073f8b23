/** The options that the programs of the benchmark share. */
import { parseArgs } from 'node:util';
import { type Effort, FULL, QUICK } from './measure.js';
import { OUTPUTS, type Output } from './rivals/rival.js';
import type { Selection } from './rows.js';
import { SCENARIOS } from './scenarios.js';
import { WORKLOADS, type WorkloadName } from './workloads.js';

export interface Options {
  readonly workloads: readonly WorkloadName[];
  readonly selection: Selection;
  readonly effort: Effort;
  readonly quick: boolean;
  /** Whether everything is measured, in earnest. */
  readonly complete: boolean;
  /** A folder to write the results to. */
  readonly out: string | undefined;
}

function listOf<Name extends string>(option: string, text: string | undefined, known: readonly Name[]): Name[] {
  if (text === undefined) return [...known];
  return text.split(',').map((name) => {
    const found = known.find((each) => each === name.trim());
    if (found === undefined) throw new Error(`--${option} has "${name}"; it may list ${known.join(', ')}`);
    return found;
  });
}

/** @throws Error that says what an option may be. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      scenario: { type: 'string' },
      output: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const scenarioNames = SCENARIOS.map(({ name }) => name);
  const outputs: Output[] = listOf('output', values.output, OUTPUTS);
  return {
    workloads: listOf('only', values.only, WORKLOADS),
    selection: { scenarios: listOf('scenario', values.scenario, scenarioNames), outputs },
    effort: values.quick ? QUICK : FULL,
    quick: values.quick,
    complete: !values.quick && [values.only, values.scenario, values.output].every((value) => value === undefined),
    out: values.out,
  };
}
