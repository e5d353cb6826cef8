import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestStore, until } from './test-store.ts';

/** Starts a Redis with `settings`, such as `--appendonly yes`. */
export async function startRedis(...settings: readonly string[]): Promise<TestStore> {
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
    await until(() => ask('ping') === 'PONG');
    return started;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit');
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await ended;
  };

  let server = await start();
  const kill = async (): Promise<void> => {
    await end('SIGKILL');
    rmSync(socket, { force: true });
  };
  return {
    url: `unix:${socket}`,
    ask,
    kill,
    crash: async () => {
      await kill();
      server = await start();
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
