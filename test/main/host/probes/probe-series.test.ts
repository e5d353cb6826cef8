import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../engine/index.ts';
import type { Change } from '../../../../engine/model/log-entry.ts';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import type { Path } from '../../../../engine/model/values/paths.ts';
import { type ProbeSeriesPart, ProbeEvaluation } from '../../../../main/host/probes/probe-queries.ts';
import type { ProbeValue } from '../../../../preload/contract.ts';
import { CLOCK, emptyStore, fill, look, minute, PANTRY, supper } from '../../../engine/store/pantry.ts';

const set = (path: Path, value: Json, app = PANTRY): Change => ({ op: 'set', app, path, value });

/** A run whose entries each insert a jar at the front, except for the entries in `others`. */
function shelf(count: number, others: Readonly<Record<number, readonly Change[]>> = {}) {
  const store = emptyStore();
  const writer = store.begin(supper());
  const grow = (from: number, to: number): void => {
    const entries = Array.from({ length: to - from }, (_, nth) => ({
      ...fill(from + nth),
      changes: others[from + nth] ?? fill(from + nth).changes,
    }));
    writer.append(entries, minute(to));
  };
  grow(0, count);
  return { store, run: writer.id, grow };
}

const seriesOf = (store: Store, run: RunId, expression: string): ProbeEvaluation =>
  new ProbeEvaluation(store, run, expression, 200);

const allOf = ({ steps }: ProbeSeriesPart): readonly (readonly [number, ProbeValue])[] =>
  steps.map(([entry, value]) => [entry, JSON.parse(value) as ProbeValue]);

const never = (): boolean => false;

/** All values of `expression` in a run. */
const probe = (expression: string, count: number, others?: Readonly<Record<number, readonly Change[]>>) => {
  const { store, run } = shelf(count, others);
  return allOf(seriesOf(store, run, expression).read(-1, never));
};

describe('ProbeSeries', () => {
  it('lists the entries at which the value changed, with the initial value first', () => {
    expect(probe('apps.pantry.jars.length', 3)).toEqual([
      [-1, 0],
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('leaves out entries at which the value stays the same', () => {
    expect(probe("world.pantry.jars.at(-1)?.label ?? 'none'", 4)).toEqual([
      [-1, 'none'],
      [0, 'plums 0'],
    ]);
  });

  it('reads an app that the expression first uses later with its current state', () => {
    const others = { 1: [set(['face'], 'square', CLOCK)], 4: [set(['face'], 'oval', CLOCK)] };

    expect(probe("apps.pantry.jars.length < 2 ? '?' : apps.clock.face", 6, others)).toEqual([
      [-1, '?'],
      [2, 'square'],
      [4, 'oval'],
    ]);
  });

  it('applies all changes of an entry to several apps before it evaluates', () => {
    const both = { 1: [set(['jars'], []), set(['face'], 'flat', CLOCK)] };

    expect(probe('apps.clock.face + apps.pantry.jars.length', 2, both)).toEqual([
      [-1, 'round0'],
      [0, 'round1'],
      [1, 'flat0'],
    ]);
  });

  it('follows values that are set, deleted, inserted and removed', () => {
    const away: Change = { op: 'splice', app: PANTRY, path: ['jars'], at: 0, remove: 1, insert: [] };
    const unlabelled: Change = { op: 'delete', app: PANTRY, path: ['jars', 0, 'label'] };

    expect(
      probe('apps.pantry.jars.map((jar) => jar.label).join()', 5, {
        2: [set(['jars', 1, 'label'], 'figs')],
        3: [away],
        4: [unlabelled],
      }),
    ).toEqual([
      [-1, ''],
      [0, 'plums 0'],
      [1, 'plums 1,plums 0'],
      [2, 'plums 1,figs'],
      [3, 'figs'],
      [4, ''],
    ]);
  });

  it('returns a gap with the reason when the expression throws or is undefined', () => {
    expect(probe('apps.pantry.jars[0].label.at(6)', 2, { 0: [set(['jars'], [{ label: 'figs' }])] })).toEqual([
      [-1, { gap: "TypeError: Cannot read properties of undefined (reading 'label')" }],
      [0, { gap: 'undefined' }],
      [1, '1'],
    ]);
  });

  it.each([
    '0 / 0',
    '1 / 0',
    '() => 1',
    'Symbol()',
    'Math.random()',
    'Date.now()',
    'require("fs").read',
    'process.exit()',
  ])('returns a gap for %s', (expression) => {
    expect(probe(expression, 1)).toEqual([[-1, { gap: expect.any(String) as string }]]);
  });

  it.each([
    'apps.pantry.jars = []',
    'apps.pantry.jars.push(1)',
    'delete apps.pantry.jars',
    'apps.pantry.jars.sort()',
    'apps.pantry = 1',
    'Object.assign(apps.pantry, { jars: 1 })',
  ])('returns a gap when %s tries to change the state', (expression) => {
    const reason = expect.stringMatching(/^a probe may look, but not change anything/) as string;

    expect(probe(`apps.pantry.jars.length < 2 ? 0 : (${expression}, 1)`, 4)).toEqual([
      [-1, 0],
      [1, { gap: reason }],
    ]);
    expect(probe(`apps.pantry.jars.length > 0 ? 0 : (${expression}, apps.pantry.jars.push(2))`, 1)).toEqual([
      [-1, { gap: reason }],
      [0, 0],
    ]);
  });

  it.each([
    'Array.prototype.splice = () => 1',
    'Object.prototype.toJSON = () => 1',
    'String.prototype.slice = () => 1',
    'Array.prototype[Symbol.iterator] = () => 1',
    'RegExp.prototype.exec = () => 1',
    'Object.getPrototypeOf(function* () {}).prototype.next = () => 1',
    '(Math.max = () => 1)',
  ])('returns a gap when %s tries to change the language', (expression) => {
    const reason = expect.stringMatching(/^a probe may look, but not change anything/) as string;

    expect(probe(`(${expression}, undefined)`, 1)).toEqual([[-1, { gap: reason }]]);
  });

  it('follows fields with the names of methods that all objects have', () => {
    expect(
      probe('apps.clock.toString ?? apps.clock.face', 2, {
        0: [set(['toString'], 'a', CLOCK)],
        1: [set(['toString'], 'b', CLOCK)],
      }).map(([, value]) => value),
    ).toEqual([expect.anything(), 'a', 'b']);
  });

  it('makes progress even when its time is already over', () => {
    const { store, run } = shelf(3);
    const series = seriesOf(store, run, 'apps.pantry.jars.length');

    expect(series.read(1, () => true)).toEqual({ next: 2, steps: [[1, '2']] });
    expect(series.read(2, () => true)).toEqual({ next: 3, steps: [[2, '3']] });
    expect(series.read(3, () => true)).toEqual({ next: 3, steps: [] });
  });

  it('follows list splices of 25,000 elements', () => {
    const splice = (at: number, remove: number, insert: readonly Json[]): Change => ({
      op: 'splice',
      app: PANTRY,
      path: ['jars'],
      at,
      remove,
      insert,
    });
    const many = Array.from({ length: 25_000 }, (_, nth) => nth);

    expect(
      probe('[apps.pantry.jars.length, apps.pantry.jars[1], apps.pantry.jars.at(-1)].join()', 4, {
        0: [splice(0, 0, ['a', 'b', 'c'])],
        1: [splice(1, 1, many)],
        2: [splice(0, 25_000, [])],
        3: [splice(1, 0, ['d']), set(['jars', 0], 'e')],
      }),
    ).toEqual([
      [-1, '0,,'],
      [0, '3,b,c'],
      [1, '25002,0,c'],
      [2, '2,c,c'],
      [3, '3,d,c'],
    ]);
  });

  it('shortens lists and objects as JSON, and reports changes beyond the cut', () => {
    const long = 'x'.repeat(500);
    const values = probe('apps.pantry.jars[0]', 2, {
      0: [set(['jars'], [{ label: `${long}a` }])],
      1: [set(['jars', 0, 'label'], `${long}b`)],
    });

    const shown = { json: `{"label":"${'x'.repeat(189)}…` };
    expect(values).toEqual([
      [-1, { gap: 'undefined' }],
      [0, shown],
      [1, shown],
    ]);
  });

  it('names an app that the run does not have', () => {
    expect(probe('world.mail.folders', 1)).toEqual([[-1, { gap: 'this run has no app "mail"' }]]);
    expect(probe('apps.clock.apps.mail', 1)).toEqual([
      [-1, { gap: expect.stringMatching(/undefined/) as string }],
    ]);
    expect(probe("apps['clock'].face + (apps.mail?.length ?? 0)", 1)).toEqual([[-1, 'round0']]);
  });

  it('cuts long texts', () => {
    expect(probe("'é'.repeat(500)", 0)).toEqual([[-1, `${'é'.repeat(199)}…`]]);
  });

  it('stops an endless expression and names the entry', () => {
    expect(() => probe('apps.pantry.jars.length < 2 || (() => { for (;;); })()', 4)).toThrow(
      /no answer within 0\.2 seconds at entry #1\. Write an expression that answers at once\.$/,
    );
  });

  it('continues when the run has grown', () => {
    const { store, run, grow } = shelf(2);
    const series = seriesOf(store, run, 'apps.pantry.jars.length');
    const { next } = series.read(-1, never);
    grow(2, 4);

    const more = series.read(next, never);

    expect(next).toBe(2);
    expect(more.next).toBe(4);
    expect(allOf(more)).toEqual([
      [2, 3],
      [3, 4],
    ]);
  });

  it('can be stopped at any entry and continued by another series', () => {
    const { store, run } = shelf(5);
    const first = seriesOf(store, run, 'apps.pantry.jars.length');
    let asked = 0;
    const part = first.read(-1, () => ++asked > 2);

    const rest = seriesOf(store, run, 'apps.pantry.jars.length').read(part.next, never);

    expect(part.next).toBeLessThan(5);
    expect(allOf(part).length + allOf(rest).length).toBe(6);
    expect(rest.next).toBe(5);
  });

  it('evaluates the expression only at entries that change an app it reads', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    writer.append(
      Array.from({ length: 50 }, (_, index) => look(index)),
      minute(50),
    );

    const part = seriesOf(
      store,
      writer.id,
      '(globalThis.asked = (globalThis.asked ?? 0) + 1) && apps.pantry',
    ).read(-1, never);

    expect(part).toEqual({ next: 50, steps: [[-1, '{"json":"{\\"jars\\":[]}"}']] });
  });
});
