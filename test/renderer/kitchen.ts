import { appName, eventId, runId } from '../../engine/model/values/ids.ts';
import type { ActionEntry } from '../../engine/model/log-entry.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { parseInstant, type SimTime } from '../../engine/model/values/time.ts';
import { packWholeRows } from '../../main/host/inspect/log-rows.ts';
import type { LogRow, WorkspaceView } from '../../preload/contract.ts';
import { yes, type Answers } from './fake-bridge.ts';
import { row } from './rows.ts';

export const START = parseInstant('2026-01-05T09:00:00Z');

/** `count` seconds after the kitchen opens. */
export const secondsIn = (count: number): SimTime => (START + count * 1_000_000) as SimTime;

/** A run of the scenario breakfast that went well, unless told otherwise. */
export const breakfast = (other: Partial<RunSummary> = {}): RunSummary => ({
  id: runId('r1'),
  scenario: 'breakfast',
  source: 'scenarios/breakfast.ts',
  state: 'completed',
  mode: 'oracle',
  seed: 7,
  startedAt: Date.now(),
  start: START,
  now: secondsIn(60),
  entries: 3,
  verdict: { outcome: 'passed', sentence: 'All 2 checks passed.', checks: [], shortfalls: [] },
  logHash: 'c0ffee'.padEnd(64, '0'),
  apps: [{ name: appName('mail'), class: 'EmailClientV2', known: true }],
  notes: [],
  tags: [],
  ...other,
});

export const kitchen = (other: Partial<WorkspaceView> = {}): WorkspaceView => ({
  folder: '/home/nora/kitchen',
  name: 'kitchen',
  trusted: true,
  recent: [],
  scenarios: [
    { path: 'scenarios/breakfast.ts', bytes: 900, changed: 0 },
    { path: 'scenarios/supper.ts', bytes: 1200, changed: 0 },
  ],
  traces: [],
  trajectories: [],
  programs: [],
  scripts: [],
  prompts: [],
  runs: [breakfast()],
  runCount: other.runs?.length ?? 1,
  databaseProblem: undefined,
  isolated: [],
  wereRunning: [],
  readOnly: false,
  ...other,
});

/** The log of breakfast: an order comes in, the cook is asked, the answer goes out. */
export const ORDERS: readonly LogRow[] = [
  row(0, {
    time: secondsIn(5),
    tool: 'send_email_to_user_only',
    changed: true,
    summary: 'subject: Two eggs',
  }),
  row(1, { time: secondsIn(20), kind: 'user', app: 'chat', tool: 'send_message_to_agent', causes: [0] }),
  row(2, {
    time: secondsIn(60),
    kind: 'agent',
    tool: 'send_email',
    status: 'failed',
    summary: 'no such guest',
  }),
];

/** The first of them in full. */
export const ORDER: ActionEntry = {
  index: 0,
  time: secondsIn(5),
  due: secondsIn(5),
  event: eventId('order'),
  kind: 'environment',
  oracle: false,
  causes: [],
  outcome: { status: 'done', value: 'egg-1' },
  action: {
    app: appName('mail'),
    tool: 'send_email_to_user_only',
    args: { sender: 'guest@example.org', subject: 'Two eggs' },
    effect: 'write',
  },
  calls: [],
  changes: [{ op: 'set', app: appName('mail'), path: ['unread'], value: 1 }],
};

/** A main that has this kitchen and nothing else. */
export const kitchenAnswers = (view: WorkspaceView = kitchen()): Answers => ({
  'workspace.read': () => yes(view),
  'scenario.read': ({ path }) => yes(`// ${path}`),
  'scenario.save': () => yes(null),
  'scenario.check': () => yes({ problems: [], usedBy: [] }),
  'run.start': () => yes(breakfast({ id: runId('r2'), state: 'paused', entries: 0, verdict: undefined })),
  'run.control': () => yes(null),
  'run.restart': () => yes(breakfast({ id: runId('r2'), state: 'running', entries: 0, verdict: undefined })),
  'run.resumeInterrupted': () =>
    yes(breakfast({ id: runId('r2'), state: 'running', entries: 0, verdict: undefined })),
  'run.until': () => yes(breakfast({ id: runId('r2'), state: 'running', entries: 0, verdict: undefined })),
  'breakpoints.read': () => yes([]),
  'breakpoints.set': () => yes(null),
  'run.delete': () => yes(null),
  'log.rows': ({ from }) => yes(packWholeRows(from, ORDERS.slice(from))),
  'log.entry': () => yes(ORDER),
  'state.read': ({ at }) => yes(JSON.stringify({ unread: at < 0 ? 0 : 1 })),
  'comparison.by': () => yes('entries'),
  'preferences.write': () => yes(null),
  'menu.set': () => yes(null),
});
