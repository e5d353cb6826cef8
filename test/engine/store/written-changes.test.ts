import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../engine/model/change.ts';
import type { AppName } from '../../../engine/model/ids.ts';
import { ChangesText } from '../../../engine/store/changes-text.ts';
import { DamageError } from '../../../engine/store/store-error.ts';
import { WrittenChanges } from '../../../engine/store/written-changes.ts';
import { entryAt } from './log-entries.ts';
import { CLOCK, PANTRY } from './pantry.ts';

function written(entries: readonly (readonly Change[])[]): WrittenChanges {
  const text = new ChangesText();
  for (const changes of entries) text.add(changes);
  return new WrittenChanges(text.toString());
}

const label = (jar: number, value: string): Change => ({
  ...({ op: 'set', app: PANTRY, value } as const),
  path: ['jars', jar, 'label'],
});
const stop: Change = { op: 'delete', app: CLOCK, path: ['alarm'] };

describe('what the entries of a stretch changed', () => {
  it('is read as it was written, of all entries or of some, of all apps or of one', () => {
    const some = fc.array(
      entryAt(0).map(({ changes }) => changes),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(some, fc.nat(4), fc.nat(4), fc.nat(), (entries, from, to, which) => {
        const changes = written(entries);
        const wanted = entries.slice(from, to + 1).flat();
        const app = wanted[which % wanted.length]?.app;

        expect(changes.of(from, to)).toEqual(wanted);
        expect(changes.of(from, to, app)).toEqual(
          wanted.filter((change) => app === undefined || change.app === app),
        );
      }),
    );
  });

  it('says what has been said before in a number or two', () => {
    const once = written([[label(17, 'plums')]]).text.length;
    const often = written(Array.from({ length: 100 }, () => [label(17, 'plums')])).text.length;

    expect((often - once) / 99).toBeLessThan('17,"plums"'.length + 6);
  });

  it('knows which entries have a change that is asked for, those too of which nothing but the place is said', () => {
    const changes = written([[label(0, 'plums')], [], [stop, stop], [label(1, 'figs'), stop]]);
    const of = (name: AppName) => changes.entries(0, 9, (app) => app === name);

    expect(of(PANTRY)).toEqual([0, 3]);
    expect(of(CLOCK)).toEqual([2, 3]);
    expect(changes.entries(1, 2, () => true)).toEqual([2]);
    expect(changes.entries(0, 9, (_app, path) => path[0] === 'jars' && path[1] === null)).toEqual([0, 3]);
  });

  it.each([
    ['more changes than there are lines', '{"shapes":[["set","clock",[]]],"made":[0],"counts":[3000000]}\n1'],
    ['a change less than nothing', '{"shapes":[["set","clock",[]]],"made":[0],"counts":[2,-1]}\n1'],
    ['half a change', '{"shapes":[["set","clock",[]]],"made":[0],"counts":[0.5,0.5]}\n1'],
    ['a line too many', '{"shapes":[["set","clock",[]]],"made":[0],"counts":[1]}\n1\n2'],
    ['a shape that is not there', '{"shapes":[["set","clock",[]]],"made":[1],"counts":[1]}\n1'],
    ['shapes that are no list', '{"shapes":3,"made":[0],"counts":[1]}\n1'],
    ['a shape without a path', '{"shapes":[["set","clock"]],"made":[0],"counts":[1]}\n1'],
    ['another kind of change', '{"shapes":[["swap","clock",[]]],"made":[0],"counts":[1]}\n1'],
    ['a first line that breaks off', '{"shapes":['],
    ['changes of old without a path', '[{"op":"delete","app":"clock"}]'],
  ])('is found damaged with %s', (_what, text) => {
    const changes = new WrittenChanges(text);

    expect(() => changes.of(0, 9)).toThrow(DamageError);
    expect(() => changes.entries(0, 9, () => true)).toThrow(DamageError);
  });

  it.each([
    ['a place that is none', '{"shapes":[["set","clock",[null]]],"made":[0],"counts":[1]}\n"a",1'],
    ['a list that is none', '{"shapes":[["splice","clock",[]]],"made":[0],"counts":[1]}\n0,0,3'],
    ['too little', '{"shapes":[["set","clock",[]],["delete","clock",[]]],"made":[0,1],"counts":[2]}\n\n'],
    ['too much', '{"shapes":[["delete","clock",[]]],"made":[0],"counts":[1]}\n1'],
    ['what is no JSON', '{"shapes":[["set","clock",[]]],"made":[0],"counts":[1]}\n{'],
  ])('is found damaged with %s in a line', (_what, text) => {
    const changes = new WrittenChanges(text);

    expect(() => changes.of(0, 9)).toThrow(DamageError);
  });

  it('is nothing where no entry changed anything', () => {
    const changes = written([[], []]);

    expect(changes.text).toBe('');
    expect(changes.of(0, 1)).toEqual([]);
    expect(changes.entries(0, 1, () => true)).toEqual([]);
  });
});
