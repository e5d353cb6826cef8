import {
  type AgentValidationEvent,
  type CheckResult,
  TIMED_OUT,
  type EventId,
  type LogEntry,
  type Predicate,
  type ScenarioEvent,
  type Shortfall,
  type ShortfallReason,
  type ValidationEntry,
  type ValidationEvent,
  validationTimedOut,
  type Verdict,
  type Observation,
} from '../model/index.ts';

/** What one check of a validation came to. */
export interface Checked {
  readonly verdict: 'passed' | 'waiting' | 'failed';
  /** Milestones reached now or before, in the order in which they were reached. */
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  readonly tripped: readonly string[];
}

/**
 * Checks a validation for the `attempt`th time. A milestone once reached stays reached; with minefields the watch goes on
 * until the time-out, milestones or not.
 *
 * @throws whatever `ask` throws.
 */
export function checkValidation(
  event: ValidationEvent,
  attempt: number,
  achievedBefore: readonly string[],
  ask: (question: Predicate<never>) => boolean,
): Checked {
  const reached = event.milestones.filter(({ name, holds }) => !achievedBefore.includes(name) && ask(holds));
  const achieved = [...achievedBefore, ...reached.map(({ name }) => name)];
  const open = event.milestones.map(({ name }) => name).filter((name) => !achieved.includes(name));
  const tripped = event.minefields.filter(({ holds }) => ask(holds)).map(({ name }) => name);
  return { verdict: verdictOf(event, attempt, open, tripped), achieved, open, tripped };
}

function verdictOf(
  event: ValidationEvent,
  attempt: number,
  open: readonly string[],
  tripped: readonly string[],
): Checked['verdict'] {
  if (tripped.length > 0) return 'failed';
  const over = validationTimedOut(event, attempt);
  if (open.length > 0) return over ? 'failed' : 'waiting';
  return over || event.minefields.length === 0 ? 'passed' : 'waiting';
}

/** What a validation came to, read off its `looks`, of which those that showed nothing new may be missing. */
function judgeValidation(event: ValidationEvent, looks: readonly ValidationEntry[]): ValidationReport {
  const last = looks.at(-1);
  const told = looks.map(({ achieved, tripped, index }) => ({ achieved, tripped, entry: index }));
  return { checks: checkResults(event, told, last?.index), shortfalls: shortfallsOf(event, last) };
}

function shortfallsOf(event: ValidationEvent, last: ValidationEntry | undefined): readonly Shortfall[] {
  const entry = last?.index;
  const short = (reason: ShortfallReason, message: string): Shortfall => ({ reason, message, entry });
  if (last === undefined) return [short('never_checked', `${event.id} was never checked`)];
  if (last.verdict === 'passed' || last.outcome.status === 'failed') return [];
  if (last.tripped.length > 0)
    return last.tripped.map((name) => short('minefield', `stepped on minefield "${name}"`));
  if (last.verdict === 'failed')
    return last.open.map((name) =>
      short('validation_timeout', `milestone "${name}" was not reached in time`),
    );
  if (last.open.length > 0)
    return last.open.map((name) =>
      short('validation_still_active', `milestone "${name}" was not reached before the run ended`),
    );
  return isUnfinished(event, last)
    ? [short('validation_still_active', `${event.id} was still watching its minefields when the run ended`)]
    : [];
}

/** `looks`, to which `look` is added: of those that show nothing new only the last is kept. */
export function withCheck(
  looks: readonly ValidationEntry[],
  look: ValidationEntry,
): readonly ValidationEntry[] {
  const last = looks.at(-1);
  const telling = last === undefined || showsNews(last, looks.at(-2)) ? looks : looks.slice(0, -1);
  return [...telling, look];
}

const showsNews = ({ achieved, tripped }: ValidationEntry, before: ValidationEntry | undefined): boolean =>
  tripped.length > 0 || achieved.length > (before?.achieved.length ?? 0);

/**
 * Whether `event`, whose checks were last looked at with `last`, has not passed when a run ends while they still are. One
 * that only watches minefields, for as long as the run lasts, has.
 */
export function isUnfinished(event: ScenarioEvent, last: ValidationEntry | undefined): boolean {
  if (event.kind !== 'validation') return false;
  return event.timeout !== undefined || last === undefined || last.open.length > 0;
}

/** Whether a run does what its scenario asks. It is shown every entry of the log once, and keeps what a verdict is made of. */
export class VerdictTracker {
  readonly #looks = new Map<EventId, readonly ValidationEntry[]>();
  readonly #begun = new Map<EventId, number>();
  readonly #seen: Seen[] = [];
  readonly #broken: Shortfall[] = [];
  readonly #failed: Shortfall[] = [];

  /** Takes `entry` in, which is what came of `event`, where that was planned. */
  add(entry: LogEntry, event: ScenarioEvent | undefined): void {
    const { kind, index, outcome } = entry;
    if ('action' in entry) {
      if (outcome.status === 'failed' && isFatal(event, outcome.error.type))
        this.#failed.push({
          reason: 'action_failed',
          message: `${entry.event} failed: ${outcome.error.message}`,
          entry: index,
        });
      for (const one of entry.observations ?? []) this.#seen.push({ ...one, entry: index });
      return;
    }
    if (kind === 'agent-validation') this.#begun.set(entry.event, index);
    if (kind === 'validation')
      this.#looks.set(entry.event, withCheck(this.#looks.get(entry.event) ?? [], entry));
    if (outcome.status === 'failed')
      this.#broken.push({
        reason: 'broken_check',
        message: `${kind} ${entry.event} broke: ${outcome.error.type}: ${outcome.error.message}`,
        entry: index,
      });
  }

  /** The last look at the checks of a validation. */
  lastCheck(validation: EventId): ValidationEntry | undefined {
    return this.#looks.get(validation)?.at(-1);
  }

  /** What there is to say of `events` so far. */
  verdict(events: readonly ScenarioEvent[]): Verdict {
    const judged = events
      .filter((event) => event.kind === 'validation' || event.kind === 'agent-validation')
      .map((event) => this.#judge(event));
    const failures = [...this.#broken, ...this.#failed];
    const shortfalls = [...failures, ...judged.flatMap(({ shortfalls }) => shortfalls)];
    return { passed: shortfalls.length === 0, checks: judged.flatMap(({ checks }) => checks), shortfalls };
  }

  #judge(event: ValidationEvent | AgentValidationEvent): ValidationReport {
    const { id } = event;
    if (event.kind === 'validation') return judgeValidation(event, this.#looks.get(id) ?? []);
    const seen = this.#seen.filter(({ validation }) => validation === id);
    return judgeAgentValidation(event, this.#begun.get(id), seen);
  }
}

/** Whether the scenario says that this failure ends the run, or a tool did not come back. */
const isFatal = (event: ScenarioEvent | undefined, error: string): boolean =>
  error === TIMED_OUT || (event !== undefined && 'onFailure' in event && event.onFailure === 'stop');

/** What one validation contributes to a verdict. */
export type ValidationReport = Omit<Verdict, 'passed'>;

/** A validation, as far as its results go. */
interface Checking {
  readonly id: EventId;
  readonly milestones: readonly { readonly name: string }[];
  readonly minefields: readonly { readonly name: string }[];
}

/** What one look at a validation's checks has shown, and the entry that tells of it. */
interface Look {
  readonly achieved: readonly string[];
  readonly tripped: readonly string[];
  readonly entry: number;
}

/** What each check came to by `looks`; `last` is the latest entry that tells of any, where one does. */
function checkResults(
  { id: validation, milestones, minefields }: Checking,
  looks: readonly Look[],
  last: number | undefined,
): readonly CheckResult[] {
  const result = (
    check: string,
    kind: CheckResult['kind'],
    first: Look | undefined,
    [met, unmet]: readonly [CheckResult['status'], CheckResult['status']],
  ): CheckResult => ({
    ...{ validation, check, kind },
    status: first !== undefined ? met : last === undefined ? 'not-checked' : unmet,
    entry: first?.entry ?? last,
  });
  return [
    ...milestones.map(({ name }) =>
      result(
        name,
        'milestone',
        looks.find(({ achieved }) => achieved.includes(name)),
        ['reached', 'missed'],
      ),
    ),
    ...minefields.map(({ name }) =>
      result(
        name,
        'minefield',
        looks.find(({ tripped }) => tripped.includes(name)),
        ['tripped', 'clear'],
      ),
    ),
  ];
}

/** What one entry showed an agent validation. */
export interface Seen extends Observation {
  readonly entry: number;
}

/** What an agent validation that began with entry `begun` came to, read off the actions it looked at. */
function judgeAgentValidation(
  event: AgentValidationEvent,
  begun: number | undefined,
  seen: readonly Seen[],
): ValidationReport {
  const checks = checkResults(event, seen, seen.at(-1)?.entry ?? begun);
  return { checks, shortfalls: shortfallsOfOfAgentVerdict(event, begun, seen) };
}

function shortfallsOfOfAgentVerdict(
  { id, milestones }: AgentValidationEvent,
  begun: number | undefined,
  seen: readonly Seen[],
): readonly Shortfall[] {
  const short = (reason: ShortfallReason, message: string, entry: number | undefined): Shortfall => ({
    reason,
    message,
    entry,
  });
  if (begun === undefined) return [short('never_checked', `${id} never began to watch`, undefined)];

  const failures = seen
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ error, late, open, tripped, entry }) => {
      if (error !== undefined)
        return [
          short('broken_check', `agent-validation ${id} broke: ${error.type}: ${error.message}`, entry),
        ];
      if (late)
        return open.map((name) =>
          short('agent_validation_timeout', `the agent did not reach milestone "${name}" in time`, entry),
        );
      return tripped.map((name) =>
        short('agent_minefield', `the agent stepped on minefield "${name}"`, entry),
      );
    });
  const open = seen.at(-1)?.open ?? milestones.map(({ name }) => name);
  const missing = open.map((name) =>
    short(
      'agent_milestones_missing_at_end',
      `the agent never reached milestone "${name}"`,
      seen.at(-1)?.entry ?? begun,
    ),
  );
  return [...failures, ...missing];
}
