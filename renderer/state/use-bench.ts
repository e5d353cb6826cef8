import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import type { Bench } from './bench.ts';
import { nextScenario } from './run-control.ts';
import { runOf } from './workspace-store.ts';

/** How components reach the stores; the composition root provides them. */
export const BenchContext = createContext<Bench | undefined>(undefined);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (bench === undefined) throw new Error('a component stands outside the BenchContext');
  return bench;
}

export function useShownRun(): RunSummary | undefined {
  const bench = useBench();
  const id = useStore(bench.panels, ({ run }) => run);
  return useStore(bench.workspace, (workspace) => runOf(workspace, id));
}

/** What the next run would be of, by its path. */
export function useNextScenario(): string | undefined {
  const open = useStore(useBench().documents, (state) => state.open);
  return nextScenario(open, useShownRun());
}

/** The rows on show. They are one array that grows in place: what is kept of them depends on {@link useCount}. */
export function useRows(): readonly LogRow[] {
  const { log } = useBench();
  useCount();
  return useStore(log, ({ rows }) => rows);
}

/** How many rows there are. */
export function useCount(): number {
  return useStore(useBench().log, ({ count }) => count);
}

/** The entry everything shows; −1 is before the first. */
export function usePosition(): number {
  return useStore(useBench().moment, ({ at }) => at);
}

const NONE: readonly string[] = [];

/** The commands that start the workspace's programs that can act as the agent. */
export const usePrograms = (): readonly string[] =>
  useStore(useBench().workspace, ({ view }) => view?.programs ?? NONE);

/** The scripts of the workspace that an agent can follow, by path. */
export const useScripts = (): readonly string[] =>
  useStore(useBench().workspace, ({ view }) => view?.scripts ?? NONE);
