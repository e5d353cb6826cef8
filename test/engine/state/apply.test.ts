import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../engine/model/log-entry.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { applyChanges } from '../../../engine/state/apply.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import { Recorder } from '../../../engine/state/journal.ts';

const PANTRY = appName('pantry');
const CELLAR = appName('cellar');

interface Shelf {
  jars: { label: string; opened?: boolean }[];
  counts: Record<string, number>;
}

/** One write of a tool to a shelf. */
type Write = (shelf: Shelf) => void;

const key = fc.constantFrom('plums', 'pears', 'salt');
const position = fc.nat(9);

const write: fc.Arbitrary<Write> = fc.oneof(
  key.map((label) => shelfWrite(({ jars }) => jars.unshift({ label }))),
  key.map((label) => shelfWrite(({ jars }) => jars.push({ label, opened: false }))),
  position.map((at) => shelfWrite(({ jars }) => jars.splice(at, 1))),
  position.map((at) => shelfWrite(({ jars }) => Object.assign(jars[at] ?? {}, { opened: true }))),
  fc.constant(shelfWrite(({ jars }) => jars.reverse())),
  fc.tuple(key, fc.integer()).map(([name, count]) => shelfWrite(({ counts }) => (counts[name] = count))),
  // oxlint-disable-next-line typescript/no-dynamic-delete -- the test covers dynamic deletes
  key.map((name) => shelfWrite(({ counts }) => delete counts[name])),
);

function shelfWrite(change: (shelf: Shelf) => unknown): Write {
  return (shelf) => {
    change(shelf);
  };
}

describe('applyChanges()', () => {
  it('turns any earlier state into any later state', () => {
    fc.assert(
      fc.property(
        fc.array(write, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (writes, some, more) => {
          const recorder = new Recorder<Shelf>(PANTRY, { jars: [{ label: 'figs' }], counts: {} });
          const states: Json[] = [copyJson(recorder.state)];
          const changes: (readonly Change[])[] = writes.map((each) => {
            each(recorder.draft);
            const taken = recorder.takeChanges();
            states.push(copyJson(recorder.state));
            return taken;
          });
          const from = some % states.length;
          const to = from + (more % (states.length - from));

          const state = copyJson(states[from]);
          applyChanges(new Map([[PANTRY, state]]), changes.slice(from, to).flat());

          expect(JSON.stringify(state)).toBe(JSON.stringify(states[to]));
        },
      ),
    );
  });

  it('ignores changes of other apps', () => {
    const pantry: Json = { jars: 1 };

    applyChanges(new Map([[PANTRY, pantry]]), [
      { op: 'set', app: CELLAR, path: ['jars'], value: 2 },
      { op: 'set', app: PANTRY, path: ['jars'], value: 3 },
    ]);

    expect(pantry).toEqual({ jars: 3 });
  });

  it('refuses changes that were made to another state', () => {
    expect(() => {
      applyChanges(new Map([[PANTRY, { jars: [] }]]), [
        { op: 'set', app: PANTRY, path: ['lids', 0], value: 3 },
      ]);
    }).toThrow('Cannot set pantry.lids[0]');
  });
});
