import { describe, expect, it } from 'vitest';
import { dinner, prepared } from './dinner.ts';

describe('prepareRun()', () => {
  it('names the file of what is wrong with a scenario as a whole', async () => {
    const text = dinner('').replace('2026-01-05T18:00:00Z', 'at six');

    await expect(prepared(text)).rejects.toMatchObject({
      problems: [{ place: { file: 'scenarios/dinner.ts', line: 1, column: 1 } }],
    });
  });
});
