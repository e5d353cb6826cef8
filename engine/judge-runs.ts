import { contactsIn, judgedEvents, plannedEvents, planTrace } from './are/index.ts';
import { Environment } from './kernel/index.ts';
import { appName, type Json } from './model/index.ts';
import { outlineOf } from './scenario/index.ts';
import type { OracleRun } from './validation/judge/index.ts';
import type { Plan } from './world/index.ts';

/**
 * Runs a plan in oracle mode, for the judge to ask of other runs what the oracle did; `undefined` when the plan has no oracle.
 *
 * The judge of ARE refuses scenarios that do not say who the user is; with `anyUser` such a scenario has a user without a name.
 */
export function runOracle(
  plan: Plan,
  { anyUser = false }: { anyUser?: boolean } = {},
): OracleRun | undefined {
  if (!plan.events.some((event) => 'oracle' in event && event.oracle)) return undefined;
  const apps = Object.entries(plan.apps).map(([name, app]) => ({ name: appName(name), class: app.class }));
  const states = Object.fromEntries(
    Object.entries(plan.apps).map(([name, { state }]) => [name, state as Json]),
  );
  const contacts = contactsIn(states);
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  return {
    start: plan.start,
    events: plannedEvents(outlineOf(plan).events),
    log: judgedEvents(apps, environment.log),
    contacts: anyUser && contacts?.some(({ isUser }) => isUser) !== true ? [NAMELESS] : contacts,
  };
}

const NAMELESS = { firstName: '', lastName: '', address: null, isUser: true } as const;

/**
 * Runs the scenario of a trace file in oracle mode; `undefined` when it has no oracle.
 *
 * @throws {TraceError} @throws {ScenarioError} when the scenario cannot run.
 */
export const runOracleOfTrace = (text: string, file: string): OracleRun | undefined =>
  runOracle(planTrace(text, file).plan);
