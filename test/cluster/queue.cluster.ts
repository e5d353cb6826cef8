import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { orreryProcessIn, startOrrery } from '../e2e/orrery.ts';
import { sampleWorkspace } from '../e2e/sample-workspace.ts';
import { wasKilled, workersOf, writes } from '../e2e/sweep-processes.ts';
import { expectWhole, FILE, KILLS, moments, MOST_WRITES, undisturbed } from './mail-sweep.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { TestStore } from './test-store.ts';

let fingerprint: Promise<string> | undefined;

/** The fingerprint of the sweep when nobody disturbs it. */
const expected = (): Promise<string> => (fingerprint ??= undisturbed());

/** A planned sweep, in its workspace. */
async function planned(): Promise<{ readonly folder: string; readonly parts: string }> {
  const folder = sampleWorkspace(FILE);
  await orreryProcessIn(folder, ['sweep', 'plan', 'mail.json']);
  const parts = join(folder, 'mail.sweep/parts');
  mkdirSync(parts);
  return { folder, parts };
}

const serving = ({ url }: TestStore): readonly string[] => [
  ...['sweep', 'serve', 'mail.sweep', '--queue', url, '--batch', '10'],
];
/** Short leases, so that no test waits long for the batches of a process that was killed. */
const working = ({ url }: TestStore): readonly string[] => [
  ...['sweep', 'work', 'mail.sweep', '--queue', url, '--workers', '2', '--lease', '2'],
];

/** A command that is started again whenever it is killed, until the test is over. */
class LastingCommand {
  /** Its exit code. */
  readonly over: Promise<number>;
  #isOver = false;
  #isTestOver = false;
  #printed = '';
  #program;

  constructor(folder: string, args: readonly string[]) {
    onTestFinished(() => {
      this.#isTestOver = true;
    });
    this.#program = startOrrery(folder, args);
    this.over = this.#last(folder, args);
  }

  /** Whether it has ended by itself, or the test is over. */
  hasEnded(): boolean {
    return this.#isOver || this.#isTestOver;
  }

  get pid(): number {
    return this.#program.pid!;
  }

  /** Waits until it has printed `text`. */
  async prints(text: string): Promise<void> {
    await expect.poll(() => this.#printed).toContain(text);
  }

  /** Whether it has printed `text`. */
  hasPrinted(text: string): boolean {
    return this.#printed.includes(text);
  }

  interrupt(): void {
    this.#program.kill('SIGINT');
  }

  async #last(folder: string, args: readonly string[]): Promise<number> {
    for (;;) {
      for (const output of [this.#program.stdout, this.#program.stderr])
        output.on('data', (text: Buffer) => (this.#printed += text.toString()));
      const [code] = (await once(this.#program, 'close')) as [number | null];
      if (this.#isTestOver) return NaN;
      if (code !== null) {
        this.#isOver = true;
        expect([0, 1, 130], this.#printed).toContain(code);
        expect(this.#printed).not.toContain('not deterministic');
        return code;
      }
      this.#program = startOrrery(folder, args);
    }
  }
}

interface Running {
  readonly store: TestStore;
  readonly serve: LastingCommand;
  readonly work: LastingCommand;
}

/** Serves the sweep in `folder` and works on it. The worker is started when there are batches. */
async function running(folder: string, store: TestStore): Promise<Running> {
  const serve = new LastingCommand(folder, serving(store));
  await serve.prints(' running, ');
  return { store, serve, work: new LastingCommand(folder, working(store)) };
}

const steer = (folder: string, { url }: TestStore, action: string): Promise<unknown> =>
  orreryProcessIn(folder, ['sweep', 'queue', action, 'mail.sweep', '--queue', url]);

/** Kills one of what takes part in a sweep, the `nth` time. Returns false when it was not there. */
const VICTIMS: Readonly<Record<string, (running: Running, nth: number) => boolean | Promise<boolean>>> = {
  'a process that runs jobs': ({ work }, nth) => {
    const workers = workersOf(work.pid);
    const victim = workers[nth % workers.length];
    return victim !== undefined && wasKilled(victim);
  },
  'the process that leases batches': ({ work }) => wasKilled(work.pid),
  'the process that serves and collects': ({ serve }) => wasKilled(serve.pid),
  'the store': async ({ store }) => {
    await store.crash();
    return true;
  },
};

describe.each([
  ['Redis', () => startRedis('--appendonly', 'yes')],
  ['PostgreSQL', () => startPostgres()],
] as const)('a queue in %s', (_, start) => {
  it.each(Object.keys(VICTIMS))(
    `loses and doubles nothing when %s is killed at ${KILLS} moments`,
    async (victim) => {
      await using store = await start();
      const { folder, parts } = await planned();
      const moment = moments(MOST_WRITES);
      for (let kills = 0; ;) {
        const taking = await running(folder, store);
        const { serve, work } = taking;
        while (kills < KILLS && !serve.hasEnded()) {
          await writes(parts, moment(), serve.over);
          if (!serve.hasEnded()) kills += Number(await VICTIMS[victim]!(taking, kills));
        }
        const [code] = await Promise.all([serve.over, work.over]);
        // A job whose process was killed three times is given up until the next time.
        if (code === 1) continue;
        await expectWhole(folder, await expected());
        if (kills === KILLS) return;
        rmSync(parts, { recursive: true });
        mkdirSync(parts);
        for (const end of ['', '-wal', '-shm'])
          rmSync(join(folder, `mail.sweep/results.db${end}`), { force: true });
      }
    },
  );

  it('continues with its workers when it was paused and is served again', async () => {
    await using store = await start();
    const { folder } = await planned();
    const serve = new LastingCommand(folder, serving(store));
    await serve.prints('0 of 40 batches');
    await steer(folder, store, 'pause');
    await serve.prints('0 workers, paused');
    const work = new LastingCommand(folder, working(store));
    await serve.prints('1 worker, paused');
    expect(serve.hasPrinted('1 of 40')).toBe(false);
    serve.interrupt();
    expect(await serve.over).toBe(130);
    await steer(folder, store, 'resume');
    await orreryProcessIn(folder, serving(store));
    await work.over;

    await expectWhole(folder, await expected());
  });

  it('keeps the runs that have ended when it is cancelled, and runs the others when it is served again', async () => {
    await using store = await start();
    const { folder, parts } = await planned();
    const { serve, work } = await running(folder, store);
    await writes(parts, 100, serve.over);
    await steer(folder, store, 'cancel');
    expect(await serve.over).toBe(1);
    await work.over;
    const worker = new LastingCommand(folder, working(store));
    await worker.prints('in case it is served again');
    const again = new LastingCommand(folder, serving(store));
    await Promise.all([again.over, worker.over]);

    await expectWhole(folder, await expected());
  });

  it('lets its commands be interrupted while it is away', async () => {
    await using store = await start();
    const { folder, parts } = await planned();
    const { serve, work } = await running(folder, store);
    await writes(parts, 10, serve.over);
    await store.kill();
    await Promise.all([serve.prints('Trying again.'), work.prints('Trying again.')]);
    serve.interrupt();
    work.interrupt();

    expect(await Promise.all([serve.over, work.over])).toEqual([130, 130]);
  });
});

/** What a command prints that needs only the settings of `store`. */
async function told(folder: string, store: Pick<TestStore, 'url'>): Promise<string> {
  const { stderr } = await orreryProcessIn(folder, [
    'sweep',
    'queue',
    'resume',
    'mail.sweep',
    '--queue',
    store.url,
  ]);
  return stderr;
}

it('names the settings with which Redis would lose batches', async () => {
  await using store = await startRedis();
  const { folder } = await planned();
  const serve = new LastingCommand(folder, serving(store));
  await serve.prints('appendonly is no');
  serve.interrupt();
  await serve.over;
  store.ask('config', 'set', 'maxmemory-policy', 'allkeys-lru');

  expect(await told(folder, store)).toContain('Set maxmemory-policy to noeviction.');
});

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('names what keeps Redis from holding a queue: a password, rights, a database that is not there', async () => {
  const port = await freePort();
  await using store = await startRedis('--port', String(port));
  const { folder } = await planned();
  const at = (user: string, end = ''): Promise<string> =>
    told(folder, { url: `redis://${user}127.0.0.1:${port}${end}` });
  store.ask('acl', 'setuser', 'reader', 'on', '>secret', '~*', '+@read', '+info', '+config');
  store.ask('acl', 'setuser', 'stranger', 'on', '>secret', '~other:*', '+@all');
  store.ask('config', 'set', 'requirepass', 'secret');

  expect(await at('')).toContain(`redis://127.0.0.1:${port}: The store wants a password.`);
  expect(await at(':wrong@')).toContain('The store refuses the user "default" with this password.');
  expect(await at(':secret@', '/99')).toContain('There is no database 99.');
  for (const user of ['reader', 'stranger'])
    expect(await at(`${user}:secret@`)).toContain(`The user "${user}" may not keep a queue there`);
});

it('names the settings with which PostgreSQL would lose batches, and what keeps it from holding a queue', async () => {
  await using store = await startPostgres('-c', 'fsync=off', '-c', 'synchronous_commit=off');
  const { folder } = await planned();
  const at = (user: string, database: string): Promise<string> =>
    told(folder, { url: store.url.replace('postgres@', `${user}@`).replace('/postgres?', `/${database}?`) });
  const serve = new LastingCommand(folder, serving(store));
  await serve.prints('fsync is off, synchronous_commit is off');
  serve.interrupt();
  await serve.over;
  store.ask('CREATE ROLE guest LOGIN');
  store.ask('CREATE DATABASE other');
  store.ask('CREATE DATABASE sealed');
  store.ask('ALTER DATABASE sealed SET default_transaction_read_only = on');

  expect(await at('postgres', 'missing')).toContain('There is no database "missing".');
  expect(await at('guest', 'other')).toContain(
    'The role "guest" may not keep a queue in the database "other"',
  );
  expect(await at('guest:pass%2Fword', 'postgres')).toContain('may not keep a queue');
  expect(await at('nobody:pass%2Fword', 'postgres')).toContain('The server refuses the role "nobody"');
  expect(await at('nobody:pass%2Fword', 'postgres')).not.toContain('word');
  expect(await at('postgres', 'sealed')).toContain('Set default_transaction_read_only to off.');
});
