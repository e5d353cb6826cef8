import { describe, expect, it } from 'vitest';
import { valueAt } from '../../../../engine/model/index.ts';
import { hasRelation, probedValue } from '../../../../main/host/breakpoints/breakpoint-monitor.ts';

const fridge = { shelves: [{ eggs: 6 }, { milk: 'oat' }], open: false, length: 'tall' };

const valueIn = (path: string): unknown => probedValue((steps) => valueAt(fridge, steps), path);

describe('probedValue()', () => {
  it('follows keys and list positions', () => {
    expect(valueIn('shelves.0.eggs')).toBe(6);
    expect(valueIn('')).toBe(fridge);
  });

  it('returns the length of a list, object or text when no key is named length', () => {
    expect(valueIn('shelves.length')).toBe(2);
    expect(valueIn('shelves.1.length')).toBe(1);
    expect(valueIn('shelves.1.milk.length')).toBe(3);
    expect(valueIn('length')).toBe('tall');
  });

  it('returns undefined for missing paths and for inherited properties', () => {
    expect(valueIn('shelves.7.eggs')).toBeUndefined();
    expect(valueIn('open.hinge')).toBeUndefined();
    expect(valueIn('__proto__')).toBeUndefined();
    expect(valueIn('constructor')).toBeUndefined();
  });
});

describe('holdsFor()', () => {
  it('orders numbers with numbers and texts with texts only', () => {
    expect(hasRelation(6, '>', 5)).toBe(true);
    expect(hasRelation(6, '≤', 5)).toBe(false);
    expect(hasRelation('b', '<', 'c')).toBe(true);
    expect(hasRelation('6', '>', 5)).toBe(false);
    expect(hasRelation(undefined, '≥', 0)).toBe(false);
  });

  it('tests equality, and treats undefined as different from null', () => {
    expect(hasRelation(false, '=', false)).toBe(true);
    expect(hasRelation(undefined, '≠', null)).toBe(true);
  });

  it('finds an element in a text, list or object with contains', () => {
    expect(hasRelation('oat milk', 'contains', 'oat')).toBe(true);
    expect(hasRelation(['eggs'], 'contains', 'eggs')).toBe(true);
    expect(hasRelation({ eggs: 6 }, 'contains', 'eggs')).toBe(true);
    expect(hasRelation(6, 'contains', 6)).toBe(false);
  });
});
