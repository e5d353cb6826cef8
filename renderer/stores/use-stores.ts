import { createContext, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Problem, RunSummary } from '../../engine/model/index.ts';
import type { Answer, CallName, LogRow, Reply, Request } from '../../preload/contract.ts';
import type { CommandName } from '../ui/commands.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { filesInWork, problemsOf } from './problems.ts';
import { nextScenario } from './runs.ts';
import { ask, coalesceLatest } from './sync.ts';
import { runOf } from './workspace.ts';

/** Gives components the stores; set by the composition root. */
export const StoresContext = createContext<AppStores | undefined>(undefined);

export function useStores(): AppStores {
  const stores = useContext(StoresContext);
  if (stores === undefined) throw new Error('a component is not within the StoresContext');
  return stores;
}

export function useShownRun(): RunSummary | undefined {
  const stores = useStores();
  const id = useStore(stores.selection, ({ run }) => run);
  return useStore(stores.workspace, (workspace) => runOf(workspace, id));
}

/** The problems of the files in work; see {@link filesInWork}. */
export function useProblems(): readonly Problem[] {
  const { documents, panels, problems } = useStores();
  const state = useStore(problems);
  const sources = useStore(documents);
  const unstarted = useStore(panels, (shown) => shown.unstarted);
  return useMemo(
    () => problemsOf(state, filesInWork(state, sources, unstarted)),
    [state, sources, unstarted],
  );
}

/** Path of the next run's scenario. */
export function useNextScenario(): string | undefined {
  const { documents, workspace } = useStores();
  const open = useStore(documents, (state) => state.open);
  const run = useShownRun();
  return useStore(workspace, (state) => nextScenario(state, open, run));
}

/** The rows of the shown log. The array grows in place, so anything memoized from it must depend on {@link useCount}. */
export function useRows(): readonly LogRow[] {
  const { log } = useStores();
  useCount();
  return useStore(log, ({ rows }) => rows);
}

/** Number of rows in the shown log. */
export function useCount(): number {
  return useStore(useStores().log, ({ count }) => count);
}

/**
 * Index of the entry at the playhead whose data the views have; −1 is before the first. Keys act on `positionNow` instead, because
 * data arrive a moment after the playhead has moved.
 */
export function usePosition(): number {
  return useStore(useStores().inspection, ({ at }) => at);
}

const NONE: readonly string[] = [];

/** Paths of the workspace's agent programs. */
export const useAgentPrograms = (): readonly string[] =>
  useStore(useStores().workspace, ({ view }) => view?.programs ?? NONE);

/** Paths of the workspace's system prompts. */
export const usePrompts = (): readonly string[] =>
  useStore(useStores().workspace, ({ view }) => view?.prompts ?? NONE);

/** Paths of the workspace's agent scripts. */
export const useAgentScripts = (): readonly string[] =>
  useStore(useStores().workspace, ({ view }) => view?.scripts ?? NONE);

/** A reply of main with its request. */
interface Answered<Name extends CallName> {
  readonly request: Request<Name>;
  readonly reply: Reply<Answer<Name>>;
}

/**
 * Sends a request to main, again whenever it or `since` changes. The last reply stays until the next arrives, and while
 * `request` is `undefined`.
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

/**
 * The answer about a run's stored code, as of {@link useAnswer}. With `onTrust`, the code came from elsewhere, and nothing of it
 * has run: `onTrust` lets the person decide.
 */
export function useCodeAnswer<Name extends 'run.tools' | 'plan.values'>(
  name: Name,
  request: Request<Name> | undefined,
): { readonly reply: Reply<Answer<Name>> | undefined; readonly onTrust: (() => void) | undefined } {
  const stores = useStores();
  const [trusted, setTrusted] = useState(0);
  const reply = useAnswer(name, request, trusted)?.reply;
  const isUntrusted = reply?.ok === false && reply.error.code === 'code-not-trusted';
  const onTrust = async (run: string): Promise<void> => {
    const answer = await ask(stores.bridge, 'code.trust', { run });
    if (answer.ok) setTrusted((times) => times + 1);
    // Who cancels the question knows why nothing happens.
    else if (answer.error.code !== 'code-not-trusted') notify(stores.notices, 'bad', answer.error.message);
  };
  return { reply, onTrust: isUntrusted && request ? () => void onTrust(request.run) : undefined };
}

/** Binds a command to `run`; `can` enables it. */
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
