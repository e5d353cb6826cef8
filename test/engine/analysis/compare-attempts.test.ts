import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingWords } from '../../../engine/analysis/differing-words.ts';
import { compareAttempts, compareSeveral } from '../../../engine/analysis/index.ts';
import { alignSteps } from '../../../engine/analysis/align-steps.ts';
import type { AttemptStep, AlignedSteps } from '../../../engine/model/index.ts';

const step = (
  kind: AttemptStep['kind'],
  text: string,
  {
    tool = kind === 'call' || kind === 'result' ? 'shell.bash' : '',
    entry = undefined as number | undefined,
  } = {},
): AttemptStep => ({ kind, tool, text, lead: text, failed: false, entry });

const call = (text: string, entry?: number): AttemptStep => step('call', text, { entry });

/** Steps of few words, so that many are equal or alike; each call has its result. */
const attempt = fc
  .array(
    fc.tuple(
      fc.constantFrom<AttemptStep['kind']>('call', 'thought', 'reply', 'user'),
      fc.array(fc.constantFrom('open', 'read', 'edit', 'setup', 'test', 'main', 'py'), { maxLength: 4 }),
    ),
    { maxLength: 25 },
  )
  .map((steps) =>
    steps.flatMap(([kind, words]) => {
      const text = words.join(' ');
      return kind === 'call' ? [call(text), step('result', `done ${text}`)] : [step(kind, text)];
    }),
  );

/** Calls that have nothing in common. */
const different = (count: number): readonly AttemptStep[] =>
  Array.from({ length: count }, (_, nth) => call(`do${nth} with${nth} file${nth}`));

const kindsOf = (rows: readonly AlignedSteps[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe('compareAttempts()', () => {
  it('aligns every step of equal attempts', () => {
    fc.assert(
      fc.property(attempt, (steps) => {
        const { rows, parting } = compareAttempts(steps, [...steps]);

        expect(rows).toEqual(steps.map((_, at) => ({ kind: 'equal', a: at, b: at })));
        expect(parting).toBeUndefined();
      }),
    );
  });

  it('has every step of both attempts in one row, those of each in order but for moved ones', () => {
    fc.assert(
      fc.property(attempt, attempt, (a, b) => {
        const { rows } = compareAttempts(a, b);
        for (const [side, steps] of [
          ['a', a],
          ['b', b],
        ] as const) {
          const all = rows.flatMap((row) => row[side] ?? []);
          const unmoved = rows.flatMap((row) => (row.kind === 'moved' ? [] : (row[side] ?? [])));

          expect(all.toSorted((one, other) => one - other)).toEqual([...steps.keys()]);
          expect(unmoved).toEqual(unmoved.toSorted((one, other) => one - other));
        }
        for (const { a: one, b: other } of rows)
          if (one !== undefined && other !== undefined) expect(a[one]!.kind).toBe(b[other]!.kind);
      }),
    );
  });

  it('aligns B with A as it aligns A with B', () => {
    fc.assert(
      fc.property(attempt, attempt, (a, b) => {
        const [there, back] = [alignSteps(a, b), alignSteps(b, a)];

        expect([...back.aToB]).toEqual([...there.bToA]);
        expect([...back.bToA]).toEqual([...there.aToB]);
      }),
    );
  });

  it('shows a block of calls that is somewhere else as moved, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(), fc.nat(), (length, from, to) => {
        const steps = different(20);
        const at = from % (steps.length - length);
        const rest = steps.toSpliced(at, length);
        const target = to % (rest.length + 1);
        fc.pre(Math.abs(target - at) > length);
        const moved = rest.toSpliced(target, 0, ...steps.slice(at, at + length));
        const { rows } = compareAttempts(steps, moved);

        expect(kindsOf(rows)).toEqual({ equal: steps.length - length, moved: length });
        expect(rows.filter(({ kind }) => kind === 'moved').map(({ a }) => a)).toEqual(
          Array.from({ length }, (_, nth) => at + nth),
        );
      }),
    );
  });

  it('aligns similar calls, whatever comes between, and leaves others alone', () => {
    const a = [
      call('cat setup.py'),
      call('python -m pytest tests/test_fence.py'),
      call('sed -i s/a/b/ src/fence.py'),
    ];
    const b = [
      call('grep -rn gate lib'),
      call('python -m pytest -x tests/test_fence.py'),
      call('git log'),
      call('sed -i s/a/c/ src/fence.py'),
      call('cat setup.py'),
    ];

    expect(compareAttempts(a, b).rows.filter(({ kind }) => !kind.startsWith('only'))).toEqual([
      { kind: 'moved', a: 0, b: 4 },
      { kind: 'changed', a: 1, b: 1 },
      { kind: 'changed', a: 2, b: 3 },
    ]);
  });

  it('pairs results with their calls, and thoughts with those before the same call', () => {
    const a = [step('thought', 'I look first.'), call('ls'), step('result', 'a.py')];
    const b = [step('thought', 'Which files are there?'), call('ls'), step('result', 'a.py b.py')];

    expect(compareAttempts(a, b).rows.map(({ kind }) => kind)).toEqual(['changed', 'equal', 'changed']);
  });

  it.each([
    [
      'an order',
      [call('ls', 1), call('python repro.py', 2), call('cat setup.py', 3)],
      [call('ls', 1), call('cat setup.py', 2), call('python repro.py', 3)],
      'After 1 matching step, B calls shell.bash "cat setup.py" (#2) before shell.bash "python repro.py" (#3); A does these the other way round (#2 before #3).',
    ],
    [
      'a step that one leaves out',
      [call('ls', 1), call('python repro.py', 2), call('cat setup.py', 3)],
      [call('ls', 1), call('cat setup.py', 2)],
      'After 1 matching step, A calls shell.bash "python repro.py" (#2) before shell.bash "cat setup.py" (#3); B has no step like it.',
    ],
    [
      'steps of their own',
      [call('python repro.py', 1)],
      [call('cat setup.cfg', 1)],
      'A calls shell.bash "python repro.py" (#1); B calls shell.bash "cat setup.cfg" (#1).',
    ],
    [
      'an end',
      [call('ls', 1)],
      [call('ls', 1), step('reply', 'Done.', { entry: 2 })],
      'After 1 matching step, A ends, with 1 step in all; B replies "Done." (#2).',
    ],
  ])('says where the approaches part: %s', (_what, a, b, sentence) => {
    expect(compareAttempts(a, b).parting?.sentence).toBe(sentence);
  });
});

describe('compareSeveral()', () => {
  it('has every act of every attempt once, in the row of the act it is aligned with', () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 5 }), (attempts) => {
        const rows = compareSeveral(attempts);
        for (const [nth, steps] of attempts.entries()) {
          const acts = [...steps.keys()].filter((at) => ['call', 'reply'].includes(steps[at]!.kind));
          const shown = rows.flatMap((cells) => cells[nth]?.step ?? []);

          expect(shown.toSorted((one, other) => one - other)).toEqual(acts);
        }
      }),
    );
  });

  it('shows who did what, and in another order', () => {
    const [list, read, run] = [call('ls'), call('cat setup.py'), call('python repro.py')];
    const rows = compareSeveral([
      [list, read, run],
      [list, run],
      [list, run, read],
    ]);

    expect(rows.map((cells) => cells.map((cell) => cell?.step))).toEqual([
      [0, 0, 0],
      [1, undefined, 2],
      [2, 1, 1],
    ]);
    expect(rows.flatMap((cells) => cells.filter((cell) => cell?.moved === true))).toHaveLength(1);
  });
});

describe('differingWords()', () => {
  const marked = (text: string, ranges: readonly (readonly [number, number])[]): readonly string[] =>
    ranges.map(([from, to]) => text.slice(from, to));

  it('marks the words that differ, wherever they are in long texts', () => {
    const same = 'All that is the same in both. '.repeat(200);
    const [a, b] = [`${same}The red house. ${same}`, `${same}The old green house. ${same}`];
    const found = differingWords(a, b);

    expect(marked(a, found.a)).toEqual(['red']);
    expect(marked(b, found.b)).toEqual(['old green']);
  });

  it('leaves the same text when what it marks is taken out', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c d', '\n', '.', '🙂'), { maxLength: 20 });
    const rest = (text: string, ranges: readonly (readonly [number, number])[]): string =>
      [...ranges, [text.length, text.length]]
        .map(([from], nth) => text.slice(nth === 0 ? 0 : ranges[nth - 1]![1], from))
        .join('')
        .replaceAll(/\s+/g, '');
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, b] = [one.join(' '), other.join(' ')];
        const found = differingWords(a, b);

        expect(rest(a, found.a)).toBe(rest(b, found.b));
      }),
    );
  });
});
