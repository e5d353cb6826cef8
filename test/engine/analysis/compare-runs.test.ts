import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../engine/analysis/compare-runs.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { after, instant, seconds } from '../../../engine/model/values/time.ts';
import { played, type Script } from './mutated-runs.ts';

const script: Script = {
  seed: 1,
  inbox: ['old'],
  planned: [
    { name: 'first', tool: 'mail', at: 10 },
    { name: 'second', tool: 'message', at: 20 },
    { name: 'third', tool: 'mail', at: 5, after: 'second' },
  ],
  moves: [
    { name: 'move read', at: 15, tool: 'get_email_by_id', args: { email_id: 'inbox-1' } },
    {
      name: 'move note',
      at: 40,
      tool: 'send_email',
      args: { recipients: ['ada@example.org'], subject: 'note' },
    },
  ],
};

const compared = (other: Partial<Script>, sameScenario = true) =>
  compareRuns(played(script), played({ ...script, ...other }), sameScenario);

const kinds = ({ rows }: ReturnType<typeof compareRuns>): string => rows.map(({ kind }) => kind).join(' ');

describe('compareRuns()', () => {
  it('finds no divergence between two runs of the same script', () => {
    const comparison = compared({});

    expect(kinds(comparison)).toBe('equal equal equal equal equal');
    expect(comparison.divergence).toBeUndefined();
  });

  it('finds no divergence when only the generated ids differ', () => {
    expect(compared({ seed: 2 }).divergence).toBeUndefined();
  });

  it('reports an app that only one run has, even if it is named like an object property', () => {
    const run = { start: instant(0), entries: [] };
    const app = appName('constructor');

    const { initialStates } = compareRuns({ ...run, states: { [app]: 1 } }, { ...run, states: {} }, true);

    expect(initialStates).toEqual([{ app, differences: [{ path: [], a: 1 }] }]);
  });

  it.each([
    ['text', 1],
    ['text', null],
    ['text', 'another'],
  ])('tells the result %j of a recording from %j of a run', (a, b) => {
    const run = played(script);
    const answering = (value: Json) =>
      run.entries.with(0, { ...run.entries[0]!, outcome: { status: 'done', value } });

    const { divergence } = compareRuns(
      { ...run, entries: answering(a), recorded: true },
      { ...run, entries: answering(b) },
      true,
    );

    expect(divergence?.sentence).toContain('its result is "text" in A');
  });

  it('names the argument that differs', () => {
    const [read, note] = script.moves;
    const { divergence } = compared({
      moves: [read!, { ...note!, args: { ...note!.args, subject: 'Hello' } }],
    });

    expect(divergence).toMatchObject({
      row: 4,
      sentence: '#4 mail.send_email by the agent: subject is "note" in A and "Hello" in B.',
      laterRows: 0,
    });
  });

  it('names the argument and the outcome when a different argument makes the call fail', () => {
    const [read, note] = script.moves;
    const { divergence } = compared({ moves: [{ ...read!, args: { email_id: 'inbox-9' } }, note!] });

    expect(divergence?.sentence).toMatch(
      /email_id is "inbox-1" in A and "inbox-9" in B, and its outcome is done in A and failed \(\w+\) in B/,
    );
  });

  it('aligns the later entries when one event is missing', () => {
    const comparison = compared({ planned: script.planned.slice(1) });

    expect(kinds(comparison)).toBe('only-a equal equal equal equal');
    expect(comparison.divergence?.sentence).toBe(
      'only A has #0 mail.send_email_to_user_only by the world, 10 s after the start.',
    );
  });

  it('counts the later entries that differ and those that depend on the divergence', () => {
    const comparison = compared({ planned: script.planned.with(1, { ...script.planned[1]!, at: 21 }) });

    expect(comparison.divergence).toMatchObject({
      sentence:
        '#2 user.send_message_to_agent by the user: it comes 20 s after the start in A and 21 s after the start in B; 1 later entry differs; 1 depends on it.',
      laterRows: 1,
      dependentRows: 1,
    });
  });

  it.each([
    [60, '1 min'],
    [3604.5, '1 h 4.5 s'],
    [93_784, '1 d 2 h 3 min 4 s'],
  ])('writes a time of %d seconds as %s', (at, words) => {
    const run = played(script);
    const entries = [{ ...run.entries[0]!, time: after(run.start, seconds(at)) }];

    const { divergence } = compareRuns({ ...run, entries }, { ...run, entries: [] }, true);

    expect(divergence?.sentence).toContain(`, ${words} after the start`);
  });

  it('recognizes a moved call and lists it at its earlier place', () => {
    const [read, note] = script.moves;
    const comparison = compared({ moves: [read!, { ...note!, at: 2 }] });

    expect(kinds(comparison)).toBe('moved equal equal equal equal');
    expect(comparison.rows[0]).toMatchObject({ a: 4, b: 0 });
    expect(comparison.divergence?.sentence).toBe(
      '#4 mail.send_email by the agent comes 40 s after the start in A and 2 s after the start, as #0, in B.',
    );
  });

  it('names the call that the other run made instead', () => {
    const [, note] = script.moves;
    const list = { name: 'move list', at: 15, tool: 'list_emails', args: {} } as const;

    expect(compared({ moves: [list, note!] }).divergence?.sentence).toBe(
      'only A has #1 mail.get_email_by_id by the agent, 15 s after the start; B has #1 mail.list_emails by the agent instead.',
    );
  });

  it('reports differences in the initial states first', () => {
    const { divergence, initialStates } = compared({ inbox: ['new'] });

    expect(initialStates).toEqual([
      {
        app: 'mail',
        differences: [{ path: ['folders', 'INBOX', 'emails', 0, 'subject'], a: 'old', b: 'new' }],
      },
    ]);
    expect(divergence).toMatchObject({
      row: -1,
      sentence: expect.stringContaining(
        'the initial states differ: mail.folders.INBOX.emails[0].subject is "old" in A and "new" in B',
      ) as string,
    });
  });

  it('matches runs of different scenarios by their actions', () => {
    const zeroth = { name: 'zeroth', tool: 'message', at: 1 } as const;
    const comparison = compared({ planned: [zeroth, ...script.planned] }, false);

    expect(kinds(comparison)).toBe('only-b equal equal equal equal equal');
  });
});

it('compareRuns() names the minefield that ended one of two runs after an earlier divergence', () => {
  const [a, b] = [played(script), played({ ...script, moves: [script.moves[0]!] })];
  const last = b.entries.at(-1)!;
  const tripped: LogEntry = {
    index: b.entries.length,
    time: last.time,
    due: last.time,
    event: eventId('watch'),
    kind: 'validation',
    causes: [],
    changes: [],
    outcome: { status: 'done', value: null },
    attempt: 1,
    verdict: 'failed',
    achieved: [],
    open: [],
    tripped: ['sends nothing'],
  };

  const { divergence } = compareRuns(a, { ...b, entries: [...b.entries, tripped] }, true);

  expect(divergence?.sentence).toMatch(
    new RegExp(`B triggered the minefield "sends nothing" at #${tripped.index}\\.$`),
  );
});
