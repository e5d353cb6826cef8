import { createContext, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '../../engine/model/index.ts';
import type { Answer, CallName, LogRow, Reply, Request } from '../../preload/contract.ts';
import type { CommandName } from '../ui/commands.ts';
import type { AppStores } from './app-stores.ts';
import { nextScenario } from './runs.ts';
import { ask, coalesceLatest } from './sync.ts';
import { runOf } from './workspace.ts';

/** How components reach the stores; the composition root provides them. */
export const StoresContext = createContext<AppStores | undefined>(undefined);

export function useStores(): AppStores {
  const stores = useContext(StoresContext);
  if (stores === undefined) throw new Error('a component stands outside the StoresContext');
  return stores;
}

export function useShownRun(): RunSummary | undefined {
  const stores = useStores();
  const id = useStore(stores.selection, ({ run }) => run);
  return useStore(stores.workspace, (workspace) => runOf(workspace, id));
}

/** What the next run would be of, by its path. */
export function useNextScenario(): string | undefined {
  const open = useStore(useStores().documents, (state) => state.open);
  return nextScenario(open, useShownRun());
}

/** The rows on show. They are one array that grows in place: what is kept of them depends on {@link useCount}. */
export function useRows(): readonly LogRow[] {
  const { log } = useStores();
  useCount();
  return useStore(log, ({ rows }) => rows);
}

/** How many rows there are. */
export function useCount(): number {
  return useStore(useStores().log, ({ count }) => count);
}

/** The entry everything shows; −1 is before the first. */
export function usePosition(): number {
  return useStore(useStores().inspection, ({ at }) => at);
}

const NONE: readonly string[] = [];

/** The commands that start the workspace's programs that can act as the agent. */
export const usePrograms = (): readonly string[] =>
  useStore(useStores().workspace, ({ view }) => view?.programs ?? NONE);

/** The scripts of the workspace that an agent can follow, by path. */
export const useScripts = (): readonly string[] =>
  useStore(useStores().workspace, ({ view }) => view?.scripts ?? NONE);

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
  const { bridge } = useStores();
  const [answered, setAnswered] = useState<Answered<Name>>();
  const put = useMemo(
    () =>
      coalesceLatest(async (question: Request<Name>) => {
        setAnswered({ request: question, reply: await ask(bridge, name, question) });
      }),
    [bridge, name],
  );
  const key = request === undefined ? undefined : JSON.stringify(request);
  useEffect(() => {
    if (key !== undefined) put(JSON.parse(key) as Request<Name>);
  }, [put, key, since]);
  return answered;
}

/** Has `run` carry out the command, by whatever way it is given, while `can` says so. */
export function useCommand(name: CommandName, run: (chord?: string) => void, can = true): void {
  const { commands } = useStores();
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
