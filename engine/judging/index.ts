import {
  contactsIn,
  isAuthorClass,
  judgedEvents,
  plannedEvents,
  planTrace,
  readTrace,
} from '../are/index.ts';
import { Environment } from '../kernel/index.ts';
import {
  type EventOutline,
  getOwn,
  hasNoReferences,
  isSameJson,
  type Json,
  type Judging,
  type JudgeVerdict,
  type KeptJudgement,
  type LogEntry,
  predecessors,
  type Problem,
  quotedList,
  type RunSummary,
  type SimTime,
  type States,
  type TurnJudge,
  truncate,
  type Verdict,
  withoutFullStop,
} from '../model/index.ts';
import { planData } from '../scenario/index.ts';
import { headsOf, type Store } from '../store/index.ts';
import {
  checksOf,
  combineVerdict,
  compareFinalStates,
  earlyFailure,
  type FinalState,
} from '../validation/index.ts';
import {
  type CompletedEvent,
  type Contact,
  Judge,
  JudgeError,
  judgeLog,
  type JudgeOptions,
  judgeSettings,
  OnlineJudge,
  type OracleGraph,
  oracleGraph,
  type OracleRun,
  type PlannedEvent,
} from '../validation/judge/index.ts';
import type { Plan, PlanData } from '../world/index.ts';

/** The oracle's run, to which runs of a scenario are compared. */
export interface OracleReference {
  /** The calls that the judge looks for; `undefined` without an oracle. */
  readonly graph: OracleGraph | undefined;
  readonly end: FinalState;
  readonly judging: Judging;
}

/**
 * The oracle's run of a plan, as the reference for other runs.
 *
 * @param played that run at its end; by default, the plan is run in oracle mode
 * @param recorded replaces the oracle's run if that fails and the oracle made this log
 * @throws {JudgeError} when an event of the oracle's run fails, the run itself fails early, or its events wait for each other.
 */
export function oracleReference(
  plan: Plan | PlanData,
  // Who gives no run gives a plan that can be run.
  played: PlayedRun = playOracle(plan as Plan),
  recorded?: () => readonly CompletedEvent[],
): OracleReference {
  const { log, states, apps } = played;
  const data = planData(plan);
  const { events } = data.outline;
  refuseBroken(plan, played);
  const graphOfRun = (): OracleGraph => {
    const played = judgedEvents(apps, log);
    const calls = oracleLog(events, recorded === undefined ? byKnownClass(played) : played, recorded);
    return oracleGraph(oracleRun(data, plannedEvents(events, apps), calls, true));
  };
  return {
    graph: hasOracle(events) ? graphOfRun() : undefined,
    end: { states, times: log.map(({ time }) => time) },
    judging: plan.judging ?? {},
  };
}

/** The parts of a run that it is judged by. */
type PlayedRun = Pick<Environment, 'log' | 'states' | 'apps'> &
  Partial<Pick<Environment, 'state' | 'verdict'>>;

/** @throws {JudgeError} when the oracle's run failed early, so that the expected calls after the failure are unknown. */
function refuseBroken({ start }: Pick<Plan, 'start'>, played: PlayedRun): void {
  const { log, state } = played;
  const cause = state === 'failed' ? earlyFailure(state, played.verdict!()) : undefined;
  if (cause === undefined) return;
  const time = log[cause.entry ?? log.length - 1]?.time ?? start;
  throw new JudgeError(
    `The oracle cannot play this scenario: its run fails at ${offsetText(start, time)}: ${withoutFullStop(cause.message)}.`,
  );
}

const offsetText = (start: SimTime, time: SimTime): string => `+${(time - start) / 1e6} s`;

/**
 * Warns of problems that keep an agent from passing the judge although it makes the oracle's calls: events that wait for these
 * calls, and events with which the oracle's own run does not pass.
 * @param played the oracle's run at its end
 */
export function oracleProblems(given: Plan | PlanData, played: PlayedRun): readonly Problem[] {
  const plan = planData(given);
  const { judge: configuration, rule } = plan.judging ?? {};
  if (rule?.of?.includes('judge') === false || configuration?.type === 'in_context') return [];
  return [...unknownCheckers(plan), ...eventsAfterCalls(plan), ...problemsOfRun(plan, played)];
}

/** Warnings about rows of `arg_checkers` for tools and arguments that do not exist. Rows for other apps of ARE are accepted. */
function unknownCheckers({ apps, judging }: PlanData): readonly Problem[] {
  const messageFor = (name: string, row: object | null): string | undefined => {
    const [className = '', tool = ''] = name.split('__');
    const app = Object.values(apps).find((one) => one.class === className);
    if (app === undefined)
      return isAuthorClass(className) ? `No app has the class "${className}".` : undefined;
    const declared = getOwn(app.tools, tool);
    if (declared === undefined)
      return `${className} has no tool "${tool}". It has ${quotedList(Object.keys(app.tools), MAX_NAMES)}.`;
    const known = Object.keys(declared.args);
    const unknown = Object.keys(row ?? {}).find((arg) => !known.includes(arg));
    return unknown === undefined
      ? undefined
      : `${tool} has no argument "${unknown}". It has ${quotedList(known, MAX_NAMES)}.`;
  };
  return Object.entries(judging?.judge?.arg_checkers ?? {}).flatMap(([name, row]): readonly Problem[] => {
    const message = messageFor(name, row);
    return message === undefined
      ? []
      : [{ severity: 'warning', message: `judge.arg_checkers.${name}: ${message}`, place: undefined }];
  });
}

const MAX_NAMES = 10;

/** Warnings about environment events that wait for an oracle call other than a message to the user. */
function eventsAfterCalls({ outline: { events } }: PlanData): readonly Problem[] {
  const calls = new Set(
    events.flatMap(({ id, oracle, action }) =>
      oracle === true && action?.tool !== 'send_message_to_user' ? [id] : [],
    ),
  );
  return events.flatMap((event): readonly Problem[] => {
    const call = predecessors(event.timing).find((id) => calls.has(id));
    if ((event.kind !== 'user' && event.kind !== 'environment') || call === undefined) return [];
    const message = `"${event.id}" waits for the oracle's call "${call}". In a run of an agent it does not follow the agent's own call, and the judge misses it. Let it wait for a condition, or for a message to the user.`;
    return [{ severity: 'warning', message, place: event.place }];
  });
}

function problemsOfRun(plan: PlanData, played: PlayedRun): readonly Problem[] {
  const configuration = plan.judging?.judge;
  const warning = (message: string, id: string | undefined): readonly Problem[] => {
    const place = plan.outline.events.find((event) => event.id === id)?.place;
    return [{ severity: 'warning', message, place }];
  };
  try {
    const { graph } = oracleReference(plan, played);
    if (graph === undefined) return [];
    const log = { events: judgedEvents(played.apps, played.log) };
    const { outcome, sentence, evidence } = judgeRun({ mode: 'oracle' }, log, graph, { configuration });
    if (outcome === 'passed') return [];
    const unfound = evidence.oracle.find(({ status }) => status !== 'matched') ?? evidence.extra[0];
    const id = unfound && ('oracle' in unfound ? unfound.oracle.id : unfound.id);
    return warning(`The oracle's own run does not pass the judge: ${sentence}`, id);
  } catch (thrown) {
    if (!(thrown instanceof JudgeError)) throw thrown;
    const broken = played.log.find(({ outcome }) => outcome.status === 'failed');
    return warning(thrown.message, broken?.event);
  }
}

/** Options for {@link runOracle}. */
interface OracleOptions {
  /** Accepts a scenario without a user, whom ARE's judge requires; the user then has no name. */
  readonly anyUser?: boolean;
}

/**
 * Runs a plan in oracle mode to get the oracle's calls for the judge; `undefined` when the plan has no oracle.
 * @param recorded replaces the oracle's run if that fails and the oracle made this log
 * @throws {JudgeError} when an event of the oracle's run fails.
 */
export function runOracle(
  plan: Plan,
  { anyUser = false }: OracleOptions = {},
  recorded?: () => readonly CompletedEvent[],
): OracleRun | undefined {
  const data = planData(plan);
  const { events } = data.outline;
  if (!hasOracle(events)) return undefined;
  const { apps, log } = playOracle(plan);
  const played = judgedEvents(apps, log);
  return oracleRun(data, plannedEvents(events), oracleLog(events, played, recorded), anyUser);
}

function playOracle(plan: Plan): Environment {
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  return environment;
}

function oracleRun(
  plan: PlanData,
  events: readonly PlannedEvent[],
  log: readonly CompletedEvent[],
  anyUser: boolean,
): OracleRun {
  // A trace is judged as ARE does.
  const turnRule = plan.turnRule === 'first-path' ? 'first-path' : 'as-played';
  return { start: plan.start, events, log, contacts: contactsOf(plan, anyUser), turnRule };
}

/** `played`, or the `recorded` log if an event failed in `played` and the oracle made the recorded one. */
function oracleLog(
  events: readonly EventOutline[],
  played: readonly CompletedEvent[],
  recorded: (() => readonly CompletedEvent[]) | undefined,
): readonly CompletedEvent[] {
  const failed = played.find((event) => event.failed);
  if (failed === undefined) return played;
  const log = recorded?.();
  if (log !== undefined && isByOracle(log, events)) return log;
  const { id, app, tool, error } = failed;
  const reason = error === undefined ? '.' : ` with ${truncate(error, 300)}`;
  throw new JudgeError(`The oracle cannot play this scenario: ${id} (${app}.${tool}) fails${reason}`);
}

/** Whether a log contains every oracle event, under its own id and with its own arguments. */
function isByOracle(log: readonly CompletedEvent[], events: readonly EventOutline[]): boolean {
  const done = new Map(log.flatMap((event) => (event.failed ? [] : [[event.id, event] as const])));
  return events.every(({ id, oracle, action }) => {
    if (oracle !== true || action === undefined) return true;
    const made = done.get(id);
    return (
      made?.app === action.app &&
      made.tool === action.tool &&
      Object.entries(action.args).every(([name, value]) => isSameArgument(value, made.args[name]))
    );
  });
}

/** Whether the oracle may have given the argument `made`. A reference stands for any value, and traces may have an object as text. */
function isSameArgument(planned: Json, made: Json = null): boolean {
  return typeof planned !== typeof made || !hasNoReferences({ planned }) || isSameJson(planned, made);
}

/**
 * Creates a judge that decides after each turn, as in ARE: the first failed turn ends the run. `undefined` when a failed turn
 * need not fail the run, because there is no oracle or because of the scenario's rule.
 */
export function turnJudge(
  { graph, judging: { judge, rule } }: OracleReference,
  apps: Parameters<typeof judgedEvents>[0],
): TurnJudge | undefined {
  if (graph === undefined || rule?.need === 'any' || rule?.of?.includes('judge') === false) return undefined;
  const online = new OnlineJudge(new Judge(graph, judgeSettings(judge)));
  return (log) => {
    // A failed message has not reached the user.
    const events = byKnownClass(judgedEvents(apps, log)).filter(({ failed }) => !failed);
    const { verdict, renamed } = online.checkTurn(online.judge.turn + 2, events);
    const values = new Map(events.map(({ id, value }) => [id, value]));
    return {
      isRejected: verdict?.outcome === 'failed',
      results: new Map([...renamed].map(([call, event]) => [event, values.get(call) ?? null])),
    };
  };
}

/** The judgement of a run with the part of it that the judge saw. A broken or lost run has not passed, because its rest is unknown. */
export function judgementOfPart(
  { state, verdict, start }: Pick<RunSummary, 'state' | 'verdict' | 'start'>,
  { times }: Pick<JudgedLog, 'times'>,
  judgement: JudgeVerdict,
): JudgeVerdict {
  const isPart = state === 'interrupted' || earlyFailure(state, checksOf(verdict)) !== undefined;
  if (judgement.outcome !== 'passed' || !isPart) return judgement;
  const last = [...times].at(-1) ?? start;
  const sentence = `${judgement.sentence} But the run ended early, at ${offsetText(start, last)}, and the judge saw only the part until then.`;
  return { ...judgement, outcome: 'not-judged', sentence };
}

/** What the judge and the comparison of final states need of a stored run's log. */
export interface JudgedLog {
  readonly events: readonly CompletedEvent[];
  /** The simulated times of all entries. */
  readonly times: ReadonlySet<SimTime>;
}

/** Goes through a log once for both. `heads` are read from `store` when the log is not in memory. @throws {StoreError} */
export function judgedLog(
  store: Pick<Store, 'heads'>,
  { id, apps }: Pick<RunSummary, 'id' | 'apps'>,
  heads: Parameters<typeof judgedEvents>[1] = headsOf(store, id),
): JudgedLog {
  const times = new Set<SimTime>();
  return { events: judgedEvents(apps, withTimesIn(times, heads)), times };
}

function* withTimesIn<Entry extends Pick<LogEntry, 'time'>>(
  times: Set<SimTime>,
  log: Iterable<Entry>,
): Generator<Entry> {
  for (const entry of log) {
    times.add(entry.time);
    yield entry;
  }
}

/**
 * Runs the scenario of a trace file in oracle mode; `undefined` when it has no oracle. That run fails if the file has objects
 * only as text or apps that Orrery does not have; then the recorded run replaces it if the oracle made it.
 *
 * @throws {TraceError} @throws {ScenarioError} @throws {JudgeError} when the scenario cannot run.
 */
export function runOracleOfTrace(text: string, file: string, options?: OracleOptions): OracleRun | undefined {
  return runOracle(planTrace(text, file).plan, options, () => {
    const { apps, entries } = readTrace(text, file);
    return judgedEvents(apps, entries);
  });
}

/**
 * Judges a stored run by the oracle's calls, without running it again.
 *
 * @throws {JudgeError} for an invalid configuration.
 */
export const judgeRun = (
  { mode }: Pick<RunSummary, 'mode'>,
  { events }: Pick<JudgedLog, 'events'>,
  graph: OracleGraph,
  options?: JudgeOptions,
): JudgeVerdict => judgeLog(graph, mode === 'trace' ? events : byKnownClass(events), options);

/**
 * ARE's judge has rules for CalendarApp and none for CalendarV2, the calendar of Orrery scenarios with the same tools. Recorded
 * traces are judged by their own names.
 */
const byKnownClass = (events: readonly CompletedEvent[]): readonly CompletedEvent[] =>
  events.map((event) => (event.class === 'CalendarV2' ? { ...event, class: 'CalendarApp' } : event));

/**
 * The judgement of a run under the configuration with the hash `asked`; by default under that which decides its verdict,
 * otherwise under the latest one.
 */
export function judgementOf(
  store: Pick<Store, 'judgement' | 'judgeConfigurations'>,
  { id, verdict }: Pick<RunSummary, 'id' | 'verdict'>,
  asked?: string,
): KeptJudgement | undefined {
  const hash = asked ?? verdict?.judge?.configuration ?? store.judgeConfigurations(id)[0]?.hash;
  return hash === undefined ? undefined : store.judgement(id, hash);
}

/** The results of judging a run, for its verdict. */
interface Judgement {
  /** The judge's result; missing when the scenario has no oracle. */
  readonly judge?: Verdict['judge'];
  readonly finalState?: Verdict['finalState'];
}

/** The verdict on a run, updated with the results of the judge and of the comparison of final states. */
export const judgedVerdict = (
  { state, verdict }: Pick<RunSummary, 'state' | 'verdict'>,
  { judge, finalState }: Judgement,
  { rule }: Judging,
): Verdict =>
  combineVerdict({ checks: checksOf(verdict), judge, finalState, rule, isStopped: state === 'stopped' });

/** Compares the final state of a stored run with the oracle's; `undefined` when the scenario does not require it. */
export function compareFinalStateOf(
  store: Pick<Store, 'stateAt'>,
  { id, apps, entries }: Pick<RunSummary, 'id' | 'apps' | 'entries'>,
  { times }: Pick<JudgedLog, 'times'>,
  { end, judging: { finalState } }: OracleReference,
): Verdict['finalState'] {
  if (finalState === undefined) return undefined;
  const states = Object.fromEntries(apps.map(({ name }) => [name, store.stateAt(id, name, entries - 1)]));
  return compareFinalStates(finalState, end, { states, times });
}

const hasOracle = (events: readonly EventOutline[]): boolean => events.some(({ oracle }) => oracle === true);

function contactsOf({ apps }: PlanData, anyUser: boolean): readonly Contact[] | undefined {
  const states: States = Object.fromEntries(
    Object.entries(apps).map(([name, { state }]) => [name, state as Json]),
  );
  const contacts = contactsIn(states);
  return anyUser && contacts?.some(({ isUser }) => isUser) !== true ? [NAMELESS] : contacts;
}

const NAMELESS = { firstName: '', lastName: '', address: null, isUser: true } as const;
