import { useEffect, useState } from 'react';
import type { RunId } from '../../engine/model/index.ts';
import type { Probe } from '../../preload/contract.ts';
import type { Compared, ComparisonState } from '../state/comparison.ts';
import type { ProbeSeries } from '../state/probes.ts';
import { readSeries } from '../state/read-series.ts';
import { useBench } from '../state/use-bench.ts';

/** By run and expression. */
type Known = ReadonlyMap<string, ProbeSeries>;

export const keyOf = (run: RunId, { expression }: Probe): string => `${run} ${expression}`;

/** What probes come to in both runs of a pair, as far as it has come. */
export function useSeries(
  pair: NonNullable<ComparisonState['pair']>,
  { a, b }: Compared,
  list: readonly Probe[],
): Known {
  const { lab } = useBench();
  const [known, setKnown] = useState<Known>(new Map());
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const read = async (run: RunId, probe: Probe, count: number): Promise<void> => {
      const key = keyOf(run, probe);
      for await (const series of readSeries(lab, run, probe.expression, count)) {
        if (signal.aborted) return;
        // Of a run that has gone on, what is known stays until there is more.
        setKnown((before) =>
          (before.get(key)?.next ?? -1) > series.next ? before : new Map(before).set(key, series),
        );
      }
    };
    void (async () => {
      for (const probe of list) {
        if (signal.aborted) return;
        await read(pair.a, probe, a.length);
        await read(pair.b, probe, b.length);
      }
    })();
    return () => {
      closing.abort();
    };
  }, [lab, pair, a, b, list]);
  return known;
}
