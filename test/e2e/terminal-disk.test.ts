import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { openDatabase } from '../open-database.ts';
import { FILLING } from './long-scenario.ts';
import { jsonOf, orreryIn, orreryProcessIn, startOrrery } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { mountSmallDisk } from './small-disk.ts';
import { temporaryFolder } from './temporary-folder.ts';

const RUN = ['run', 'scenarios/invoice-by-noon.ts', '--db', 'runs.db'];

/** A workspace with a run in its database, which another program has locked; the function unlocks it. */
async function lockedWorkspace(): Promise<{ readonly folder: string; readonly unlock: () => void }> {
  const folder = sampleWorkspace();
  await orreryIn(folder, RUN);
  const other = openDatabase(join(folder, 'runs.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return { folder, unlock: () => void other.exec('COMMIT') };
}

describe('a run that begins while another program has locked the database', () => {
  it('says so, waits, and runs when the database is free', async () => {
    const { folder, unlock } = await lockedWorkspace();
    const program = startOrrery(folder, RUN);
    let said = '';
    program.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    program.stdout.resume();
    await expect
      .poll(() => said)
      .toContain('Another program has locked the database. Waiting until it is free.');

    unlock();

    expect(await once(program, 'close')).toEqual([0, null]);
    const runs = await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
    expect(runs.map(({ id, state }) => [id, state])).toEqual([
      ['r2', 'completed'],
      ['r1', 'completed'],
    ]);
  });

  it('waits no longer after a SIGINT, and leaves nothing', async () => {
    const { folder, unlock } = await lockedWorkspace();
    const program = startOrrery(folder, RUN);
    program.stdout.resume();
    await once(program.stderr, 'data');

    program.kill('SIGINT');

    expect(await once(program, 'close')).toEqual([130, null]);
    unlock();
    const runs = await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
    expect(runs.map(({ id }) => id)).toEqual(['r1']);
  });
});

describe('a run whose disk fills up', () => {
  it('ends with a sentence, and what it logged is read and exported elsewhere', async (test) => {
    const folder = sampleWorkspace(FILLING);
    const disk = join(folder, 'disk');
    if (!mountSmallDisk(disk, '13m')) test.skip();

    // A run is interrupted when its process has ended.
    const run = ['run', 'scenarios/filling.ts', '--db', 'disk/runs.db'];
    const { code, stderr } = await orreryProcessIn(folder, run);

    expect(code).toBe(1);
    expect(stderr).toContain('The disk is full. Make room and try again; what was written before is safe.');
    expect(stderr).not.toMatch(/^\s+at /m);
    const runs = await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'disk/runs.db']);
    expect(runs).toMatchObject([{ id: 'r1', state: 'interrupted' }]);
    const { entries } = runs[0]!;
    expect(entries).toBeGreaterThan(1_000);
    const away = ['export', 'r1', '--format', 'orrery', '-o', 'r1.orrery', '--db', 'disk/runs.db'];
    expect(await orreryIn(folder, away)).toMatchObject({ code: 0 });
    expect(await orreryIn(folder, ['import', 'r1.orrery', '--db', 'other.db'])).toMatchObject({ code: 0 });
    const copies = await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'other.db']);
    expect(copies).toMatchObject([{ state: 'interrupted', entries }]);
  });
});

it('uses no stored code of the compiler and no compiled scenario that was damaged', async () => {
  const folder = sampleWorkspace();
  const cache = temporaryFolder();
  const check = (): ReturnType<typeof orreryProcessIn> =>
    orreryProcessIn(folder, ['check', 'scenarios/phishing-or-not.ts'], { ORRERY_CACHE: cache });
  const first = await check();
  expect(first.code).toBe(0);
  const stored = ['typescript', 'compilations'].map((kind) =>
    readdirSync(join(cache, kind)).map((name) => join(cache, kind, name)),
  );
  expect(stored).not.toContainEqual([]);
  for (const file of stored.flat()) {
    const bytes = readFileSync(file);
    for (let at = 1_000; at < bytes.length; at += 1_000) bytes[at] = bytes[at]! ^ 0x55;
    writeFileSync(file, bytes);
  }
  expect(await check()).toEqual(first);
  expect(await check()).toEqual(first);
});
