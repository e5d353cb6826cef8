import { describe, expect, it } from 'vitest';
import { holds } from '../../../scripts/setup/dependencies.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/flour': { version: '1.0.0', integrity: 'sha512-f' },
    'node_modules/yeast-for-ovens-elsewhere': { version: '2.0.0', integrity: 'sha512-y', optional: true },
  },
};

describe('holds()', () => {
  it('is true without optional packages for other systems', () => {
    expect(
      holds(wanted, { packages: { 'node_modules/flour': { version: '1.0.0', integrity: 'sha512-f' } } }),
    ).toBe(true);
  });

  it.each([
    ['nothing is installed', {}],
    ['a package is missing', { packages: {} }],
    [
      'a package has another version',
      { packages: { 'node_modules/flour': { version: '1.0.1', integrity: 'sha512-f' } } },
    ],
    [
      'a package has another content',
      { packages: { 'node_modules/flour': { version: '1.0.0', integrity: 'sha512-g' } } },
    ],
  ])('is false when %s', (_, installed) => {
    expect(holds(wanted, installed)).toBe(false);
  });

  it('is false when an installed optional package has another version', () => {
    const installed = {
      packages: {
        'node_modules/flour': { version: '1.0.0', integrity: 'sha512-f' },
        'node_modules/yeast-for-ovens-elsewhere': { version: '1.9.0', integrity: 'sha512-x' },
      },
    };

    expect(holds(wanted, installed)).toBe(false);
  });
});
