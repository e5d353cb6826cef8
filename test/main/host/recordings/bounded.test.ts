import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../../engine/model/index.ts';
import { bounded, MAX_ANSWER, boundedPage } from '../../../../main/host/recordings/bounded.ts';

const json = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<Json>;

it('bounded() fits any value, and leaves small ones as they are', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 200, max: 2_000 }), (value, most) => {
      const cut = bounded(value, most);
      expect(JSON.stringify(cut).length).toBeLessThanOrEqual(most);
      if (JSON.stringify(value).length < 100) expect(cut).toEqual(value);
    }),
  );
});

it('bounded() says what it leaves out', () => {
  const long = { text: 'x'.repeat(5_000), list: Array.from({ length: 100 }, (_, nth) => nth) };

  expect(bounded(long)).toEqual({
    text: `${'x'.repeat(2_000)}… (3000 more characters)`,
    list: [...long.list.slice(0, 40), '… (60 more items)'],
  });
  expect(bounded(Object.fromEntries(long.list.map((nth) => [`f${nth}`, nth])))).toMatchObject({
    '…': '60 more fields',
  });
});

it('the pages of a list have each item once, in order, and fit in an answer', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 4_000 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (all, limit) => {
        const found: Json[] = [];
        for (let from: number | undefined = 0; from !== undefined;) {
          const page: ReturnType<typeof boundedPage> = boundedPage(all, from, limit);
          expect(JSON.stringify(page).length).toBeLessThan(MAX_ANSWER + 3_000);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          found.push(...page.items);
          from = page.next;
        }
        expect(found.length).toBe(all.length);
        expect(found.map((item) => (item as string).slice(0, 500))).toEqual(
          all.map((item) => item.slice(0, 500)),
        );
      },
    ),
  );
});
