import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId } from '../../engine/model/ids.ts';
import type { Json } from '../../engine/model/json.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { Lab, Refusal } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { latest } from './latest.ts';
import { readState } from './read-state.ts';
import type { Together } from './together.ts';

/** The entry at the playhead in full, with the states it found in the apps where it replaced something. */
export interface Moment {
  readonly run: RunId;
  readonly entry: LogEntry;
  readonly before: ReadonlyMap<AppName, Json>;
}

export interface MomentState {
  /** The position that everything on show is of. */
  readonly at: number;
  readonly moment: Moment | undefined;
  readonly refusal: Refusal | undefined;
}

export type MomentStore = StoreApi<MomentState>;

export const momentStore = (): MomentStore =>
  createStore<MomentState>(() => ({ at: -1, moment: undefined, refusal: undefined }));

interface Question {
  readonly run: RunId | undefined;
  readonly at: number;
}

/** Answers a function that brings the entry at a position into `store`, together with the rest of that moment; −1 empties it. */
export const momentReader = (
  lab: Lab,
  store: MomentStore,
  together: Together,
): ((question: Question) => void) =>
  latest((question: Question) =>
    together.when(readMoment(lab, question), (found) => {
      store.setState(found);
    }),
  );

async function readMoment(lab: Lab, { run, at }: Question): Promise<Omit<MomentState, 'at'>> {
  if (run === undefined || at < 0) return { moment: undefined, refusal: undefined };
  const reply = await ask(lab, 'log.entry', { run, index: at });
  if (!reply.ok) return { moment: undefined, refusal: reply.error };
  const before = await statesBefore(lab, run, reply.value);
  return { moment: { run, entry: reply.value, before }, refusal: undefined };
}

async function statesBefore(lab: Lab, run: RunId, entry: LogEntry): Promise<ReadonlyMap<AppName, Json>> {
  // What a list lost is not told: a whole state need not come for it.
  const replacing = entry.changes.filter(({ op }) => op !== 'splice');
  const apps = [...new Set(replacing.map(({ app }) => app))];
  const replies = await Promise.all(
    apps.map(async (app) => [app, await readState(lab, { run, app, at: entry.index - 1 })] as const),
  );
  return new Map(replies.flatMap(([app, reply]) => (reply.ok ? [[app, reply.value] as const] : [])));
}
