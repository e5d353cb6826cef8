import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isAlive, ownName } from '../../../main/runs/owner.ts';

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

  it('takes what is no name of a process for gone', () => {
    expect(isAlive('')).toBe(false);
    expect(isAlive('soup')).toBe(false);
  });
});
