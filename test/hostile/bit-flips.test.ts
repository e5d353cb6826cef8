import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../main/temporary-folder.ts';
import { tries } from '../tries.ts';
import { flipBits, recordRuns } from './bit-flips.ts';

const FLIPS = tries(300);

describe('a database with a flipped bit', () => {
  it('never answers something else in silence', () => {
    const file = join(temporaryFolder(), 'runs.db');
    recordRuns(file);

    const outcomes = flipBits(file, FLIPS, 1);

    const counts = { unchanged: 0, told: 0, silent: 0 };
    for (const { kind } of outcomes) counts[kind] += 1;
    console.table(counts);
    expect(outcomes.filter(({ kind }) => kind === 'silent')).toEqual([]);
    expect(counts.told).toBeGreaterThan(FLIPS / 10);
    for (const outcome of outcomes)
      if (outcome.kind === 'told')
        for (const sentence of outcome.sentences) expect(sentence).toMatch(/damaged|cannot be read|database/);
  }, 240_000);
});
