import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Subagent, TranscriptStep } from '../../../../engine/model/transcript.ts';
import { Nesting } from '../../../../renderer/views/transcript/nesting.ts';
import { secondsIn } from '../../kitchen.ts';

const subagent = (nth: number, call: number | undefined, of?: Subagent): Subagent => ({
  nth,
  name: `h${nth}`,
  call,
  of,
});

const step = (index: number, own?: Subagent, kind: TranscriptStep['kind'] = 'call'): TranscriptStep => ({
  kind,
  index,
  time: secondsIn(index),
  title: '',
  text: '',
  status: index === 3 ? 'failed' : 'done',
  ...(own === undefined ? {} : { subagent: own }),
});

/** Each row in a word: the entry of a step, or the name of a subagent; deeper ones behind dots. */
const wordsOf = ({ rows }: Nesting): readonly string[] =>
  rows.map((row) => '.'.repeat(row.depth) + (row.kind === 'step' ? `#${row.step.index}` : row.subagent.name));

describe('the steps of subagents', () => {
  const finder = subagent(0, 1);
  const counter = subagent(1, 3, finder);
  const other = subagent(2, undefined);
  const steps = [step(0), step(1), step(2), step(3, finder), step(4, counter), step(5, other), step(6)];

  it('are hidden below the calls that they work for, or where they begin', () => {
    const nesting = new Nesting(steps, new Set());

    expect(wordsOf(nesting)).toEqual(['#0', '#1', 'h0', '#2', 'h2', '#6']);
    expect(nesting.rows[2]).toMatchObject({ steps: 1, calls: 1, failed: 1, isOpen: false });
  });

  it('are shown within each other once they are opened', () => {
    expect(wordsOf(new Nesting(steps, new Set([0, 1])))).toEqual([
      ...['#0', '#1', 'h0', '.#3', '.h1', '..#4'],
      ...['#2', 'h2', '#6'],
    ]);
  });

  it('have the row of the subagent around them while it is closed', () => {
    expect(new Nesting(steps, new Set()).rowOf(4)).toBe(2);
    expect(new Nesting(steps, new Set([0])).rowOf(4)).toBe(4);
    expect(new Nesting(steps, new Set()).around(4)).toEqual([1, 0]);
  });

  it('are each shown once when all are opened, whoever called whom in a stranger’s file', () => {
    const whose = fc.array(fc.option(fc.nat(5), { nil: undefined }), { maxLength: 30 });
    const calls = fc.array(fc.option(fc.nat(30), { nil: undefined }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(whose, calls, (owners, called) => {
        const subagents = called.map((call, nth) => subagent(nth, call));
        const all = owners.map((owner, index) =>
          step(index, owner === undefined ? undefined : subagents[owner]),
        );
        const { rows } = new Nesting(all, new Set(subagents.map(({ nth }) => nth)));

        const shown = rows.flatMap((row) => (row.kind === 'step' ? [row.nth] : []));
        expect(shown.toSorted((one, another) => one - another)).toEqual(all.map((_, nth) => nth));
      }),
    );
  });
});
