import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalLine } from '../../../engine/model/log-hash.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { tries } from '../../tries.ts';
import { entryAt } from '../store/log-entries.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A field or an item of an entry. */
interface Leaf {
  readonly holder: Fields;
  readonly key: string;
}

/** Everything in `value` that is no object or list. */
const leavesOf = (value: Fields): Leaf[] =>
  Object.entries(value).flatMap(([key, part]) => {
    if (isFields(part)) return leavesOf(part);
    return part === undefined ? [] : [{ holder: value, key }];
  });

/** Another value of the same type. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'string') return `${value}.`;
  if (typeof value === 'number') return value === 0 ? 1 : -value;
  return typeof value === 'boolean' ? !value : 'something';
}

/** `value` with the fields of its objects in another order, except in JSON of the scenario's, where the order is a part of it. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isFields(value)) return value;
  const isKept = (key: string): boolean => ['args', 'resolved', 'value', 'changes'].includes(key);
  const fields = Object.entries(value).map(([key, part]) => [key, isKept(key) ? part : shuffled(part)]);
  return Object.fromEntries(fields.toReversed()) as unknown;
}

const entries = entryAt(3);

describe('the log hash', () => {
  it('changes with every part of an entry, except the stacks of errors and words of the language', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.boolean(), (entry, which, isRemoved) => {
        const changed = structuredClone(entry);
        const leaves = leavesOf(changed as unknown as Fields);
        const { holder, key } = leaves[which % leaves.length]!;
        if (isRemoved && Array.isArray(holder)) holder.splice(Number(key), 1);
        else if (isRemoved) Reflect.deleteProperty(holder, key);
        else holder[key] = otherThan(holder[key]);

        const isFailure = typeof holder['type'] === 'string' && !Array.isArray(holder);
        const isNative = isFailure && 'native' in holder;
        if (isNative || (isFailure && key === 'native')) return;
        if (isFailure && key === 'stack') expect(canonicalLine(changed)).toBe(canonicalLine(entry));
        else expect(canonicalLine(changed)).not.toBe(canonicalLine(entry));
      }),
      { numRuns: tries(8000) },
    );
  });

  it('is the same however the fields of an entry are ordered', () => {
    fc.assert(
      fc.property(entries, (entry) => {
        expect(canonicalLine(shuffled(entry) as LogEntry)).toBe(canonicalLine(entry));
      }),
      { numRuns: tries(400) },
    );
  });
});
