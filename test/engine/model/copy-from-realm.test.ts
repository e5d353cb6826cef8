import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { copyFromRealm } from '../../../engine/model/index.ts';

/** The value of `code` in another realm. */
const inRealm = (code: string): unknown => vm.runInNewContext(`(${code})`);

describe('copyFromRealm()', () => {
  it('copies data of another realm into objects and lists of this one', () => {
    const copy = copyFromRealm(inRealm('{ a: [1, "two", null, { b: true }], c: undefined, d() {}, e: 1n }'));

    expect(copy).toStrictEqual({ a: [1, 'two', null, { b: true }] });
  });

  it('copies no prototype', () => {
    const copy = copyFromRealm(inRealm('JSON.parse(\'{"__proto__": {"x": 1}, "y": 2}\')'));

    expect(copy).toStrictEqual({ y: 2 });
    expect((copy as { x?: unknown }).x).toBeUndefined();
  });

  it('hands nothing of this realm to what it reads', () => {
    const { hostile, given } = inRealm(`(() => {
      const given = new Set();
      const watch = (target) => new Proxy(target, Object.fromEntries(
        Object.getOwnPropertyNames(Reflect).map((trap) => [trap, (...all) => {
          for (const one of [...all, all]) if (Object(one) === one) given.add(one);
          return Reflect[trap](...all);
        }])));
      const odd = { get x() { given.add(this); return 1; }, toJSON() { given.add(this); }, then() {} };
      return { hostile: watch({ list: watch([1, watch({ y: 2 })]), odd: watch(odd) }), given };
    })()`) as { readonly hostile: unknown; readonly given: Set<object> };

    const copy = copyFromRealm(hostile);

    expect(copy).toStrictEqual({ list: [1, { y: 2 }], odd: { x: 1 } });
    expect(given.size).toBeGreaterThan(5);
    expect([...given].filter((one) => one instanceof Object)).toEqual([]);
  });
});
