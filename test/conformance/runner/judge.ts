import * as z from 'zod';
import {
  type EventComparison,
  type CompletedEvent,
  type Contact,
  Judge,
  type JudgeConfiguration,
  type JudgeFailure,
  judgeSettings,
  judgeTurns,
  OnlineJudge,
  oracleGraph,
  type OracleGraph,
  type OracleRun,
  OrreryError,
  type PlannedEvent,
  readTrace,
  judgedEvents,
  runOracle,
  outlineOf,
  type Plan,
  plannedEvents,
  planTrace,
  type SoftJudge,
  type SoftQuestion,
  toolName,
  type TurnVerdict,
  type OracleVisit,
} from '../../../engine/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/values/json.ts';
import { pythonText } from '../../../engine/model/values/python-text.ts';
import { fromSeconds, type SimTime } from '../../../engine/model/values/time.ts';
import { numberOfTurns, turnsOfScenario } from '../../../engine/validation/judge/turns.ts';
import { given, or, shaped } from './case-file.ts';

const json = z.json();
const object = z.record(z.string(), json);

const types = {
  AGENT: 'agent',
  USER: 'user',
  ENV: 'environment',
  CONDITION: 'other',
  VALIDATION: 'other',
  STOP: 'other',
} as const;

const comparators = { EQUAL: 'equal', LESS_THAN: 'less-than', GREATER_THAN: 'greater-than' } as const;

const eventRecord = z.strictObject({
  id: z.string(),
  type: or(z.enum(Object.keys(types) as (keyof typeof types)[]), 'AGENT'),
  class: or(z.string(), ''),
  app: given(z.string()),
  tool: or(z.string(), ''),
  args: or(object, {}),
  resolved_args: given(object),
  operation: or(z.enum(['read', 'write']), 'write'),
  time: given(z.number()),
  return: or(json, null),
  exception: z.string().nullish(),
  after: or(z.array(z.string()), []),
  delay: given(z.number()),
  at: given(z.number()),
  comparator: given(z.enum(Object.keys(comparators) as (keyof typeof comparators)[])),
});
type EventRecord = z.output<typeof eventRecord>;

const answer = z.union([
  z.enum(['yes', 'no']),
  z.null(),
  z.strictObject({ text: z.string() }),
  z.strictObject({ raise: z.string() }),
]);

const engineRules = z.strictObject({
  answers: or(
    z.array(
      z.strictObject({
        checker: given(z.string()),
        if: or(
          z.strictObject({
            agent_has: given(z.string()),
            oracle_has: given(z.string()),
            task_has: given(z.string()),
            same_folded: given(z.boolean()),
          }),
          {} as never,
        ),
        say: answer,
      }),
    ),
    [],
  ),
  otherwise: answer.optional(),
  subtask: answer.optional(),
});
type EngineRules = z.output<typeof engineRules>;

const person = z.strictObject({
  first_name: z.string(),
  last_name: z.string(),
  address: json.optional(),
});

const fields = {
  kind: z.literal('judge'),
  name: z.string(),
  group: z.string(),
  what: z.string(),
  quirk: z.boolean(),
  note: z.string().optional(),
  start_time: z.number(),
  user: z.union([person, z.array(person), z.null()]).optional(),
  contacts_app: z.string().nullable().optional(),
  judge: given(object),
  engine: engineRules.nullish(),
};

const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('offline') }),
  z.strictObject({ do: z.literal('condition'), turn: z.number(), log_until: z.number() }),
  z.strictObject({ do: z.literal('validate') }),
]);

const eventsCase = z.strictObject({
  ...fields,
  mode: z.literal('events'),
  oracle: z.array(eventRecord),
  oracle_log: given(z.array(z.string())),
  oracle_log_extra: or(z.array(eventRecord), []),
  agent: z.array(eventRecord),
  flow: given(z.array(step)),
  skip_init: z.boolean().optional(),
  expected: object,
});
type EventsCase = z.output<typeof eventsCase>;

const pairsCase = z.strictObject({
  ...fields,
  mode: z.literal('pairs'),
  task: z.string().optional(),
  rows: z.array(
    z.strictObject({
      tool: z.string(),
      agent_tool: given(z.string()),
      oracle: object,
      agent: object,
      judge: given(object),
      engine: engineRules.nullish(),
      user: fields.user,
      task: z.string().optional(),
    }),
  ),
  expected: z.strictObject({ rows: z.array(object) }),
});

const traceCase = z.strictObject({
  ...fields,
  mode: z.literal('trace'),
  trace: object,
  live: json.optional(),
  expected: object,
});

/** A case of the judge. */
export const judgeCase = z.discriminatedUnion('mode', [eventsCase, pairsCase, traceCase]);
export type JudgeCase = z.output<typeof judgeCase>;

type Result = Readonly<Record<string, Json>>;

/** Orrery's results of a case: the compared fields of the case's `expected`. */
function runJudgeCase(spec: JudgeCase): Result {
  switch (spec.mode) {
    case 'events':
      return runEvents(spec);
    case 'trace':
      return runTrace(spec);
    case 'pairs':
      return {
        rows: spec.rows.map(({ tool, agent_tool = tool, oracle, agent, ...row }): Json => {
          const { judge, engine, user, task } = { ...spec, ...withoutUndefined(row) };
          return runPair({ ...spec, judge, engine, user }, { tool, agent_tool, oracle, agent }, task);
        }),
      };
  }
}

const withoutUndefined = <Row extends object>(row: Row): Partial<Row> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<Row>;

// Pairs

function runPair(
  spec: Pick<EventsCase, keyof typeof fields>,
  row: { tool: string; agent_tool: string; oracle: JsonObject; agent: JsonObject },
  task: string | undefined,
): Json {
  const call = (id: string, name: string, args: JsonObject): EventRecord => {
    const [className, tool] = name.split('__');
    return shaped(eventRecord, { id, class: className, tool, args, time: 0 });
  };
  const message = shaped(eventRecord, {
    id: 'u1',
    type: 'USER',
    class: 'AgentUserInterface',
    tool: 'send_message_to_agent',
    args: { content: task ?? '' },
    time: 0,
  });
  const asked = call('o1', row.tool, row.oracle);
  const before = task === undefined ? [] : [message];
  const judged = runEvents({
    ...spec,
    mode: 'events',
    oracle: [...before, { ...asked, after: before.map(({ id }) => id), delay: 0 }],
    oracle_log: undefined,
    oracle_log_extra: [],
    agent: [...before, call('a1', row.agent_tool, row.agent)],
    flow: undefined,
    expected: {},
  });
  const [turn] = (judged['turns'] ?? []) as readonly (JsonObject | undefined)[];
  if (turn === undefined) return judged;
  const visits = (turn['order'] ?? []) as readonly JsonObject[];
  const attempts = (visits.find(({ oracle }) => oracle === 'o1')?.['attempts'] ??
    []) as readonly JsonObject[];
  const { result, checker, arg, no_answer, soft_ran } = attempts.find(({ agent }) => agent === 'a1') ?? {
    result: (turn['failure'] as JsonObject | null)?.['kind'] === 'tool_counts' ? 'tool_counts' : 'error',
  };
  return withoutUndefined({
    success: turn['success'],
    exception: turn['exception'],
    result,
    checker,
    arg,
    no_answer,
    soft_ran,
    engine_calls: turn['engine_calls'],
  });
}

// Events

function runEvents(spec: EventsCase): Result {
  const { oracle, oracle_log, oracle_log_extra, start_time: start } = spec;
  const byId = new Map(oracle.map((event) => [event.id, event]));
  const logged = oracle_log?.map((id) => byId.get(id)!) ?? oracle.filter(({ time }) => time !== undefined);
  const run: OracleRun = {
    start: fromSeconds(start),
    events: oracle.map((event) => planned(event, start)),
    log: [...logged, ...oracle_log_extra].map((event) => completed(event, start)),
    contacts: contactsOf(spec),
  };
  const log = spec.agent.map((event) => completed(event, start));
  return judged(spec, run, log, spec.flow ?? [{ do: 'offline' }], spec.skip_init === true);
}

const planned = (
  { id, type, class: name, app = name, tool, after, at, comparator }: EventRecord,
  start: number,
): PlannedEvent => ({
  id,
  type: types[type],
  app,
  tool,
  after,
  at: at === undefined ? undefined : fromSeconds(start + at),
  comparator: comparator === undefined ? undefined : comparators[comparator],
});

const completed = (event: EventRecord, start: number): CompletedEvent => ({
  id: event.id,
  type: types[event.type],
  app: event.app ?? event.class,
  class: event.class,
  tool: event.tool,
  operation: event.operation,
  time: fromSeconds(start + (event.time ?? 0)),
  args: event.args,
  resolved: event.resolved_args,
  value: event.return,
  failed: typeof event.exception === 'string',
});

const OTHER: Contact = { firstName: 'Ida', lastName: 'Other', address: null, isUser: false };

function contactsOf({ user, contacts_app = 'Contacts' }: EventsCase): readonly Contact[] | undefined {
  if (contacts_app !== 'Contacts' && contacts_app !== 'ContactsApp') return undefined;
  const users = user === null || user === undefined ? [] : Array.isArray(user) ? user : [user];
  return [
    OTHER,
    ...users.map(({ first_name: firstName, last_name: lastName, address = null }) => ({
      firstName,
      lastName,
      isUser: true,
      address: address,
    })),
  ];
}

// Traces

function runTrace(spec: z.output<typeof traceCase>): Result {
  const text = JSON.stringify(spec.trace);
  const file = `${spec.name}.json`;
  let log: readonly CompletedEvent[];
  try {
    const recorded = readTrace(text, file);
    log = judgedEvents(recorded.apps, recorded.entries);
  } catch (thrown) {
    return { import_error: errorOf(thrown), success: false };
  }
  let plan: Plan;
  try {
    ({ plan } = planTrace(text, file));
  } catch (thrown) {
    return { prepare_error: errorOf(thrown), success: false };
  }
  const run = runOracle(plan);
  if (run === undefined)
    return { ...turnsIn(plannedEvents(outlineOf(plan).events)), no_judge: true, success: null };
  return {
    oracle_log: run.log.map((event): Json => ({
      id: event.id,
      type: Object.keys(types)[Object.values(types).indexOf(event.type)]!,
      tool: toolName(event),
      time: (event.time - run.start) / 1e6,
      failed: event.failed,
    })),
    ...judged(spec, run, log, [{ do: 'offline' }], false),
  };
}

// Judging

function judged(
  { judge: configured = {}, engine }: Pick<EventsCase, 'judge' | 'engine'>,
  run: OracleRun,
  log: readonly CompletedEvent[],
  flow: readonly z.output<typeof step>[],
  skipInit: boolean,
): Result {
  let settings: ReturnType<typeof judgeSettings>;
  try {
    const { event_checks, ...given } = configured;
    const params = event_checks === undefined ? {} : { event_id_to_checker_params: event_checks };
    settings = judgeSettings({ ...given, ...params } as JudgeConfiguration);
  } catch (thrown) {
    return { config_error: errorOf(thrown), success: false };
  }
  let graph: OracleGraph;
  try {
    graph = oracleGraph(run, settings.method === 'in-context');
  } catch (thrown) {
    return { ...turnsIn(run.events), init_error: errorOf(thrown), success: false };
  }
  const prepared = {
    ...turnsIn(run.events),
    oracle_order: graph.turns.map((events) => events.map(({ id }) => id)),
    oracle_parents: graph.turns.map((events) =>
      Object.fromEntries(events.map(({ id, parents }) => [id, parents])),
    ),
    tasks: graph.tasks,
  };
  // Orrery's judge cannot be used before it is prepared.
  if (skipInit) return { ...prepared, error: 'not prepared', turns: [], success: false };
  const judge = new Judge(graph, settings, engineOf(engine ?? {}));
  const turns = flowOf(judge, log, flow);
  return { ...prepared, turns, success: turns.at(-1)?.['success'] ?? true };
}

function turnsIn(events: readonly PlannedEvent[]): Result {
  const turns = turnsOfScenario(events);
  return { nb_turns: numberOfTurns(turns), turn_of: Object.fromEntries(turns) };
}

const errorOf = (thrown: unknown): string => {
  if (thrown instanceof OrreryError) return thrown.message;
  throw thrown;
};

function flowOf(
  judge: Judge,
  log: readonly CompletedEvent[],
  flow: readonly z.output<typeof step>[],
): readonly JsonObject[] {
  const online = new OnlineJudge(judge);
  const start = judge.graph.start;
  let known = log;
  return flow.flatMap((one): readonly JsonObject[] => {
    switch (one.do) {
      case 'offline':
        return judgeTurns(judge, known).map((verdict) => turnOf(judge, verdict));
      case 'validate': {
        const judgedBefore = judge.turn;
        const verdict = turnOf(judge, online.validate(known));
        const isRepeated = judge.turn === judgedBefore;
        return [
          {
            ...verdict,
            step: 'validate',
            // The reference keeps only the text of an earlier failure.
            ...(isRepeated ? { failure: null, order: [], engine_calls: [] } : {}),
          },
        ];
      }
      case 'condition': {
        const isKnown = ({ time }: CompletedEvent): boolean => time - start <= one.log_until * 1e6;
        const { verdict, renamed } = online.checkTurn(one.turn, known.filter(isKnown));
        known = known.map((event) =>
          isKnown(event) && !event.failed ? { ...event, id: renamed.get(event.id) ?? event.id } : event,
        );
        return [
          {
            step: 'condition',
            ...(verdict === undefined
              ? { turn: judge.turn, success: null, failure: null, order: [], matches: {}, engine_calls: [] }
              : turnOf(judge, verdict)),
            returned: verdict !== undefined,
            environment:
              verdict === undefined
                ? []
                : verdict.outcome === 'failed'
                  ? ['pause', 'resume', 'stop']
                  : ['pause', 'resume'],
            log_ids: known.filter(isKnown).map(({ id }) => id),
          },
        ];
      }
    }
  });
}

function turnOf(judge: Judge, { turn, outcome, failure, visits, matches, asked }: TurnVerdict): JsonObject {
  return {
    turn,
    success: outcome === 'passed',
    ...(outcome === 'not-judged' ? { not_judged: true } : {}),
    exception: failure?.kind === 'error' ? failure.message : null,
    failure: failureOf(judge, failure),
    order: visits.map((visit) => visitOf(judge, visit)),
    matches: Object.fromEntries(matches),
    engine_calls: asked.map(({ question, answer: said }): Json => ({
      checker: question.checker,
      inputs: question.inputs,
      answer: typeof said === 'object' && said !== null ? { raise: said.failed } : said,
    })),
  };
}

function failureOf(judge: Judge, failure: JudgeFailure | undefined): Json {
  switch (failure?.kind) {
    case 'tool_counts': {
      const { agent, oracle, agentMessages, oracleMessages } = failure.counts;
      return {
        kind: 'tool_counts',
        agent: Object.fromEntries(agent),
        oracle: Object.fromEntries(oracle),
        agent_messages: agentMessages,
        oracle_messages: oracleMessages,
        extra_allowed: failure.extraAllowed,
      };
    }
    case 'oracle_not_matched': {
      const { oracle, args } = failure.visit;
      return {
        kind: 'oracle_not_matched',
        oracle: oracle.id,
        tool: toolName(oracle),
        args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, pythonText(value)])),
        rejected: [...judge.matching.attempts(failure.visit)].flatMap(rejections),
      };
    }
    case 'env_not_matched':
      return { kind: 'env_not_matched', oracle: failure.visit.oracle.id };
    case 'unfinished':
      return { kind: 'text' };
    case 'in_context':
    case 'error':
    case undefined:
      return null;
  }
}

/** The reference lists a candidate once for each parent that fired after it. */
function rejections(attempt: EventComparison): readonly Json[] {
  const rejected = (reason: string): Json => ({
    agent: attempt.agent.id,
    tool: toolName(attempt.agent),
    reason,
  });
  if (attempt.result === 'already_matched') return [rejected('already matched')];
  if (attempt.result === 'causality') return attempt.parents.map(() => rejected('causality'));
  return [rejected('tool judge reject')];
}

const visitOf = (judge: Judge, visit: OracleVisit): Json => ({
  oracle: visit.oracle.id,
  matched: visit.match === undefined ? null : judge.matching.events[visit.match]!.id,
  attempts: [...judge.matching.attempts(visit)].map((attempt) => attemptOf(judge.graph.start, attempt)),
});

function attemptOf(start: SimTime, attempt: EventComparison): Json {
  const { agent, window, ran, result } = attempt;
  return withoutUndefined({
    agent: agent.id,
    result,
    to: 'to' in attempt ? attempt.to.id : undefined,
    checker: 'checker' in attempt ? attempt.checker : undefined,
    arg: 'arg' in attempt ? attempt.arg : undefined,
    error: 'message' in attempt ? attempt.message : undefined,
    no_answer: 'noAnswer' in attempt ? attempt.noAnswer : undefined,
    soft_ran: ran,
    time:
      window === undefined
        ? undefined
        : {
            agent: (agent.time - (window.isAbsolute ? start : window.from)) / 1e6,
            oracle: window.oracle / 1e6,
            comparator:
              window.comparator === undefined
                ? null
                : Object.keys(comparators)[Object.values(comparators).indexOf(window.comparator)]!,
            absolute: window.isAbsolute,
            ok: result !== 'time',
          },
  }) as Json;
}

// The stand-in for the language model

function engineOf({ answers = [], otherwise = 'yes', subtask = null }: Partial<EngineRules>): SoftJudge {
  return (question) => {
    const { agent_action_call: agent = '', oracle_action_call: oracle = '', task = '' } = question.inputs;
    const rule = answers.find(
      ({ checker, if: { agent_has = '', oracle_has = '', task_has = '', same_folded } }) =>
        (checker === undefined || checker === question.checker) &&
        agent.includes(agent_has) &&
        oracle.includes(oracle_has) &&
        task.includes(task_has) &&
        (same_folded === undefined || (folded(agent) === folded(oracle)) === same_folded),
    );
    return said(
      rule === undefined ? (question.checker === 'subtask_extractor' ? subtask : otherwise) : rule.say,
      question,
    );
  };
}

function said(say: z.output<typeof answer>, { yes, no }: SoftQuestion): string | null {
  if (say === 'yes') return yes ?? null;
  if (say === 'no') return no ?? null;
  if (say === null) return null;
  if ('raise' in say) throw new Error(say.raise);
  return say.text;
}

const folded = (text: string): string => text.toLowerCase().split(/\s+/).join(' ').trim();

// Comparing

/** Fields that contain an error. The comparison checks only whether there is an error. */
const ERRORS = ['config_error', 'import_error', 'prepare_error', 'init_error', 'error', 'exception'] as const;

/** Texts of the reference for people, which are worded differently here. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['rationale', 'loose_rationale', 'loose', 'text']);

/** The first place where Orrery's result differs from the expected one. */
export function judgeDifference(spec: JudgeCase): string | undefined {
  return difference(withSets(spec.expected), withSets(runJudgeCase(spec)), '', false);
}

/** Parents are compared as sets. */
const withSets = (result: JsonObject): JsonObject =>
  'oracle_parents' in result
    ? {
        ...result,
        oracle_parents: (result['oracle_parents'] as readonly Record<string, readonly string[]>[]).map(
          (turn) => Object.fromEntries(Object.entries(turn).map(([id, parents]) => [id, parents.toSorted()])),
        ),
      }
    : result;

/** @param isLoose texts may contain values in Python notation */
function difference(
  expected: Json | undefined,
  found: Json | undefined,
  path: string,
  isLoose: boolean,
): string | undefined {
  if (Array.isArray(expected) && Array.isArray(found)) {
    const [wanted, have] = [expected as readonly Json[], found as readonly Json[]];
    for (let at = 0; at < Math.max(wanted.length, have.length); at++) {
      const inner = difference(wanted[at], have[at], `${path}[${at}]`, isLoose);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  if (isJsonObject(expected) && isJsonObject(found)) return objectDifference(expected, found, path, isLoose);
  return isSameValue(expected, found, isLoose)
    ? undefined
    : `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`;
}

function objectDifference(
  expected: JsonObject,
  found: JsonObject,
  path: string,
  isLoose: boolean,
): string | undefined {
  // The result, its rows and its turns contain only the fields that the case tests.
  const isPart = path === '' || /^(?:rows|turns)\[\d+\]$/.test(path);
  const keys = [
    ...Object.keys(expected),
    ...Object.keys(found).filter((key) => !isPart && !(key in expected)),
  ];
  for (const error of ERRORS)
    if (((expected[error] ?? null) === null) !== ((found[error] ?? null) === null))
      return `${path}.${error}: expected ${JSON.stringify(expected[error])}, found ${JSON.stringify(found[error])}`;
  for (const key of keys) {
    if (NOT_COMPARED.has(key) || ERRORS.some((error) => error === key)) continue;
    // The question about a whole turn may be worded differently.
    if (key === 'inputs' && expected['checker'] === 'in_context') continue;
    const loose =
      isLoose ||
      (key === 'failure' && expected['loose_rationale'] === true) ||
      (key === 'inputs' && expected['loose'] === true);
    const inner = difference(expected[key], found[key], path === '' ? key : `${path}.${key}`, loose);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isSameValue(expected: Json | undefined, found: Json | undefined, isLoose: boolean): boolean {
  if (typeof expected === 'number' && typeof found === 'number') return Math.abs(expected - found) <= 1e-6;
  if (isLoose && typeof expected === 'string' && typeof found === 'string')
    return looseText(expected) === looseText(found);
  return expected === found;
}

const looseText = (text: string): string =>
  text
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/["'\s]/g, '');
