import { runId } from '../../../engine/model/values/ids.ts';
import type { RunLine } from '../../../engine/model/run-query.ts';
import { instant } from '../../../engine/model/values/time.ts';

/** The list line of a passed run with the id r`number`; `other` overrides its fields. */
export const line = (number: number, other: Partial<RunLine> = {}): RunLine => ({
  id: runId(`r${number}`),
  scenario: 'supper',
  source: 'scenarios/supper.ts',
  state: 'completed',
  mode: 'oracle',
  seed: 7,
  startedAt: 1_795_000_000_000 + number,
  endedAt: undefined,
  start: instant(0),
  now: instant(number),
  entries: number,
  tags: [],
  outcome: 'passed',
  shortfall: undefined,
  ending: undefined,
  agent: 'oracle',
  variant: undefined,
  failures: 0,
  noise: 0,
  log: undefined,
  logVersion: undefined,
  parent: undefined,
  notes: 0,
  baseline: false,
  regression: false,
  attempt: undefined,
  ...other,
});

export const idsOf = (lines: readonly { readonly id: string }[]): string =>
  lines.map(({ id }) => id).join(' ');
