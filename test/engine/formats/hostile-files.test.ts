import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importPortable, OrreryError, readPortable, type Store, TraceError } from '../../../engine/index.ts';
import { emptyStore } from '../store/pantry.ts';
import { type Fields, forged, keptSupper, type Line, portableOf, sealed, sha256 } from './portable.ts';
import { tries } from '../../tries.ts';

/** The error message for `text`, without the file name. */
function complaint(text: string): string {
  try {
    readPortable(text, 'supper.orrery', sha256);
  } catch (thrown) {
    if (thrown instanceof TraceError) return thrown.message.replace(/^supper\.orrery[:,] /, '');
    throw thrown;
  }
  return 'none';
}

const whole = portableOf(keptSupper());
const lines = whole.trimEnd().split('\n');

/** The first line of `kind`. */
const only = (file: readonly Line[], kind: string): Fields => file.find((line) => kind in line)![kind]!;

/** A file in which the line of `kind` has the fields of `over`. */
const withFields = (kind: string, over: object): string =>
  forged((file) => Object.assign(only(file, kind), over));

describe('a damaged portable file', () => {
  it.each([
    [
      'cut off in a line',
      whole.slice(0, 900),
      'end: The last line is missing or incomplete: the file was cut off.',
    ],
    [
      'cut off after a line',
      `${lines.slice(0, 4).join('\n')}\n`,
      'end: The last line is missing or incomplete: the file was cut off.',
    ],
    [
      'without its last line break',
      whole.trimEnd(),
      'end: The last line is missing or incomplete: the file was cut off.',
    ],
    [
      'altered in one letter',
      whole.replace('plums 1', 'plump 1'),
      /^end\.sha256: The file was changed: its lines have the hash [0-9a-f]{64}, not this one\.$/,
    ],
    [
      'altered in how many lines it says it has',
      whole.replace(/"lines":(\d+)/, '"lines":1$1'),
      /^end\.lines: The file has \d+ lines, not 1\d+\.$/,
    ],
    ['of nothing but a beginning', '{"orrery":', /^line 1: The text is not valid JSON/],
    [
      'of a newer version',
      forged(([first]) => Object.assign(first!, { orrery: 2 })),
      'line 1, orrery: A newer Orrery wrote this file: its format is 2, and this version reads 1.',
    ],
    [
      'without a run',
      forged((file) => file.splice(1, 1)),
      'run: The file has 0 lines of this kind, not one.',
    ],
    [
      'with two runs',
      forged((file) => file.splice(1, 0, file[1]!)),
      'run: The file has 2 lines of this kind, not one.',
    ],
    [
      'in another order',
      forged((file) => file.push(file.splice(2, 1)[0]!)),
      /^line \d+: A line of kind file cannot stand here, only one of note, end\.$/,
    ],
    [
      'with a line of something else',
      forged((file) => file.push({ soup: {} })),
      /^line \d+: The line has soup; expected is an object with one of run, /,
    ],
    [
      'with a line of two things',
      forged(([, run, file]) => Object.assign(run!, file)),
      'line 2: The line has run, file; expected is an object with one of run, file, plan, extras, attempt, hint, state, written, message, exchange, turn, entry, note.',
    ],
  ])('is refused: %s', (_what, text, message) => {
    expect(complaint(text)).toMatch(message);
  });
});

describe('a forged portable file', () => {
  it.each<[string, string, RegExp | string]>([
    [
      'a field twice',
      sealed(lines.slice(0, -1).map((line) => line.replace('"seed":7', '"seed":7,"seed":8'))),
      'line 2, run.seed: The field is given twice.',
    ],
    [
      'room between its words',
      sealed(lines.slice(0, -1).map((line) => line.replace('"seed":7', '"seed": 7'))),
      'line 2, run: The line is not as JSON.stringify writes it.',
    ],
    [
      'a field named __proto__',
      sealed([...lines.slice(0, -1), '{"note":{"__proto__":{"text":"x"}}}']),
      /, note: A field is named __proto__\.$/,
    ],
    [
      'a bomb of depth',
      sealed([...lines.slice(0, -1), `{"note":${'['.repeat(100_000)}${']'.repeat(100_000)}}`]),
      /More than 400 levels of lists and objects\.$/,
    ],
    [
      'a field nobody knows',
      withFields('run', { admin: true }),
      'line 2, run: "admin" is not a known field.',
    ],
    ['a seed that is text', withFields('run', { seed: '7' }), 'line 2, run.seed: "7" is not a number.'],
    [
      'a thinking time of weeks',
      withFields('run', { choices: { agent: { command: 'cook', thinking: 1_000_001 } } }),
      'line 2, run.choices.agent.thinking: 1000001 is more than 1000000.',
    ],
    [
      'a run in motion',
      withFields('run', { state: 'running' }),
      /^line 2, run\.state: "running" is not one of "completed", /,
    ],
    [
      'another hash of its log',
      withFields('run', { logHash: 'f'.repeat(64) }),
      /^run\.logHash: The entries have the hash [0-9a-f]{64}, not this one\.$/,
    ],
    ['too many entries', withFields('run', { entries: 4 }), 'run.entries: The file has 3 entries, not 4.'],
    [
      'an app that has no state',
      withFields('state', { app: 'cellar' }),
      'state: "cellar" is not "pantry": the apps are not those of run.apps.',
    ],
    [
      'a path that leads out',
      withFields('file', { path: '../../.bashrc' }),
      /file\.path: "\.\.\/\.\.\/\.bashrc" is not a path within a workspace.$/,
    ],
    ['an absolute path', withFields('file', { path: '/etc/passwd' }), /is not a path within a workspace\.$/],
    [
      'an entry that happens in the past',
      forged((file) => Object.assign(file.filter((line) => 'entry' in line)[1]!['entry']!, { time: 5 })),
      /^entries\[1\]\.time: 5 is before \d+, the time of the entry before\.$/,
    ],
    [
      'a cause that comes later',
      withFields('entry', { causes: [2] }),
      'entries[0].causes: 2 is not an earlier entry.',
    ],
    [
      'entries written before those that come before them',
      withFields('written', { elapsed: 41 }),
      'written.elapsed: 40 is before 41, the time of the batch before.',
    ],
    [
      'batches that overlap',
      withFields('written', { last: 2 }),
      'written.last: 2 is not after 2, the last entry of the batch before.',
    ],
    [
      'entries of which nobody says when they were written',
      forged((file) =>
        file.splice(
          file.findLastIndex((line) => 'written' in line),
          1,
        ),
      ),
      'written.last: 1 is not 2, the last entry of the run.',
    ],
    [
      'a gap',
      withFields('entry', { index: 7 }),
      'entries[0].index: 7 is not 0: entries are numbered without gaps.',
    ],
    [
      'an outcome that is none',
      withFields('entry', { outcome: { status: 'splendid' } }),
      /entry\.outcome\.status: "splendid" is not one of "done", /,
    ],
    [
      'a note on what is not there',
      withFields('note', { range: { from: 0, to: 90 } }),
      'note.range: There is no entry 90: the last is 2.',
    ],
  ])('is refused: %s', (_what, text, message) => {
    expect(complaint(text)).toMatch(message);
  });

  it('is refused when its planned events wait for themselves', () => {
    const text = forged((file) => {
      const [first] = only(file, 'plan')['events'] as Fields[];
      first!['timing'] = { kind: 'after', edges: [{ event: 'fill-2', delay: 0 }] };
    });

    expect(complaint(text)).toMatch(/^plan\.events: These events wait for each other: "fill-\d", /);
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
  ])('is refused when a change writes %s', (_what, written) => {
    const text = withFields('entry', { changes: [written] });

    expect(complaint(text)).toMatch(/^(line \d+, entry\.changes|entries\[0\]\.changes\[0\]).*: .+\.$/);
    expect({}).not.toHaveProperty('lid');
  });

  it('is imported or refused, and throws only Orrery errors, after any edit', () => {
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
      { numRuns: tries(200) },
    );
  });
});

describe('importPortable()', () => {
  it('leaves no partial run when a write fails', () => {
    const portable = readPortable(whole, 'supper.orrery', sha256);
    const store = emptyStore();
    const full: Store = {
      ...store,
      setTags: () => {
        throw new RangeError('no room');
      },
    };

    expect(() => importPortable(full, portable, 'test')).toThrow('no room');

    expect(store.runs()).toEqual([]);
    expect(importPortable(store, portable, 'test')).toBe('r1');
  });
});
