import { createHash } from 'node:crypto';
import type { Store } from '../engine/index.ts';
import type { RunSummary } from '../engine/model/run.ts';
import { appName, eventId, runId } from '../engine/model/values/ids.ts';
import { seededRandom } from '../engine/model/values/random.ts';
import { after, instant, seconds } from '../engine/model/values/time.ts';
import type { LogEntry } from '../engine/model/log-entry.ts';
import type { Verdict } from '../engine/model/verdict.ts';

const APPS = ['mail', 'user'].map((name) => ({
  name: appName(name),
  class: 'App',
  known: true,
}));
const STATES = Object.fromEntries(APPS.map(({ name }) => [name, { items: [] }]));
const TASKS = [
  'invoice-by-noon',
  'double-booking',
  'lost-parcel',
  'late-train',
  'birthday',
  'refund',
  'move-out',
];
const AGENTS = [
  'agents/forwarder.json',
  'node agents/model.mjs --model large',
  'node agents/model.mjs --model small',
];
const REASONS = [
  'The invoice was not forwarded.',
  'Two meetings overlap.',
  'Nobody was told.',
  'The reply came late.',
];

const MORNING = instant(1_767_600_000_000_000);
const BEGAN = 1_795_000_000_000;

/**
 * Writes `count` finished runs to `store`, as a group of researchers would leave behind: some sixty scenarios, three agents
 * and the oracle, many seeds and variants, equal logs, crashes, branches, tags and baselines. Each has three entries. The same
 * for the same `seed`.
 */
export function writeManyRuns(store: Store, count: number, seed = 1): void {
  const random = seededRandom(seed, 'runs');
  const draw = (below: number): number => Math.floor(random.next() * below);
  using transaction = store.openTransaction();
  for (let nth = 0; nth < count; nth++) {
    const task = draw(60);
    const scenario = `${TASKS[task % TASKS.length]!}-${Math.floor(task / TASKS.length) + 1}`;
    const agent = draw(AGENTS.length + 1);
    const startedAt = BEGAN + nth * 4_000 + draw(3_000);
    const isBranch = nth > 100 && draw(50) === 0;
    const writer = store.begin({
      scenario,
      source: `scenarios/${scenario}.ts`,
      mode: agent === AGENTS.length ? 'oracle' : 'plain',
      seed: draw(1000),
      startedAt,
      start: MORNING,
      apps: APPS,
      notes: [],
      owner: 'bench',
      states: STATES,
      scenarioTags: [task % 2 === 0 ? 'mail' : 'calendar'],
      choices: choicesOf(agent, draw(4)),
      ...(isBranch
        ? { origin: { parent: runId(`r${1 + draw(nth)}`), at: 2, interventions: [] } }
        : draw(2) === 0
          ? {
              job: {
                id: createHash('sha256').update(`job ${nth}`).digest('hex'),
                sweep: `night ${Math.floor(nth / 5000)}`,
                agent: `agent ${agent}`,
                settings: 'default',
                repeat: 0,
              },
            }
          : {}),
    });
    const log = [0, 1, 2].map(entryOf);
    writer.append(log, log.at(-1)!.time, 1);
    const luck = random.next();
    const crashed = agent < AGENTS.length && luck > 0.95;
    writer.finish({
      state: crashed ? 'failed' : 'completed',
      now: after(MORNING, seconds(60 + draw(3600))),
      notes: crashed ? [CRASH] : [],
      endedAt: startedAt + 500 + draw(20_000),
      logHash: createHash('sha256')
        .update(`${scenario} ${agent} ${draw(300)}`)
        .digest('hex'),
      verdict: crashed ? undefined : verdictOf(luck < 0.7, REASONS[draw(REASONS.length)]!),
    });
    if (draw(40) === 0) store.setTags(writer.id, [`paper-${draw(5)}`]);
    if (nth < 60) store.setBaseline(writer.id, true);
  }
  transaction.commit();
}

const choicesOf = (agent: number, variant: number): NonNullable<RunSummary['choices']> => ({
  ...(variant === 0 ? {} : { variant: `guests=${variant}` }),
  ...(agent === 0 ? { script: AGENTS[0]! } : {}),
  ...(agent === 1 || agent === 2 ? { agent: { command: AGENTS[agent]!, thinking: 'frozen' as const } } : {}),
  ...(variant === 3 ? { augmentation: { toolFailures: 0.1 } } : {}),
});

const CRASH = { kind: 'ending', cause: 'agent', text: 'The agent ended with exit code 1.' } as const;

function verdictOf(passed: boolean, reason: string): Verdict {
  const names = ['the mail is there', 'the right person has it', 'nothing else is sent', 'the user is told'];
  const checks = names.map((check, nth) => ({
    validation: eventId('validation-1'),
    check,
    kind: 'milestone' as const,
    status: nth === 0 && !passed ? ('missed' as const) : ('reached' as const),
    entry: nth === 0 && !passed ? undefined : 2,
  }));
  if (passed) return { outcome: 'passed', sentence: 'All checks passed.', checks, shortfalls: [] };
  return {
    outcome: 'failed',
    sentence: reason,
    checks,
    shortfalls: [{ reason: 'validation_timeout', message: reason, entry: 2 }],
  };
}

function entryOf(index: number): LogEntry {
  const time = after(MORNING, seconds(index * 30));
  return {
    index,
    time,
    due: time,
    event: eventId(`event-${index}`),
    kind: 'agent',
    causes: index === 0 ? [] : [index - 1],
    oracle: false,
    action: { app: APPS[0]!.name, tool: 'send_email', args: { subject: `Letter ${index}` }, effect: 'read' },
    calls: [],
    outcome: { status: 'done', value: null },
    changes: [],
  };
}
