import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orreryIn, startOrrery } from '../e2e/orrery.ts';
import { sampleWorkspace } from '../e2e/sample-workspace.ts';
import { wasKilled, workersOf, writes } from '../e2e/sweep-processes.ts';
import { expectWhole, FILE, KILLS, moments, undisturbed } from './mail-sweep.ts';
import { startRedis, type TestRedis } from './redis.ts';

let fingerprint: Promise<string> | undefined;

/** The fingerprint of the sweep when nobody disturbs it. */
const expected = (): Promise<string> => (fingerprint ??= undisturbed());

/** A planned sweep, in its workspace. */
async function planned(): Promise<{ readonly folder: string; readonly parts: string }> {
  const folder = sampleWorkspace(FILE);
  await orreryIn(folder, ['sweep', 'plan', 'mail.json']);
  const parts = join(folder, 'mail.sweep/parts');
  mkdirSync(parts);
  return { folder, parts };
}

const serving = ({ url }: TestRedis): readonly string[] => [
  ...['sweep', 'serve', 'mail.sweep', '--queue', url, '--batch', '10'],
];
const working = ({ url }: TestRedis): readonly string[] => [
  ...['sweep', 'work', 'mail.sweep', '--queue', url, '--workers', '2'],
];

/** A command that is started again whenever it is killed. */
class LastingCommand {
  /** Its exit code. */
  readonly over: Promise<number>;
  #isOver = false;
  #program;

  constructor(folder: string, args: readonly string[]) {
    this.#program = startOrrery(folder, args);
    this.over = this.#last(folder, args);
  }

  hasEnded(): boolean {
    return this.#isOver;
  }

  get pid(): number {
    return this.#program.pid!;
  }

  async #last(folder: string, args: readonly string[]): Promise<number> {
    for (;;) {
      let printed = '';
      for (const output of [this.#program.stdout, this.#program.stderr])
        output.on('data', (text: Buffer) => (printed += text.toString()));
      const [code] = (await once(this.#program, 'close')) as [number | null];
      if (code !== null) {
        this.#isOver = true;
        expect([0, 1], printed).toContain(code);
        expect(printed).not.toContain('not deterministic');
        return code;
      }
      this.#program = startOrrery(folder, args);
    }
  }
}

interface Running {
  readonly redis: TestRedis;
  readonly serve: LastingCommand;
  readonly work: LastingCommand;
}

/** Kills one of what takes part in a sweep. Returns false when it was not there. */
const VICTIMS: Readonly<Record<string, (running: Running) => boolean | Promise<boolean>>> = {
  'a process that runs jobs': ({ work }) => {
    const [victim] = workersOf(work.pid);
    return victim !== undefined && wasKilled(victim);
  },
  'the process that leases batches': ({ work }) => wasKilled(work.pid),
  'the process that serves and collects': ({ serve }) => wasKilled(serve.pid),
  Redis: async ({ redis }) => {
    await redis.crash();
    return true;
  },
};

it.each(Object.keys(VICTIMS))(
  'loses and doubles nothing when %s is killed at twenty moments',
  async (victim) => {
    await using redis = await startRedis('--appendonly', 'yes');
    const { folder, parts } = await planned();
    const moment = moments(60);
    for (let kills = 0; ;) {
      const serve = new LastingCommand(folder, serving(redis));
      const work = new LastingCommand(folder, working(redis));
      while (kills < KILLS && !serve.hasEnded()) {
        await writes(parts, moment(), serve.over);
        if (!serve.hasEnded()) kills += Number(await VICTIMS[victim]!({ redis, serve, work }));
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
  600_000,
);

it('continues with its workers when it was paused and is served again', async () => {
  await using redis = await startRedis();
  const { folder } = await planned();
  const steer = (action: string): Promise<unknown> =>
    orreryIn(folder, ['sweep', 'queue', action, 'mail.sweep', '--queue', redis.url]);
  const serve = startOrrery(folder, serving(redis));
  let told = '';
  serve.stderr.on('data', (text: Buffer) => (told += text.toString()));
  await expect.poll(() => told).toContain('0 of 40 batches');
  expect(told).toContain('appendonly is no');
  await steer('pause');
  await expect.poll(() => told).toContain('paused');
  const work = new LastingCommand(folder, working(redis));
  await expect.poll(() => told).toContain('1 worker, paused');
  expect(told).not.toContain('1 of 40');
  serve.kill('SIGINT');
  expect((await once(serve, 'close'))[0]).toBe(130);
  await steer('resume');
  await orreryIn(folder, serving(redis));
  await work.over;

  await expectWhole(folder, await expected());
});

it('keeps the runs that have ended when it is cancelled, and runs the others when it is served again', async () => {
  await using redis = await startRedis();
  const { folder, parts } = await planned();
  const serve = startOrrery(folder, serving(redis));
  const ended = once(serve, 'close');
  const work = startOrrery(folder, working(redis));
  const stopped = once(work, 'close');
  await writes(parts, 100, ended);
  await orreryIn(folder, ['sweep', 'queue', 'cancel', 'mail.sweep', '--queue', redis.url]);
  expect((await ended)[0]).toBe(1);
  await stopped;
  const again = new LastingCommand(folder, serving(redis));
  const worker = new LastingCommand(folder, working(redis));
  await Promise.all([again.over, worker.over]);

  await expectWhole(folder, await expected());
});

it('refuses a store that drops data when its memory is full', async () => {
  await using redis = await startRedis();
  const { folder } = await planned();
  redis.ask('config', 'set', 'maxmemory-policy', 'allkeys-lru');
  const { code, stderr } = await orreryIn(folder, serving(redis));

  expect(code).toBe(1);
  expect(stderr).toContain('Set maxmemory-policy to noeviction.');
});
