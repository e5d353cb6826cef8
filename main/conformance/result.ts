import type { ScenarioEvent } from '../../engine/model/event.ts';
import { appName } from '../../engine/model/ids.ts';
import type { Json } from '../../engine/model/json.ts';
import type { Notification } from '../../engine/model/notification.ts';
import { toSeconds, type SimTime } from '../../engine/model/time.ts';
import type { Shortfall, ShortfallReason } from '../../engine/model/verdict.ts';
import type { Driven } from './drive.ts';
import { messages, stateOf, type Session } from './session.ts';

/** Apps whose state the reference does not tell. */
const STATELESS = ['SystemApp', 'ReminderApp'];

/** What a run came to, in the fields that cases expect. */
export function resultOf(session: Session, { steps, loopError }: Driven): Record<string, Json | undefined> {
  const { spec, environment, start, listing, executed, wiringErrors } = session;
  const relative = (time: SimTime): number => toSeconds((time - start) as SimTime);
  return {
    log: listing(environment.log) as unknown as Json,
    execution: executed as unknown as Json,
    final_state: Object.fromEntries(
      spec.apps.map((app): [string, Json] => [
        app.name,
        'builtin' in app && STATELESS.includes(app.builtin) ? null : environment.appState(appName(app.name)),
      ]),
    ),
    env_state: isChecked(session)
      ? stateOf(environment)
      : (environment.ending ?? environment.state).toUpperCase(),
    end_time: relative(environment.now),
    tick_count: environment.ticks,
    queue_left: environment.pending.map(({ key, time }) => ({ id: key, time: relative(time) })),
    validation: validationOf(session),
    notifications: messages(unreadAtTheEnd(session), start),
    loop_error: loopError,
    steps,
    wiring_errors: wiringErrors as unknown as Json,
  };
}

/**
 * The reference says that it stops when that is decided, ours when the run is over: for a script without an end that is now,
 * and the checks that are made at an end do not count.
 */
function unreadAtTheEnd(session: Session): readonly Notification[] {
  const { environment, mailbox } = session;
  const { ending } = environment;
  if (ending === undefined || isChecked(session)) return mailbox.unread(environment);
  environment.finish();
  return mailbox
    .unread(environment)
    .map((one) => (one.kind === 'environment-stop' ? { ...one, text: ending.toUpperCase() } : one));
}

/** Whether the final checks were made: a script makes them when it says so. */
const isChecked = ({ spec: { config, script } }: Session): boolean =>
  config.loop !== 'script' || script.some(({ do: did }) => did === 'finish');

type Phase = 'tick' | 'agent_action' | 'final';

const phases = {
  validation_timeout: 'tick',
  minefield: 'tick',
  broken_check: 'tick',
  action_failed: 'tick',
  agent_validation_timeout: 'agent_action',
  agent_minefield: 'agent_action',
  agent_milestones_missing_at_end: 'final',
  validation_still_active: 'final',
  never_checked: undefined,
} as const satisfies Record<ShortfallReason, Phase | undefined>;

/** The reference stops at the first thing that is wrong at the end, and reports one failure for one check. */
function validationOf(session: Session): Json {
  const { environment, start } = session;
  const { passed, shortfalls } = environment.verdict();
  const waiting = environment.pending.some(
    ({ event }: { event: ScenarioEvent }) => event.kind === 'validation',
  );
  const reasons = shortfalls.map((shortfall) =>
    shortfall.reason === 'never_checked' && waiting
      ? { ...shortfall, reason: 'validation_still_active' as const }
      : shortfall,
  );
  const time = (entry: number | undefined): number =>
    toSeconds(((entry === undefined ? environment.now : environment.log[entry]!.time) - start) as SimTime);

  const during = reasons
    .filter(isFirstOfItsCheck)
    .flatMap(({ reason, entry }) =>
      reason !== undefined && (phases[reason] === 'tick' || phases[reason] === 'agent_action')
        ? [{ phase: phases[reason], reason, time: time(entry), entry: entry ?? 0 }]
        : [],
    )
    .sort((one, other) => one.entry - other.entry)
    .map(({ phase, reason, time: when }) => ({ phase, reason, time: when }));
  const final = (['agent_milestones_missing_at_end', 'validation_still_active'] as const).find((wanted) =>
    reasons.some(({ reason }) => reason === wanted),
  );
  return {
    failures: [
      ...during,
      ...(final === undefined || !isChecked(session)
        ? []
        : [{ phase: 'final', reason: final, time: time(undefined) }]),
    ],
    scenario_success: passed,
    scenario_error: final ?? null,
  };
}

/** A check that fails falls short of each of its milestones; one entry may hold several calls, each of them checked. */
const isFirstOfItsCheck = (one: Shortfall, _at: number, all: readonly Shortfall[]): boolean =>
  all.find(({ reason, entry }) => reason === one.reason && entry === one.entry)?.message === one.message;
