import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive, ownName } from '../../../../main/host/database/process-owner.ts';

describe('isAlive()', () => {
  it('knows this process', () => {
    expect(isAlive(ownName())).toBe(true);
  });

  it('knows a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');

    expect(isAlive(`${child.pid!} 12345`)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('does not take a later process for one that had its number', () => {
    expect(isAlive(`${process.pid} 1`)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('takes a process that nobody has buried yet for gone', async () => {
    // The shell starts a child and then turns into a program that does not look after it.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61']);
    onTestFinished(() => void parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => readFileSync(`/proc/${parent.pid!}/comm`, 'utf8').trim()).toBe('sleep');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');

    expect(isAlive(`${pid} ${readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21]!}`)).toBe(false);
  });

  it('takes what is no name of a process for gone', () => {
    expect(isAlive('')).toBe(false);
    expect(isAlive('soup')).toBe(false);
  });
});
