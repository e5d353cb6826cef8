import { array, assert, integer, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAtOrBelow, parsePath, printPath, setAt, valueAt } from '../../../engine/model/values/paths.ts';

const mailbox = () => ({
  folders: { INBOX: { emails: [{ subject: 'Soup' }, { subject: 'Bread', 'a.b': 1 }] } },
  byNumber: { 7: 'seven' },
});

describe('valueAt()', () => {
  it.each([
    [[], mailbox()],
    [['folders', 'INBOX', 'emails', 1, 'subject'], 'Bread'],
    [['folders', 'INBOX', 'emails', '1', 'subject'], 'Bread'],
    [['byNumber', 7], 'seven'],
    [['folders', 'INBOX', 'emails', 2], undefined],
    [['folders', 'INBOX', 'emails', 'length'], undefined],
    [['folders', 'constructor'], undefined],
    [['byNumber', '7', 'length'], undefined],
  ])('returns the value at %j', (path, value) => {
    expect(valueAt(mailbox(), path)).toEqual(value);
  });

  it('returns undefined for an undefined root', () => {
    expect(valueAt(undefined, ['folders'])).toBeUndefined();
    expect(valueAt(undefined, [])).toBeUndefined();
  });
});

describe('setAt()', () => {
  it.each([
    ['a field', ['folders', 'INBOX', 'emails', 1, 'subject']],
    ['a new field', ['folders', 'INBOX', 'unread']],
    ['an item', ['folders', 'INBOX', 'emails', 0]],
    ['a field with a number for a name', ['byNumber', 7]],
  ])('sets %s', (_what, path) => {
    const state = mailbox();
    expect(setAt(state, path, 'new')).toBe(true);
    expect(valueAt(state, path)).toBe('new');
  });

  it.each([
    ['the root', []],
    ['an item behind the last', ['folders', 'INBOX', 'emails', 2]],
    ['a field of a list', ['folders', 'INBOX', 'emails', 'first']],
    ['a part of a text', ['byNumber', 7, 0]],
    ['a field of nothing', ['folders', 'SENT', 'emails']],
  ])('changes nothing for %s', (_what, path) => {
    const state = mailbox();
    expect(setAt(state, path, 'new')).toBe(false);
    expect(state).toEqual(mailbox());
  });
});

describe('isAtOrBelow()', () => {
  it.each([
    [['a', 1, 'b'], ['a', 1], true],
    [['a', '1'], ['a', 1], true],
    [['a'], ['a', 1], false],
    [['b', 1], ['a'], false],
    [['a'], [], true],
  ])('%j within %j: %s', (path, outer, is) => {
    expect(isAtOrBelow(path, outer)).toBe(is);
  });
});

describe('printPath()', () => {
  it.each([
    [[], ''],
    [['folders', 'INBOX', 'emails', 3, 'subject'], 'folders.INBOX.emails[3].subject'],
    [[0, 'name'], '[0].name'],
    [['contacts', '7', 'ada@example.org', ''], 'contacts["7"]["ada@example.org"][""]'],
  ])('prints %j as %s', (path, text) => {
    expect(printPath(path)).toBe(text);
  });

  it('prints a text that parsePath() reads back', () => {
    assert(
      property(array(oneof(string(), integer({ min: 0 }))), (path) => {
        expect(parsePath(printPath(path))).toEqual(path);
      }),
    );
  });
});

describe('parsePath()', () => {
  it('takes quoted keys that are not JSON as they are written', () => {
    expect(parsePath('mail["\\x"].a')).toEqual(['mail', '\\x', 'a']);
  });

  it('reads numbers between dots as positions', () => {
    expect(parsePath('folders.INBOX.emails.3.subject')).toEqual(['folders', 'INBOX', 'emails', 3, 'subject']);
  });

  it('ignores empty steps', () => {
    expect(parsePath('.folders..INBOX.')).toEqual(['folders', 'INBOX']);
  });
});
