import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../main/temporary-folder.ts';
import { tries } from '../tries.ts';
import { flipBits, type FlipOutcome, recordRuns } from './bit-flips.ts';

const PAGE = 4_096; // bytes
/** The first byte of a page that refers to pages with rows. */
const INTERIOR = 5;

describe('a database with a flipped bit', () => {
  function recorded(): string {
    const file = join(temporaryFolder(), 'runs.db');
    recordRuns(file);
    return file;
  }

  function isNeverSilent(outcomes: readonly FlipOutcome[]): void {
    const counts = { unchanged: 0, told: 0, silent: 0 };
    for (const { kind } of outcomes) counts[kind] += 1;
    console.table(counts);
    expect(outcomes.filter(({ kind }) => kind === 'silent')).toEqual([]);
    expect(counts.told).toBeGreaterThan(outcomes.length / 20);
    for (const outcome of outcomes)
      if (outcome.kind === 'told')
        for (const sentence of outcome.sentences) expect(sentence).toMatch(/damaged|cannot be read|database/);
  }

  it('never answers something else in silence', () => {
    isNeverSilent(flipBits(recorded(), tries(300, 8), 1));
  }, 240_000);

  it('never answers with rows of another page', () => {
    const file = recorded();
    const bytes = readFileSync(file);
    const pages = Array.from({ length: bytes.length / PAGE - 1 }, (_, nth) => PAGE * (nth + 1));
    const interior = pages.filter((start) => bytes[start] === INTERIOR);

    expect(interior.length).toBeGreaterThan(1);
    isNeverSilent(interior.flatMap((start) => flipBits(file, tries(40, 8), start, [start, start + PAGE])));
  }, 240_000);
});
