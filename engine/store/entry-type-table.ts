import type { AppName, LogEntry, Outcome } from '../model/index.ts';
import { type Crc32, RowChecksum, textColumn, readTextColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError } from './errors.ts';

/** Properties that many entries share. Without a tool call, the last four are null; without a check, the verdict is null. */
export interface EntryType {
  readonly kind: LogEntry['kind'];
  readonly status: Outcome['status'];
  readonly verdict: string | null;
  readonly app: AppName | null;
  readonly tool: string | null;
  readonly effect: 'read' | 'write' | null;
  readonly oracle: boolean | null;
}

/**
 * The types of entries of all runs, each stored once. Entries refer to them by key, because passing these texts with every entry
 * would take a sixth of its reading time. Rows are never changed or removed.
 */
export interface EntryTypeTable {
  /** The key of `type`. A new type is written first. */
  keyOf(type: EntryType): number;
  /**
   * The type with this key.
   * @throws {DamageError} when there is none, or it does not match its checksum.
   */
  read(key: number): EntryType;
  /** Clears caches after a failed transaction, whose rows do not exist. */
  forget(): void;
}

type Row = readonly [
  id: number,
  kind: EntryType['kind'],
  status: EntryType['status'],
  verdict: string | null,
  app: string | null,
  tool: string | null,
  effect: EntryType['effect'],
  oracle: number | null,
];

const COLUMNS = 'id, kind, status, verdict, app, tool, effect, oracle';

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function entryTypeTable(db: Database, crc32: Crc32): EntryTypeTable {
  const checksum = new RowChecksum(crc32);
  const insert = db.prepare<[...Row, checksum: number]>(
    `INSERT INTO entry_type (${COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db
    .prepare<[number], [...Row, checksum: number]>(
      `SELECT ${COLUMNS}, checksum FROM entry_type WHERE id > ? ORDER BY id`,
    )
    .raw();
  /** The types read so far, except for damaged ones. */
  const types = new Map<number, EntryType>();
  /** The same types by tool, the property with the most different values, for fast lookup. */
  const byTool = new Map<string | null, [key: number, type: EntryType][]>();
  let last = 0;

  const add = (key: number, type: EntryType): void => {
    types.set(key, type);
    const alike = byTool.get(type.tool);
    if (alike === undefined) byTool.set(type.tool, [[key, type]]);
    else alike.push([key, type]);
  };
  /** Reads the types that other processes may have written meanwhile. */
  const readNew = (): void => {
    for (const row of select.all(last)) {
      last = row[0];
      if (checksum.of(row, row.length - 1) === row[8]) add(row[0], typeOf(row));
    }
  };
  const find = (type: EntryType): number | undefined =>
    byTool.get(type.tool)?.find(([, known]) => areAlike(known, type))?.[0];

  return {
    keyOf: (type) => {
      const known = find(type);
      if (known !== undefined) return known;
      readNew();
      const written = find(type);
      if (written !== undefined) return written;
      last += 1;
      const row = rowOf(last, type);
      insert.run(...row, checksum.of(row));
      add(last, type);
      return last;
    },
    read: (key) => {
      if (!types.has(key)) readNew();
      const type = types.get(key);
      if (type === undefined) throw new DamageError('its type is missing or damaged');
      return type;
    },
    forget: () => {
      types.clear();
      byTool.clear();
      last = 0;
    },
  };
}

const areAlike = (one: EntryType, other: EntryType): boolean =>
  one.kind === other.kind &&
  one.status === other.status &&
  one.verdict === other.verdict &&
  one.app === other.app &&
  one.effect === other.effect &&
  one.oracle === other.oracle;

const rowOf = (id: number, { kind, status, verdict, app, tool, effect, oracle }: EntryType): Row => [
  ...([id, kind, status, verdict] as const),
  ...([app === null ? null : textColumn(app), tool === null ? null : textColumn(tool)] as const),
  ...([effect, oracle === null ? null : Number(oracle)] as const),
];

function typeOf([, kind, status, verdict, app, tool, effect, oracle]: readonly [...Row, number]): EntryType {
  return {
    kind,
    status,
    verdict,
    effect,
    app: app === null ? null : (readTextColumn(app) as AppName),
    tool: tool === null ? null : readTextColumn(tool),
    oracle: oracle === null ? null : oracle === 1,
  };
}
