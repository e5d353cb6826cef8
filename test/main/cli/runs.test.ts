import { Writable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../main/cli/command-line.ts';
import { openDatabase } from '../../../main/host/database/index.ts';
import { importRuns } from '../../../main/host/import/import-file.ts';
import { writeManyRuns } from '../../many-runs.ts';
import { openDatabase as openSqlite } from '../../open-database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The output of `orrery` with `args`. */
async function orrery(...args: readonly string[]) {
  const texts = { stdout: '', stderr: '' };
  const into = (name: keyof typeof texts) =>
    new Writable({
      write: (text, _encoding, done) => {
        texts[name] += String(text);
        done();
      },
    });
  const code = await runCommandLine(args, { stdout: into('stdout'), stderr: into('stderr') });
  return { code, ...texts };
}

/** A database with `count` runs. */
function database(count: number): string {
  const file = join(temporaryFolder(), 'runs.db');
  using opened = openDatabase(file);
  writeManyRuns(opened.store, count);
  return file;
}

const idsIn = (text: string): readonly string[] => text.match(/^ *r\d+/gm)?.map((id) => id.trim()) ?? [];

it('runs lists the newest thousand, and says how many more there are', async () => {
  const db = database(1200);

  const { stdout, stderr, code } = await orrery('runs', '--db', db);
  expect([idsIn(stdout).length, idsIn(stdout)[0], code]).toEqual([1000, 'r1200', 0]);
  expect(stderr).toBe('200 more runs. --limit 0 lists all.\n');
  expect(idsIn((await orrery('runs', '--db', db, '--limit', '0')).stdout)).toHaveLength(1200);
  expect(JSON.parse((await orrery('runs', '--db', db, '--json')).stdout)).toHaveLength(1200);
});

it('runs lists so many runs of all groups, below the counts of all', async () => {
  const db = database(50);

  const { stdout } = await orrery('runs', '--db', db, '--group', 'scenario', '--limit', '3');
  expect(idsIn(stdout)).toHaveLength(3);
  const counts = [...stdout.matchAll(/: (\d+) runs?\b/g)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50);
});

it('runs leaves out a damaged run, and names it', async () => {
  const file = database(1200);
  const db = openSqlite(file);
  db.exec("UPDATE run SET verdict = '{}' WHERE id = 1199");
  db.close();

  const { stdout, stderr, code } = await orrery('runs', '--db', file, '--limit', '3');
  expect([idsIn(stdout), code]).toEqual([['r1200', 'r1198'], 1]);
  expect(stderr).toContain('r1199');
});

it('runs has a column for each number of imported runs, beside those of the own', async () => {
  const db = join(temporaryFolder(), 'runs.db');
  using opened = openDatabase(db);
  const samples = new URL('../../../resources/sample-workspace/trajectories/', import.meta.url);
  for (const name of ['fence-posts.large-model.traj.json', 'late-parcel.tau2.json'])
    await importRuns(opened.store, { name, bytes: readFileSync(new URL(name, samples)) });
  const table = async (): Promise<readonly (readonly string[])[]> =>
    (await orrery('runs', '--db', db)).stdout.split('\n').map((line) => line.split(/ {2,}/));

  const [headings = [], newest = []] = await table();
  expect(headings.slice(1, -1)).toEqual([
    'task',
    'outcome',
    'entries',
    'model',
    'attempt',
    'scores',
    'failed calls',
    'tokens',
    'cost',
  ]);
  expect(newest.slice(0, -2)).toEqual([
    'r3',
    'parcels task late-parcel',
    'recorded, failed',
    '10',
    'large-model',
    '2',
    'reward 0, DB 0, NL_ASSERTION 0',
    '1',
    '4,622',
    '0.00496 USD',
  ]);

  writeManyRuns(opened.store, 1);
  expect((await table())[0]).toEqual(
    expect.arrayContaining(['scenario', 'mode', 'seed', 'model', 'started']),
  );
});

it('search finds what was said and done in all runs, and indexes them first', async () => {
  const db = join(temporaryFolder(), 'runs.db');
  const examples = new URL('../../engine/formats/trajectories/examples/', import.meta.url);
  using opened = openDatabase(db);
  for (const name of ['claude-code-helpers.jsonl', 'mini-swe-agent.json'])
    await importRuns(opened.store, { name, bytes: readFileSync(new URL(name, examples)) });

  const { stdout, stderr, code } = await orrery('search', 'leek', '--kind', 'call,result', '--db', db);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^r1 +#1 +call +tools\.Task .*Find leek/),
    expect.stringMatching(/^r1 +#3 +call +tools\.Grep leek/),
    '',
  ]);
  const one = await orrery('search', 'leek', '--limit', '1', '--json', '--db', db);
  expect(JSON.parse(one.stdout)).toMatchObject({ hits: [{ run: 'r1' }], isCut: true, left: 0 });
  expect(one.stderr).toBe('There may be more: --limit prints more hits, and more words find fewer.\n');
  const none = await orrery('search', 'find leek now', '--model', 'm2', '--db', db);
  expect(none.stdout).toBe(`nothing found in 2 runs of ${db}\n`);
  expect((await orrery('search', 'leek', '--kind', 'smell', '--db', db)).stderr).toContain(
    '"smell" is no kind: use message, thought, call, result, note, other',
  );
  expect((await orrery('search', '--db', db, '--', '-leek')).stderr).toContain('has no word to look for');
});
