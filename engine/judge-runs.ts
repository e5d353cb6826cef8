import { contactsIn, judgedEvents, plannedEvents, planTrace, readTrace } from './are/index.ts';
import { Environment } from './kernel/index.ts';
import { appName, type EventOutline, type Json, type RunSummary, type States } from './model/index.ts';
import { outlineOf } from './scenario/index.ts';
import { headsOf, type Store } from './store/index.ts';
import {
  type CompletedEvent,
  type Contact,
  JudgeError,
  judgeLog,
  type JudgeOptions,
  type JudgeVerdict,
  type OracleGraph,
  type OracleRun,
} from './validation/judge/index.ts';
import type { Plan } from './world/index.ts';

/**
 * Runs a plan in oracle mode, for the judge to ask of other runs what the oracle did; `undefined` when the plan has no oracle.
 *
 * The judge of ARE refuses scenarios that do not say who the user is; with `anyUser` such a scenario has a user without a name.
 *
 * @throws {JudgeError} when an event of the oracle's run fails.
 */
export function runOracle(
  plan: Plan,
  { anyUser = false }: { readonly anyUser?: boolean } = {},
): OracleRun | undefined {
  const { events } = outlineOf(plan);
  if (!hasOracle(events)) return undefined;
  const contacts = contactsOf(plan, anyUser);
  const log = playOracle(plan);
  const failed = log.find((event) => event.failed);
  if (failed !== undefined)
    throw new JudgeError(
      `The oracle cannot play this scenario: ${failed.id} (${failed.app}.${failed.tool}) fails.`,
    );
  return { start: plan.start, events: plannedEvents(events), log, contacts };
}

/**
 * Runs the scenario of a trace file in oracle mode; `undefined` when it has no oracle. Where that fails, because the file has
 * objects only as text or apps that Orrery does not have, the recorded run stands in if the oracle made it.
 *
 * @throws {TraceError} @throws {ScenarioError} @throws {JudgeError} when the scenario cannot run.
 */
export function runOracleOfTrace(
  text: string,
  file: string,
  options: { readonly anyUser?: boolean } = {},
): OracleRun | undefined {
  const { plan } = planTrace(text, file);
  try {
    return runOracle(plan, options);
  } catch (thrown) {
    if (!(thrown instanceof JudgeError)) throw thrown;
    const { events } = outlineOf(plan);
    const { apps, entries } = readTrace(text, file);
    const log = judgedEvents(apps, entries);
    const done = new Set(log.flatMap(({ id, failed }) => (failed ? [] : [id])));
    if (!events.every(({ id, oracle }) => oracle !== true || done.has(id))) throw thrown;
    return {
      start: plan.start,
      events: plannedEvents(events),
      log,
      contacts: contactsOf(plan, options.anyUser === true),
    };
  }
}

/**
 * Judges a stored run by what the oracle did, without running it again.
 *
 * @throws {StoreError} when the run cannot be read. @throws {JudgeError} for a configuration that is none.
 */
export const judgeRun = (
  store: Pick<Store, 'heads'>,
  { id, apps }: Pick<RunSummary, 'id' | 'apps'>,
  graph: OracleGraph,
  options?: JudgeOptions,
): JudgeVerdict => judgeLog(graph, judgedEvents(apps, headsOf(store, id)), options);

const hasOracle = (events: readonly EventOutline[]): boolean => events.some(({ oracle }) => oracle === true);

function playOracle(plan: Plan): readonly CompletedEvent[] {
  const apps = Object.entries(plan.apps).map(([name, app]) => ({ name: appName(name), class: app.class }));
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  return judgedEvents(apps, environment.log);
}

function contactsOf({ apps }: Plan, anyUser: boolean): readonly Contact[] | undefined {
  const states: States = Object.fromEntries(
    Object.entries(apps).map(([name, { state }]) => [name, state as Json]),
  );
  const contacts = contactsIn(states);
  return anyUser && contacts?.some(({ isUser }) => isUser) !== true ? [NAMELESS] : contacts;
}

const NAMELESS = { firstName: '', lastName: '', address: null, isUser: true } as const;
