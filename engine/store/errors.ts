import { OrreryError, type RunId } from '../model/index.ts';

export type StoreErrorCode =
  | 'store-newer'
  | 'store-older'
  | 'store-not-a-database'
  | 'store-foreign'
  | 'store-damaged'
  | 'store-busy'
  | 'store-full'
  | 'store-too-long'
  | 'store-read-only'
  | 'store-unreadable'
  | 'store-no-such-run'
  | 'store-no-such-app'
  | 'store-no-such-note'
  | 'store-log-gap';

/** The workspace's database cannot do what was asked. The message gives the place, the problem and what to do. */
export class StoreError extends OrreryError {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  /** `problem` is one or two whole sentences, to be read after `place`. */
  constructor(code: StoreErrorCode, place: string, problem: string, cause?: unknown) {
    super(`${place}: ${problem}`, { cause });
    this.code = code;
  }
}

/** There is no run `run` in the database `place`. */
export const noSuchRun = (place: string, run: RunId): StoreError =>
  new StoreError('store-no-such-run', place, `There is no run ${run}.`);

/** Entry `found` of `run` was to be written, but `next` comes next; `next` is `undefined` when the run was removed. */
export function logGap(run: RunId, found: number | undefined, next: number | undefined): StoreError {
  const problem =
    next === undefined
      ? 'The run was removed; nothing more can be written to it.'
      : `Entry ${next} comes next, but entry ${found ?? 'none'} was to be written.`;
  return new StoreError('store-log-gap', `log of ${run}`, problem);
}

/** A row of the database differs from what was written to it. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  /** Such as `run r3, entry 120`; `undefined` when it is not known. */
  readonly place: string | undefined;

  constructor(message: string, { cause, place }: { readonly cause?: unknown; readonly place?: string } = {}) {
    super(message, { cause });
    this.place = place;
  }
}

/** The result of `work`, which fails only if the database is damaged: `problem` says how. */
export function undamaged<Answer>(problem: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    throw new DamageError(problem, { cause: thrown });
  }
}

/** The result of `read`. Errors about damage get `place`. */
export function readAt<Answer>(place: () => string, read: () => Answer): Answer {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof DamageError && thrown.place === undefined)
      throw new DamageError(thrown.message, { cause: thrown, place: place() });
    throw thrown;
  }
}

const BUSY = 'Another program is using the database. Try again when it has finished.';
export const READ_ONLY =
  'The file or its folder is read-only. Change its permissions, or copy the file elsewhere.';

const NOT_A_DATABASE = 'This is not a SQLite database. Move the file away, or choose another.';

/** `file` contains something else. */
export const notADatabase = (file: string): StoreError =>
  new StoreError('store-not-a-database', file, NOT_A_DATABASE);

/** The meaning of SQLite's primary result codes for a person. */
const meanings: Readonly<Record<string, readonly [StoreErrorCode, problem: string]>> = {
  NOTADB: ['store-not-a-database', NOT_A_DATABASE],
  CORRUPT: [
    'store-damaged',
    'The database is damaged. Restore a copy of it, or move it away; nothing was changed.',
  ],
  BUSY: ['store-busy', BUSY],
  LOCKED: ['store-busy', BUSY],
  FULL: ['store-full', 'The disk is full. Make room and try again; what was written before is safe.'],
  READONLY: ['store-read-only', READ_ONLY],
  PERM: ['store-read-only', READ_ONLY],
  CANTOPEN: ['store-unreadable', 'The file cannot be opened. Check that it may be read and written.'],
  IOERR: [
    'store-unreadable',
    'The system could not read or write the database. Check the disk, and that files may be larger (`ulimit -f`).',
  ],
};

/** A {@link StoreError} for an error of SQLite's that a person can fix; otherwise `thrown` itself. */
export function storeErrorOf(file: string, thrown: unknown): unknown {
  if (thrown instanceof DamageError) {
    const { message, place } = thrown;
    const where = place === undefined ? '' : ` at ${place}`;
    return new StoreError(
      'store-damaged',
      file,
      `The database is damaged${where}: ${message}. What is not damaged can still be read; restore a copy of the file for the rest.`,
      thrown,
    );
  }
  if (isByForeignTrigger(thrown))
    return new StoreError(
      'store-foreign',
      file,
      `A trigger in the database refused a change: ${(thrown as Error).message}. Another program made it. Remove the trigger, or choose another database.`,
      thrown,
    );
  if (isTooLong(thrown)) return new StoreError('store-too-long', file, TOO_LONG, thrown);
  const meaning = meanings[isOfTheSchema(thrown) ? 'CORRUPT' : primaryCode(thrown)];
  if (meaning === undefined) return thrown;
  const [code, problem] = meaning;
  return new StoreError(code, file, problem, thrown);
}

const TOO_LONG =
  'The plan of the run, a state or an entry is longer than 512 MB as one text, and more cannot be stored. Plan fewer events, or give them less to hold.';

/** Orrery's own triggers refuse nothing. */
const isByForeignTrigger = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'SQLITE_CONSTRAINT_TRIGGER';

/** V8 and SQLite limit the length of one text. */
const isTooLong = (thrown: unknown): boolean =>
  thrown instanceof RangeError && /^Invalid string length$|^The bound string/.test(thrown.message);

/** An open database always has Orrery's schema: if a table is missing or wrong, the file was damaged. */
const isOfTheSchema = (thrown: unknown): boolean =>
  primaryCode(thrown) === 'ERROR' && SCHEMA.test((thrown as Error).message);

const SCHEMA =
  /^(?:JSON cannot hold |cannot modify |no such |duplicate column|unrecognized |malformed |error in |vtable |table .* has (?:no column |\d+ columns but )|(?:table|index) .* already exists)/;

/** `IOERR` of `SQLITE_IOERR_WRITE`; empty when SQLite did not throw it. */
function primaryCode(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return /^SQLITE_([A-Z]+)/.exec(code)?.[1] ?? '';
}
