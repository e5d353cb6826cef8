import { expect, it } from 'vitest';
import { varyingFactors } from '../../../../renderer/views/sweeps/sweep-lists.tsx';

const FACTORS = { task: 6, seed: 3, contender: 2, variant: 2, settings: 1 };
const GRID = { factors: FACTORS, rows: 'task', columns: 'contender' } as const;

it('names all factors of a sweep, whichever of its jobs are loaded', () => {
  expect(varyingFactors(GRID, {})).toEqual({ scenarios: true, variants: true, contenders: true });
});

it('leaves out what the picked cell fixes, and the one scenario of a sweep', () => {
  expect(varyingFactors(GRID, { row: 'one.ts', column: 'oracle' })).toEqual({
    scenarios: false,
    variants: false,
    contenders: false,
  });
  expect(varyingFactors({ ...GRID, factors: { ...FACTORS, task: 2 } }, { column: 'oracle' })).toEqual({
    scenarios: false,
    variants: true,
    contenders: false,
  });
});
