import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestStore, until } from './test-store.ts';

/** Where Debian puts the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

/** Starts a PostgreSQL with `settings`, such as `-c fsync=off`. Its programs refuse root, so they run as the user postgres. */
export async function startPostgres(...settings: readonly string[]): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-postgres-'));
  const data = join(folder, 'data');
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  );
  chownSync(folder, uid!, gid!);
  const options = { uid, gid, cwd: folder, stdio: 'ignore' } as const;
  const [newest] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
  const program = (name: string): string => join(VERSIONS, newest!, 'bin', name);
  execFileSync(
    program('initdb'),
    [`--pgdata=${data}`, '--auth=trust', '--username=postgres', '--no-sync'],
    options,
  );
  const ask = (...command: readonly string[]): string =>
    execFileSync('psql', ['-h', folder, '-U', 'postgres', '-Atqc', ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const start = async (): Promise<ChildProcess> => {
    for (let tries = 0; tries < 400; tries++) {
      const sockets = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
      const started = spawn(program('postgres'), ['-D', data, ...sockets, ...settings], options);
      await until(() => started.exitCode !== null || ask('SELECT 1') === '1');
      if (started.exitCode === null) return started;
      // Processes of the one that was killed have not ended yet.
      await sleep(50);
    }
    throw new Error('PostgreSQL did not start.');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit');
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await ended;
  };

  let server = await start();
  const kill = (): Promise<void> => end('SIGKILL');
  return {
    url: `postgres://postgres@/postgres?host=${folder}`,
    ask,
    kill,
    crash: async () => {
      await kill();
      server = await start();
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
