import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  writeAgentScript,
  Environment,
  applyAgentScripts,
  planTrace,
  readTrace,
  resumeTrace,
  Session,
  type Plan,
  type RecordedRun,
} from '../../engine/index.ts';
import type { Intervention } from '../../engine/model/plan/interventions.ts';
import type { LogEntry, NestedCall } from '../../engine/model/log-entry.ts';
import type { Outcome } from '../../engine/model/outcome.ts';
import type { RunMode } from '../../engine/model/run.ts';

/** The number of entries per mark and of marks per line. */
const PER_MARK = 10;
const PER_LINE = 10;

/** The digest of a log as a whole, how the run ended, and a short mark for each ten entries. */
export type LogDigest = readonly string[];

const hashOf = (value: unknown, digits: number): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, digits);

/** The facts of an entry in a fixed order. Texts of errors and reasons are left out: they may be reworded. */
function factsOf(entry: LogEntry): unknown {
  const { index, time, due, kind, event, causes, outcome, changes } = entry;
  return [index, time, due, kind, event, causes, ...outcomeFacts(outcome), kindFacts(entry), changes];
}

function outcomeFacts(outcome: Outcome): readonly unknown[] {
  switch (outcome.status) {
    case 'done':
      return ['done', outcome.value];
    case 'failed':
      return ['failed', outcome.error.type];
    case 'skipped':
    case 'no-result':
      return [outcome.status];
  }
}

function kindFacts(entry: LogEntry): readonly unknown[] {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { oracle, calls, direct, quiet, refused, waited, observations: watched } = entry;
      return [
        actionFacts(entry),
        calls.map(callFacts),
        { oracle, direct, quiet, refused, waited },
        watched?.map((one) => [
          one.validation,
          one.verdict,
          one.achieved,
          one.open,
          one.tripped,
          one.late,
          one.error?.type,
        ]),
      ];
    }
    case 'condition':
      return [entry.name, entry.attempt, entry.verdict];
    case 'validation':
      return [entry.attempt, entry.verdict, entry.achieved, entry.open, entry.tripped];
    case 'agent-validation':
      return [entry.milestones, entry.minefields, entry.timeout];
    case 'stop':
      return [];
    case 'wait':
      return [actionFacts(entry.call), outcomeFacts(entry.call.outcome), entry.until];
  }
}

const actionFacts = ({ action }: Pick<NestedCall, 'action'>): readonly unknown[] => [
  action.app,
  action.tool,
  action.args,
  action.resolved,
  action.effect,
];

const callFacts = (call: NestedCall): readonly unknown[] => [
  call.actor,
  actionFacts(call),
  outcomeFacts(call.outcome),
  call.refused,
  call.calls.map(callFacts),
];

function linesOf(log: readonly LogEntry[], ending: readonly string[] = []): LogDigest {
  const entries = log.map(factsOf);
  const marks: string[] = [];
  for (let from = 0; from < entries.length; from += PER_MARK)
    marks.push(hashOf(entries.slice(from, from + PER_MARK), 3));
  const lines: string[] = [];
  for (let from = 0; from < marks.length; from += PER_LINE)
    lines.push(`${from * PER_MARK}: ${marks.slice(from, from + PER_LINE).join(' ')}`);
  return [`${log.length} entries, ${hashOf(entries, 16)}`, ...ending, ...lines];
}

/** The digest of a run that has ended. */
export function digestOfRun(
  environment: Pick<Environment, 'log' | 'state' | 'now' | 'unread' | 'verdict'> & {
    readonly ticks?: number;
  },
  { start, tick }: Pick<Plan, 'start' | 'tick'>,
): LogDigest {
  const { log, state, now, ticks = Math.ceil((now - start) / tick) } = environment;
  const { passed, checks, shortfalls } = environment.verdict();
  const verdict = [
    passed,
    checks.map((one) => [one.validation, one.check, one.kind, one.status, one.entry]),
    shortfalls.map(({ reason, entry }) => [reason, entry]),
  ];
  const told = environment.unread.map(({ kind, time, text, attachments }) => [
    kind,
    time,
    kind === 'environment-stop' ? '' : text,
    attachments,
  ]);
  return linesOf(log, [
    `${state === 'failed' ? state : 'stopped'} at ${now} after ${ticks} ticks`,
    `verdict ${hashOf(verdict, 8)}, ${told.length} notifications ${hashOf(told, 8)}`,
  ]);
}

/** ARE's traces and scenarios in `folder`. */
export const areFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /(scenario|trace|trace-with-world-logs|lite)\.json$/.test(name));

/** The digests of an ARE file: as imported, as run by its plan and as continued from some of its entries. */
export function digestsOfTrace(file: string): Readonly<Record<string, LogDigest | string>> {
  const text = readFileSync(file, 'utf8');
  const name = path.basename(file);
  const attempt = (work: () => LogDigest): LogDigest | string => {
    try {
      return work();
    } catch (thrown) {
      return `refused with ${(thrown as Error).name}`;
    }
  };
  const recorded = readTrace(text, name);
  const midway = [1, 4].filter((at) => at < recorded.entries.length);
  const planned = (planning: Parameters<typeof planTrace>[2], mode: RunMode): LogDigest | string =>
    attempt(() => {
      const { plan } = planTrace(text, name, planning);
      return digestAtEnd(new Environment(plan, { mode }), plan);
    });
  const augmentation = { toolFailures: 0.4, noise: { perMinute: 2, seed: 1 } };
  return {
    'as recorded': linesOf(recorded.entries),
    'by its oracle': planned({}, 'oracle'),
    'by its oracle, seed 1': planned({ seed: 1 }, 'oracle'),
    'by its oracle, with noise': planned({ augmentation }, 'oracle'),
    'without an agent': planned({}, 'plain'),
    ...Object.fromEntries(
      midway.flatMap((at) => [
        [`as its agent went on from entry ${at}`, attempt(() => resumed(text, recorded, at))],
        [`by its oracle from entry ${at}`, attempt(() => resumedByOracle(text, name, at))],
      ]),
    ),
  };
}

function resumed(text: string, { source, start, entries }: RecordedRun, at: number): LogDigest {
  const planned = new Set(entries.map(({ event }): string => event));
  const interventions: readonly Intervention[] = [{ kind: 'agent', at, script: 'agent.json' }];
  const { plan: own, recording } = resumeTrace(text, source, { at, oracle: false });
  const scripts = new Map([['agent.json', writeAgentScript({ start, entries, planned }, at)]]);
  const plan = applyAgentScripts(own, interventions, scripts);
  return digestAtEnd(new Environment(plan, { mode: 'plain', recording }), plan);
}

function resumedByOracle(text: string, name: string, at: number): LogDigest {
  const { plan, recording } = resumeTrace(text, name, { at, oracle: true });
  const environment = new Environment(plan, { mode: 'plain', recording });
  const session = new Session(environment, plan, { change: { at, act: { kind: 'mode', mode: 'oracle' } } });
  while (environment.length < at || environment.mode === 'plain') session.step();
  return digestAtEnd(environment, plan);
}

/** Runs `environment` to its end. */
function digestAtEnd(environment: Environment, plan: Plan): LogDigest {
  environment.run();
  return digestOfRun(environment, plan);
}
