import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../main/host/sweeps/queue-store.ts';
import { ProblemError } from '../../../../main/host/system/index.ts';

/** The message with which the store at `url` is refused. */
async function refusal(url: string): Promise<string> {
  const thrown: unknown = await openStore(url, () => undefined).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ProblemError);
  return (thrown as ProblemError).message;
}

it('says which stores can hold a queue', async () => {
  expect(await refusal('mysql://lab:secret@host/sweeps')).toMatch(
    /^The queue must be in Redis or PostgreSQL: give redis:\/\/HOST:PORT, .*\.$/,
  );
});

it.each([
  ['redis://lab:secret@127.0.0.1:1', 'redis://127.0.0.1:1: The store does not answer', 'Is Redis running?'],
  ['unix:/missing/redis.sock', 'unix:/missing/redis.sock: The store does not answer', 'Is Redis running?'],
  [
    'unix://lab:secret@/missing/redis.sock',
    'unix:/missing/redis.sock: The store does not answer',
    'Is Redis running?',
  ],
  [
    'postgres://lab:secret@127.0.0.1:1/sweeps?password=secret',
    'postgres://127.0.0.1:1/sweeps: The store does not answer',
    'Is PostgreSQL running?',
  ],
  [
    'postgresql://lab:secret@/sweeps?host=/missing',
    'postgres:///sweeps?host=/missing: The store does not answer',
    'Is PostgreSQL running?',
  ],
])('names the store at %s when it does not answer, without the password', async (url, beginning, end) => {
  const message = await refusal(url);

  expect(message.startsWith(beginning)).toBe(true);
  expect(message.endsWith(end)).toBe(true);
  expect(message).not.toContain('secret');
});

it('says that another kind of server answers in place of Redis', async () => {
  const server = createServer((client) => {
    client.on('error', () => undefined).on('data', () => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const place = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;

  expect(await refusal(place)).toBe(`${place}: What answers there is not Redis. Give the address of Redis.`);
});

it.skipIf(process.platform === 'win32')('sends user and password to a Unix socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-queue-'));
  const path = join(folder, 'redis.sock');
  let sent = '';
  const server = createServer((client) => {
    client
      .on('error', () => undefined)
      .on('data', (data) => {
        const commands = data.toString();
        sent += commands;
        // Each command begins with an asterisk.
        client.write(
          '-WRONGPASS invalid username-password pair\r\n'.repeat(commands.match(/^\*/gm)?.length ?? 0),
        );
      });
  }).listen(path);
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  await once(server, 'listening');

  expect(await refusal(`unix://lab:se%40cret@${path}`)).toBe(
    `unix:${path}: The store refuses the user "lab" with this password.`,
  );
  expect(sent).toContain('se@cret');
});

it('names the ways to encrypt a connection to PostgreSQL when it is asked for another', async () => {
  expect(await refusal('postgres://lab:secret@127.0.0.1:1/sweeps?sslmode=wrong')).toBe(
    'The address of the queue has sslmode=wrong. Give one of disable, prefer, require, verify-ca, verify-full, no-verify.',
  );
});

it.each(['redis://lab:se/cret@host:6379', 'postgres://lab:se/cret@host/sweeps', 'unix://lab:se%cret@/run/x'])(
  'does not quote an address that it cannot read: %s',
  async (url) => {
    const message = await refusal(url);

    expect(message).toContain('The address of the queue is not valid.');
    expect(message).not.toContain('cret@');
  },
);
