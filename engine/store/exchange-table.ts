import type {
  Asker,
  AskerCosts,
  JsonObject,
  ModelAnswer,
  ModelCosts,
  ModelExchange,
  ModelPrice,
  ModelUsage,
  RunId,
  TurnCosts,
} from '../model/index.ts';
import {
  type Crc32,
  runKeyOf,
  listColumn,
  readList,
  readObject,
  RowChecksum,
  runIdOf,
  textColumn,
  readTextColumn,
} from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import { COST_SUMS_SQL, COSTS_SQL } from './schema.ts';

/** The exchanges of runs with models. Texts and first messages that several requests share are stored once. */
export interface ExchangeTable {
  /** Adds an exchange. Returns its id. */
  add(exchange: ModelExchange): number;
  /** Records that turn `turn` of `run` made these exchanges. */
  link(run: RunId, turn: number, exchanges: readonly number[]): void;
  /** Records that turn `turn` of `run` made one more exchange. */
  linkNext(run: RunId, turn: number, exchange: number): void;
  read(exchange: number): ModelExchange;
  /** The exchanges of each turn of `run`, including a turn that was not answered. */
  ofTurns(run: RunId): ReadonlyMap<number, readonly number[]>;
  /** The model costs of each of `runs` by asker, without repeated requests. Runs without requests are left out. */
  costs(runs: readonly RunId[]): ReadonlyMap<RunId, AskerCosts>;
  /**
   * The model costs of each turn of `run` from `from` up to but excluding `to`, including repeated requests. Turns without
   * requests are left out.
   */
  turnCosts(run: RunId, from: number, to: number): ReadonlyMap<number, TurnCosts>;
  /** The id of the latest exchange whose request has this hash and that the model answered. */
  find(hash: string): number | undefined;
  /** Removes exchanges and texts that no run uses. */
  removeUnused(): void;
  /** Clears caches after a failed transaction, whose rows may not exist. */
  forget(): void;
}

type ExchangeRow = readonly [
  hash: string,
  prompt: number,
  body: number,
  server: number,
  askedAt: number,
  elapsed: number,
  inputTokens: number | null,
  cachedTokens: number | null,
  outputTokens: number | null,
  reasoningTokens: number | null,
  failed: string | null,
  answer: string | null,
  raw: number,
  original: string | null,
  by: Asker,
  price: number | null,
];

const COLUMNS =
  'hash, prompt, body, server, asked_at, elapsed, input_tokens, cached_tokens, output_tokens, reasoning_tokens, failed, answer, raw, original, by, price';

type CostRow = readonly [
  requests: number,
  failedTries: number,
  uncounted: number,
  input: number | null,
  cached: number | null,
  output: number | null,
  reasoning: number | null,
  seconds: number,
  amount: number | null,
  currency: string | null,
];

/** The position of the first column after the token counts. */
const FAILED_POSITION = 10;

/** The prompt id that stands before the first message. */
const NO_PROMPT = 0;

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function exchangeTable(db: Database, crc32: Crc32, sha256: (text: string) => string): ExchangeTable {
  const checksum = new RowChecksum(crc32);
  const contents = new Contents(db, checksum, sha256);
  const prompts = new Prompts(db, checksum, contents);
  const insert = db.prepare<[...ExchangeRow, number]>(
    `INSERT INTO exchange (${COLUMNS}, checksum) VALUES (${Array.from({ length: 17 }, () => '?').join()})`,
  );
  const select = db
    .prepare<[number], [...ExchangeRow, number]>(`SELECT ${COLUMNS}, checksum FROM exchange WHERE id = ?`)
    .raw();
  const link = db.prepare<[number, number, number, number]>(
    'INSERT OR REPLACE INTO turn_exchange VALUES (?, ?, ?, ?)',
  );
  const linkNext = db.prepare<[number, number, number, number, number]>(
    'INSERT INTO turn_exchange SELECT ?, ?, count(*), ? FROM turn_exchange WHERE run = ? AND turn = ?',
  );
  const links = db
    .prepare<[number], [turn: number, exchange: number]>(
      'SELECT turn, exchange FROM turn_exchange WHERE run = ? ORDER BY turn, nth',
    )
    .raw();
  const find = db
    .prepare<[string, string], number>(
      `SELECT id FROM exchange WHERE substr(hash, 1, 12) = substr(?, 1, 12) AND hash = ? AND answer IS NOT NULL AND original IS NULL
      ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const costs = db
    .prepare<[string], [run: number, by: Asker, ...CostRow]>(
      `SELECT turn_exchange.run, exchange.by, ${COSTS_SQL} AND turn_exchange.run IN (SELECT value FROM json_each(?))
      GROUP BY turn_exchange.run, exchange.by`,
    )
    .raw();
  const turnCosts = db
    .prepare<[number, number, number], [turn: number, replaced: number, ...CostRow]>(
      `SELECT turn_exchange.turn, count(exchange.original), ${COST_SUMS_SQL}
      WHERE turn_exchange.run = ? AND turn_exchange.turn >= ? AND turn_exchange.turn < ? GROUP BY turn_exchange.turn`,
    )
    .raw();
  const isUsed = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM exchange)').pluck();

  const ofTurns = (run: RunId): ReadonlyMap<number, readonly number[]> => {
    const found = new Map<number, number[]>();
    for (const [turn, exchange] of links.all(runKeyOf(run)))
      found.set(turn, [...(found.get(turn) ?? []), exchange]);
    return found;
  };

  return {
    add({ request, hash, answer, original, usage, raw, server, askedAt, elapsed, failed, by, price }) {
      const row: ExchangeRow = [
        hash,
        prompts.add(request.messages),
        contents.add(JSON.stringify(request.body)),
        contents.add(JSON.stringify(server)),
        askedAt,
        elapsed,
        usage.input ?? null,
        usage.cached ?? null,
        usage.output ?? null,
        usage.reasoning ?? null,
        listColumn(failed),
        answer === undefined ? null : JSON.stringify(answer),
        contents.add(raw),
        original === undefined ? null : JSON.stringify(original),
        by,
        price === undefined ? null : contents.add(JSON.stringify(price)),
      ];
      return Number(insert.run(...row, checksum.of(row)).lastInsertRowid);
    },
    link(run, turn, exchanges) {
      for (const [index, exchange] of exchanges.entries()) link.run(runKeyOf(run), turn, index, exchange);
    },
    linkNext(run, turn, exchange) {
      linkNext.run(runKeyOf(run), turn, exchange, runKeyOf(run), turn);
    },
    read: (id) =>
      readAt(
        () => `exchange ${id}`,
        () => {
          const row = select.get(id);
          if (row === undefined) throw new DamageError('a row is missing');
          checksum.check(row, row.length - 1, row.at(-1));
          const [hash, prompt, body, server, askedAt, elapsed, ...usage] = row;
          const [failed, answer, raw, original, by, price] = row.slice(FAILED_POSITION) as [
            string | null,
            string | null,
            number,
            string | null,
            Asker,
            number | null,
          ];
          return {
            request: { messages: prompts.read(prompt), body: contents.object(body) },
            hash,
            answer: answer === null ? undefined : readAnswer(answer),
            ...(original === null ? {} : { original: readAnswer(original) }),
            usage: readUsage(usage),
            raw: contents.read(raw),
            server: contents.object(server),
            askedAt,
            elapsed,
            failed: readList(failed),
            by,
            ...(price === null ? {} : { price: contents.object(price) as unknown as ModelPrice }),
          };
        },
      ),
    ofTurns,
    costs: (runs) => {
      const found = new Map<RunId, AskerCosts>();
      for (const [run, by, ...row] of costs.all(JSON.stringify(runs.map(runKeyOf))))
        found.set(runIdOf(run), { ...found.get(runIdOf(run)), [by]: readCosts(row) });
      return found;
    },
    turnCosts: (run, from, to) =>
      new Map(
        turnCosts
          .all(runKeyOf(run), from, to)
          .map(([turn, replaced, ...row]) => [turn, { ...readCosts(row), replaced }]),
      ),
    find: (hash) => find.get(hash, hash),
    removeUnused() {
      if (isUsed.get() === 0) return;
      db.exec(REMOVE_UNUSED);
      prompts.forget();
    },
    forget() {
      prompts.forget();
    },
  };
}

function readCosts(row: CostRow): ModelCosts {
  const [requests, failedTries, uncounted, input, cached, output, reasoning, seconds, amount, currency] = row;
  const price = amount === null || currency === null ? {} : { price: { amount, currency } };
  const thinking = Math.round(seconds * 1000);
  return {
    requests,
    failedTries,
    uncounted,
    ...readUsage([input, cached, output, reasoning]),
    thinking,
    ...price,
  };
}

const REMOVE_UNUSED = `
  DELETE FROM exchange WHERE id NOT IN (SELECT exchange FROM turn_exchange);
  DELETE FROM prompt WHERE id NOT IN (
    WITH RECURSIVE kept (id) AS (
      SELECT prompt FROM exchange UNION SELECT before FROM prompt JOIN kept USING (id)
    ) SELECT id FROM kept
  );
  DELETE FROM content WHERE id NOT IN (
    SELECT message FROM prompt UNION ALL SELECT body FROM exchange UNION ALL SELECT server FROM exchange
    UNION ALL SELECT raw FROM exchange UNION ALL SELECT price FROM exchange WHERE price IS NOT NULL
  );
  DELETE FROM content_part WHERE id >> 16 NOT IN (SELECT id FROM content);`;

const readAnswer = (text: string): ModelAnswer => readObject(text) as unknown as ModelAnswer;

const readUsage = ([input, cached, output, reasoning]: readonly (number | string | null)[]): ModelUsage =>
  Object.fromEntries(
    Object.entries({ input, cached, output, reasoning }).filter(([, count]) => typeof count === 'number'),
  );

/** The number of hash digits used to look up a text: whole hashes would take as much space as many texts. */
const KEY_LENGTH = 12;

/**
 * The length of the parts into which texts are split. Eight parts fill a page; unsplit texts of 2 to 4 kB would have a page each,
 * which made long conversations a third larger on disk.
 */
const PART_LENGTH = 480; // characters

/** The number of part ids for each text. */
const PARTS_PER_TEXT = 2 ** 16;

/** Texts, each stored once. */
class Contents {
  readonly #checksum: RowChecksum;
  readonly #sha256: (text: string) => string;
  readonly #find;
  readonly #insert;
  readonly #insertPart;
  readonly #select;
  readonly #selectParts;

  constructor(db: Database, checksum: RowChecksum, sha256: (text: string) => string) {
    this.#checksum = checksum;
    this.#sha256 = sha256;
    this.#find = db
      .prepare<[number, string], number>('SELECT id FROM content WHERE key = ? AND text = ?')
      .pluck();
    this.#insert = db.prepare<[number, string, number]>(
      'INSERT INTO content (key, text, checksum) VALUES (?, ?, ?)',
    );
    this.#insertPart = db.prepare<[number, string]>('INSERT INTO content_part (id, text) VALUES (?, ?)');
    this.#select = db
      .prepare<[number], [key: number, text: string, checksum: number]>(
        'SELECT key, text, checksum FROM content WHERE id = ?',
      )
      .raw();
    this.#selectParts = db
      .prepare<[number, number], string>('SELECT text FROM content_part WHERE id >= ? AND id < ? ORDER BY id')
      .pluck();
  }

  add(text: string): number {
    const key = parseInt(this.#sha256(text).slice(0, KEY_LENGTH), 16);
    const written = textColumn(text);
    const [first, ...rest] = partsOf(written);
    for (const known of this.#find.all(key, first)) if (this.read(known) === text) return known;
    const id = Number(this.#insert.run(key, first, this.#checksum.of([key, written])).lastInsertRowid);
    for (const [index, part] of rest.entries()) this.#insertPart.run(id * PARTS_PER_TEXT + index, part);
    return id;
  }

  read(id: number): string {
    const row = this.#select.get(id);
    if (row === undefined) throw new DamageError('a text is missing');
    const [key, first, checksum] = row;
    const written = [first, ...this.#selectParts.all(id * PARTS_PER_TEXT, (id + 1) * PARTS_PER_TEXT)].join(
      '',
    );
    this.#checksum.check([key, written], 2, checksum);
    return readTextColumn(written);
  }

  object = (id: number): JsonObject => readObject(this.read(id));
}

/** The parts of a text. None ends inside a character; very long texts have longer parts. */
function partsOf(text: string): readonly [string, ...(readonly string[])] {
  const length = Math.max(PART_LENGTH, Math.ceil(text.length / (PARTS_PER_TEXT - 2)));
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + length;
    const isWithin = end < text.length && isSurrogatePair(text, end - 1);
    parts.push(text.slice(from, isWithin ? end - 1 : end));
    from = isWithin ? end - 1 : end;
  }
  const [first = '', ...rest] = parts;
  return [first, ...rest];
}

const isSurrogatePair = (text: string, from: number): boolean => text.codePointAt(from)! > 0xffff;

/** The messages of requests. A request that continues another one shares its messages. */
class Prompts {
  readonly #checksum: RowChecksum;
  readonly #contents: Contents;
  readonly #find;
  readonly #insert;
  readonly #select;
  /** The last added messages, as texts with their prompt ids, because the next request usually continues them. */
  #last: readonly (readonly [text: string, place: number])[] = [];

  constructor(db: Database, checksum: RowChecksum, contents: Contents) {
    this.#checksum = checksum;
    this.#contents = contents;
    this.#find = db
      .prepare<[number, number], number>('SELECT id FROM prompt WHERE before = ? AND message = ?')
      .pluck();
    this.#insert = db.prepare<[number, number, number]>(
      'INSERT INTO prompt (before, message, checksum) VALUES (?, ?, ?)',
    );
    this.#select = db
      .prepare<[number], [before: number, message: number, checksum: number]>(
        'SELECT before, message, checksum FROM prompt WHERE id = ?',
      )
      .raw();
  }

  /** Adds those of `messages` that are not stored yet. Returns the prompt id of the last message. */
  add(messages: readonly JsonObject[]): number {
    const texts = messages.map((message) => JSON.stringify(message));
    const changed = texts.findIndex((text, index) => this.#last[index]?.[0] !== text);
    const places = this.#last.slice(0, changed < 0 ? texts.length : changed);
    let place = places.at(-1)?.[1] ?? NO_PROMPT;
    for (const text of texts.slice(places.length)) {
      place = this.#after(place, this.#contents.add(text));
      places.push([text, place]);
    }
    this.#last = places;
    return place;
  }

  read(last: number): readonly JsonObject[] {
    const messages: JsonObject[] = [];
    for (let place = last; place !== NO_PROMPT;) {
      const row = this.#select.get(place);
      // A loop of damaged rows would not end: each row comes after the one before it.
      if (row === undefined || row[0] >= place) throw new DamageError('a message is missing');
      this.#checksum.check(row, 2, row[2]);
      messages.push(this.#contents.object(row[1]));
      place = row[0];
    }
    return messages.reverse();
  }

  /** Clears caches of rows that may have been removed. */
  forget(): void {
    this.#last = [];
  }

  #after(before: number, message: number): number {
    return (
      this.#find.get(before, message) ??
      Number(this.#insert.run(before, message, this.#checksum.of([before, message])).lastInsertRowid)
    );
  }
}
