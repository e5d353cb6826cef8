import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId, TranscriptLine } from '../../engine/model/index.ts';
import type { CallProblem } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { ask, disposeAll, coalesceLatest } from './sync.ts';

/** What happened between the agent of the run on show and its world, as far as it was asked for. */
export interface AgentState {
  readonly run: RunId | undefined;
  /** By time. */
  readonly lines: readonly TranscriptLine[];
  /** How many entries were read; none of them again. */
  readonly read: number;
  readonly refusal: CallProblem | undefined;
}

export type AgentStore = StoreApi<AgentState>;

const NOTHING: AgentState = { run: undefined, lines: [], read: 0, refusal: undefined };

export const createAgentStore = (): AgentStore => createStore<AgentState>(() => NOTHING);

/** `lines` and what comes after them, but for what a file told before: in order of time. */
function withMore(
  lines: readonly TranscriptLine[],
  more: readonly TranscriptLine[],
): readonly TranscriptLine[] {
  const [first] = more;
  const all = lines.concat(more);
  if (first === undefined || (lines.at(-1)?.time ?? first.time) <= first.time) return all;
  return all.sort((one, other) => one.time - other.time);
}

/** Reads on while the agent is on show and there is more to read, until the returned function is called. */
export function syncAgent({
  lab,
  agent,
  panels,
  selection,
  log,
}: Pick<AppStores, 'agent' | 'lab' | 'log' | 'panels' | 'selection'>): () => void {
  const readOn = coalesceLatest(async (run: RunId) => {
    if (agent.getState().run !== run) {
      const logs = await ask(lab, 'inspect.agentLogs', { run });
      agent.setState({ ...NOTHING, run, lines: logs.ok ? logs.value : [] });
    }
    for (;;) {
      const { read, lines } = agent.getState();
      const reply = await ask(lab, 'inspect.agent', { run, from: read });
      if (!reply.ok) {
        agent.setState({ refusal: reply.error });
        return;
      }
      if (reply.value.next === read || selection.getState().run !== run) return;
      agent.setState({ lines: withMore(lines, reply.value.lines), read: reply.value.next });
    }
  });
  const look = (): void => {
    const { run } = selection.getState();
    const { dock } = panels.getState();
    if (run === undefined || dock !== 'agent' || log.getState().run !== run) return;
    const { run: known, read } = agent.getState();
    if (known !== run || read < log.getState().rows.length) readOn(run);
  };
  const stops = [panels.subscribe(look), selection.subscribe(look), log.subscribe(look)];
  return disposeAll(stops);
}
