import { describe, expect, it } from 'vitest';
import { copyRun, openStore, type Store } from '../../../engine/index.ts';
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

  it('share their texts, so that a growing prompt costs little more than its new text', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const writer = store.begin(supper());
    const length = 600;
    for (let count = 1; count <= 150; count += 1) writer.addExchange(count, exchange(count, length));

    const size = db.prepare<[], number>('SELECT sum(pgsize) FROM dbstat').pluck().get()!;
    const unique = db
      .prepare<[], number>(
        'SELECT (SELECT sum(length(text)) FROM content) + (SELECT sum(length(answer) + length(raw)) FROM exchange)',
      )
      .pluck()
      .get()!;
    const empty = emptyStoreSize();
    expect(unique).toBeGreaterThan(150_000);
    expect((size - empty) / unique).toBeLessThan(1.45);
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

function emptyStoreSize(): number {
  const db = openDatabase();
  openStore(db, packing).begin(supper());
  return db.prepare<[], number>('SELECT sum(pgsize) FROM dbstat').pluck().get()!;
}
