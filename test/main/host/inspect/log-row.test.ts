import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import { appName, eventId } from '../../../../engine/model/values/ids.ts';
import type { ActionEntry } from '../../../../engine/model/log-entry.ts';
import type { Verbosity } from '../../../../engine/model/notification.ts';
import { instant } from '../../../../engine/model/values/time.ts';
import { headOf, readRows, readSummaries, rowsOf } from '../../../../main/host/inspect/log-rows.ts';
import { LIMITS, type LogRow } from '../../../../preload/contract.ts';
import { rowsIn, Summaries } from '../../../../renderer/stores/log.ts';
import { openDatabase, packing } from '../../../open-database.ts';

const APPS = [
  { name: appName('mail'), class: 'EmailClientV2', known: true },
  { name: appName('chat'), class: 'AgentUserInterface', known: true },
];

const call = (app: string, tool: string, more: Partial<ActionEntry> = {}): ActionEntry => ({
  index: 0,
  time: instant(5),
  due: instant(5),
  event: eventId('call'),
  causes: [],
  outcome: { status: 'done', value: null },
  changes: [],
  kind: 'environment',
  oracle: false,
  action: { app: appName(app), tool, args: { sender: 'ada@example.org', content: 'hello' }, effect: 'write' },
  calls: [],
  ...more,
});

const told = (entry: ActionEntry, verbosity: Verbosity = 'medium'): boolean =>
  rowsOf([headOf(entry)], { apps: APPS, choices: { verbosity } })[0]!.notified;

/** The rows of stored `entries`, as the window gets them. */
function stored(entries: readonly ActionEntry[], verbosity: Verbosity = 'medium'): readonly LogRow[] {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const run = store.begin({
    scenario: 'letters',
    source: 'scenarios/letters.ts',
    mode: 'oracle',
    seed: 0,
    startedAt: 0,
    start: instant(0),
    apps: APPS,
    notes: [],
    owner: 'test',
    states: {},
    choices: { verbosity },
  });
  run.append(entries, instant(9));
  const summaries = new Summaries();
  const rows = rowsIn(readRows(store, store.run(run.id)!, 0), summaries);
  for (let from = summaries.next(); from !== undefined; from = summaries.next())
    summaries.add(readSummaries(store, store.run(run.id)!, from));
  return rows;
}

const FIELDS = [
  ...['index', 'time', 'due', 'event', 'kind', 'oracle', 'app', 'tool', 'status', 'verdict'],
  ...['changed', 'causes', 'notified', 'summary'],
] as const;

const fieldsOf = (row: LogRow): Record<string, unknown> =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field as keyof LogRow]]));

describe('readRows()', () => {
  it('returns the rows that rowsOf() makes of the entries, also for calls with flags and inner calls', () => {
    const entries = [
      call('mail', 'send_email_to_user_only'),
      call('mail', 'send_email_to_user_only', { quiet: true }),
      call('mail', 'delete_email', { kind: 'agent', causes: [0, 1] }),
      call('chat', 'send_message_to_agent', { kind: 'user', oracle: true }),
      call('chat', 'wait_for_notification', {
        kind: 'agent',
        waited: 'timed-out',
        action: { app: appName('chat'), tool: 'wait', args: { timeout: 5 }, effect: 'read' },
      }),
      call('mail', 'send_email_to_user_only', { outcome: { status: 'skipped', reason: 'late' } }),
      call('chat', 'poll', {
        kind: 'agent',
        direct: true,
        calls: [
          {
            ...call('mail', 'send_email_to_user_only'),
            actor: 'environment',
          },
        ],
      }),
    ].map((entry, index) => ({ ...entry, index }));

    for (const verbosity of ['low', 'medium'] as const)
      expect(stored(entries, verbosity).map(fieldsOf)).toEqual(
        rowsOf(entries.map(headOf), { apps: APPS, choices: { verbosity } }).map(fieldsOf),
      );
  });

  it('adds summaries only at the end of a long log; readSummaries() has the others', () => {
    const entries = Array.from({ length: 2 * LIMITS.summaries + 7 }, (_, index) =>
      call('mail', 'delete_email', {
        index,
        action: {
          app: appName('mail'),
          tool: 'delete_email',
          args: { email_id: `m${index}` },
          effect: 'write',
        },
      }),
    );

    const rows = stored(entries);
    expect(rows.map(({ summary }) => summary)).toEqual(entries.map(({ index }) => `email_id: m${index}`));
  });
});

describe('rowsOf()', () => {
  it('takes the written time from the entry’s batch, and leaves it out when not stored', () => {
    const heads = [0, 1, 2].map((index) => headOf(call('mail', 'delete_email', { index })));
    const writings = [
      { last: 1, elapsed: 7 },
      { last: 2, elapsed: 90 },
    ];

    expect(rowsOf(heads, { apps: APPS }, writings).map(({ written }) => written)).toEqual([7, 7, 90]);
    expect(rowsOf(heads, { apps: APPS })[0]!.written).toBeUndefined();
  });

  it('marks the entries that notified the agent', () => {
    expect(told(call('chat', 'send_message_to_agent', { kind: 'user' }))).toBe(true);
    expect(told(call('mail', 'send_email_to_user_only'))).toBe(true);
    expect(told(call('mail', 'delete_email'))).toBe(false);
  });

  it('follows the verbosity of the run, medium by default', () => {
    expect(told(call('mail', 'send_email_to_user_only'), 'low')).toBe(false);
    expect(told(call('chat', 'send_message_to_agent', { kind: 'user' }), 'low')).toBe(true);
    expect(rowsOf([headOf(call('mail', 'send_email_to_user_only'))], { apps: APPS })[0]!.notified).toBe(true);
  });

  it('does not mark skipped or quiet calls as notified', () => {
    expect(told(call('mail', 'send_email_to_user_only', { quiet: true }))).toBe(false);
    expect(
      told(
        call('mail', 'send_email_to_user_only', {
          outcome: { status: 'skipped', reason: 'it is the agent’s' },
        }),
      ),
    ).toBe(false);
  });
});
