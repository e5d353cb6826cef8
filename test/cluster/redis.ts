import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Redis of this machine alone, on a Unix socket, until it is disposed of. */
export interface TestRedis extends AsyncDisposable {
  /** Its address, for `--queue`. */
  readonly url: string;
  /** Kills it as a power cut would, and starts it again with what it had written. */
  readonly crash: () => Promise<void>;
  /** Sends it one command. Returns its answer. */
  readonly ask: (...command: readonly string[]) => string;
}

/** Starts a Redis with `settings`, such as `--appendonly yes`. */
export async function startRedis(...settings: readonly string[]): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-redis-'));
  const socket = join(folder, 'redis.sock');
  const ask = (...command: readonly string[]): string =>
    execFileSync('redis-cli', ['-s', socket, ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const start = async (): Promise<ChildProcess> => {
    const args = ['--port', '0', '--unixsocket', socket, '--dir', folder, ...settings];
    const started = spawn('redis-server', args, { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries++) {
      try {
        if (ask('ping') === 'PONG') return started;
      } catch {
        // Not yet there.
      }
      await sleep(100);
    }
    throw new Error('Redis did not answer in 20 s.');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit');
    if (server.exitCode === null && server.kill(signal)) await ended;
  };

  let server = await start();
  return {
    url: `unix:${socket}`,
    ask,
    crash: async () => {
      await end('SIGKILL');
      rmSync(socket, { force: true });
      server = await start();
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
