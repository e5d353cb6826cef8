import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../engine/model/log-entry.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import { changedPaths } from '../../../../renderer/ui/json/changed.tsx';

const mail = appName('Mail');
const set = (path: Change['path']): Change => ({ op: 'set', app: mail, path, value: 1 });
const splice = (at: number, remove: number, insert: number): Change => ({
  op: 'splice',
  app: mail,
  path: ['mails'],
  at,
  remove,
  insert: Array.from({ length: insert }, () => null),
});

describe('changedPaths()', () => {
  it('marks a changed value and everything in it as changed', () => {
    const { marks } = changedPaths([set(['a', 'b'])], mail);
    expect(marks(['a', 'b'])).toBe('changed');
    expect(marks(['a', 'b', 0])).toBe('changed');
  });

  it('marks the parents of a changed value as within, and nothing else', () => {
    const { marks } = changedPaths([set(['a', 'b'])], mail);
    expect(marks([])).toBe('within');
    expect(marks(['a'])).toBe('within');
    expect(marks(['ab'])).toBe('no');
  });

  it('marks the whole state when it was replaced', () => {
    expect(changedPaths([set([])], mail).marks(['anything'])).toBe('changed');
  });

  it('marks the items that a splice inserted, but not the items beside them', () => {
    const { marks } = changedPaths([splice(1, 0, 2)], mail);
    expect([0, 1, 2, 3].map((at) => marks(['mails', at]))).toEqual(['no', 'changed', 'changed', 'no']);
  });

  it('marks only the list when a splice removed an item', () => {
    const { marks } = changedPaths([splice(0, 1, 0)], mail);
    expect(marks(['mails'])).toBe('within');
    expect(marks(['mails', 0])).toBe('no');
  });

  it('marks only the parent when a key was deleted', () => {
    const { marks } = changedPaths([set(['a', 'b']), { op: 'delete', app: mail, path: ['a', 'b'] }], mail);
    expect(marks(['a'])).toBe('within');
    expect(marks(['a', 'b'])).toBe('no');
  });

  it('follows an item that a later splice moved', () => {
    const { marks } = changedPaths([set(['mails', 0, 'is_read']), splice(0, 0, 1)], mail);
    expect(marks(['mails', 0])).toBe('changed');
    expect(marks(['mails', 1])).toBe('within');
    expect(marks(['mails', 1, 'is_read'])).toBe('changed');
  });

  it('unmarks an item that a later splice removed', () => {
    const { marks } = changedPaths([set(['mails', 0, 'is_read']), splice(0, 1, 0)], mail);
    expect(marks(['mails', 0])).toBe('no');
  });

  it('ignores changes of other apps', () => {
    expect(changedPaths([set(['a'])], appName('Calendar')).marks(['a'])).toBe('no');
  });
});
