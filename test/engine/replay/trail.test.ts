import { describe, expect, it } from 'vitest';
import type { Change } from '../../../engine/model/change.ts';
import type { Path } from '../../../engine/model/paths.ts';
import { appName } from '../../../engine/model/ids.ts';
import type { Json } from '../../../engine/model/json.ts';
import { stepBack, stepOn, telling } from '../../../engine/analysis/value-history.ts';

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

describe('a value followed back', () => {
  it('was written where it is, or with what it is a part of', () => {
    expect(stepBack(LABEL, [set(LABEL, 'plums')])).toEqual({
      path: LABEL,
      touch: { how: 'set', value: 'plums', above: false },
    });
    expect(stepBack(LABEL, [set(['jars', 2], { label: 'plums' })]).touch).toEqual({
      how: 'set',
      value: 'plums',
      above: true,
    });
  });

  it('changes when something in it does, and not when its neighbours do', () => {
    expect(stepBack(['jars', 2], [set(LABEL, 'plums')]).touch?.how).toBe('within');
    expect(stepBack(['jars'], [splice(0, 0, 'figs')]).touch?.how).toBe('within');
    expect(stepBack(LABEL, [set(['jars', 2, 'size'], 3), set(['jars', 1, 'label'], 'figs')]).touch).toBe(
      undefined,
    );
  });

  it('shifts with its list, and began where it was put in', () => {
    expect(stepBack(LABEL, [splice(0, 0, 'a', 'b')]).path).toEqual(['jars', 0, 'label']);
    expect(stepBack(LABEL, [splice(0, 3)]).path).toEqual(['jars', 5, 'label']);
    expect(stepBack(LABEL, [splice(3, 1, 'c')]).path).toEqual(LABEL);
    expect(stepBack(LABEL, [splice(1, 0, { label: 'a' }, { label: 'b' })])).toEqual({
      path: undefined,
      touch: { how: 'inserted', value: 'b', above: false },
    });
  });

  it('is what the last change of an entry left of it', () => {
    const changes = [splice(2, 0, { label: 'plums' }), set(LABEL, 'figs')];

    expect(stepBack(LABEL, changes)).toEqual({
      path: undefined,
      touch: { how: 'inserted', value: 'figs', above: false },
    });
  });

  it('was deleted, alone or with what it was a part of', () => {
    expect(stepBack(LABEL, [remove(['jars', 2])]).touch?.how).toBe('deleted');
    expect(stepBack(LABEL, [set(['jars', 2], {})]).touch?.how).toBe('deleted');
  });
});

describe('a value followed on', () => {
  it('shifts with its list until it is taken out', () => {
    expect(stepOn(LABEL, [splice(0, 0, 'a'), set(['jars', 3, 'label'], 'figs')])).toEqual({
      path: ['jars', 3, 'label'],
      touch: { how: 'set', value: 'figs', above: false },
    });
    expect(stepOn(LABEL, [splice(1, 2)])).toEqual({
      path: undefined,
      touch: { how: 'deleted', value: undefined, above: false },
    });
  });
});

it('leaves out entries that wrote around a value and left it as it was', () => {
  const wrote = (index: number, value: Json, above: boolean) => ({
    index,
    how: 'set' as const,
    value,
    above,
  });

  const writers = telling([
    wrote(9, 'figs', true),
    wrote(7, 'figs', true),
    wrote(4, 'figs', false),
    wrote(1, 'plums', true),
  ]);

  expect(writers.map(({ index }) => index)).toEqual([4, 1]);
});
