import { OrreryError } from '../../../engine/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { answerParent } from '../workers/index.ts';
import type { ProbeAnswer, ProbeQuestion } from './probe-queries.ts';
import { ProbeSeries } from './probe-series.ts';

/** What an expression may take for an entry. */
const LIMIT = 2_000; // milliseconds
/** How long is looked at a time: an answer comes a few times a second. */
const SLICE = 100; // milliseconds

const [, , file] = process.argv;

// It is never closed: this process ends with its parent, or is ended.
let database: OpenDatabase | undefined;
const known = new Map<string, ProbeSeries>();

answerParent<ProbeQuestion, ProbeAnswer>((question, tell) => {
  tell(answerTo(question));
});

function answerTo({ run, expression, from }: ProbeQuestion): ProbeAnswer {
  try {
    const { store } = (database ??= openDatabase(file!));
    const key = `${run} ${expression}`;
    const series = known.get(key) ?? new ProbeSeries(store, run, expression, LIMIT);
    known.delete(key);
    known.set(key, series);
    // As many stay where they are as are asked in turn; another begins anew where it is asked for again.
    if (known.size > LIMITS.probes) known.delete([...known.keys()][0]!);
    const until = performance.now() + SLICE;
    const { next, steps } = series.read(from, () => performance.now() >= until);
    return {
      kind: 'found',
      next,
      entries: Int32Array.from(steps, ([entry]) => entry),
      values: `[${steps.map(([, value]) => value).join()}]`,
    };
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    return { kind: 'refused', code: thrown.code, message: thrown.message };
  }
}
