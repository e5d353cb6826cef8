import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { applyChange } from '../../../engine/state/apply.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import { Recorder } from '../../../engine/state/journal.ts';
import { tries } from '../../tries.ts';

const OPERATIONS = [
  'set',
  'delete',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'length',
  'move',
] as const;

/** One write: the index of the object (modulo the number of objects), the operation and its operands. */
interface Write {
  readonly operation: (typeof OPERATIONS)[number];
  readonly where: number;
  readonly key: string;
  readonly at: number;
  readonly count: number;
  readonly value: Json;
}

type Part = Record<string, unknown> | unknown[];

// JavaScript orders integer keys first, whenever they were added.
const key = fc.constantFrom('a', 'b', 'c', 'd', '1', '2', 'toString');

const value = fc.letrec<{ any: Json; list: Json; fields: Json; plain: Json }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, tie('plain'), tie('list'), tie('fields')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  fields: fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  plain: fc.constantFrom<Json[]>(null, true, 0, 1, 2.5, '', 'soup'),
})).any;

const state = fc.record({
  list: fc.array(value, { maxLength: 5 }),
  fields: fc.dictionary(key, value, { noNullPrototype: true }),
});

const write: fc.Arbitrary<Write> = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  where: fc.nat(1000),
  key,
  at: fc.nat(6),
  count: fc.nat(4),
  value,
});

const program = fc.array(write, { maxLength: 25 });

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

const partsOf = (part: unknown): Part[] =>
  isPart(part) ? [part, ...Object.values(part).flatMap(partsOf)] : [];

/** Carries `writes` out on `draft`. Writes to removed parts are tried, too, as a careless tool might do. */
function perform(draft: object, writes: readonly Write[], out: Part[] = []): Part[] {
  for (const { where, ...write } of writes) {
    const parts = [...partsOf(draft), ...out];
    const part = parts[where % parts.length]!;
    const other = parts[(where * 7 + write.at) % parts.length]!;
    if (partsOf(other).includes(part)) continue;
    try {
      const taken = Array.isArray(part) ? writeList(part, other, write) : writeFields(part, other, write);
      out.push(...taken.filter(isPart));
    } catch (thrown) {
      expect(thrown).toHaveProperty('message', expect.stringContaining('Read it from the state again.'));
    }
  }
  return out;
}

type Written = Omit<Write, 'where'>;

function writeList(list: unknown[], other: Part, { operation, at, count, value }: Written): unknown[] {
  const within = list.length === 0 ? 0 : at % (list.length + 1);
  switch (operation) {
    case 'set': {
      const before = list[within];
      list[within] = value;
      return [before];
    }
    case 'move':
      list[within] = other;
      return [];
    case 'push':
      list.push(value, value);
      return [];
    case 'unshift':
      list.unshift(value);
      return [];
    case 'pop':
      return [list.pop()];
    case 'delete':
    case 'shift':
      return [list.shift()];
    case 'splice':
      return list.splice(at - 2, count, value, other);
    case 'sort':
      list.sort((one, another) => JSON.stringify(one).localeCompare(JSON.stringify(another)));
      return [];
    case 'reverse':
      list.reverse();
      return [];
    case 'length':
      list.length = Math.min(list.length, at);
      return [];
  }
}

function writeFields(
  fields: Record<string, unknown>,
  other: Part,
  { operation, key, value }: Written,
): unknown[] {
  const before = fields[key];
  if (operation === 'delete' || operation === 'pop' || operation === 'shift')
    Reflect.deleteProperty(fields, key);
  else fields[key] = operation === 'move' ? other : value;
  return [before];
}

const start = (first: object): Recorder<object> => new Recorder(appName('kitchen'), first);

/** JSON text, because `toEqual` ignores the order of keys. */
const text = (state: Json): string => JSON.stringify(state);

describe('a Recorder with random writes', () => {
  it('restores the state on undo, including the order of keys', () => {
    fc.assert(
      fc.property(state, program, program, (first, before, writes) => {
        const recorder = start(first);
        const out = perform(recorder.draft, before);
        const taken = out.map((part) => JSON.stringify(part));
        recorder.takeChanges();
        const held = text(recorder.state);

        perform(recorder.draft, writes, [...out]);
        recorder.undo();

        expect(text(recorder.state)).toBe(held);
        expect(out.map((part) => JSON.stringify(part))).toEqual(taken);
        expect(recorder.takeChanges()).toEqual([]);
      }),
      { numRuns: tries(1000) },
    );
  });

  it('records changes that rebuild the state from the initial one', () => {
    fc.assert(
      fc.property(state, program, (first, writes) => {
        const recorder = start(first);
        const replayed = copyJson(recorder.state);

        perform(recorder.draft, writes);
        for (const change of recorder.takeChanges()) applyChange(replayed, change);

        expect(text(replayed)).toBe(text(recorder.state));
      }),
      { numRuns: tries(1000) },
    );
  });

  it('records no change that was undone to a savepoint, and continues after it', () => {
    fc.assert(
      fc.property(state, program, program, program, (first, before, torn, after) => {
        const recorder = start(first);
        const replayed = copyJson(recorder.state);

        const out = perform(recorder.draft, before);
        const { savepoint } = recorder;
        const held = text(recorder.state);
        const lost = perform(recorder.draft, torn, [...out]);
        recorder.undo(savepoint);
        expect(text(recorder.state)).toBe(held);
        perform(recorder.draft, after, lost);
        for (const change of recorder.takeChanges()) applyChange(replayed, change);

        expect(text(replayed)).toBe(text(recorder.state));
      }),
      { numRuns: tries(1000) },
    );
  });
});
