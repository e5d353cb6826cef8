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
  keyOf,
  listColumn,
  listOf,
  objectOf,
  RowChecksum,
  runOf,
  textColumn,
  textOf,
} from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import { COST_SUMS, COSTS } from './schema.ts';

/** What turns asked of models. Texts that several requests have in common are stored once, and so are their first messages. */
export interface ExchangeTable {
  /** Adds an exchange. Returns its number in this database. */
  add(exchange: ModelExchange): number;
  /** Notes that turn `turn` of `run` made these exchanges. */
  link(run: RunId, turn: number, exchanges: readonly number[]): void;
  /** Notes that it made one more. */
  linkNext(run: RunId, turn: number, exchange: number): void;
  read(exchange: number): ModelExchange;
  /** The exchanges of each turn of `run` that made some, also of a turn that was not answered. */
  ofTurns(run: RunId): ReadonlyMap<number, readonly number[]>;
  /** What each of `runs` asked of models, and who asked, without what it only repeated; of those that asked something. */
  costs(runs: readonly RunId[]): ReadonlyMap<RunId, AskerCosts>;
  /** What the turns of `run` from `from` to before `to` took that made requests, also of those that it only repeated. */
  turnCosts(run: RunId, from: number, to: number): ReadonlyMap<number, TurnCosts>;
  /** The latest exchange with this hash that got an answer of the model's. */
  find(hash: string): number | undefined;
  /** Removes what no run has any more. */
  removeUnused(): void;
  /** Forgets rows that may be gone, after a transaction that failed. */
  forget(): void;
}

type Row = readonly [
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

/** The position in a row of the first column after the counts of tokens. */
const FAILED = 10;

/** The place in a prompt before its first message. */
const NOTHING = 0;

/** Prepares its statements once. The caller owns `db` and closes it. */
export function exchangeTable(db: Database, crc32: Crc32, sha256: (text: string) => string): ExchangeTable {
  const checksum = new RowChecksum(crc32);
  const contents = new Contents(db, checksum, sha256);
  const prompts = new Prompts(db, checksum, contents);
  const insert = db.prepare<[...Row, number]>(
    `INSERT INTO exchange (${COLUMNS}, checksum) VALUES (${Array.from({ length: 17 }, () => '?').join()})`,
  );
  const select = db
    .prepare<[number], [...Row, number]>(`SELECT ${COLUMNS}, checksum FROM exchange WHERE id = ?`)
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
      `SELECT turn_exchange.run, exchange.by, ${COSTS} AND turn_exchange.run IN (SELECT value FROM json_each(?))
      GROUP BY turn_exchange.run, exchange.by`,
    )
    .raw();
  const turnCosts = db
    .prepare<[number, number, number], [turn: number, replaced: number, ...CostRow]>(
      `SELECT turn_exchange.turn, count(exchange.original), ${COST_SUMS}
      WHERE turn_exchange.run = ? AND turn_exchange.turn >= ? AND turn_exchange.turn < ? GROUP BY turn_exchange.turn`,
    )
    .raw();
  const isUsed = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM exchange)').pluck();

  const ofTurns = (run: RunId): ReadonlyMap<number, readonly number[]> => {
    const found = new Map<number, number[]>();
    for (const [turn, exchange] of links.all(keyOf(run)))
      found.set(turn, [...(found.get(turn) ?? []), exchange]);
    return found;
  };

  return {
    add({ request, hash, answer, original, usage, raw, server, askedAt, elapsed, failed, by, price }) {
      const row: Row = [
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
      for (const [nth, exchange] of exchanges.entries()) link.run(keyOf(run), turn, nth, exchange);
    },
    linkNext(run, turn, exchange) {
      linkNext.run(keyOf(run), turn, exchange, keyOf(run), turn);
    },
    read: (id) =>
      readAt(
        () => `exchange ${id}`,
        () => {
          const row = select.get(id);
          if (row === undefined) throw new DamageError('a row is missing');
          checksum.check(row, row.length - 1, row.at(-1));
          const [hash, prompt, body, server, askedAt, elapsed, ...usage] = row;
          const [failed, answer, raw, original, by, price] = row.slice(FAILED) as [
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
            answer: answer === null ? undefined : answerOf(answer),
            ...(original === null ? {} : { original: answerOf(original) }),
            usage: usageOf(usage),
            raw: contents.read(raw),
            server: contents.object(server),
            askedAt,
            elapsed,
            failed: listOf(failed),
            by,
            ...(price === null ? {} : { price: contents.object(price) as unknown as ModelPrice }),
          };
        },
      ),
    ofTurns,
    costs: (runs) => {
      const found = new Map<RunId, AskerCosts>();
      for (const [run, by, ...row] of costs.all(JSON.stringify(runs.map(keyOf))))
        found.set(runOf(run), { ...found.get(runOf(run)), [by]: costsOf(row) });
      return found;
    },
    turnCosts: (run, from, to) =>
      new Map(
        turnCosts
          .all(keyOf(run), from, to)
          .map(([turn, replaced, ...row]) => [turn, { ...costsOf(row), replaced }]),
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

function costsOf(row: CostRow): ModelCosts {
  const [requests, failedTries, uncounted, input, cached, output, reasoning, seconds, amount, currency] = row;
  const price = amount === null || currency === null ? {} : { price: { amount, currency } };
  const thinking = Math.round(seconds * 1000);
  return {
    requests,
    failedTries,
    uncounted,
    ...usageOf([input, cached, output, reasoning]),
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

const answerOf = (text: string): ModelAnswer => objectOf(text) as unknown as ModelAnswer;

const usageOf = ([input, cached, output, reasoning]: readonly (number | string | null)[]): ModelUsage =>
  Object.fromEntries(
    Object.entries({ input, cached, output, reasoning }).filter(([, count]) => typeof count === 'number'),
  );

/** Hex digits of a hash that are enough to find a text: a whole hash for each text would take as much room as many texts. */
const KEY_LENGTH = 12;

/**
 * The length of a text's parts. Eight of them fill a page; a whole text of 2 to 4 kB would have a page of its own, which made the
 * texts of long conversations a third larger on disk.
 */
const PART_LENGTH = 480; // characters

/** The bits of a part's id that number it within its text. */
const PARTS = 2 ** 16;

/** Texts, each once. */
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
    for (const [nth, part] of rest.entries()) this.#insertPart.run(id * PARTS + nth, part);
    return id;
  }

  read(id: number): string {
    const row = this.#select.get(id);
    if (row === undefined) throw new DamageError('a text is missing');
    const [key, first, checksum] = row;
    const written = [first, ...this.#selectParts.all(id * PARTS, (id + 1) * PARTS)].join('');
    this.#checksum.check([key, written], 2, checksum);
    return textOf(written);
  }

  object = (id: number): JsonObject => objectOf(this.read(id));
}

/** The parts of a text. None ends within a character; a very long text has longer ones. */
function partsOf(text: string): readonly [string, ...(readonly string[])] {
  const length = Math.max(PART_LENGTH, Math.ceil(text.length / (PARTS - 2)));
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

/** The messages of requests. A request that goes on with the messages of another shares them. */
class Prompts {
  readonly #checksum: RowChecksum;
  readonly #contents: Contents;
  readonly #find;
  readonly #insert;
  readonly #select;
  /** The messages that were added last, as texts with their places: the next request mostly goes on with them. */
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

  /** Adds what is not known of `messages`. Returns the place of the last. */
  add(messages: readonly JsonObject[]): number {
    const texts = messages.map((message) => JSON.stringify(message));
    const changed = texts.findIndex((text, nth) => this.#last[nth]?.[0] !== text);
    const places = this.#last.slice(0, changed < 0 ? texts.length : changed);
    let place = places.at(-1)?.[1] ?? NOTHING;
    for (const text of texts.slice(places.length)) {
      place = this.#after(place, this.#contents.add(text));
      places.push([text, place]);
    }
    this.#last = places;
    return place;
  }

  read(last: number): readonly JsonObject[] {
    const messages: JsonObject[] = [];
    for (let place = last; place !== NOTHING;) {
      const row = this.#select.get(place);
      // A loop of damaged rows would not end: each row comes after the one before it.
      if (row === undefined || row[0] >= place) throw new DamageError('a message is missing');
      this.#checksum.check(row, 2, row[2]);
      messages.push(this.#contents.object(row[1]));
      place = row[0];
    }
    return messages.reverse();
  }

  /** Forgets rows that may have been removed. */
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
