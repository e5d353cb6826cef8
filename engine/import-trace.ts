import { copyJson } from './journal/copy.ts';
import type { AppName, RunId } from './model/ids.ts';
import type { Json } from './model/json.ts';
import { advance } from './replay/advance.ts';
import type { RunWriter } from './store/run-writer.ts';
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

/** Writes a recorded run down, all of it or nothing, to be listed, shown and scrubbed like any other. */
export function importTrace(
  store: Pick<Store, 'begin' | 'remove'>,
  recorded: RecordedRun,
  { logHash, ...by }: Import,
): RunId {
  const { now, notes } = recorded;
  const writer = store.begin({ ...recorded, ...by, mode: 'trace' });
  try {
    writeEntries(writer, recorded);
    writer.finish({ state: 'recorded', now, verdict: undefined, logHash, notes });
  } catch (thrown) {
    store.remove(writer.id);
    throw thrown;
  }
  return writer.id;
}

function writeEntries(writer: RunWriter, { entries, states }: RecordedRun): void {
  const now = new Map(Object.entries(states).map(([app, state]) => [app as AppName, copyJson(state)]));
  for (let from = 0; from < entries.length; from += SLICE) {
    const slice = entries.slice(from, from + SLICE);
    advance(
      now,
      slice.flatMap(({ changes }) => changes),
    );
    writer.append(slice, slice.at(-1)!.time, () => Object.fromEntries<Json>(now));
  }
}
