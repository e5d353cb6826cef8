import { copyJson } from './journal/copy.ts';
import type { AppName, RunId } from './model/ids.ts';
import type { Json } from './model/json.ts';
import { advance } from './replay/advance.ts';
import type { States } from './store/run-writer.ts';
import type { Store } from './store/store.ts';
import type { RecordedRun } from './trace/read-are-trace.ts';

/** Entries that are written at once. */
const SLICE = 1_000;

/** What only the caller knows of an import. */
export interface Import {
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Names this process, as for runs of its own. */
  readonly owner: string;
  /** SHA-256 of the entries' canonical lines, in hex. */
  readonly logHash: string;
}

/** Writes a recorded run down, to be listed, shown and scrubbed like any other. */
export function importTrace(
  store: Pick<Store, 'begin'>,
  { entries, now, ...recorded }: RecordedRun,
  { logHash, ...by }: Import,
): RunId {
  const writer = store.begin({ ...recorded, ...by, mode: 'trace' });
  const states = new Map(
    Object.entries(recorded.states).map(([app, state]) => [app as AppName, copyJson(state)]),
  );
  const statesNow = (): States => Object.fromEntries<Json>(states);

  for (let from = 0; from < entries.length; from += SLICE) {
    const slice = entries.slice(from, from + SLICE);
    advance(
      states,
      slice.flatMap(({ changes }) => changes),
    );
    writer.append(slice, slice.at(-1)!.time, statesNow);
  }
  writer.finish({ state: 'recorded', now, verdict: undefined, logHash, notes: recorded.notes });
  return writer.id;
}
