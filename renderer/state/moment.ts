import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, Json, LogEntry, RunId } from '../../engine/model/index.ts';
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
  /**
   * The position that everything on show is of. It goes ahead of the rest where a playhead follows rows that come in, and
   * where the entry is long in coming.
   */
  readonly at: number;
  readonly moment: Moment | undefined;
  readonly refusal: Refusal | undefined;
}

export type MomentStore = StoreApi<MomentState>;

export const momentStore = (): MomentStore =>
  createStore<MomentState>(() => ({ at: -1, moment: undefined, refusal: undefined }));

/** Where the playhead stands in a run, at entry `at`. */
export interface Standpoint {
  readonly run: RunId | undefined;
  readonly at: number;
  readonly following: boolean;
}

/**
 * Answers a function that brings the entry at a position into `store`, together with the rest of that moment; −1 empties it.
 * `arrive` is called when the position may show, for each that was not passed over meanwhile.
 */
export const momentReader = (
  lab: Lab,
  store: MomentStore,
  together: Together,
  arrive: (standpoint: Standpoint) => void,
): ((standpoint: Standpoint) => void) =>
  latest((standpoint: Standpoint) => {
    const shown = together.when(readMoment(lab, standpoint), (found) => {
      store.setState(found);
    });
    together.add(() => {
      arrive(standpoint);
    });
    return shown;
  });

async function readMoment(lab: Lab, { run, at }: Standpoint): Promise<Omit<MomentState, 'at'>> {
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
