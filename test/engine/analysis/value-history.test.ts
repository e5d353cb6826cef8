import { describe, expect, it } from 'vitest';
import { pathBeforeChanges, followForward, valueHistory } from '../../../engine/analysis/value-history.ts';
import type { Change } from '../../../engine/model/log-entry.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import type { Path } from '../../../engine/model/values/paths.ts';

const app = appName('pantry');
const set = (path: Path, value: Json): Change => ({ op: 'set', app, path, value });
const remove = (path: Path): Change => ({ op: 'delete', app, path });
const splice = (at: number, removed: number, ...insert: Json[]): Change => ({
  op: 'splice',
  app,
  path: ['jars'],
  at,
  remove: removed,
  insert,
});

const LABEL: Path = ['jars', 2, 'label'];

describe('pathBeforeChanges()', () => {
  it('finds a write of the value or of an object that contains it', () => {
    expect(pathBeforeChanges(LABEL, [set(LABEL, 'plums')])).toEqual({
      path: LABEL,
      write: { how: 'set', value: 'plums', containerWritten: false },
    });
    expect(pathBeforeChanges(LABEL, [set(['jars', 2], { label: 'plums' })]).write).toEqual({
      how: 'set',
      value: 'plums',
      containerWritten: true,
    });
  });

  it('reports a change inside the value and ignores changes of its siblings', () => {
    expect(pathBeforeChanges(['jars', 2], [set(LABEL, 'plums')]).write?.how).toBe('within');
    expect(pathBeforeChanges(['jars'], [splice(0, 0, 'figs')]).write?.how).toBe('within');
    expect(
      pathBeforeChanges(LABEL, [set(['jars', 2, 'size'], 3), set(['jars', 1, 'label'], 'figs')]).write,
    ).toBe(undefined);
  });

  it('follows the value through list shifts and ends where it was inserted', () => {
    expect(pathBeforeChanges(LABEL, [splice(0, 0, 'a', 'b')]).path).toEqual(['jars', 0, 'label']);
    expect(pathBeforeChanges(LABEL, [splice(0, 3)]).path).toEqual(['jars', 5, 'label']);
    expect(pathBeforeChanges(LABEL, [splice(3, 1, 'c')]).path).toEqual(LABEL);
    expect(pathBeforeChanges(LABEL, [splice(1, 0, { label: 'a' }, { label: 'b' })])).toEqual({
      path: undefined,
      write: { how: 'inserted', value: 'b', containerWritten: false },
    });
  });

  it('returns the value after the last change of an entry', () => {
    const changes = [splice(2, 0, { label: 'plums' }), set(LABEL, 'figs')];

    expect(pathBeforeChanges(LABEL, changes)).toEqual({
      path: undefined,
      write: { how: 'inserted', value: 'figs', containerWritten: false },
    });
  });

  it('finds the deletion of the value or of an object that contains it', () => {
    expect(pathBeforeChanges(LABEL, [remove(['jars', 2])]).write?.how).toBe('deleted');
    expect(pathBeforeChanges(LABEL, [set(['jars', 2], {})]).write?.how).toBe('deleted');
  });
});

describe('followForward()', () => {
  it('follows the value through list shifts until it is removed', () => {
    expect(followForward(LABEL, [splice(0, 0, 'a'), set(['jars', 3, 'label'], 'figs')])).toEqual({
      path: ['jars', 3, 'label'],
      write: { how: 'set', value: 'figs', containerWritten: false },
    });
    expect(followForward(LABEL, [splice(1, 2)])).toEqual({
      path: undefined,
      write: { how: 'deleted', value: undefined, containerWritten: false },
    });
  });
});

it('valueHistory() leaves out entries that rewrote an enclosing object without changing the value', () => {
  const wrote = (index: number, value: Json, containerWritten: boolean) => ({
    index,
    how: 'set' as const,
    value,
    containerWritten,
  });

  const writers = valueHistory([
    wrote(9, 'figs', true),
    wrote(7, 'figs', true),
    wrote(4, 'figs', false),
    wrote(1, 'plums', true),
  ]);

  expect(writers.map(({ index }) => index)).toEqual([4, 1]);
});
