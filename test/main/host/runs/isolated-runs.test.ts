import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { appName, type Problem, type RunId, type RunSummary } from '../../../../engine/model/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../main/host/database/index.ts';
import { IsolatedRuns } from '../../../../main/host/runs/isolated-runs.ts';
import type { StartOptions } from '../../../../main/host/runs/runs.ts';
import { type CheckTypes, compileScenario } from '../../../../main/host/scenarios/index.ts';
import type { Breakpoint, BreakpointHit } from '../../../../preload/contract.ts';
import { openDatabase as openSqlite } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownWorker } from '../workers/worker-program.ts';
import { callingGuest, dinner, kitchen, unchecked } from './dinner.ts';

const worker = ownWorker();

interface Isolation {
  readonly runs: IsolatedRuns;
  readonly database: OpenDatabase;
  /** The indexes of the reported entries, in order. */
  readonly logged: number[];
  /** The indexes of the entries that hit a breakpoint, in order. */
  readonly hits: number[];
  /** Why runs waited before they began. */
  readonly waits: (string | undefined)[];
  readonly breakpoints: { list: readonly Breakpoint[] };
  readonly start: (text: string, options?: Partial<StartOptions>) => Promise<RunSummary>;
  /** The run once it has ended. */
  readonly ended: (id: RunId) => Promise<RunSummary>;
}

async function isolation(checkTypes: CheckTypes = unchecked): Promise<Isolation> {
  const database = openDatabase(join(temporaryFolder(), 'runs.db'));
  const { store } = database;
  const logged: number[] = [];
  const hits: number[] = [];
  const waits: (string | undefined)[] = [];
  const breakpoints: { list: readonly Breakpoint[] } = { list: [] };
  const observer = {
    logged: (_run: RunId, entries: readonly { readonly index: number }[]) =>
      void logged.push(...entries.map(({ index }) => index)),
    changed: () => undefined,
    hit: (_run: RunId, { entry }: BreakpointHit) => void hits.push(entry),
    waits: (why: string | undefined) => void waits.push(why),
  };
  const program = await worker();
  const runs = new IsolatedRuns(store, database.file, checkTypes, observer, { breakpoints, program });
  onTestFinished(() => {
    runs[Symbol.dispose]();
    database[Symbol.dispose]();
  });
  return {
    runs,
    database,
    logged,
    hits,
    waits,
    breakpoints,
    start: (text, options) =>
      runs.start(
        { folder: kitchen(text), path: 'scenarios/dinner.ts', mode: 'oracle' },
        { paused: false, ...options },
      ),
    ended: async (id) => {
      await expect.poll(() => runs.isActive(id)).toBe(false);
      return store.run(id)!;
    },
  };
}

/** A scenario with a condition that runs `body` each second. */
const checking = (body: string): string => dinner(`condition('waiting', () => { ${body} }).at(seconds(1));`);

/** An agent that never answers and ignores signals, with a child that does the same. Writes both process ids to a file. */
const STUBBORN = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const deaf = "for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => {}); setInterval(() => {}, 1e6);";
const child = spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' });
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
writeFileSync('pids', process.pid + ' ' + child.pid);
setInterval(() => undefined, 1e6);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The worker process that started `agent`, directly or through a shell. */
function workerOf(agent: number): number {
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${agent}/status`, 'utf8'))![1]);
  const command = readFileSync(`/proc/${parent}/cmdline`, 'utf8');
  return command.includes('worker.mjs') ? parent : workerOf(parent);
}

describe('an isolated run', () => {
  it('runs in its own process and logs the same entries as any other run', async () => {
    const { start, ended, logged } = await isolation();
    const { id } = await start(callingGuest(3));

    expect(await ended(id)).toMatchObject({ state: 'completed', entries: 3 });
    expect(logged).toEqual([0, 1, 2]);
  });

  it('says that the workbench was closed when it is ended with the window', async () => {
    const { start, runs, database } = await isolation();
    const { id } = await start(callingGuest(3), { paused: true });

    runs[Symbol.dispose]();

    const run = database.store.run(id)!;
    expect(run).toMatchObject({ state: 'interrupted' });
    const text = 'The workbench was closed before it ended. It has no entries.';
    expect(run.notes).toContainEqual({ kind: 'ending', cause: 'closed', text });
  });

  it('asks the database of a closed window nothing', async () => {
    const { start, runs, database } = await isolation();
    await start(callingGuest(3), { paused: true });

    runs[Symbol.dispose]();
    database[Symbol.dispose]();

    // The worker's end arrives now; an error would be an unhandled rejection, which fails the tests.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('ends with the window, too, when another program has locked the database', async () => {
    const { start, runs, database } = await isolation();
    await start(callingGuest(3), { paused: true });
    const other = openSqlite(database.file);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    database.store.setBusyTimeout(1);

    expect(() => {
      runs[Symbol.dispose]();
    }).not.toThrow();
  });

  it('runs the compiled code, even when the file was deleted since', async () => {
    const checkTypes: CheckTypes = async (folder, path) => {
      await compileScenario(folder, path);
      rmSync(join(folder, path));
      return [];
    };
    const { start, ended } = await isolation(checkTypes);
    const { id } = await start(callingGuest(3));

    expect(await ended(id)).toMatchObject({ state: 'completed', entries: 3 });
  });

  it('can be paused, stepped, acted in and stopped', async () => {
    const { start, ended, runs, database } = await isolation();
    const { id } = await start(callingGuest(3), { paused: true });
    expect(database.store.run(id)).toMatchObject({ state: 'paused', entries: 0 });

    await runs.control(id, { kind: 'step', by: 'event' });
    expect(database.store.run(id)?.entries).toBe(1);
    const call = { app: appName('user'), tool: 'send_message_to_user', args: { content: 'Soon.' } };
    expect(await runs.act(id, 'agent', call)).toMatchObject({ index: 1 });
    await runs.control(id, { kind: 'stop' });
    expect(await ended(id)).toMatchObject({ state: 'stopped', entries: 2 });
  });

  it('tells its simulated time, which goes on while it waits for a person', async () => {
    const { start, runs, database } = await isolation();
    const { id } = await start(callingGuest(1), { open: true, pace: 1000 });
    await expect.poll(() => database.store.run(id)?.entries).toBe(1);

    await expect.poll(async () => (await runs.time(id)).now).toBeGreaterThan(database.store.run(id)!.now);
    await runs.control(id, { kind: 'stop' });
  });

  it('rejects with type errors and logs nothing; the next run begins', async () => {
    const errors = [{ severity: 'error', message: 'Not a soup.', place: undefined }] as const;
    const found: (readonly Problem[])[] = [errors, []];
    const { start, ended, database } = await isolation(() => Promise.resolve(found.shift()!));

    await expect(start(callingGuest(3))).rejects.toMatchObject({ problems: errors });
    expect(database.store.runs()).toEqual([]);
    const { id } = await start(callingGuest(3));
    expect(await ended(id)).toMatchObject({ state: 'completed', entries: 3 });
  });

  it('rejects when its types cannot be checked', async () => {
    const { start, database } = await isolation(() => Promise.reject(new Error('no checker')));

    await expect(start(callingGuest(3))).rejects.toThrow('no checker');
    expect(database.store.runs()).toEqual([]);
  });

  it('rejects with the problem when planning throws', async () => {
    const { start, runs } = await isolation();

    await expect(start(dinner("throw new Error('no salt')"))).rejects.toMatchObject({
      problems: [{ message: expect.stringContaining('no salt') as string, place: { line: 8 } }],
    });
    await expect(runs.control('r1' as RunId, { kind: 'pause' })).rejects.toMatchObject({
      code: 'run-not-active',
    });
  });

  it('ends as interrupted, with its logged entries, when its code takes all memory', async () => {
    const { start, ended } = await isolation();
    const { id } = await start(
      dinner(`user.send_message_to_agent({ content: 'Is it ready?' }).at(seconds(1));
        condition('waiting', () => 'x'.repeat(5e8).split('').length > 0).at(seconds(2));`),
    );

    const run = await ended(id);
    expect(run).toMatchObject({ state: 'interrupted', entries: 1 });
    expect(run.notes.at(-1)?.text).toBe(
      'Scenario code needed more than 2,048 MB of memory and was ended. Look at the code that runs after its last entry. 1 entry was written; none that was shown is lost.',
    );
  });

  it('ends as interrupted without an entry, and says where to look, when its first code takes all memory', async () => {
    const { start, ended } = await isolation();
    const { id } = await start(dinner("condition('waiting', () => 'x'.repeat(5e8).split('').length > 0);"));

    const run = await ended(id);
    expect(run).toMatchObject({ state: 'interrupted', entries: 0 });
    expect(run.notes.at(-1)?.text).toBe(
      'Scenario code needed more than 2,048 MB of memory and was ended. Look at the code that runs before its first entry. It has no entries.',
    );
  });

  it('says that planning takes long, and can be cancelled then', async () => {
    const { start, runs, waits } = await isolation();
    const began = start('Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);');
    const rejected = expect(began).rejects.toThrow('It was cancelled before it began.');
    await expect.poll(() => waits, { timeout: 10_000 }).toEqual(['The scenario is still being planned.']);
    runs.cancelWaiting();

    await rejected;
    expect(waits.at(-1)).toBeUndefined();
  });

  it('is ended within 2 s when it is stopped in native code', async () => {
    const { start, ended, runs } = await isolation();
    const { id } = await start(
      checking('return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);'),
      { paused: true },
    );
    const stepped = runs.control(id, { kind: 'step', by: 'event' }).catch(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = runs.control(id, { kind: 'stop' });
    await vi.advanceTimersByTimeAsync(2_000);

    await Promise.all([stopped, stepped]);
    expect((await ended(id)).notes.at(-1)?.text).toContain('Scenario code did not answer and was ended.');
  });

  it('pauses at breakpoints, including those set while it is active', async () => {
    const first = {
      condition: { on: 'event', event: '1-user-send_message_to_agent' },
      enabled: true,
    } as const;
    const second = {
      condition: { on: 'event', event: '3-user-send_message_to_agent' },
      enabled: true,
    } as const;
    const { start, ended, runs, database, breakpoints, hits } = await isolation();
    breakpoints.list = [first];
    const { id } = await start(callingGuest(3));
    await expect.poll(() => hits).toEqual([0]);
    expect(database.store.run(id)).toMatchObject({ state: 'paused', entries: 1 });

    breakpoints.list = [second];
    runs.breakpointsChanged();
    await runs.control(id, { kind: 'resume' });
    await expect.poll(() => hits).toEqual([0, 2]);
    await runs.control(id, { kind: 'resume' });
    expect(await ended(id)).toMatchObject({ state: 'completed', entries: 3 });
  });

  it.runIf(process.platform === 'linux')(
    'ends its agent and the agent’s child when its process is killed',
    async () => {
      const { runs, ended } = await isolation();
      const folder = kitchen(callingGuest(1));
      writeFileSync(join(folder, 'agent.mjs'), STUBBORN);
      const agent = { command: `"${process.execPath}" agent.mjs`, thinking: 'frozen' } as const;
      const request = { folder, path: 'scenarios/dinner.ts', mode: 'plain', choices: { agent } } as const;
      const { id } = await runs.start(request, { paused: false });
      const pids = (): number[] =>
        existsSync(join(folder, 'pids'))
          ? readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number)
          : [];
      await expect.poll(() => pids().length).toBe(2);
      expect(pids().map(isAlive)).toEqual([true, true]);

      process.kill(workerOf(pids()[0]!), 'SIGKILL');

      expect(await ended(id)).toMatchObject({ state: 'interrupted' });
      await expect.poll(() => pids().map(isAlive)).toEqual([false, false]);
    },
  );

  it('leaves its process ready for the next run', async () => {
    const { start, ended } = await isolation();
    const first = await start(callingGuest(1));
    await ended(first.id);
    const second = await start(callingGuest(1));

    expect(await ended(second.id)).toMatchObject({ state: 'completed' });
  });
});
