import type { RunId } from '../model/index.ts';
import { type OnWritten, type Store, writeEntries } from '../store/index.ts';
import type { RecordedRun } from './read-trace.ts';

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
export const importTrace = (
  store: Pick<Store, 'transaction' | 'begin'>,
  recorded: RecordedRun,
  { logHash, ...by }: Import,
  onWritten?: OnWritten,
): RunId =>
  store.transaction(() => {
    const { now, notes, entries } = recorded;
    const writer = store.begin({ ...recorded, ...by, mode: 'trace' });
    writeEntries(writer, entries, onWritten);
    writer.finish({ state: 'recorded', now, verdict: undefined, logHash, notes });
    return writer.id;
  });
