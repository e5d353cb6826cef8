import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '../../engine/model/index.ts';
import { useBench } from '../state/use-bench.ts';
import { runOf } from '../state/workspace-store.ts';
import { VerdictTable } from './verdict-table.tsx';
import { verdictsInWords } from './verdicts-in-words.ts';

function usePair(): readonly [RunSummary | undefined, RunSummary | undefined] {
  const { comparison, workspace } = useBench();
  const pair = useStore(comparison, (state) => state.pair);
  const a = useStore(workspace, (state) => runOf(state, pair?.a));
  const b = useStore(workspace, (state) => runOf(state, pair?.b));
  return [a, b];
}

/** What both runs' milestones and minefields came to. */
export function Verdicts(): JSX.Element {
  const [a, b] = usePair();
  return <VerdictTable a={a} b={b} />;
}

/** Where one passed and the other did not, that, and what it missed. */
export function VerdictsLine(): JSX.Element | null {
  const words = verdictsInWords(...usePair());
  return words === undefined ? null : <span className="divergence-verdicts">{words}</span>;
}
