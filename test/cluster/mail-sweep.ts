import { expect } from 'vitest';
import { join } from 'node:path';
import { openDatabase } from '../../main/host/database/index.ts';
import { orreryProcessIn } from '../e2e/orrery.ts';
import { sampleWorkspace } from '../e2e/sample-workspace.ts';
import { fingerprint } from '../e2e/sweep-processes.ts';

const JOBS = 400;
/** How often a test kills something; fewer times with `--short`. */
export const KILLS = Number(process.env.ORRERY_KILLS ?? 20);
/** The most writes to a worker's part before something is killed: two transactions of the worker make as many. */
export const MOST_WRITES = 400;
/** The file of the sweep. */
export const FILE = {
  'mail.json': JSON.stringify({
    name: 'mail',
    scenarios: ['scenarios/invoice-by-noon.ts'],
    seeds: `1..${JOBS / 2}`,
    agents: ['oracle', 'nobody'],
  }),
};

/** Whole numbers from 1 to `most` that look random and are the same each time. */
export function moments(most: number): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return 1 + (state % most);
  };
}

/** Expects that `folder` has exactly one run of each job, and the results with the fingerprint `expected`. */
export async function expectWhole(folder: string, expected: string): Promise<void> {
  using database = openDatabase(join(folder, 'mail.sweep/results.db'));
  const jobs = database.store.jobs();
  expect(jobs).toHaveLength(JOBS);
  expect(new Set(jobs.map(({ job }) => job)).size).toBe(JOBS);
  expect(await fingerprint(folder)).toBe(expected);
}

/** The fingerprint of the sweep when nobody disturbs it. */
export async function undisturbed(): Promise<string> {
  const folder = sampleWorkspace(FILE);
  await orreryProcessIn(folder, ['sweep', 'run', 'mail.json']);
  return fingerprint(folder);
}
