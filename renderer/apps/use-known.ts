import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { AppName, RunId } from '../../engine/model/index.ts';
import { KIND_WORDS, titleOf } from '../format/words.ts';
import { seek } from '../state/playhead.ts';
import { useBench } from '../state/use-bench.ts';
import { NOT_MARKED, type Known } from './known.tsx';

/** What to mark of `app`. While the answer for the next moment is on its way, that for the last one stays. */
export function useKnown(run: RunId, app: AppName): Known {
  const { knowledge, panels, playhead, log } = useBench();
  const asAgent = useStore(panels, (now) => now.asAgent);
  const shown = useStore(knowledge, (now) => now.shown);
  return useMemo(() => {
    if (!asAgent || shown?.run !== run || shown.app !== app) return NOT_MARKED;
    const byPath = new Map(
      shown.knowledge.records.map(({ path, awareness }) => [JSON.stringify(path), awareness]),
    );
    return {
      of: (path) => byPath.get(JSON.stringify(path)),
      go: (entry) => {
        seek(playhead, entry, log.getState().rows.length);
      },
      deed: (entry) => {
        const row = log.getState().rows[entry];
        return row === undefined ? '' : `${KIND_WORDS[row.kind]}: ${titleOf(row)}`;
      },
    };
  }, [asAgent, shown, run, app, playhead, log]);
}
