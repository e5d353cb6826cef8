import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimPart, runnerOf } from '../../../../main/host/sweeps/part-lock.ts';
import { CONTAINERS } from '../../containers.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { programThat } from '../workers/worker-program.ts';

/** Claims a part of the sweep in a folder, and waits; prints why it may not. */
const program = programThat(`
  import { claimPart } from './main/host/sweeps/part-lock.ts';

  try {
    claimPart(process.argv[2], process.argv[3]);
    console.log('claimed');
    setInterval(() => undefined, 1_000);
  } catch (error) {
    console.log(error.message);
  }
`);

async function claimIn(container: readonly string[], folder: string, part: string): Promise<ChildProcess> {
  const [command, ...args] = [
    ...container,
    process.execPath,
    fileURLToPath(await program()),
    ...[folder, part],
  ];
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function answer({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout!)) return line;
  throw new Error('It printed nothing.');
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

describe('claimPart()', () => {
  it.each(CONTAINERS.map((container) => [container]))(
    'refuses a second process, until the first is killed, which is in %j',
    async (container) => {
      const folder = temporaryFolder();
      const first = await claimIn(container, folder, 'local');
      expect(await answer(first)).toBe('claimed');

      expect(await answer(await claimIn([], folder, 'local'))).toMatch(
        /: This sweep is already being run by process \d+ on [\w.-]+, since 20\S+Z\. Wait until it ends, or stop it\.$/,
      );
      expect(await answer(await claimIn([], folder, 'shard-1-of-2'))).toBe('claimed');
      expect(runnerOf(folder)).toMatch(/^process /);
      await kill(first);
      await expect.poll(() => runnerOf(folder)).toBeUndefined();
      expect(await answer(await claimIn([], folder, 'local'))).toBe('claimed');
    },
  );

  it('lets one of many processes that ask at once have it, again and again', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 2; round += 1) {
      const children = await Promise.all(
        Array.from({ length: 4 }, () => claimIn([], folder, 'shard-3-of-8')),
      );
      const answers = await Promise.all(children.map(answer));
      expect(answers.filter((one) => one === 'claimed')).toHaveLength(1);
      expect(
        answers.filter((one) => one.includes('The part shard-3-of-8 of this sweep is already being run by ')),
      ).toHaveLength(3);
      await Promise.all(children.filter(({ exitCode }) => exitCode === null).map(kill));
    }
  });

  it('names another process while the one that claimed it has not said who it is', () => {
    const folder = temporaryFolder();
    using _ = claimPart(folder, 'local');
    rmSync(join(folder, 'parts/local.runner'));

    expect(runnerOf(folder)).toBe('another process');
    expect(() => claimPart(folder, 'local')).toThrow('is already being run by another process.');
  });
});
