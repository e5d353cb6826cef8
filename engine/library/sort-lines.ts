import type { RunLine, RunOrder } from '../model/run-query.ts';

type Compare = (one: RunLine, other: RunLine) => number;

const WHOLE = new Intl.Collator('en', { numeric: true });

/** Worst first: what did not pass where it should have, what did not pass, what was not judged, what passed. */
const rankOf = ({ regression, passed }: RunLine): number =>
  regression ? 0 : passed === false ? 1 : passed === undefined ? 2 : 3;

const wallOf = ({ startedAt, endedAt }: RunLine): number =>
  endedAt === undefined ? -1 : endedAt - startedAt;

const COMPARE: Readonly<Record<RunOrder, Compare>> = {
  started: (one, other) => one.startedAt - other.startedAt,
  scenario: (one, other) => WHOLE.compare(one.scenario, other.scenario),
  seed: (one, other) => one.seed - other.seed,
  mode: (one, other) => WHOLE.compare(one.mode, other.mode),
  verdict: (one, other) => rankOf(one) - rankOf(other),
  events: (one, other) => one.entries - other.entries,
  simulated: (one, other) => one.now - one.start - (other.now - other.start),
  wall: (one, other) => wallOf(one) - wallOf(other),
};

/** `lines`, newest first, in order: regressions before all others, and equals as they came. */
export function sortLines(
  lines: readonly RunLine[],
  { order, descending }: { readonly order: RunOrder; readonly descending: boolean },
): readonly RunLine[] {
  const compare = COMPARE[order];
  const sign = descending ? -1 : 1;
  return lines.toSorted(
    (one, other) => Number(other.regression) - Number(one.regression) || sign * compare(one, other),
  );
}
