import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { RunSummary } from '../../engine/model/index.ts';
import { useBench, useCount, usePosition, useRows } from '../state/use-bench.ts';
import { notedEntries } from './noted-entries.ts';
import { probeLanes } from './probe-names.tsx';
import type { Shown } from './shown.ts';

const NO_HITS: readonly number[] = [];

/** What the timeline is to show: another object only where something of it is another. */
export function useShown(run: RunSummary): Shown {
  const { playhead, hits: search, breakpoints, preferences, notes: store, probes: watched } = useBench();
  const rows = useRows();
  const count = useCount();
  const at = usePosition();
  const playing = useStore(playhead, (head) => head.playing);
  const following = useStore(playhead, (head) => head.following) && run.state === 'running';
  const range = useStore(playhead, (head) => head.range);
  const looping = useStore(playhead, (head) => head.looping);
  const hits = useStore(search, (state) => state.hits) ?? NO_HITS;
  const found = useStore(search, (state) => state.found);
  const choices = useStore(preferences, ({ timeline }) => timeline);
  const past = useStore(breakpoints, (state) => state.past);
  const stops = useMemo(
    () => past.filter((hit) => hit.run === run.id).map(({ entry }) => entry),
    [past, run.id],
  );
  const written = useStore(store, (state) => state.notes);
  const notes = useMemo(() => notedEntries(written), [written]);
  const list = useStore(watched, (state) => state.list);
  const series = useStore(watched, (state) => state.series);
  const probes = useMemo(() => probeLanes(list, series), [list, series]);
  const same = useShallow((shown: Shown) => shown);
  return same({
    ...{ run, rows, count, at, playing, following, hits, found, notes, probes, range, looping, choices },
    breakpoints: stops,
  });
}
