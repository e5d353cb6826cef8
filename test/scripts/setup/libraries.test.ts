import { describe, expect, it } from 'vitest';
import { parseLdconfig } from '../../../scripts/setup/libraries.mjs';

describe('parseLdconfig()', () => {
  it('returns the path of every library, and the first path when there are several', () => {
    const listing = [
      "3 libs found in cache `/etc/ld.so.cache'",
      '\tlibnss3.so (libc6,x86-64) => /lib/x86_64-linux-gnu/libnss3.so',
      '\tlibgbm.so.1 (libc6,x86-64, OS ABI: Linux 3.2.0) => /lib/x86_64-linux-gnu/libgbm.so.1',
      '\tlibgbm.so.1 (libc6) => /lib/i386-linux-gnu/libgbm.so.1',
      '',
    ].join('\n');

    expect(Object.fromEntries(parseLdconfig(listing))).toEqual({
      'libnss3.so': '/lib/x86_64-linux-gnu/libnss3.so',
      'libgbm.so.1': '/lib/x86_64-linux-gnu/libgbm.so.1',
    });
  });
});
