import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { Note } from '../../../../engine/model/run.ts';
import { parseInstant } from '../../../../engine/model/values/time.ts';
import { type Filter, parseFilter } from '../../../../renderer/ui/query/log-query.ts';
import { row } from '../../rows.ts';

const START = parseInstant('2026-01-05T09:00:00Z');
const at = (clock: string) => parseInstant(`2026-01-05T${clock}Z`);

const NOTE: Note = {
  id: 1,
  run: runId('r1'),
  text: 'Too late',
  tags: ['odd'],
  value: undefined,
  made: 0,
  range: { from: 1, to: 2 },
};
const RUN = { start: START, notes: [NOTE, { ...NOTE, id: 2, text: 'Fine', range: undefined }] };

const LOG = [
  row(0, { time: at('09:10:00'), app: 'mail', tool: 'send_email', kind: 'agent', changed: true }),
  row(1, { time: at('10:00:00'), app: 'mail', tool: 'search', kind: 'agent', status: 'failed' }),
  row(2, { time: at('10:30:00'), app: 'calendar', tool: 'add', kind: 'user', oracle: true }),
  row(3, { time: at('11:00:00'), app: undefined, tool: undefined, kind: 'condition', verdict: 'waiting' }),
];

function filterOf(text: string): Filter {
  const filter = parseFilter(text, RUN);
  if ('message' in filter) throw new Error(filter.message);
  return filter;
}

describe('parseFilter()', () => {
  it.each([
    ['app:mail', [0, 1]],
    ['app:MAIL,calendar', [0, 1, 2]],
    ['app!=mail', [2, 3]],
    ['tool:send*', [0]],
    ['tool:*e*d*', [0]],
    ['tool:send', [0]],
    ['tool=send', []],
    ['tool=send*', [0]],
    ['tool:ea', [1]],
    ['status:fail*', [1]],
    ['actor:user', [2]],
    ['kind:condition', [3]],
    ['status:failed,waiting', [1, 3]],
    ['event:event-2', [2]],
    ['is:changed', [0]],
    ['-is:oracle', [0, 1, 3]],
    ['t>10:00', [2, 3]],
    ['t>=10:00 t<2026-01-05T11:00', [1, 2]],
    ['t<+1h', [0]],
    ['app:mail -status:failed', [0]],
    ['tool:a.d', []],
    ['note:late', [1, 2]],
    ['note:"late odd" app:mail', [1]],
    ['-note:odd', [0, 3]],
    ['note:fine', []],
  ])('matches the expected rows for %s', (text, wanted) => {
    const { holds } = filterOf(text);

    expect(LOG.filter(holds).map(({ index }) => index)).toEqual(wanted);
  });

  it('returns words and arguments as terms for main to search', () => {
    expect(filterOf('plums "Dr. Okafor" -pears arg.to:"bob b" arg.cc!=ann app:mail').said).toEqual([
      { term: { kind: 'text', text: 'plums' }, not: false },
      { term: { kind: 'text', text: 'Dr. Okafor' }, not: false },
      { term: { kind: 'text', text: 'pears' }, not: true },
      { term: { kind: 'argument', name: 'to', test: 'has', value: 'bob b' }, not: false },
      { term: { kind: 'argument', name: 'cc', test: 'is', value: 'ann' }, not: true },
    ]);
  });

  it.each([
    ['app:mail colour:red', 'colour:red', 'Unknown filter "colour"'],
    ['status:done,fialed', 'done,fialed', 'status is done, failed'],
    ['app:', 'app:', 'app: needs a value.'],
    ['app>mail', 'mail', 'app takes : = or !='],
    ['x t:10:00', '10:00', 't takes >'],
    ['t>25:00', '25:00', '"25:00" is not a time'],
    ['arg.:bob', 'bob', 'arg needs a name'],
    ['arg.n>3', '3', 'arg.n takes'],
    ['note>late', 'late', 'note takes a colon'],
    ['mail -', '-', 'Type text or a filter.'],
  ])('reports in %s the wrong part %s', (text, wrong, message) => {
    const found = parseFilter(text, RUN);

    if (!('message' in found)) throw new Error('it was taken for a filter');
    expect(text.slice(found.from, found.to)).toBe(wrong);
    expect(found.message).toContain(message);
  });

  it('reads an unclosed quote as words to the end', () => {
    expect(filterOf('"half a').said).toEqual([{ term: { kind: 'text', text: 'half a' }, not: false }]);
  });
});
