import { type Asked, Session } from '../agents/index.ts';
import { Environment, storedPast } from '../kernel/index.ts';
import {
  type AgentAnswer,
  type AppName,
  type Check,
  type CheckedValues,
  copyFromRealm,
  type Enter,
  type Failure,
  freezeShared,
  instant,
  type Intervention,
  type Json,
  type LogEntry,
  type NewHash,
  type Past,
  type Path,
  type OutsideAnswer,
  type PersonAct,
  type ScenarioHost,
  type SourceLocation,
  type States,
  TimedOutError,
  type Verbosity,
  failureText,
} from '../model/index.ts';
import {
  applyAgentScripts,
  applyInterventions,
  isScenario,
  outlineOf,
  type Planning,
  planOf,
  ScenarioError,
  UnlistedError,
  variantsOf,
} from '../scenario/index.ts';
import * as orrery from '../scenario/orrery.ts';
import { askWatched } from '../validation/index.ts';
import { failureOf, type Plan } from '../world/index.ts';
import type {
  RealmData,
  RealmFailed,
  RealmFailure,
  RunHost,
  RunFunctions,
  ScenarioRequest,
  ScenarioFunctions,
} from './functions.ts';

/** The host functions and objects that a realm's program uses. */
interface RealmServices {
  readonly clock: ScenarioHost['clock'];
  readonly gate: (
    timedOut: (what: string, place: SourceLocation | undefined, isBetweenCalls: boolean) => unknown,
  ) => Enter;
  readonly callSite: () => SourceLocation | undefined;
  readonly placeOf: (thrown: unknown) => SourceLocation | undefined;
  readonly isNative: (thrown: unknown) => boolean;
  readonly isOurs: (thrown: unknown) => boolean;
  readonly print: (text: string) => void;
  readonly evaluate: (module: object, orrery: object) => unknown;
  readonly safely: <Given extends readonly unknown[], Answer>(
    call: (...given: Given) => Answer,
  ) => (...given: Given) => Answer;
}

/** Creates the functions of a scenario's realm. Everything that the author's code can reach is created inside the realm. */
export function program(services: RealmServices): ScenarioFunctions {
  for (const given of Object.values(orrery)) freezeShared(given);
  const enter = services.gate(
    (what, place, isBetweenCalls) => new TimedOutError(what, place, isBetweenCalls),
  );
  const { clock, callSite, placeOf, isNative, isOurs, print, evaluate } = services;
  const host: ScenarioHost = {
    enter,
    clock,
    callSite,
    note: print,
    isNative,
    isOurs,
    placeOf: (thrown) => {
      try {
        return enter(() => placeOf(thrown));
      } catch {
        return undefined;
      }
    },
  };
  const failed: RealmFailed = Object.freeze({ failed: true });
  let failure: RealmFailure | undefined;
  const guarded = <Given extends [one?: unknown, two?: unknown, three?: unknown], Answer>(
    work: (...given: Given) => Answer,
  ): ((...given: Given) => Answer | RealmFailed) => {
    // No function has more. As rest parameters they would be a list in each call.
    const call = work as unknown as (one: unknown, two: unknown, three: unknown) => Answer;
    return (one?: unknown, two?: unknown, three?: unknown): Answer | RealmFailed => {
      try {
        return call(one, two, three);
      } catch (thrown) {
        failure = failureFor(thrown, enter);
        return failed;
      }
    };
  };
  const load = (module: object): ReturnType<typeof exportedScenario> =>
    exportedScenario(
      evaluateModule(() => enter(() => defaultExport(evaluate(module, orrery)), 'planning'), host),
      enter,
    );
  const functions = sharedRunFunctions(host);
  const run = Object.fromEntries(
    Object.entries(functions).map(([name, work]) => [
      name,
      guarded(work as (...given: [Run, unknown?, unknown?]) => unknown),
    ]),
  ) as unknown as ScenarioFunctions['run'];
  return {
    failed,
    takeFailure: () => {
      const taken = failure;
      failure = undefined;
      return taken;
    },
    variants: guarded((module) => {
      clock.now = undefined;
      return [...(variantsOf(load(module))?.keys() ?? [])];
    }),
    open: guarded((module, text, hosts): Run => {
      clock.now = undefined;
      const { planning, mode, notify, interventions, scripts, turns } = JSON.parse(text) as ScenarioRequest;
      const files = new Map(scripts);
      const changes = interventions as readonly Intervention[];
      const own = planOf(load(module), { ...(planning as Planning), host });
      const plan = applyInterventions(applyAgentScripts(own, changes, files), changes);
      const environment = new Environment(plan, { mode, host, notify: notify as Verbosity });
      const readBack = services.safely(hosts.readBack);
      const judgeTurn = services.safely(hosts.judgeTurn);
      const hash = services.safely(hosts.hash);
      const newHash: NewHash = () => {
        let all = '';
        return {
          add: (more) => {
            all += more;
          },
          end: () => hash(all),
        };
      };
      const session = new Session(environment, plan, { ...turns, newHash });
      return { plan, environment, session, readBack, judgeTurn };
    }),
    run,
  };
}

function exportedScenario(exported: unknown, enter: Enter): Parameters<typeof planOf>[0] {
  if (isScenario(exported)) return exported;
  const found =
    exported === undefined
      ? 'no default export'
      : `a default export that is ${enter(() => typeText(exported))}`;
  throw new ScenarioError([
    {
      severity: 'error',
      message: `${found}: a scenario file says export default scenario({…})`,
      place: undefined,
    },
  ]);
}

function evaluateModule(evaluate: () => unknown, host: ScenarioHost): unknown {
  try {
    return evaluate();
  } catch (thrown) {
    const [message, place] = TimedOutError.is(thrown)
      ? [thrown.message, thrown.place]
      : [textOf(thrown, host.enter), host.placeOf(thrown)];
    throw new ScenarioError([{ severity: 'error', message, place }]);
  }
}

/** Converts a value thrown by the author's code to a text. The conversion itself may throw. */
function textOf(thrown: unknown, enter: Enter): string {
  try {
    return enter(() => String(thrown));
  } catch {
    return 'Error';
  }
}

function defaultExport(exported: unknown): unknown {
  return typeof exported === 'object' && exported !== null && 'default' in exported
    ? exported.default
    : undefined;
}

/** The type of `value` for an error message. A revoked proxy throws even on `Array.isArray`. */
function typeText(value: unknown): string {
  if (value === null) return 'null';
  try {
    if (Array.isArray(value)) return 'a list';
  } catch {
    return 'a proxy';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function failureFor(thrown: unknown, enter: Enter): RealmFailure {
  if (TimedOutError.is(thrown)) {
    const { what, place, isBetweenCalls } = thrown;
    return { kind: 'timed-out', what, ...(place && { place }), isBetweenCalls };
  }
  if (ScenarioError.is(thrown)) return { kind: 'scenario', problems: thrown.problems };
  if (UnlistedError.is(thrown)) return { kind: 'unlisted', servers: thrown.servers };
  const { type, message } = failureOf(thrown, enter);
  return { kind: 'error', type, message };
}

const parseEntries = (text: string | undefined): readonly LogEntry[] => JSON.parse(text!) as LogEntry[];

/** The objects of one run in its realm. The host passes this object to each call and reads nothing in it. */
interface Run {
  readonly plan: Plan;
  readonly environment: Environment;
  readonly session: Session;
  readonly readBack: RunHost['readBack'];
  readonly judgeTurn: RunHost['judgeTurn'];
}

type SharedRunFunctions = {
  readonly [Name in keyof RunFunctions]: (
    run: Run,
    ...given: Parameters<RunFunctions[Name]>
  ) => Exclude<ReturnType<RunFunctions[Name]>, RealmFailed>;
};

/**
 * The functions shared by all runs of a realm. Creating them for each run would take a twentieth of a short run (bench realm:
 * oracle run in memory).
 */
function sharedRunFunctions(host: ScenarioHost): SharedRunFunctions {
  const { enter } = host;
  return {
    // What the author's code gave as objects is read here, within its limits.
    plan: ({ plan }) => enter(() => data({ ...plan, apps: undefined, events: undefined }), 'planning'),
    tools: ({ plan }, app) => enter(() => data(plan.apps[app]!.tools), 'planning'),
    outline: ({ plan }) => enter(() => data(outlineOf(plan)), 'planning'),
    checkedValues: ({ plan, readBack }, entry, states) =>
      checkedValues(plan, JSON.parse(entry) as LogEntry, JSON.parse(states) as States, {
        host,
        readBack: (from, limit) => parseEntries(readBack(from, limit)),
      }),

    initialState: ({ plan }, app) => plan.apps[app]!.state,
    state: ({ environment }) => environment.state,
    now: ({ environment }) => environment.now,
    nextTime: ({ environment }) => environment.nextTime,
    lastInstant: ({ environment }) => environment.lastInstant,
    ending: ({ environment }) => environment.ending,
    length: ({ environment }) => environment.length,
    pendingCount: ({ environment }) => environment.pendingCount,
    hasTurns: ({ environment }) => environment.hasTurns,
    hasRejectedTurn: ({ environment }) => environment.hasRejectedTurn,
    isNextStepLong: ({ environment }) => environment.isNextStepLong,
    isFiring: ({ environment }) => environment.isFiring,
    apps: ({ environment }) => environment.apps,
    states: ({ environment }) => environment.states,
    appState: ({ environment }, app) => environment.appState(app as AppName),
    valueAt: ({ environment }, app, path) => environment.valueAt(app as AppName, JSON.parse(path) as Path),
    unread: ({ environment }) => environment.unread,
    unreadCount: ({ environment }) => environment.unreadCount,
    log: ({ environment }) => environment.log,
    verdict: ({ environment }) => environment.verdict(),
    stop: ({ environment }) => {
      environment.stop();
    },
    judgeTurns: ({ environment, judgeTurn }) => {
      environment.judgeTurns((log) => {
        const { isRejected, results } = JSON.parse(judgeTurn(JSON.stringify([...log]))!) as {
          readonly isRejected: boolean;
          readonly results: readonly (readonly [string, Json])[];
        };
        return { isRejected, results: new Map(results) };
      });
    },
    dropEntries: ({ environment, readBack }) => {
      environment.dropEntries((from, limit) => parseEntries(readBack(from, limit)));
    },
    next: ({ session }) => {
      const { next } = session;
      return next.kind === 'act' ? next.time : next.kind;
    },
    isStill: ({ session }) => session.isStill,
    isLive: ({ session }, asked) => session.isLive(asked as Asked),
    asked: ({ session }) => session.asked,
    question: ({ session }) => session.question,
    lastResult: ({ session }, asked) => session.lastResult(asked as Asked),
    unreadBy: ({ session }, asked) => session.unread(asked as Asked),
    outside: ({ session }) => session.outside,
    nearestOutside: ({ session }) => session.nearestOutside,
    answerOutside: ({ session }, answer) => {
      session.answerOutside(JSON.parse(answer) as OutsideAnswer);
    },
    outsideApps: ({ plan }) =>
      Object.fromEntries(
        Object.entries(plan.apps).flatMap(([name, { outside }]) =>
          outside === undefined ? [] : [[name, outside] as const],
        ),
      ),
    leaveReason: ({ session }, asked) => session.leaveReason(asked as Asked),
    firstOther: ({ session }) => session.firstOther,
    history: ({ session }, asked) => session.history(asked as Asked),
    turnCount: ({ session }) => session.count,
    step: ({ session }) => session.step(),
    answer: ({ session }, answer) => {
      session.answer(JSON.parse(answer) as AgentAnswer);
    },
    act: ({ session }, act, time) => session.act(JSON.parse(act) as PersonAct, instant(time)),
    timeOut: ({ session }, failure) => session.timeOut(JSON.parse(failure) as Failure),
    takeTurns: ({ session }) => [...session.takeTurns()],
  };
}

const data = (value: object): RealmData => copyFromRealm(value) as RealmData;

interface AskedCheck {
  readonly kind: CheckedValues['kind'];
  readonly check: Check;
}

/** The checks that explain the outcome of `entry`; `undefined` if the entry is not a check. */
function explainingChecks({ events }: Plan, entry: LogEntry): readonly AskedCheck[] | undefined {
  const event = events.find(({ id }) => id === entry.event);
  if (event?.kind === 'condition') return [{ kind: 'condition', check: event }];
  if (event?.kind !== 'validation' || entry.kind !== 'validation') return undefined;
  const open = event.milestones.filter(({ name }) => entry.open.includes(name));
  const tripped = event.minefields.filter(({ name }) => entry.tripped.includes(name));
  const milestones = open.length + tripped.length === 0 ? event.milestones : open;
  return [
    ...tripped.map((check) => ({ kind: 'minefield', check }) as const),
    ...milestones.map((check) => ({ kind: 'milestone', check }) as const),
  ];
}

interface StoredRun {
  readonly host: ScenarioHost;
  readonly readBack: (from: number, limit: number) => readonly LogEntry[];
}

const checkedValues = (
  plan: Plan,
  entry: LogEntry,
  states: States,
  { host, readBack }: StoredRun,
): readonly CheckedValues[] | undefined =>
  explainingChecks(plan, entry)?.map(({ kind, check }) => {
    const past: Past = storedPast(entry.time, entry.index, readBack);
    host.clock.now = entry.time;
    const { enter } = host;
    const { name } = check;
    try {
      const { end, ...read } = enter(() => askWatched(check.holds, states, past));
      if ('answer' in end) return { name, kind, answer: end.answer ? 'true' : 'false', ...read };
      return { name, kind, answer: 'error', error: failureText(failureOf(end.thrown, enter)), ...read };
    } catch (thrown) {
      if (!TimedOutError.is(thrown)) throw thrown;
      const error = failureText(thrown.failure);
      return { name, kind, answer: 'error', error, reads: [], more: 0, readsLog: false };
    }
  });
