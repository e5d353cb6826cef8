import { OrreryError } from '../model/index.ts';

export type StoreErrorCode =
  | 'store-newer'
  | 'store-not-a-database'
  | 'store-foreign'
  | 'store-damaged'
  | 'store-busy'
  | 'store-full'
  | 'store-read-only'
  | 'store-unreadable'
  | 'store-no-such-run'
  | 'store-no-such-app'
  | 'store-no-such-note'
  | 'store-log-gap';

/** The workspace's database cannot do what was asked of it. The message says where, what was found, what was wanted. */
export class StoreError extends OrreryError {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, place: string, found: string, wanted: string, cause?: unknown) {
    super(`${place}: found ${found}, wanted ${wanted}`, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/** A row of the database does not hold what was written in it. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  /** Such as `run r3, entry 120 or soon after`; `undefined` where nobody knows. */
  readonly place: string | undefined;

  constructor(message: string, { cause, place }: { readonly cause?: unknown; readonly place?: string } = {}) {
    super(message, { cause });
    this.place = place;
  }
}

/** `thrown`; where it tells of damage, with its `place`. */
export const damageAt = (place: string, thrown: unknown): unknown =>
  thrown instanceof DamageError ? new DamageError(thrown.message, { cause: thrown, place }) : thrown;

/** What SQLite's primary result codes mean to a person. */
const meanings: Readonly<Record<string, readonly [StoreErrorCode, found: string, wanted: string]>> = {
  NOTADB: ['store-not-a-database', 'something that is no SQLite database', 'a workspace database or no file'],
  CORRUPT: ['store-damaged', 'a damaged database', 'a sound one; nothing was changed'],
  BUSY: ['store-busy', 'the database in use by another program', 'its turn to write'],
  LOCKED: ['store-busy', 'the database in use by another program', 'its turn to write'],
  FULL: ['store-full', 'no room left on the disk', 'room for the log; what was written before is safe'],
  READONLY: ['store-read-only', 'a file or folder that must not be written', 'one that may be'],
  PERM: ['store-read-only', 'a file or folder that must not be written', 'one that may be'],
  CANTOPEN: ['store-unreadable', 'a file that cannot be opened', 'one that may be read and written'],
  IOERR: ['store-unreadable', 'a disk that fails to read or write', 'one that works'],
};

/** `thrown` as a {@link StoreError} when it is one of SQLite's that a person can mend; else `thrown` itself. */
export function storeErrorOf(file: string, thrown: unknown): unknown {
  if (thrown instanceof DamageError) {
    const { message, place } = thrown;
    const where = place === undefined ? file : `${file}: ${place}`;
    const wanted = 'what was written there; nothing was changed';
    return new StoreError('store-damaged', where, `damage (${message})`, wanted, thrown);
  }
  const meaning = meanings[isOfTheSchema(thrown) ? 'CORRUPT' : primaryCode(thrown)];
  if (meaning === undefined) return thrown;
  const [code, found, wanted] = meaning;
  return new StoreError(code, file, found, wanted, thrown);
}

/** Every database is at our version once it is open: where a table is missing, odd or there too early, it was damaged. */
const isOfTheSchema = (thrown: unknown): boolean =>
  primaryCode(thrown) === 'ERROR' && SCHEMA.test((thrown as Error).message);

const SCHEMA =
  /^(?:no such |duplicate column|unrecognized |malformed |error in |vtable |(?:table|index) .* already exists)/;

/** `IOERR` of `SQLITE_IOERR_WRITE`; empty when SQLite did not throw it. */
function primaryCode(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return /^SQLITE_([A-Z]+)/.exec(code)?.[1] ?? '';
}
