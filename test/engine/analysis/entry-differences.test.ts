import { describe, expect, it } from 'vitest';
import { differencesBetween } from '../../../engine/analysis/entry-differences.ts';
import { IdMapping } from '../../../engine/analysis/id-mapping.ts';

const id = (digit: string): string => digit.repeat(32);

describe('differencesBetween()', () => {
  it('returns nothing for equal values with fields in different order', () => {
    expect(differencesBetween({ a: 1, b: [true, null] }, { b: [true, null], a: 1 })).toEqual([]);
  });

  it('returns the path of each differing value and of fields that only one side has', () => {
    expect(differencesBetween({ a: { b: 1, c: 2 } }, { a: { b: 3, d: 4 } })).toEqual([
      { path: ['a', 'b'], a: 1, b: 3 },
      { path: ['a', 'c'], a: 2 },
      { path: ['a', 'd'], b: 4 },
    ]);
  });

  it('matches list items by id, so that an inserted item is one difference', () => {
    const mails = ['x', 'y', 'z'].map((email_id) => ({ email_id, read: false }));

    expect(differencesBetween(mails, [{ email_id: 'new', read: false }, ...mails])).toEqual([
      { path: [0], b: { email_id: 'new', read: false } },
    ]);
    expect(differencesBetween(mails, mails.with(1, { email_id: 'y', read: true }))).toEqual([
      { path: [1, 'read'], a: false, b: true },
    ]);
  });

  it('reports a different order of the same items', () => {
    const [one, other] = [{ id: 'x' }, { id: 'y' }];

    expect(differencesBetween([one, other], [other, one])).toEqual([
      { path: [], a: ['x', 'y'], b: ['y', 'x'] },
    ]);
  });

  it('leaves out the equal ends of plain lists', () => {
    expect(differencesBetween([1, 2, 3, 9], [1, 3, 9])).toEqual([{ path: [1], a: 2 }]);
    expect(differencesBetween([1, 2, 9], [1, 3, 9])).toEqual([{ path: [1], a: 2, b: 3 }]);
  });

  it('treats mapped ids as equal in texts and keys', () => {
    const mapping = new IdMapping();
    mapping.isSameInWrite(id('a'), id('b'));
    const same = (one: string, other: string): boolean => mapping.isSame(one, other);

    expect(
      differencesBetween({ [id('a')]: `read ${id('a')}` }, { [id('b')]: `read ${id('b')}` }, same),
    ).toEqual([]);
    expect(differencesBetween([id('a')], [id('c')], same)).toHaveLength(1);
  });
});

describe('IdMapping', () => {
  it('maps ids of the initial states only to themselves', () => {
    const mapping = new IdMapping();
    mapping.addUnchanged([id('a'), id('b')]);

    expect(mapping.isSameInWrite(id('a'), id('b'))).toBe(false);
    expect(mapping.isSame(id('a'), id('a'))).toBe(true);
  });

  it('treats # as ordinary text and not as a masked id', () => {
    const mapping = new IdMapping();

    expect(mapping.isSame('order #', `order ${id('a')}`)).toBe(false);
    expect(mapping.isSameInWrite(`order ${id('a')}`, 'order #')).toBe(false);
  });

  it('maps each id to one id only', () => {
    const mapping = new IdMapping();

    expect(mapping.isSameInWrite(id('a'), id('b'))).toBe(true);
    expect(mapping.isSameInWrite(id('a'), id('c'))).toBe(false);
    expect(mapping.isSameInWrite(id('c'), id('b'))).toBe(false);
  });

  it('maps an initial id to a generated id in a write, in addition to itself', () => {
    const mapping = new IdMapping();
    mapping.addUnchanged([id('a'), id('d')]);

    expect(mapping.isSameInResult(id('a'), id('b'))).toBe(false);
    expect(mapping.isSameInWrite(id('a'), id('b'))).toBe(true);
    expect(mapping.isSame(`${id('a')} ${id('a')}`, `${id('a')} ${id('b')}`)).toBe(true);
    expect(mapping.isSameInWrite(id('a'), id('c'))).toBe(false);
    expect(mapping.isSameInWrite(id('c'), id('d'))).toBe(true);
    expect(mapping.pairs).toEqual([
      [id('a'), id('b')],
      [id('c'), id('d')],
    ]);
  });

  it('maps an id without dashes to an id with dashes', () => {
    const dashed = '1f0e2d3c-4b5a-4678-9a0b-c1d2e3f40516';

    expect(new IdMapping().isSameInWrite(id('a'), dashed)).toBe(true);
  });

  it('treats different ids as different until a write maps them', () => {
    expect(new IdMapping().isSame(id('a'), id('b'))).toBe(false);
  });
});
