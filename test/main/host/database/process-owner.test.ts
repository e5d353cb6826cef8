import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, openForReading } from '../../../../main/host/database/open-database.ts';
import { ownerWords, ownName, ProcessOwners } from '../../../../main/host/database/process-owner.ts';
import { supper } from '../../../engine/store/pantry.ts';
import { CONTAINERS } from '../../containers.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { programThat } from '../workers/worker-program.ts';

/** Begins a run in a database and waits, or prints the states of the runs as a reader and as a writer find them. */
const program = programThat(`
  import { openDatabase, openForReading, ownName } from './main/host/database/index.ts';
  import { supper } from './test/engine/store/pantry.ts';

  const [what, file] = process.argv.slice(2);
  if (what === 'write') {
    const { store } = openDatabase(file);
    store.begin(supper({ owner: ownName() }));
    console.log(ownName());
    setInterval(() => undefined, 1_000);
  } else {
    for (const open of [openForReading, openDatabase]) {
      using database = open(file);
      console.log(database.store.runs().map(({ state }) => state).join());
    }
  }
`);

const pairs = CONTAINERS.flatMap((writer) => CONTAINERS.map((reader) => [writer, reader] as const));

const started = async (container: readonly string[], ...args: readonly string[]): Promise<ChildProcess> => {
  const [command, ...rest] = [...container, process.execPath, fileURLToPath(await program()), ...args];
  const child = spawn(command!, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout!)) return line;
  throw new Error('It printed nothing.');
}

const lines = async ({ stdout }: ChildProcess): Promise<readonly string[]> =>
  (await text(stdout!)).trimEnd().split('\n');

describe('a run', () => {
  it.each(pairs)('is running while its process is: written in %j, opened in %j', async (ours, theirs) => {
    const file = join(temporaryFolder(), 'runs.db');
    const writer = await started(ours, 'write', file);
    const owner = await firstLine(writer);

    expect(await lines(await started(theirs, 'open', file))).toEqual(['running', 'running']);
    const ended = once(writer, 'close');
    writer.kill('SIGKILL');
    await ended;
    await expect
      .poll(async () => lines(await started(theirs, 'open', file)))
      .toEqual(['interrupted', 'interrupted']);
    expect(owner).toMatch(/^process \d+ on [\w.-]+, since 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, [0-9a-f]{16}$/);
  });

  it('is running while its process is stopped, however far the clock jumps meanwhile', async () => {
    const file = join(temporaryFolder(), 'runs.db');
    const writer = await started([], 'write', file);
    await firstLine(writer);
    writer.kill('SIGSTOP');
    {
      using database = openDatabase(file);
      expect(database.store.runs()).toMatchObject([{ state: 'running' }]);
    }

    writer.kill('SIGKILL');
    await once(writer, 'close');
    using database = openDatabase(file);
    expect(database.store.runs()).toMatchObject([{ state: 'interrupted' }]);
  });

  it('is interrupted when the database that wrote it is closed', () => {
    const file = join(temporaryFolder(), 'runs.db');
    {
      using database = openDatabase(file);
      database.store.begin(supper({ owner: ownName() }));
    }

    using database = openForReading(file);
    expect(database.store.runs()).toMatchObject([{ state: 'interrupted' }]);
  });
});

describe('ProcessOwners', () => {
  it('finds this process alive as long as one of its claims is not disposed of, also by a link', () => {
    const folder = temporaryFolder({ 'a/runs.db': '' });
    symlinkSync(join(folder, 'a/runs.db'), join(folder, 'link.db'));
    const [one, other] = [join(folder, 'a/runs.db'), join(folder, 'link.db')].map(
      (file) => new ProcessOwners(file),
    ) as [ProcessOwners, ProcessOwners];
    const areAlive = (): readonly boolean[] => [one.isAlive(ownName()), other.isAlive(ownName())];
    expect(areAlive()).toEqual([false, false]);

    one.claim();
    other.claim();
    expect(areAlive()).toEqual([true, true]);
    one[Symbol.dispose]();
    expect(areAlive()).toEqual([true, true]);
    other[Symbol.dispose]();
    expect(areAlive()).toEqual([false, false]);
    expect(readdirSync(join(folder, 'a'))).toEqual(['runs.db']);
  });

  it('removes what killed processes left, and nothing of others', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'runs.db');
    const [killed, alive] = [await started([], 'write', file), await started([], 'write', file)];
    const ids = [killed, alive].map(async (one) => (await firstLine(one)).slice(-16));
    const left = (): readonly string[] => readdirSync(folder).filter((name) => name.includes('-owner-'));
    const [first, second] = await Promise.all(ids);
    expect(left().toSorted()).toEqual([first, second].map((id) => `runs.db-owner-${id}`).toSorted());
    const ended = once(killed, 'close');
    killed.kill('SIGKILL');
    await ended;

    using owners = new ProcessOwners(file);
    owners.claim();

    const own = ownName().slice(-16);
    expect(left().toSorted()).toEqual([own, second].map((id) => `runs.db-owner-${id}`).toSorted());
  });

  it.each([
    ...['', 'soup', '999999999 1', `${process.pid} 1`],
    'process 1 on a, since 2026-03-01T10:00:00Z, ../../../../etc/passwd',
    'process 1 on a, since 2026-03-01T10:00:00Z, 0123456789abcdef',
  ])('finds the owner "%s" gone', (owner) => {
    const file = join(temporaryFolder({ 'runs.db': '' }), 'runs.db');

    expect(new ProcessOwners(file).isAlive(owner)).toBe(false);
  });

  it('finds an owner gone whose lock is no lock', () => {
    const folder = temporaryFolder();
    const ids = ['0123456789abcde0', '0123456789abcde1', '0123456789abcde2'];
    const paths = ids.map((id) => join(folder, `runs.db-owner-${id}`)) as [string, string, string];
    writeFileSync(paths[0], 'Dear diary, '.repeat(100));
    mkdirSync(paths[1]);
    if (process.platform !== 'win32') spawnSync('mkfifo', [paths[2]]);
    const owners = new ProcessOwners(join(folder, 'runs.db'));

    for (const id of ids)
      expect(owners.isAlive(`process 1 on a, since 2026-03-01T10:00:00Z, ${id}`)).toBe(false);
    owners.claim();
    owners[Symbol.dispose]();
    expect(paths.filter((path) => existsSync(path)).map((path) => basename(path))).toContain(
      `runs.db-owner-${ids[1]!}`,
    );
  });
});

describe('ownerWords()', () => {
  it('says which process it is, without its id', () => {
    expect(ownerWords(ownName())).toBe(ownName().slice(0, -18));
    expect(ownerWords(ownName())).toContain(`process ${process.pid} on `);
  });

  it.each(['', 'soup', '\u001b[2J', 'process 1 on a\nb, since 2026, 0123456789abcdef'])(
    'does not repeat the text %j',
    (text) => {
      expect(ownerWords(text)).toBe('another process');
    },
  );
});
