import { describe, expect, it } from 'vitest';
import { TimedOutError } from '../../../../engine/model/index.ts';
import { cook, dinner, limitedTo } from './kitchen.ts';

const backtracking = (before = ''): string =>
  `import { recipe } from 'orrery';\n${before}export default recipe({
    cook: () => { try { return /^(a+)+$/.test('a'.repeat(50) + 'b'); } finally { log('finally'); } },
    eat: () => 'eaten',
    burn: () => { throw new TypeError('burnt'); },
    loop: () => { try { for (;;); } catch { return 'caught'; } },
  });\nconst log = (_: string) => {};\n`;

const { limits } = limitedTo({ time: 100 });

describe('the gate', () => {
  it('stops what has no loop to count, and says where', async () => {
    const loaded = await dinner(backtracking(), { limits });

    expect(() => cook(loaded)).toThrow(TimedOutError);
    expect(() => cook(loaded)).toThrow(
      expect.objectContaining({
        message: 'Scenario code timed out: it took longer than 0.1 s and was stopped.',
        place: { file: 'dinner.ts', line: 3, column: 25 },
      }),
    );
  });

  it('lets the next entry in after it stopped one', async () => {
    const loaded = await dinner(backtracking(), { limits });
    expect(() => cook(loaded)).toThrow(TimedOutError);

    expect(cook(loaded, 'eat')).toBe('eaten');
  });

  it('stops a file that never ends being read', async () => {
    const text = backtracking("/^(a+)+$/.test('a'.repeat(50) + 'b');\n");

    await expect(dinner(text, { limits })).rejects.toThrow(/^dinner\.ts:2:1: .* timed out: .* stopped\.$/);
  });

  it('stops a call at its end where the code has caught that its loop was stopped', async () => {
    const loaded = await dinner(backtracking(), limitedTo({ rounds: 1_000 }));

    expect(() => cook(loaded, 'loop')).toThrow(
      expect.objectContaining({ place: { file: 'dinner.ts', line: 6, column: 25 } }),
    );
  });

  it('lets through what is thrown, as it was thrown', async () => {
    const loaded = await dinner(backtracking());
    const mine = new RangeError('mine');

    expect(() =>
      loaded.within(() => {
        throw mine;
      }),
    ).toThrow(mine);
    expect(() => cook(loaded, 'burn')).toThrow(
      expect.objectContaining({ name: 'TypeError', message: 'burnt' }),
    );
  });

  it('looks at nothing that is thrown', async () => {
    const loaded = await dinner(`import { recipe } from 'orrery';
      const hostile = new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); }, has() { for (;;); } });
      export default recipe({ cook() { throw hostile; } });`);

    expect(() => loaded.within(() => cook(loaded))).toThrow(expect.anything());
  });

  it('counts a call within a call as one', async () => {
    const loaded = await dinner(backtracking(), { limits });

    expect(loaded.within(() => [cook(loaded, 'eat'), cook(loaded, 'eat')])).toEqual(['eaten', 'eaten']);
    expect(() => loaded.within(() => cook(loaded))).toThrow(TimedOutError);
  });

  it('says of a proxy as the default export that it is none', async () => {
    const text = 'export default new Proxy({}, { get() { for (;;); } });';

    await expect(dinner(text)).rejects.toThrow('a default export that is a proxy: a scenario file says');
  });

  it.each([
    [
      'with a hostile getter',
      "throw Object.defineProperty(new Error('no'), 'message', { get() { for (;;); } });",
    ],
    ['with a code', "throw Object.defineProperty(new Error('no'), 'code', { get() { for (;;); } });"],
    ['that is a proxy', 'throw new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); } });'],
  ])('says of an error %s at the top level what it can', async (_, text) => {
    await expect(dinner(`${text}\nexport default 1;`, { limits })).rejects.toThrow(
      expect.objectContaining({ name: 'ScenarioError' }),
    );
  });
});
