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

describe('changedPaths', () => {
  it('marks what was set and everything in it', () => {
    const { marks } = changedPaths([set(['a', 'b'])], mail);
    expect(marks(['a', 'b'])).toBe('changed');
    expect(marks(['a', 'b', 0])).toBe('changed');
  });

  it('marks what holds a change as within, and leaves the rest', () => {
    const { marks } = changedPaths([set(['a', 'b'])], mail);
    expect(marks([])).toBe('within');
    expect(marks(['a'])).toBe('within');
    expect(marks(['ab'])).toBe('no');
  });

  it('marks the whole state when it was set as one', () => {
    expect(changedPaths([set([])], mail).marks(['anything'])).toBe('changed');
  });

  it('marks the items a splice inserted and not their neighbours', () => {
    const { marks } = changedPaths([splice(1, 0, 2)], mail);
    expect([0, 1, 2, 3].map((at) => marks(['mails', at]))).toEqual(['no', 'changed', 'changed', 'no']);
  });

  it('marks only what held an item that was taken out', () => {
    const { marks } = changedPaths([splice(0, 1, 0)], mail);
    expect(marks(['mails'])).toBe('within');
    expect(marks(['mails', 0])).toBe('no');
  });

  it('marks only what held a key that was deleted', () => {
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

  it('forgets an item that a later splice took out', () => {
    const { marks } = changedPaths([set(['mails', 0, 'is_read']), splice(0, 1, 0)], mail);
    expect(marks(['mails', 0])).toBe('no');
  });

  it('leaves other apps out', () => {
    expect(changedPaths([set(['a'])], appName('Calendar')).marks(['a'])).toBe('no');
  });
});
