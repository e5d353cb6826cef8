import { describe, expect, it } from 'vitest';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario, type Scenario, variants, variantsOf } from '../../../engine/scenario/scenario.ts';
import { pad } from './pad.ts';

const dinner = (line: string): Scenario =>
  scenario({ name: 'dinner', apps: () => ({ pad: pad({ lines: [line] }) }), events: () => undefined });

const namesOf = (value: Scenario): readonly string[] => [...(variantsOf(value)?.keys() ?? [])];

const meals = variants({ guests: [2, 6], meal: ['soup', 'fish'] }, ({ guests, meal }) =>
  dinner(`${meal} for ${guests}`),
);

describe('variants()', () => {
  it('creates one variant per combination, named by its values', () => {
    expect(namesOf(meals)).toEqual([
      'guests=2,meal=soup',
      'guests=2,meal=fish',
      'guests=6,meal=soup',
      'guests=6,meal=fish',
    ]);
  });

  it('plans the requested variant, or the first when none is requested', () => {
    const asked = planOf(meals, { variant: 'guests=6,meal=fish' });

    expect(asked.variant).toBe('guests=6,meal=fish');
    expect(asked.apps['pad']?.state).toEqual({ lines: ['fish for 6'] });
    expect(planOf(meals).variant).toBe('guests=2,meal=soup');
  });

  it('names object values by their position', () => {
    const people = variants({ host: [{ name: 'Ada' }, { name: 'Bo' }] }, ({ host }) => dinner(host.name));

    expect(namesOf(people)).toEqual(['host=1', 'host=2']);
  });

  it('draws the given number of variants, the same for the same seed', () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at);
    const drawn = (seed: number): readonly string[] =>
      namesOf(variants({ one: numbers, other: numbers }, () => dinner(''), { draw: 20, seed }));

    expect(new Set(drawn(1)).size).toBe(20);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  it('keeps the order of all variants when all are drawn', () => {
    const all = variants({ one: [1, 2, 3, 4, 5] }, () => dinner(''), { draw: 5, seed: 3 });

    expect(namesOf(all)).toEqual(['one=1', 'one=2', 'one=3', 'one=4', 'one=5']);
  });

  it('refuses no combinations, too many combinations and combinations with equal names', () => {
    const of = (parameters: Record<string, readonly unknown[]>, draw?: number) => () =>
      variants(parameters, () => dinner(''), draw === undefined ? {} : { draw });
    const many = Array.from({ length: 200 }, (_, at) => at);

    expect(of({})).toThrow('variants: The parameters have 0 combinations. There must be 1 to 4294967296.');
    expect(of({ a: [] })).toThrow('variants: The parameters have 0 combinations');
    expect(of({ a: many, b: many })).toThrow(
      'variants: Cannot draw 40000 of 40000 combinations. Set { draw: … } to 1 to 10000.',
    );
    expect(of({ a: [1, 2] }, 3)).toThrow(
      'variants: Cannot draw 3 of 2 combinations. Set { draw: … } to 1 to 2.',
    );
    expect(of({ a: [1, '1'] })).toThrow(
      'variants: Two combinations are named a=1. Use values that differ as text.',
    );
  });

  it('lists the available variants when an unknown one is requested', () => {
    expect(() => planOf(meals, { variant: 'guests=9' })).toThrow(
      'There is no variant "guests=9". Its variants are "guests=2,meal=soup", "guests=2,meal=fish",',
    );
    expect(() => planOf(dinner(''), { variant: 'a' })).toThrow(
      'There is no variant "a". The scenario has no variants.',
    );
  });

  it('reports an error thrown by the function that makes a variant', () => {
    const broken = variants({ a: [1] }, () => {
      throw new TypeError('no plates');
    });

    expect(() => planOf(broken)).toThrow('variants: TypeError: no plates');
  });
});
