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

/** Thrown when the database cannot do what was requested. The message gives the file, the problem and what to do. */
export class StoreError extends OrreryError {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  /** @param problem one or two whole sentences, shown after `place` */
  constructor(code: StoreErrorCode, place: string, problem: string, cause?: unknown) {
    super(`${place}: ${problem}`, { cause });
    this.code = code;
  }
}

/** The error for a run that database `place` does not have. */
export const noSuchRun = (place: string, run: RunId): StoreError =>
  new StoreError('store-no-such-run', place, `There is no run ${run}.`);

/** The error for entry `found` of `run` when the next entry must be `next`; `next` is `undefined` when the run was removed. */
export function logGap(run: RunId, found: number | undefined, next: number | undefined): StoreError {
  const problem =
    next === undefined
      ? 'The run was removed; nothing more can be written to it.'
      : `Entry ${next} comes next, but entry ${found ?? 'none'} was to be written.`;
  return new StoreError('store-log-gap', `log of ${run}`, problem);
}

/** Thrown when a row of the database differs from what was written. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  /** The damaged part, such as `run r3, entry 120`; `undefined` when unknown. */
  readonly place: string | undefined;

  constructor(message: string, { cause, place }: { readonly cause?: unknown; readonly place?: string } = {}) {
    super(message, { cause });
    this.place = place;
  }
}

/** Returns the result of `work`, which can fail only if the database is damaged; `problem` describes the damage. */
export function undamaged<Answer>(problem: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    throw new DamageError(problem, { cause: thrown });
  }
}

/** Returns the result of `read`. Damage errors that it throws get `place`. */
export function readAt<Answer>(place: () => string, read: () => Answer): Answer {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof DamageError && thrown.place === undefined)
      throw new DamageError(thrown.message, { cause: thrown, place: place() });
    throw thrown;
  }
}

const BUSY_MESSAGE = 'Another program is using the database. Try again when it has finished.';
export const READ_ONLY =
  'The file or its folder is read-only. Change its permissions, or copy the file elsewhere.';

const NOT_A_DATABASE = 'This is not a SQLite database. Move the file away, or choose another.';

/** The error for a `file` that is not a database. */
export const notADatabase = (file: string): StoreError =>
  new StoreError('store-not-a-database', file, NOT_A_DATABASE);

/** The error code and message for each primary result code of SQLite. */
const ERROR_MEANINGS: Readonly<Record<string, readonly [StoreErrorCode, problem: string]>> = {
  NOTADB: ['store-not-a-database', NOT_A_DATABASE],
  CORRUPT: [
    'store-damaged',
    'The database is damaged. Restore a copy of it, or move it away; nothing was changed.',
  ],
  BUSY: ['store-busy', BUSY_MESSAGE],
  LOCKED: ['store-busy', BUSY_MESSAGE],
  FULL: ['store-full', 'The disk is full. Make room and try again; what was written before is safe.'],
  READONLY: ['store-read-only', READ_ONLY],
  PERM: ['store-read-only', READ_ONLY],
  CANTOPEN: ['store-unreadable', 'The file cannot be opened. Check that it may be read and written.'],
  IOERR: [
    'store-unreadable',
    'The system could not read or write the database. Check the disk, and that files may be larger (`ulimit -f`).',
  ],
};

/** A {@link StoreError} for an error of SQLite that a person can fix; otherwise `thrown` itself. */
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
  if (isTooLong(thrown)) return new StoreError('store-too-long', file, TOO_LONG_MESSAGE, thrown);
  const meaning = ERROR_MEANINGS[isOfTheSchema(thrown) ? 'CORRUPT' : primaryCode(thrown)];
  if (meaning === undefined) return thrown;
  const [code, problem] = meaning;
  return new StoreError(code, file, problem, thrown);
}

const TOO_LONG_MESSAGE =
  'The plan of the run, a state or an entry is longer than 512 MB as one text, and more cannot be stored. Plan fewer events, or give them less to hold.';

/** Whether a trigger of another program refused a write. Orrery's own triggers refuse nothing. */
const isByForeignTrigger = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'SQLITE_CONSTRAINT_TRIGGER';

/** Whether a text was too long for V8 or SQLite. */
const isTooLong = (thrown: unknown): boolean =>
  thrown instanceof RangeError && /^Invalid string length$|^The bound string/.test(thrown.message);

/** Whether a table is missing or wrong. An open database always has Orrery's schema, so the file must be damaged. */
const isOfTheSchema = (thrown: unknown): boolean =>
  primaryCode(thrown) === 'ERROR' && SCHEMA_ERROR.test((thrown as Error).message);

const SCHEMA_ERROR =
  /^(?:JSON cannot hold |cannot modify |no such |duplicate column|unrecognized |malformed |error in |vtable |table .* has (?:no column |\d+ columns but )|(?:table|index) .* already exists)/;

/** The primary result code, such as `IOERR` for `SQLITE_IOERR_WRITE`; empty when SQLite did not throw the error. */
function primaryCode(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return /^SQLITE_([A-Z]+)/.exec(code)?.[1] ?? '';
}
