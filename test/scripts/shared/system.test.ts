import { describe, expect, it } from 'vitest';
import { hasDisplay, sandboxArgs } from '../../../scripts/shared/system.mjs';

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

describe('sandboxArgs()', () => {
  it('disables the sandbox only for root on Linux', () => {
    expect(sandboxArgs('linux', 0)).toEqual(['--no-sandbox']);
    expect(sandboxArgs('linux', 1000)).toEqual([]);
    expect(sandboxArgs('darwin', 0)).toEqual([]);
  });
});
