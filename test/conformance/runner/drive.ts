import * as z from 'zod';
import { actorOf, ManualEnvironment, type Plan, planOf } from '../../../engine/index.ts';
import type { Action } from '../../../engine/model/event.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import type { Notification } from '../../../engine/model/notification.ts';
import { fromSeconds, seconds, type SimTime, toSeconds } from '../../../engine/model/values/time.ts';
import { appsOf } from './apps.ts';
import { type Case, shaped, type Step } from './case-file.ts';
import { type Listing, listingOf, messages } from './log.ts';
import { Heap } from './python.ts';
import { scenarioOf, wire, type WiringError } from './scenario.ts';

/** A tool body that ran. */
interface Executed {
  readonly app: string;
  readonly tool: string;
  readonly time: number;
}

/** A run of a case. */
export interface Session {
  readonly spec: Case;
  readonly plan: Plan;
  readonly start: SimTime;
  readonly environment: ManualEnvironment;
  readonly listing: Listing;
  readonly mailbox: Mailbox;
  /** In order of execution. */
  readonly executed: Executed[];
  readonly wiringErrors: readonly (WiringError | null)[];
}

/** Prepares a run of `spec`. @throws {ScenarioError} when the engine rejects its events. */
export function prepare(spec: Case): Session {
  const start = startOf(spec);
  const { wired, errors } = wire(spec);
  return openSession(spec, errors, (apps, listing) =>
    planOf(scenarioOf(apps, { spec, start, wired, listing })),
  );
}

/** Prepares a run of the plan that `make` returns. */
export function openSession(
  spec: Case,
  wiringErrors: readonly (WiringError | null)[],
  make: (apps: ReturnType<typeof appsOf>, listing: Listing) => Plan,
): Session {
  const start = startOf(spec);
  const executed: Executed[] = [];
  let plan: Plan | undefined = undefined as Plan | undefined;
  const listing = listingOf(spec, start, () => plan);
  const apps = appsOf(spec.apps, start, (app, tool, now) => {
    executed.push({ app, tool, time: toSeconds((now - start) as SimTime) });
  });
  plan = make(apps, listing);
  const environment = environmentOf(spec, plan);
  return { spec, plan, start, environment, listing, mailbox: new Mailbox(), executed, wiringErrors };
}

/** A new run of the same plan. */
export function again(session: Session): Session {
  session.executed.length = 0;
  return { ...session, environment: environmentOf(session.spec, session.plan), mailbox: new Mailbox() };
}

export const startOf = ({ config }: Case): SimTime => fromSeconds(config.start_time ?? 0);

function environmentOf({ config }: Case, plan: Plan): ManualEnvironment {
  const oracle = config.oracle_mode ?? config.loop === 'queue';
  const told = ({ LOW: 'low', MEDIUM: 'medium', HIGH: 'high' } as const)[config.verbosity ?? 'LOW'];
  return new ManualEnvironment(plan, { mode: oracle ? 'oracle' : 'plain', notify: told });
}

/** The agent's unread messages in the order of the reference's heap. Ours are in order of arrival. */
class Mailbox {
  readonly #heap = new Heap<Notification>();
  readonly #known = new Set<Notification>();

  /** Removes and returns the messages up to now. */
  take(environment: ManualEnvironment): readonly Notification[] {
    this.#takeIn(environment);
    return [...this.#heap.takeUntil(environment.now), ...environment.takeNotifications().filter(isStop)];
  }

  unread(environment: ManualEnvironment): readonly Notification[] {
    this.#takeIn(environment);
    return [...this.#heap.list(), ...environment.unread.filter(isStop)];
  }

  /** Stop messages arrive late, with the time of the decision to stop. They are compared separately. */
  #takeIn({ unread }: ManualEnvironment): void {
    for (const one of unread) {
      if (isStop(one) || this.#known.has(one)) continue;
      this.#known.add(one);
      this.#heap.push(one);
    }
  }
}

const isStop = ({ kind }: Notification): boolean => kind === 'environment-stop';

/** The limit of the reference's driver: a longer run counts as endless. */
const MAX_TICKS = 3000;

const POLL = seconds(0.125);

/** Results of the steps, and the error that ended the loop. */
export interface Driven {
  readonly steps: readonly Json[];
  readonly loopError: { readonly type: string; readonly message: string } | null;
}

/** Drives the run to its end, in the way `config.loop` names. */
export function drive(session: Session): Driven {
  const { spec, environment } = session;
  const steps: Json[] = [];
  if (spec.config.loop === 'script') {
    for (const step of spec.script) steps.push(take(step, session));
    return { steps, loopError: null };
  }
  const polls = pollsOf(session, steps);
  for (let ticks = 0; environment.advanceTick(); ticks++) {
    if (ticks === MAX_TICKS)
      return { steps, loopError: { type: 'LoopGuard', message: `more than ${MAX_TICKS} ticks` } };
    polls();
    environment.tick();
    const tick = environment.ticks;
    for (const step of spec.agent) if (step['after_tick'] === tick) steps.push(take(step, session));
  }
  return { steps, loopError: null };
}

/** Does the agent's steps while the run is paused. Polls are counted over the whole run. */
function pollsOf(session: Session, steps: Json[]): () => void {
  const { spec, environment } = session;
  const last = Math.max(
    0,
    ...spec.agent.map(({ after_polls: polls }) => (typeof polls === 'number' ? polls : 0)),
  );
  let polls = 0;
  return () => {
    while (environment.state === 'paused' && polls < last) {
      polls += 1;
      environment.elapse(POLL);
      for (const step of spec.agent) if (step['after_polls'] === polls) steps.push(take(step, session));
    }
  };
}

const at = { after_tick: z.int().nullish(), after_polls: z.int().nullish() };
const span = z.number().min(0);

/** The steps of a script or an agent. */
const action = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), ...at }),
  z.strictObject({ do: z.literal('advance'), seconds: span, ...at }),
  z.strictObject({ do: z.literal('offset'), seconds: span, ...at }),
  z.strictObject({ do: z.literal('tick'), ...at }),
  z.strictObject({
    do: z.literal('call'),
    app: z.string(),
    tool: z.string(),
    args: z.record(z.string(), z.json()).nullish(),
    events: z.enum(['disabled', 'capture']).nullish(),
    ...at,
  }),
  z.strictObject({ do: z.literal('pause'), ...at }),
  z.strictObject({ do: z.literal('resume'), ...at }),
  z.strictObject({ do: z.literal('resume_with_offset'), seconds: span, ...at }),
  z.strictObject({ do: z.literal('stop'), ...at }),
  z.strictObject({ do: z.literal('schedule'), events: z.array(z.string()), ...at }),
  z.strictObject({ do: z.literal('get_notifications'), ...at }),
  z.strictObject({ do: z.literal('finish'), ...at }),
]);

type Call = z.output<typeof action> & { do: 'call' };

/** Does one step and returns what a case records of it. @throws {TypeError} for an unknown step. */
function take(step: Step, session: Session): Json {
  const wanted = shaped(action, step);
  const came = perform(wanted, session);
  const { environment, start } = session;
  const time = toSeconds((environment.now - start) as SimTime);
  return { do: wanted.do, ...came, time, state: stateAfter(wanted.do, environment) };
}

/** The reference's name of a state. It has one name for all ends without a failure. */
export const referenceState = (state: ManualEnvironment['state']): string =>
  state === 'completed' ? 'STOPPED' : state.toUpperCase();

/** The reference makes its final checks after the loop. Before them, a stopped run has not failed. */
function stateAfter(did: string, environment: ManualEnvironment): string {
  const { state, ending } = environment;
  return referenceState(did === 'finish' ? state : (ending ?? state));
}

function perform(step: z.output<typeof action>, session: Session): { result?: Json; error?: Json } {
  const { environment, start, plan, mailbox } = session;
  switch (step.do) {
    case 'start':
      environment.start();
      return {};
    case 'advance':
      environment.elapse(seconds(step.seconds));
      return {};
    case 'offset':
      environment.skip(seconds(step.seconds));
      return {};
    case 'tick':
      environment.tick();
      return {};
    case 'call':
      return call(step, session);
    case 'pause':
      environment.pause();
      return {};
    case 'resume':
      environment.resume();
      return {};
    case 'resume_with_offset':
      environment.resumeAfter(seconds(step.seconds));
      return {};
    case 'stop':
      environment.stop('after-tick');
      return {};
    case 'schedule':
      environment.schedule(plan.events.filter(({ id, dormant }) => dormant && step.events.includes(id)));
      return {};
    case 'get_notifications':
      return { result: messages(mailbox.take(environment), start) };
    case 'finish':
      environment.finish();
      return {};
  }
}

function call(
  { app, tool, args, events }: Call,
  { environment, plan }: Session,
): { result?: Json; error?: Json } {
  const called = { app: appName(app), tool, args: args ?? {} };
  if (events === 'capture') return capture(called, environment);
  const declared = plan.apps[app]?.tools[tool];
  const actor = declared === undefined ? 'agent' : actorOf(declared);
  const { outcome } = environment.call(actor, called, { quiet: events === 'disabled' });
  if (outcome.status === 'done') return { result: outcome.value };
  if (outcome.status !== 'failed') return {};
  const { type, message } = outcome.error;
  return { error: { type, message } };
}

function capture(called: Action, environment: ManualEnvironment): { result?: Json; error?: Json } {
  try {
    const { id, action } = environment.capture('environment', called);
    const { app, tool, args } = action;
    return { result: { captured_event: { type: 'ENV', id, app, function: tool, args } } };
  } catch (thrown) {
    const { name, message } = thrown as Error;
    return { error: { type: name, message } };
  }
}
