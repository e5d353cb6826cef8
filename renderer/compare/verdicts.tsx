import type { JSX } from 'react';
import { useStore } from 'zustand';
import { useBench } from '../state/use-bench.ts';
import { runOf } from '../state/workspace-store.ts';
import { VerdictTable } from './verdict-table.tsx';

/** What both runs' milestones and minefields came to. */
export function Verdicts(): JSX.Element {
  const { comparison, workspace } = useBench();
  const pair = useStore(comparison, (state) => state.pair);
  const a = useStore(workspace, (state) => runOf(state, pair?.a));
  const b = useStore(workspace, (state) => runOf(state, pair?.b));
  return <VerdictTable a={a} b={b} />;
}
