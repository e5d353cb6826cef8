import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { applyChange } from '../../../engine/state/apply.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import { Recorder } from '../../../engine/state/journal.ts';
import { tries } from '../../tries.ts';

type Part = Record<string, unknown> | unknown[];

/** Something that a program holds: its part of the recorded state, and the same part of the plain one. */
interface Held {
  readonly ours: Part;
  readonly plain: Part;
}

const OPERATIONS = [
  ...['hold', 'hold', 'hold', 'write', 'write', 'insert', 'insert', 'insert again', 'move', 'move', 'move'],
  ...['delete', 'swap', 'pop', 'shift', 'unshift', 'push', 'splice', 'take out', 'sort', 'reverse'],
  ...[
    'copyWithin',
    'fill',
    'filter',
    'spread',
    'for of',
    'forEach',
    'entries',
    'length',
    'look for',
    'count',
  ],
] as const;

type Operation = (typeof OPERATIONS)[number];

/** One statement: which held parts it uses (modulo their number), and its operands. */
interface Statement {
  readonly operation: Operation;
  readonly where: number;
  readonly other: number;
  readonly key: string;
  readonly at: number;
  readonly value: Json;
}

const key = fc.constantFrom('a', 'b', 'c', '1');

const value = fc.letrec<{ any: Json; list: Json; fields: Json; plain: Json }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, tie('plain'), tie('list'), tie('fields')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  fields: fc.dictionary(key, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  plain: fc.constantFrom<Json[]>(null, true, 1, 2.5, 'soup'),
})).any;

const state = fc.record({
  list: fc.array(value, { maxLength: 4 }),
  fields: fc.dictionary(key, value, { noNullPrototype: true }),
});

const statement: fc.Arbitrary<Statement> = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  where: fc.nat(1000),
  other: fc.nat(1000),
  key,
  at: fc.nat(4),
  value,
});

/** Each call is a list of statements. What one call holds, the next ones still hold. */
const calls = fc.array(fc.array(statement, { maxLength: 14 }), { minLength: 1, maxLength: 4 });

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

const childAt = (part: Part, key: string, at: number): unknown =>
  Array.isArray(part) ? part[part.length === 0 ? 0 : at % part.length] : part[key];

/** A text for sorting, also of what contains itself. */
const sizeOf = (value: unknown): number => (isPart(value) ? Object.keys(value).length : -1);

/** Carries out a statement on one `part`, the same for drafts and plain objects. Returns what the program holds from then on. */
function carryOut(part: Part, other: Part, { operation, key, at, value }: Statement): unknown {
  const list = Array.isArray(part) ? part : [];
  const put = (put: unknown): void => {
    if (Array.isArray(part)) part[Math.min(at, part.length)] = put;
    else part[key] = put;
  };
  switch (operation) {
    case 'hold':
      return childAt(part, key, at);
    case 'write':
      put(isPart(value) ? at : value);
      return undefined;
    case 'insert': {
      const made = copyJson(value);
      put(made);
      return made;
    }
    case 'insert again': {
      const made = [copyJson(value)];
      put(made);
      if (Array.isArray(other)) other.push(made, made[0]);
      else other[key] = { made };
      return made[0];
    }
    case 'move':
      put(other);
      return undefined;
    case 'delete':
      // oxlint-disable-next-line typescript/no-dynamic-delete -- Reflect.deleteProperty would not throw
      if (!Array.isArray(part)) delete part[key];
      return undefined;
    case 'swap':
      if (list.length > 1) [list[0], list[list.length - 1]] = [list.at(-1), list[0]];
      return undefined;
    case 'pop':
      return list.pop();
    case 'shift':
      return list.shift();
    case 'unshift':
      return list.unshift(copyJson(value), other);
    case 'push':
      return list.push(other, copyJson(value));
    case 'splice':
      return list.splice(at - 2, at % 3, other, copyJson(value))[0];
    case 'take out':
      return list.splice(at, 2)[1];
    case 'sort':
      return list.sort((one, another) => sizeOf(one) - sizeOf(another))[0];
    case 'reverse':
      return list.reverse()[0];
    case 'copyWithin':
      return list.copyWithin(at, 0, 2)[0];
    case 'fill':
      return list.fill(other, at)[0];
    case 'filter':
      if (!Array.isArray(part)) part[key] = Object.values(part).filter((_, nth) => nth !== at);
      return undefined;
    case 'spread':
      put(Object.assign({}, other, { b: other }));
      return undefined;
    case 'for of':
      for (const item of list) if (isPart(item) && !Array.isArray(item)) item[key] = list.length;
      return undefined;
    case 'forEach':
      list.forEach((item, nth) => {
        if (isPart(item)) list.splice(nth, 1);
      });
      return undefined;
    case 'entries':
      for (const [nth, item] of list.entries()) if (!isPart(item)) list[nth] = nth;
      return undefined;
    case 'length':
      if (Array.isArray(part)) part.length = Math.min(part.length, at);
      return undefined;
    case 'look for':
      put(list.includes(other) ? list.indexOf(other) : list.lastIndexOf(other));
      return undefined;
    case 'count':
      put(sizeOf(other));
      return undefined;
  }
}

/** Whether a statement reads the fields of an object that was put into the state: these stay as they were put in. */
const readsOldFields = ({ operation }: Statement, part: Held, other: Held): boolean =>
  (operation === 'hold' && Object.isFrozen(part.ours)) ||
  ((operation === 'spread' || operation === 'count') && Object.isFrozen(other.ours));

/** Runs statements on both states. Returns the error of the first one that is refused. */
function run(statements: readonly Statement[], held: Held[]): unknown {
  for (const each of statements) {
    const part = held[each.where % held.length]!;
    const other = held[each.other % held.length]!;
    if (readsOldFields(each, part, other)) continue;
    try {
      const ours = carryOut(part.ours, other.ours, each);
      const plain = carryOut(part.plain, other.plain, each);
      expect(isPart(ours)).toBe(isPart(plain));
      if (isPart(ours)) held.push({ ours, plain: plain as Part });
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown;
      return thrown;
    }
  }
  return undefined;
}

/** A plain copy of all that `ours` leads to, in which what is one part of it is one part, too. `known` has the copied parts. */
function mirrored(ours: Part, known: Map<Part, Part>): Part {
  const before = known.get(ours);
  if (before !== undefined) return before;
  const plain: Part = Array.isArray(ours) ? [] : {};
  known.set(ours, plain);
  for (const [key, value] of Object.entries(ours))
    (plain as Record<string, unknown>)[key] = isPart(value) ? mirrored(value, known) : value;
  return plain;
}

const textOf = (value: unknown): string => JSON.stringify(value);

/** As a result of a tool is copied. A removed part may contain itself. */
function copiedText(value: unknown): string {
  try {
    return textOf(copyJson(value));
  } catch {
    return 'contains itself';
  }
}

it('gives a program on a draft the state that it gives plain objects, or refuses a write', () => {
  const ends = { same: 0, refused: 0 };
  const runs = tries(3000);
  fc.assert(
    fc.property(state, calls, (first, program) => {
      const recorder = new Recorder(appName('kitchen'), first);
      const draft = recorder.draft as unknown as Part;
      const replayed = copyJson(first);
      let plain = copyJson(first) as unknown as Part;
      let held: Held[] = [{ ours: draft, plain }];

      for (const statements of program) {
        const before = textOf(recorder.state);
        let refused = run(statements, held);
        if (refused === undefined)
          try {
            recorder.settle();
          } catch (thrown) {
            refused = thrown;
          }
        if (refused !== undefined) {
          expect(refused).toBeInstanceOf(TypeError);
          recorder.undo();
          expect(textOf(recorder.state)).toBe(before);
          expect(recorder.takeChanges()).toEqual([]);
          ends.refused += 1;
          return;
        }
        for (const { ours, plain } of held) expect(copiedText(ours)).toBe(copiedText(plain));
        for (const change of recorder.takeChanges()) applyChange(replayed, change);
        expect(textOf(recorder.state)).toBe(textOf(plain));
        expect(textOf(replayed)).toBe(textOf(plain));
        expect(textOf(copyJson(draft))).toBe(textOf(plain));
        const known = new Map<Part, Part>();
        plain = mirrored(draft, known);
        for (const { ours } of held)
          if (!known.has(ours))
            expect(() => {
              if (Array.isArray(ours)) ours.push(1);
              else ours['a'] = 1;
            }).toThrow(TypeError);
        held = held.map(({ ours }) => ({ ours, plain: mirrored(ours, known) }));
        ends.same += 1;
      }
    }),
    { numRuns: runs },
  );
  expect(Math.min(ends.same, ends.refused)).toBeGreaterThan(runs / 4);
});
