import { contactsIn, judgedEvents, plannedEvents, planTrace, readTrace } from '../are/index.ts';
import { Environment } from '../kernel/index.ts';
import {
  type EventOutline,
  hasNoReferences,
  isSameJson,
  type Json,
  type States,
  truncate,
  withoutFullStop,
} from '../model/index.ts';
import { planData } from '../scenario/index.ts';
import { earlyFailure } from '../validation/index.ts';
import {
  type CompletedEvent,
  type Contact,
  JudgeError,
  type OracleGraph,
  oracleGraph,
  type OracleRun,
  type PlannedEvent,
} from '../validation/judge/index.ts';
import type { Plan, PlanData } from '../world/index.ts';
import { byKnownClass, offsetText, type OracleReference } from './judge-run.ts';

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
export type PlayedRun = Pick<Environment, 'log' | 'states' | 'apps'> &
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

const hasOracle = (events: readonly EventOutline[]): boolean => events.some(({ oracle }) => oracle === true);

function contactsOf({ apps }: PlanData, anyUser: boolean): readonly Contact[] | undefined {
  const states: States = Object.fromEntries(
    Object.entries(apps).map(([name, { state }]) => [name, state as Json]),
  );
  const contacts = contactsIn(states);
  return anyUser && contacts?.some(({ isUser }) => isUser) !== true ? [NAMELESS] : contacts;
}

const NAMELESS = { firstName: '', lastName: '', address: null, isUser: true } as const;
