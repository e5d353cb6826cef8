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

describe('the gate for scenario code', () => {
  it('stops endless code without a loop and reports its place', async () => {
    const loaded = await dinner(backtracking(), { limits });

    expect(() => cook(loaded)).toThrow(TimedOutError);
    expect(() => cook(loaded)).toThrow(
      expect.objectContaining({
        message: 'Scenario code timed out: it took longer than 0.1 s and was stopped.',
        place: { file: 'dinner.ts', line: 3, column: 25 },
      }),
    );
  });

  it('runs the next call after it stopped one', async () => {
    const loaded = await dinner(backtracking(), { limits });
    expect(() => cook(loaded)).toThrow(TimedOutError);

    expect(cook(loaded, 'eat')).toBe('eaten');
  });

  it('stops a file whose top level never ends', async () => {
    const text = backtracking("/^(a+)+$/.test('a'.repeat(50) + 'b');\n");

    await expect(dinner(text, { limits })).rejects.toThrow(
      expect.objectContaining({ code: 'timed-out', place: { file: 'dinner.ts', line: 2, column: 1 } }),
    );
  });

  it('stops a call that catches the error of its endless loop', async () => {
    const loaded = await dinner(backtracking(), limitedTo({ rounds: 1_000 }));

    expect(() => cook(loaded, 'loop')).toThrow(
      expect.objectContaining({ place: { file: 'dinner.ts', line: 6, column: 25 } }),
    );
  });

  it('says that it stopped work that is no call', async () => {
    const loaded = await dinner(backtracking(), { limits });

    expect(() =>
      loaded.realm.within(() => {
        for (;;);
      }),
    ).toThrow(expect.objectContaining({ code: 'timed-out', isBetweenCalls: true, place: undefined }));
    expect(cook(loaded, 'eat')).toBe('eaten');
  });

  it('passes on an error of the code unchanged', async () => {
    const loaded = await dinner(backtracking());
    const mine = new RangeError('mine');

    expect(() =>
      loaded.realm.within(() => {
        throw mine;
      }),
    ).toThrow(mine);
    expect(() => cook(loaded, 'burn')).toThrow(
      expect.objectContaining({ name: 'TypeError', message: 'burnt' }),
    );
  });

  it('reads no property of a thrown value', async () => {
    const loaded = await dinner(`import { recipe } from 'orrery';
      const hostile = new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); }, has() { for (;;); } });
      export default recipe({ cook() { throw hostile; } });`);

    expect(() => loaded.realm.within(() => cook(loaded))).toThrow('cannot be read');
  });

  it('allows nested calls one time limit together', async () => {
    const loaded = await dinner(backtracking(), { limits });

    expect(loaded.realm.within(() => [cook(loaded, 'eat'), cook(loaded, 'eat')])).toEqual(['eaten', 'eaten']);
    expect(() => loaded.realm.within(() => cook(loaded))).toThrow(TimedOutError);
  });

  it.each([
    [
      'with a hostile getter',
      "throw Object.defineProperty(new Error('no'), 'message', { get() { for (;;); } });",
    ],
    ['with a code', "throw Object.defineProperty(new Error('no'), 'code', { get() { for (;;); } });"],
    ['that is a proxy', 'throw new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); } });'],
  ])('rejects an error %s at the top level', async (_, text) => {
    await expect(dinner(`${text}\nexport default 1;`, { limits })).rejects.toThrow(Error);
  });
});
