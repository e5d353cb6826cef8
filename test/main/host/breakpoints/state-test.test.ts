import { describe, expect, it } from 'vitest';
import { holdsFor, probedValue } from '../../../../main/host/breakpoints/breakpoint-monitor.ts';

const fridge = { shelves: [{ eggs: 6 }, { milk: 'oat' }], open: false, length: 'tall' };

describe('a path into a state', () => {
  it('leads through keys and positions', () => {
    expect(probedValue(fridge, 'shelves.0.eggs')).toBe(6);
    expect(probedValue(fridge, '')).toBe(fridge);
  });

  it('counts what is there, where no key has that name', () => {
    expect(probedValue(fridge, 'shelves.length')).toBe(2);
    expect(probedValue(fridge, 'shelves.1.length')).toBe(1);
    expect(probedValue(fridge, 'shelves.1.milk.length')).toBe(3);
    expect(probedValue(fridge, 'length')).toBe('tall');
  });

  it('may lead nowhere, and never into what every object has', () => {
    expect(probedValue(fridge, 'shelves.7.eggs')).toBeUndefined();
    expect(probedValue(fridge, 'open.hinge')).toBeUndefined();
    expect(probedValue(fridge, '__proto__')).toBeUndefined();
    expect(probedValue(fridge, 'constructor')).toBeUndefined();
  });
});

describe('a comparison', () => {
  it('compares numbers with numbers and texts with texts', () => {
    expect(holdsFor(6, '>', 5)).toBe(true);
    expect(holdsFor(6, '≤', 5)).toBe(false);
    expect(holdsFor('b', '<', 'c')).toBe(true);
    expect(holdsFor('6', '>', 5)).toBe(false);
    expect(holdsFor(undefined, '≥', 0)).toBe(false);
  });

  it('tells what is equal, and what is there at all', () => {
    expect(holdsFor(false, '=', false)).toBe(true);
    expect(holdsFor(undefined, '≠', null)).toBe(true);
  });

  it('looks into texts, lists and objects', () => {
    expect(holdsFor('oat milk', 'contains', 'oat')).toBe(true);
    expect(holdsFor(['eggs'], 'contains', 'eggs')).toBe(true);
    expect(holdsFor({ eggs: 6 }, 'contains', 'eggs')).toBe(true);
    expect(holdsFor(6, 'contains', 6)).toBe(false);
  });
});
