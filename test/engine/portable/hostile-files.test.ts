import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importPortable, OrreryError, readPortable, TraceError } from '../../../engine/index.ts';
import { emptyStore } from '../store/pantry.ts';
import { type Fields, forged, keptSupper, type Line, portableOf, sealed, sha256 } from './portable.ts';

/** The message for `text`, without the file's name. */
function complaint(text: string): string {
  try {
    readPortable(text, 'supper.orrery', sha256);
  } catch (thrown) {
    if (thrown instanceof TraceError) return thrown.message.replace(/^supper\.orrery: /, '');
    throw thrown;
  }
  return 'none';
}

const whole = portableOf(keptSupper());
const lines = whole.trimEnd().split('\n');

/** The first line of `kind`. */
const only = (file: readonly Line[], kind: string): Fields => file.find((line) => kind in line)![kind]!;

/** A file whose line of `kind` has these fields instead. */
const withFields = (kind: string, over: object): string =>
  forged((file) => Object.assign(only(file, kind), over));

describe('a portable file that was damaged', () => {
  it.each([
    ['cut off in a line', whole.slice(0, 900), /^end: found .+, wanted a whole last line$/],
    [
      'cut off after a line',
      `${lines.slice(0, 4).join('\n')}\n`,
      /^end: found .+, wanted a whole last line$/,
    ],
    ['without its last line break', whole.trimEnd(), /^end: found .+, wanted a whole last line$/],
    [
      'altered in one letter',
      whole.replace('plums 1', 'plump 1'),
      /^end\.sha256: found .+, wanted the file's own, [0-9a-f]{64}$/,
    ],
    [
      'altered in how many lines it says it has',
      whole.replace(/"lines":(\d+)/, '"lines":1$1'),
      /^end\.lines: found 1\d+, wanted its own, \d+$/,
    ],
    ['of nothing but a beginning', '{"orrery":', /^line 1: found no JSON/],
    [
      'of a newer version',
      forged(([first]) => Object.assign(first!, { orrery: 2 })),
      'line 1: orrery: found 2, wanted at most 1: a newer Orrery wrote it',
    ],
    ['without a run', forged((file) => file.splice(1, 1)), 'run: found 0 lines, wanted one'],
    ['with two runs', forged((file) => file.splice(1, 0, file[1]!)), 'run: found 2 lines, wanted one'],
    [
      'in another order',
      forged((file) => file.push(file.splice(2, 1)[0]!)),
      /^line \d+: found a line of kind file, wanted note or the end$/,
    ],
    [
      'with a line of something else',
      forged((file) => file.push({ soup: {} })),
      /^line \d+: found an object with soup, wanted an object with one of run, /,
    ],
    [
      'with a line of two things',
      forged(([, run, file]) => Object.assign(run!, file)),
      'line 2: found an object with run, file, wanted an object with one of run, file, plan, extras, hint, state, written, entry, note',
    ],
  ])('is refused %s', (_what, text, message) => {
    expect(complaint(text)).toMatch(message);
  });
});

describe('a portable file that somebody forged', () => {
  it.each<[string, string, RegExp | string]>([
    [
      'a field twice',
      sealed(lines.slice(0, -1).map((line) => line.replace('"seed":7', '"seed":7,"seed":8'))),
      'line 2: run.seed: found this field twice, wanted it once',
    ],
    [
      'room between its words',
      sealed(lines.slice(0, -1).map((line) => line.replace('"seed":7', '"seed": 7'))),
      'line 2: run: found a line that this program does not write, wanted one as JSON.stringify writes it',
    ],
    [
      'a field named __proto__',
      sealed([...lines.slice(0, -1), '{"note":{"__proto__":{"text":"x"}}}']),
      /: note: found a field named __proto__, wanted/,
    ],
    [
      'a bomb of depth',
      sealed([...lines.slice(0, -1), `{"note":${'['.repeat(100_000)}${']'.repeat(100_000)}}`]),
      /found something too deep, wanted at most 200 levels$/,
    ],
    [
      'a field nobody knows',
      withFields('run', { admin: true }),
      'line 2: run: found a field "admin", wanted only fields that are known here',
    ],
    ['a seed that is text', withFields('run', { seed: '7' }), 'line 2: run.seed: found "7", wanted a number'],
    [
      'a run in motion',
      withFields('run', { state: 'running' }),
      /^line 2: run\.state: found "running", wanted "stopped" or/,
    ],
    [
      'another hash of its log',
      withFields('run', { logHash: 'f'.repeat(64) }),
      /^run\.logHash: found f+, wanted that of its entries, /,
    ],
    [
      'too many entries',
      withFields('run', { entries: 4 }),
      'run.entries: found 4, wanted the number of entries, 3',
    ],
    [
      'an app that has no state',
      withFields('state', { app: 'cellar' }),
      'state: found "cellar", wanted "pantry", as in run.apps',
    ],
    [
      'a path that leads out',
      withFields('file', { path: '../../.bashrc' }),
      /file\.path: found "\.\.\/\.\.\/\.bashrc", wanted a path within a workspace$/,
    ],
    ['an absolute path', withFields('file', { path: '/etc/passwd' }), /wanted a path within a workspace$/],
    [
      'an entry that happens in the past',
      forged((file) => Object.assign(file.filter((line) => 'entry' in line)[1]!['entry']!, { time: 5 })),
      /^entry 1: time: found 5, wanted \d+ or later$/,
    ],
    [
      'a cause that comes later',
      withFields('entry', { causes: [2] }),
      'entry 0: causes: found 2, wanted entries before it',
    ],
    [
      'entries written before those that come before them',
      withFields('written', { elapsed: 41 }),
      'written.elapsed: found 40, wanted 41 or more',
    ],
    ['batches that overlap', withFields('written', { last: 2 }), 'written.last: found 2, wanted more than 2'],
    [
      'entries of which nobody says when they were written',
      forged((file) =>
        file.splice(
          file.findLastIndex((line) => 'written' in line),
          1,
        ),
      ),
      'written.last: found 1, wanted the last entry, 2',
    ],
    ['a gap', withFields('entry', { index: 7 }), 'entry 0: index: found 7, wanted 0'],
    [
      'an outcome that is none',
      withFields('entry', { outcome: { status: 'splendid' } }),
      /entry\.outcome\.status: found "splendid", wanted "done" or/,
    ],
    [
      'a note on what is not there',
      withFields('note', { range: { from: 0, to: 90 } }),
      'note.range: found entry 90, wanted at most 2',
    ],
  ])('is refused with %s', (_what, text, message) => {
    expect(complaint(text)).toMatch(message);
  });

  it('is refused with a plan whose events wait for themselves', () => {
    const text = forged((file) => {
      const [first] = only(file, 'plan')['events'] as Fields[];
      first!['timing'] = { kind: 'after', edges: [{ event: 'fill-2', delay: 0 }] };
    });

    expect(complaint(text)).toMatch(/^plan\.events: found a cycle \(.+\), wanted events that do not wait/);
  });

  const change = { op: 'set', app: 'pantry', path: ['jars', 0, 'label'], value: 'figs' };
  it.each<[string, object]>([
    ['into the prototype', { ...change, path: ['jars', '__proto__'] }],
    ['through the constructor', { ...change, path: ['constructor', 'prototype', 'lid'] }],
    ['far behind the end of a list', { ...change, path: ['jars', 4_000_000_000] }],
    ['the length of a list', { ...change, path: ['jars', 'length'], value: 4_000_000_000 }],
    ['the whole state', { ...change, path: [] }],
    ['an app that is not there', { ...change, app: 'cellar' }],
    ['an object like a list', { op: 'splice', app: 'pantry', path: [], at: 0, remove: 0, insert: [1] }],
    ['more than a list has', { op: 'splice', app: 'pantry', path: ['jars'], at: 0, remove: 9, insert: [] }],
    ['a hole into a list', { op: 'delete', app: 'pantry', path: ['jars', 0] }],
  ])('is refused with a change that writes %s', (_what, written) => {
    const text = withFields('entry', { changes: [written] });

    expect(complaint(text)).toMatch(
      /^(line \d+: entry\.changes|entry 0: changes\[0\]).*: found .+, wanted .+/,
    );
    expect({}).not.toHaveProperty('lid');
  });

  it('is refused or taken, and never anything else, whatever is altered in it', () => {
    const body = lines.slice(0, -1);
    const store = emptyStore();
    fc.assert(
      fc.property(
        fc.nat(body.length - 1),
        fc.nat(2_000),
        fc.constantFrom('', '0', '-1', '"', 'null', '[]', '{}', '9e999', '\u2028', 'true', ','),
        (at, position, put) => {
          const line = body[at]!;
          const from = position % line.length;
          const text = sealed(body.with(at, `${line.slice(0, from)}${put}${line.slice(from + 1)}`));
          const before = store.runs().length;
          try {
            importPortable(store, readPortable(text, 'supper.orrery', sha256), 'test');
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(OrreryError);
            expect(store.runs()).toHaveLength(before);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('importPortable()', () => {
  it('leaves nothing behind where the database refuses a part', () => {
    const portable = readPortable(whole, 'supper.orrery', sha256);
    const store = emptyStore();
    const full = {
      ...store,
      tag: () => {
        throw new RangeError('no room');
      },
    };

    expect(() => importPortable(full, portable, 'test')).toThrow('no room');

    expect(store.runs()).toEqual([]);
    expect(importPortable(store, portable, 'test')).toBe('r1');
  });
});
