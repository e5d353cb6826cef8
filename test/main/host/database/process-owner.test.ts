import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive, ownName } from '../../../../main/host/database/process-owner.ts';

describe('isAlive()', () => {
  it('returns true for this process', () => {
    expect(isAlive(ownName())).toBe(true);
  });

  it('returns false for a process that has exited', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');

    expect(isAlive(`${child.pid!} 12345`)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('returns false for a later process with the same id', () => {
    expect(isAlive(`${process.pid} 1`)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('returns false for a zombie process', async () => {
    // The shell starts a child and then becomes a program that does not reap it.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61']);
    onTestFinished(() => void parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => readFileSync(`/proc/${parent.pid!}/comm`, 'utf8').trim()).toBe('sleep');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');

    expect(isAlive(`${pid} ${readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21]!}`)).toBe(false);
  });

  it('returns false for a text that names no process', () => {
    expect(isAlive('')).toBe(false);
    expect(isAlive('soup')).toBe(false);
  });
});
