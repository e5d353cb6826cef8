import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines } from '../../../engine/model/index.ts';
import type { Json } from '../../../engine/model/values/json.ts';

describe('jsonLines()', () => {
  it('writes what fits into one line, and the rest over several', () => {
    expect(jsonLines(['setup.py'])).toBe('["setup.py"]');
    expect(jsonLines({ path: 'setup.py', lines: [3, 5] })).toBe('{"path": "setup.py", "lines": [3, 5]}');
    expect(jsonLines([['a'.repeat(60)], ['b'.repeat(60)]])).toBe(
      `[\n ["${'a'.repeat(60)}"],\n ["${'b'.repeat(60)}"]\n]`,
    );
    expect(jsonLines([])).toBe('[]');
  });

  it('writes what reads as the same value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = JSON.parse(text) as Json;
        expect(JSON.parse(jsonLines(value))).toEqual(value);
      }),
    );
  });
});
