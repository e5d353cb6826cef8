import { describe, expect, it } from 'vitest';
import { copyRun, openStore, type Store } from '../../../engine/index.ts';
import { costsText, sumCosts } from '../../../engine/model/model-costs.ts';
import { type ModelExchange } from '../../../engine/model/model-request.ts';
import type { RunId } from '../../../engine/model/values/ids.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { exchange } from './exchanges.ts';
import { emptyStore, supper } from './pantry.ts';

const rows = (db: ReturnType<typeof openDatabase>, table: string): number =>
  db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;

describe('the exchanges of a run with models', () => {
  it('are read as they were written, by turn and by the hash of the request', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    const numbers = [
      writer.addExchange(0, exchange(2)),
      writer.addExchange(2, exchange(5)),
      writer.addExchange(2, exchange(7)),
    ];

    expect([...store.exchanges(writer.id)]).toEqual([
      [0, [numbers[0]]],
      [2, numbers.slice(1)],
    ]);
    expect(numbers.map((number) => store.exchange(number))).toEqual([exchange(2), exchange(5), exchange(7)]);
    expect(store.findExchange(exchange(5).hash)).toBe(numbers[1]);
    expect(store.findExchange('0'.repeat(64))).toBeUndefined();
    store.checkRun(writer.id);
  });

  it.each([600, 1_100])(
    'share their texts, so that a growing prompt costs its new text: messages from %i characters on',
    (length) => {
      const db = openDatabase();
      const store = openStore(db, packing);
      const writer = store.begin(supper());
      const count = Math.min(1_000, Math.ceil(150_000 / length));
      for (let nth = 1; nth <= count; nth += 1) writer.addExchange(nth, exchange(nth, length));

      const unique = db
        .prepare<[], number>(
          'SELECT (SELECT sum(length(text)) FROM contents) + (SELECT sum(length(answer)) FROM exchange)',
        )
        .pluck()
        .get()!;
      expect((sizeOf(db) - emptyStoreSize()) / unique).toBeLessThan(1.3);
    },
  );

  it('keep texts of any length and any characters', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const writer = store.begin(supper());
    for (const length of [0, 1, 998, 999, 1_000, 1_001, 2_500, 70_000_000])
      for (const text of [
        'x'.repeat(length),
        `${'x'.repeat(Math.min(length, 999))}😀${'é'.repeat(Math.min(length, 2_000))}`,
        '\0\ud800'.repeat(Math.min(length, 600)),
      ]) {
        const raw = exchange(1, 40);
        const number = writer.addExchange(0, { ...raw, raw: text });
        expect(store.exchange(number).raw === text).toBe(true);
        expect(writer.addExchange(0, { ...raw, raw: text })).toBe(number + 1);
      }
    const many = db.prepare<[], number>('SELECT count(*) FROM content').pluck().get()!;
    expect(many).toBeLessThan(30);
  });

  it('are removed with the last run that has them', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const first = store.begin(supper());
    const number = first.addExchange(0, exchange(3));
    const second = store.begin(supper({ turns: [turnWith([number])] }));
    expect(store.turns(second.id)).toEqual([turnWith([number])]);

    store.remove(first.id);
    expect(store.exchange(number)).toEqual(exchange(3));
    store.remove(second.id);
    expect(['exchange', 'prompt', 'content', 'turn_exchange'].map((table) => rows(db, table))).toEqual([
      0, 0, 0, 0,
    ]);
    // Nothing remembers the removed rows.
    expect(store.exchange(store.begin(supper()).addExchange(0, exchange(4)))).toEqual(exchange(4));
  });

  it('come with a copy of their run', () => {
    const from = emptyStore();
    const other: Store = emptyStore();
    other.begin(supper()).addExchange(0, exchange(9));
    const writer = from.begin(supper());
    const number = writer.addExchange(0, exchange(3));
    writer.append([], supper().start, 0, new Map([[0, turnWith([number])]]));
    writer.finish({
      state: 'completed',
      now: supper().start,
      verdict: undefined,
      logHash: undefined,
      notes: [],
    });

    const id = copyRun(from, writer.id, other, 'test');

    const [[turn, [copied]]] = [...other.exchanges(id)] as [[number, [number]]];
    expect([turn, other.exchange(copied)]).toEqual([0, exchange(3)]);
    expect(other.turns(id)).toEqual([turnWith([copied])]);
  });

  it('cost what the model of each asker costs', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const writer = store.begin(supper());
    const cost = (asker: Partial<ModelExchange>): ModelExchange => {
      const { price: _, ...one } = exchange(1);
      return { ...one, usage: { input: 1_000, cached: 400, output: 10 }, ...asker };
    };
    const price = (input: number, currency = 'EUR') => ({ input, output: 10, currency });
    writer.addExchange(0, cost({ by: 'agent', price: { ...price(2), cached: 0.5 } }));
    writer.addExchange(1, cost({ by: 'agent', price: price(4) }));
    writer.addExchange(1, cost({ by: 'user' }));
    store.addExchange(writer.id, -1, cost({ by: 'judge', price: price(1) }));

    const { agent, user, judge } = store.askerCosts([writer.id]).get(writer.id)!;
    expect(agent).toMatchObject({ requests: 2, input: 2_000, output: 20 });
    expect(agent!.price!.currency).toBe('EUR');
    expect(agent!.price!.amount).toBeCloseTo(0.0015 + 0.0041, 9);
    expect([user!.requests, user!.price]).toEqual([1, undefined]);
    expect(judge!.price!.amount).toBeCloseTo(0.0011, 9);
    // What one of them costs is not known.
    expect(store.modelCosts([writer.id]).get(writer.id)).toMatchObject({ requests: 4, input: 4_000 });
    expect(store.modelCosts([writer.id]).get(writer.id)).not.toHaveProperty('price');
    expect(db.prepare('SELECT by, turns, cost, currency FROM run_costs ORDER BY by').raw().all()).toEqual([
      ['agent', 2, expect.closeTo(0.0056, 9), 'EUR'],
      ['judge', 1, expect.closeTo(0.0011, 9), 'EUR'],
      ['user', 1, null, null],
    ]);

    writer.addExchange(2, cost({ by: 'agent', price: price(1, 'USD') }));
    expect(store.askerCosts([writer.id]).get(writer.id)!.agent).not.toHaveProperty('price');
  });

  it('cost unknown tokens where a server told none, which no sum takes for 0', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const price = { input: 1, output: 1, currency: 'EUR' };
    const begun = (...usages: readonly ModelExchange['usage'][]): RunId => {
      const writer = store.begin(supper());
      for (const [turn, usage] of usages.entries())
        writer.addExchange(turn, { ...exchange(1), failed: [], usage, price });
      return writer.id;
    };
    const untold = begun({}, {});
    const partly = begun(
      { input: 1_000, cached: 0, output: 10, reasoning: 3 },
      {},
      { input: 500, output: 5 },
    );
    const told = begun({ input: 20, cached: 10, output: 2 });
    const refused = store.begin(supper());
    refused.addExchange(0, { ...exchange(1), answer: undefined, usage: {}, price });

    const costs = store.modelCosts([untold, partly, told, refused.id]);
    expect(costs.get(untold)).toEqual({
      requests: 2,
      failedTries: 0,
      uncounted: 2,
      thinking: expect.any(Number) as number,
    });
    expect(costs.get(partly)).toEqual({
      requests: 3,
      failedTries: 0,
      uncounted: 1,
      input: 1_500,
      output: 15,
      thinking: expect.any(Number) as number,
    });
    expect(costs.get(told)).toMatchObject({ uncounted: 0, input: 20, cached: 10, output: 2, price: {} });
    expect(costs.get(refused.id)).toMatchObject({ requests: 1, uncounted: 0 });
    const sum = sumCosts([costs.get(partly)!, costs.get(told)!])!;
    expect(sum).toMatchObject({ requests: 4, uncounted: 1, input: 1_520, output: 17 });
    expect(Object.keys(sum)).not.toEqual(expect.arrayContaining(['cached']));
    expect([costsText(costs.get(untold)!), costsText(sum)]).toEqual([
      expect.stringMatching(/^2 requests, tokens not told by the server, [\d.]+ s$/),
      expect.stringMatching(
        /^4 requests, 1,520 tokens in, 17 out, tokens of 1 request not told by the server, /,
      ),
    ]);
    const columns = 'uncounted, input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost';
    const rows = db.prepare(`SELECT ${columns} FROM run_costs ORDER BY run`).raw().all();
    expect(rows).toEqual([
      [2, null, null, null, null, null],
      [1, 1_500, null, 15, null, null],
      [0, 20, 10, 2, null, 22 / 1e6],
      [0, null, null, null, null, null],
    ]);
  });

  it('are damaged when a text is changed by hand', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const writer = store.begin(supper());
    const number = writer.addExchange(0, exchange(3));
    db.exec(`UPDATE content SET text = replace(text, 'old', 'new')`);

    expect(() => store.exchange(number)).toThrow('does not match its checksum');
  });
});

const turnWith = (exchanges: readonly number[]) => ({
  by: 'agent' as const,
  time: supper().start,
  position: 0,
  messages: [],
  question: '',
  answered: '',
  act: { kind: 'finish' as const },
  thinking: seconds(0),
  thought: '',
  elapsed: 0,
  exchanges,
});

const sizeOf = (db: ReturnType<typeof openDatabase>): number =>
  db.prepare<[], number>('SELECT sum(pgsize) FROM dbstat').pluck().get()!;

function emptyStoreSize(): number {
  const db = openDatabase();
  openStore(db, packing).begin(supper());
  return sizeOf(db);
}
