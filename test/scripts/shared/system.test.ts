import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hasDisplay, inBackground, sandboxArgs } from '../../../scripts/shared/system.mjs';

describe('hasDisplay()', () => {
  it.each<[NodeJS.Platform, Record<string, string>, boolean]>([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ])('on %s with %j is %s', (platform, env, expected) => {
    expect(hasDisplay(platform, env)).toBe(expected);
  });
});

describe('inBackground()', () => {
  it.skipIf(process.platform === 'win32')(
    'gives a command less of the processor than this process has',
    () => {
      const [command, ...args] = [...inBackground(), process.execPath, '-p', 'os.getPriority()'];

      const { stdout } = spawnSync(command, args, { encoding: 'utf8' });

      // 19 is the least; this may be in the background itself.
      expect(Number(stdout)).toBe(Math.min(19, getPriority() + 10));
    },
  );

  it('needs no command on Windows, which has none', () => {
    expect(inBackground('win32')).toEqual([]);
  });
});

describe('sandboxArgs()', () => {
  it('disables the sandbox only for root on Linux', () => {
    expect(sandboxArgs('linux', 0)).toEqual(['--no-sandbox']);
    expect(sandboxArgs('linux', 1000)).toEqual([]);
    expect(sandboxArgs('darwin', 0)).toEqual([]);
  });
});
