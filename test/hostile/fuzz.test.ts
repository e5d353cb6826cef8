import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OrreryError, openStore } from '../../engine/index.ts';
import { areFile } from '../engine/are/traces.ts';
import { openDatabase, packing } from '../open-database.ts';
import { sound } from './corpus.ts';
import { tablesOf } from './tables-of.ts';
import { tries } from '../tries.ts';
import { importOneText } from '../main/host/import/import-one.ts';

const FILES = [sound(), areFile('studio_visit_single_turn.trace.json')];

const fragments = fc.constantFrom(
  ...[
    '',
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    'null',
    '-1e308',
    '1e999',
    '"__proto__":1,',
    '\\u0000',
    '\uD800',
  ],
  ...[
    '0',
    '""',
    '{}',
    '[]',
    'true',
    '"are_simulation_v1"',
    '"event_id":"x",',
    '"{{tea}}"',
    '9007199254740993',
  ],
);

/** Puts `by` in the place of `length` characters at a share of the way through. */
interface Cut {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

const cuts = fc.array(
  fc.record<Cut>({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(12),
    by: fc.oneof(fragments, fc.string({ maxLength: 5 })),
  }),
  { minLength: 1, maxLength: 4 },
);

const mutated = (text: string, changes: readonly Cut[]): string =>
  changes.reduce((now, { at, length, by }) => {
    const from = Math.floor(at * now.length);
    return now.slice(0, from) + by + now.slice(from + length);
  }, text);

/** Puts another value in the place of the n-th value of a JSON document. */
function replaced(text: string, which: number, by: unknown): string {
  let seen = 0;
  const walk = (value: unknown): unknown => {
    if (seen++ === which) return by;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]));
  };
  return JSON.stringify(walk(JSON.parse(text)));
}

const texts = fc.constantFrom(...FILES).chain((text) =>
  fc.oneof(
    cuts.map((changes) => mutated(text, changes)),
    fc.tuple(fc.nat(400), fc.jsonValue({ maxDepth: 3 })).map(([which, by]) => replaced(text, which, by)),
  ),
);

describe('the importer', () => {
  it('takes a broken trace in whole or refuses it in words, and then has written nothing', () => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const store = openStore(db, packing);

    fc.assert(
      fc.property(texts, (text) => {
        const before = tablesOf(db);
        try {
          const run = importOneText(store, text, 'fuzz.json');
          expect(run).toMatchObject({ state: 'recorded', mode: 'trace' });
          expect(store.entries(run.id, 0, run.entries + 1)).toHaveLength(run.entries);
          for (const { name } of run.apps) store.stateAt(run.id, name, run.entries - 1);
          store.remove(run.id);
        } catch (thrown) {
          if (!(thrown instanceof OrreryError)) throw thrown;
          expect(thrown.message).toMatch(/^fuzz\.json[:,] .+\.$/s);
          expect(tablesOf(db)).toEqual(before);
        }
      }),
      { numRuns: tries(400) },
    );
  }, 60_000);
});
