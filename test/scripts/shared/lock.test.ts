import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../scripts/shared/lock.mjs';
import { emptyFolder } from '../folders.ts';

describe('withLock()', () => {
  it('runs one task at a time', async () => {
    const door = join(emptyFolder(), 'cache/kitchen.lock');
    const log: string[] = [];
    const cook = (name: string): Promise<void> =>
      withLock(door, async () => {
        log.push(`${name} in`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} out`);
      });

    await Promise.all([cook('Ada'), cook('Bo')]);

    expect(log).toEqual(
      log[0] === 'Ada in'
        ? ['Ada in', 'Ada out', 'Bo in', 'Bo out']
        : ['Bo in', 'Bo out', 'Ada in', 'Ada out'],
    );
  });

  it('releases the lock after a failed task', async () => {
    const door = join(emptyFolder(), 'kitchen.lock');

    await expect(withLock(door, () => Promise.reject(new Error('burnt')))).rejects.toThrow('burnt');

    expect(existsSync(door)).toBe(false);
  });

  it('takes over the lock of a process that was killed', async () => {
    const door = join(emptyFolder(), 'kitchen.lock');
    writeFileSync(door, '');
    utimesSync(door, new Date(0), new Date(0));

    expect(await withLock(door, () => Promise.resolve('cooking'))).toBe('cooking');
  });
});
