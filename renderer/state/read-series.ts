import type { RunId } from '../../engine/model/index.ts';
import type { Lab } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { grown, MOST_CHANGES, NO_SERIES, type ProbeSeries } from './probes.ts';

/** What `expression` comes to in the first `count` entries of `run`: told again whenever more of it has come. */
export async function* readSeries(
  lab: Lab,
  run: RunId,
  expression: string,
  count: number,
): AsyncGenerator<ProbeSeries> {
  let series = { ...NO_SERIES, entries: [] as number[], values: [] as ProbeSeries['values'][number][] };
  for (let isOver = false; !isOver;) {
    const { next } = series;
    const reply = await ask(lab, 'probes.follow', { run, expression, from: next });
    if (!reply.ok) {
      yield { ...series, trouble: reply.error.message };
      return;
    }
    series = grown(series, reply.value);
    yield series;
    isOver = series.next <= next || series.next >= count || series.entries.length >= MOST_CHANGES;
  }
}
