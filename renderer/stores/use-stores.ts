import { createContext, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '../../engine/model/index.ts';
import type { Answer, CallName, LogRow, Reply, Request } from '../../preload/contract.ts';
import type { CommandName } from '../ui/commands/registry.ts';
import type { Bench } from './app-stores.ts';
import { nextScenario } from './runs.ts';
import { ask, latest } from './sync.ts';
import { runOf } from './workspace.ts';

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

/** What main said, and to which question. */
interface Answered<Name extends CallName> {
  readonly request: Request<Name>;
  readonly reply: Reply<Answer<Name>>;
}

/**
 * Puts a question to main, and again whenever it is another one or `since` is another. The last answer stays until the next has come, and while
 * there is no question.
 */
export function useAnswer<Name extends CallName>(
  name: Name,
  request: Request<Name> | undefined,
  since: number | string = 0,
): Answered<Name> | undefined {
  const { lab } = useBench();
  const [answered, setAnswered] = useState<Answered<Name>>();
  const put = useMemo(
    () =>
      latest(async (question: Request<Name>) => {
        setAnswered({ request: question, reply: await ask(lab, name, question) });
      }),
    [lab, name],
  );
  const key = request === undefined ? undefined : JSON.stringify(request);
  useEffect(() => {
    if (key !== undefined) put(JSON.parse(key) as Request<Name>);
  }, [put, key, since]);
  return answered;
}

/** Has `run` carry out the command, by whatever way it is given, while `can` says so. */
export function useCommand(name: CommandName, run: (chord?: string) => void, can = true): void {
  const { commands } = useBench();
  const onRun = useEffectEvent(run);
  useEffect(
    () =>
      commands.bind(name, {
        run: (chord) => {
          onRun(chord);
        },
        can,
      }),
    [commands, name, can],
  );
}
