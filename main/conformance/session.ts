import { Environment, planOf, type Plan } from '../../engine/index.ts';
import type { Json } from '../../engine/model/json.ts';
import type { Notification } from '../../engine/model/notification.ts';
import { fromSeconds, toSeconds, type SimTime } from '../../engine/model/time.ts';
import { appsOf } from './case-apps.ts';
import type { Case } from './case-file.ts';
import { scenarioOf } from './case-scenario.ts';
import { listingOf, type Listing } from './listing.ts';
import { Mailbox } from './mailbox.ts';
import { wire, type WiringError } from './wiring.ts';

export interface Executed {
  readonly app: string;
  readonly tool: string;
  readonly time: number;
}

/** A case on the engine, ready to be driven. */
export interface Session {
  readonly spec: Case;
  readonly plan: Plan;
  readonly start: SimTime;
  readonly environment: Environment;
  readonly listing: Listing;
  readonly mailbox: Mailbox;
  /** Tool bodies in the order in which they ran. */
  readonly executed: Executed[];
  readonly wiringErrors: readonly (WiringError | null)[];
}

/** Builds a case. @throws {ScenarioError} when the engine refuses its graph. */
export function prepare(spec: Case): Session {
  const start = startOf(spec);
  const { wired, errors } = wire(spec);
  return openSession(spec, errors, (apps, listing) =>
    planOf(scenarioOf(apps, { spec, start, wired, listing })),
  );
}

/** Opens a session on the plan that `make` makes. */
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

/** The same plan once more, from the beginning. */
export function again(session: Session): Session {
  session.executed.length = 0;
  return { ...session, environment: environmentOf(session.spec, session.plan), mailbox: new Mailbox() };
}

export const startOf = ({ config }: Case): SimTime => fromSeconds(config.start_time ?? 0);

function environmentOf({ config }: Case, plan: Plan): Environment {
  const oracle = config.oracle_mode ?? config.loop === 'queue';
  const told = ({ LOW: 'low', MEDIUM: 'medium', HIGH: 'high' } as const)[config.verbosity ?? 'LOW'];
  return new Environment(plan, { mode: oracle ? 'oracle' : 'plain', told });
}

/** How the reference calls the state of an environment. A run that ends after this tick counts as ended. */
export function stateOf({ state, ending }: Environment): string {
  return (ending !== undefined && state !== 'failed' ? ending : state).toUpperCase();
}

const words = {
  'user-message': 'USER_MESSAGE',
  'environment-notification': 'ENVIRONMENT_NOTIFICATION',
  'environment-stop': 'ENVIRONMENT_STOP',
} as const satisfies Record<Notification['kind'], string>;

/** Messages as cases list them. */
export const messages = (told: readonly Notification[], start: SimTime): Json =>
  told.map(({ kind, time, text }) => ({
    type: words[kind],
    time: toSeconds((time - start) as SimTime),
    message: text,
  }));
