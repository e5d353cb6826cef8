import { describe, expect, it } from 'vitest';
import { WatchdogError } from '../../../../main/host/scenarios/watchdog.ts';
import { cook, dinner } from './kitchen.ts';

const backtracking = (before = ''): string =>
  `import { recipe } from 'orrery';\n${before}export default recipe({
    cook: () => { try { return /^(a+)+$/.test('a'.repeat(50) + 'b'); } finally { log('finally'); } },
    eat: () => 'eaten',
    burn: () => { throw new TypeError('burnt'); },
  });\nconst log = (_: string) => {};\n`;

describe('the watchdog', () => {
  it('stops what has no loop to count', async () => {
    const loaded = await dinner(backtracking(), { limit: 100 });

    expect(() => cook(loaded)).toThrow(WatchdogError);
    expect(() => cook(loaded)).toThrow(/^scenario code ran for 0\.1 seconds without end and was stopped/);
  });

  it('lets the next entry in after it stopped one', async () => {
    const loaded = await dinner(backtracking(), { limit: 100 });
    expect(() => cook(loaded)).toThrow(WatchdogError);

    expect(cook(loaded, 'eat')).toBe('eaten');
  });

  it('stops a file that never ends being read', async () => {
    const text = backtracking("/^(a+)+$/.test('a'.repeat(50) + 'b');\n");

    await expect(dinner(text, { limit: 100 })).rejects.toThrow(WatchdogError);
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

  it('counts a call within a call as one', async () => {
    const loaded = await dinner(backtracking(), { limit: 100 });

    expect(loaded.within(() => [cook(loaded, 'eat'), cook(loaded, 'eat')])).toEqual(['eaten', 'eaten']);
    expect(() => loaded.within(() => cook(loaded))).toThrow(WatchdogError);
  });
});
