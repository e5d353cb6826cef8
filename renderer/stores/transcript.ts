import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId, TranscriptStep } from '../../engine/model/index.ts';
import type { CallProblem, TranscriptPage } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';
import { runOf } from './workspace.ts';

/** The transcript of the shown run, as far as it has been read. */
export interface TranscriptState {
  readonly run: RunId | undefined;
  /** In order of time. */
  readonly steps: readonly TranscriptStep[];
  /** Position up to which the log and the agent's turns have been read. */
  readonly next: TranscriptPage['next'];
  /** Whether the run had ended at the last read, so that no more steps will come. */
  readonly complete: boolean;
  readonly problem: CallProblem | undefined;
}

export type TranscriptStore = StoreApi<TranscriptState>;

const NOTHING: TranscriptState = {
  run: undefined,
  steps: [],
  next: { from: 0, turn: 0 },
  complete: false,
  problem: undefined,
};

export const createTranscriptStore = (): TranscriptStore => createStore<TranscriptState>(() => NOTHING);

/**
 * A thought comes before the entry that it names. Steps found only in the trace file come before the entries of the same
 * time.
 */
const compareSteps = (one: TranscriptStep, other: TranscriptStep): number =>
  one.time - other.time ||
  (one.index ?? -1) - (other.index ?? -1) ||
  Number(other.kind === 'thought') - Number(one.kind === 'thought');

/** Adds `more` to `steps` and keeps them sorted. */
export function addSteps(steps: TranscriptStep[], more: readonly TranscriptStep[]): void {
  let ordered = true;
  for (const step of more) {
    const last = steps.at(-1);
    ordered &&= last === undefined || compareSteps(last, step) <= 0;
    steps.push(step);
  }
  if (!ordered) steps.sort(compareSteps);
}

/** Reads new steps while the transcript is shown, until the returned function is called. */
export function syncTranscript({
  bridge,
  transcript,
  panels,
  selection,
  log,
  workspace,
}: Pick<AppStores, 'bridge' | 'log' | 'panels' | 'selection' | 'transcript' | 'workspace'>): () => void {
  const isOver = (run: RunId): boolean => {
    const state = runOf(workspace.getState(), run)?.state;
    return state !== undefined && state !== 'running' && state !== 'paused';
  };
  const readOn = coalesceLatest(async (run: RunId) => {
    const known = transcript.getState().run === run;
    const beside = known ? undefined : await ask(bridge, 'inspect.traceSteps', { run });
    const steps = known ? [...transcript.getState().steps] : [];
    let { next } = known ? transcript.getState() : NOTHING;
    if (beside?.ok === true) addSteps(steps, beside.value);
    const complete = isOver(run);
    const show = (): void => {
      transcript.setState({ ...NOTHING, run, steps: [...steps], next });
    };
    for (let shown = known ? steps.length : -1; ;) {
      const reply = await ask(bridge, 'inspect.transcript', { run, ...next });
      if (selection.getState().run !== run) return;
      if (!reply.ok) {
        transcript.setState({ ...NOTHING, run, problem: reply.error });
        return;
      }
      const { from, turn } = reply.value.next;
      const isEnd = from === next.from && turn === next.turn;
      ({ next } = reply.value);
      addSteps(steps, reply.value.steps);
      // Show a long transcript only when it has doubled: each update copies all of it.
      if (isEnd || steps.length >= 2 * shown) {
        show();
        shown = steps.length;
      }
      if (isEnd) break;
    }
    if (complete) transcript.setState({ complete });
  });
  const look = (): void => {
    const { run } = selection.getState();
    if (run === undefined || panels.getState().centre !== 'transcript' || log.getState().run !== run) return;
    const { run: known, next, complete } = transcript.getState();
    if (known !== run || next.from < log.getState().rows.length || (!complete && isOver(run))) readOn(run);
  };
  return disposeAll([
    panels.subscribe(look),
    selection.subscribe(look),
    log.subscribe(look),
    workspace.subscribe(look),
  ]);
}
