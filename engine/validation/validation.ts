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
  type CheckVerdict,
  type Observation,
  failureText,
} from '../model/index.ts';

/** The result of one check of a validation. */
interface CheckedMilestones {
  readonly verdict: 'passed' | 'waiting' | 'failed';
  /** Milestones reached now or earlier, in the order in which they were reached. */
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  readonly tripped: readonly string[];
}

/**
 * Evaluates milestones and minefields for check number `attempt`. A reached milestone stays reached. With minefields, checking
 * continues until the timeout even when all milestones are reached.
 * @throws whatever `ask` throws.
 */
export function checkValidation(
  event: ValidationEvent,
  attempt: number,
  achievedBefore: readonly string[],
  ask: (question: Predicate<never>) => boolean,
): CheckedMilestones {
  const reached = event.milestones.filter(({ name, holds }) => !achievedBefore.includes(name) && ask(holds));
  const achieved = [...achievedBefore, ...reached.map(({ name }) => name)];
  const open = event.milestones.map(({ name }) => name).filter((name) => !achieved.includes(name));
  const tripped = event.minefields.filter(({ holds }) => ask(holds)).map(({ name }) => name);
  return { verdict: checkVerdict(event, attempt, open, tripped), achieved, open, tripped };
}

function checkVerdict(
  event: ValidationEvent,
  attempt: number,
  open: readonly string[],
  tripped: readonly string[],
): CheckedMilestones['verdict'] {
  if (tripped.length > 0) return 'failed';
  const over = validationTimedOut(event, attempt);
  if (open.length > 0) return over ? 'failed' : 'waiting';
  return over || event.minefields.length === 0 ? 'passed' : 'waiting';
}

/** The report of a validation, from its `checks`. Checks without new findings may be left out. */
function reportValidation(event: ValidationEvent, checks: readonly ValidationEntry[]): ValidationReport {
  const last = checks.at(-1);
  const findings = checks.map(({ achieved, tripped, index }) => ({ achieved, tripped, entry: index }));
  return {
    checks: checkResults(event, findings, last?.index),
    shortfalls: validationShortfalls(event, last),
  };
}

function validationShortfalls(
  event: ValidationEvent,
  last: ValidationEntry | undefined,
): readonly Shortfall[] {
  const entry = last?.index;
  const short = (reason: ShortfallReason, message: string): Shortfall => ({ reason, message, entry });
  if (last === undefined) return [short('never_checked', `${event.id} was never checked`)];
  if (last.verdict === 'passed' || last.outcome.status === 'failed') return [];
  if (last.tripped.length > 0)
    return last.tripped.map((name) => short('minefield', `triggered minefield "${name}"`));
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

/** `checks` with `check` added. Of checks without new findings, only the last is kept. */
export function withCheck(
  checks: readonly ValidationEntry[],
  check: ValidationEntry,
): readonly ValidationEntry[] {
  const last = checks.at(-1);
  const kept = last === undefined || showsNews(last, checks.at(-2)) ? checks : checks.slice(0, -1);
  return [...kept, check];
}

const showsNews = ({ achieved, tripped }: ValidationEntry, before: ValidationEntry | undefined): boolean =>
  tripped.length > 0 || achieved.length > (before?.achieved.length ?? 0);

/**
 * Whether a validation that is still checked at the end of the run has not passed; `last` is its last check. A validation with
 * only minefields and no timeout passes at the end of the run.
 */
export function isUnfinished(event: ScenarioEvent, last: ValidationEntry | undefined): boolean {
  if (event.kind !== 'validation') return false;
  return event.timeout !== undefined || last === undefined || last.open.length > 0;
}

/** Computes the verdict of a run. It gets every log entry once and keeps only what the verdict needs. */
export class VerdictTracker {
  readonly #checks = new Map<EventId, readonly ValidationEntry[]>();
  readonly #begun = new Map<EventId, number>();
  readonly #observed: Observed[] = [];
  readonly #broken: Shortfall[] = [];
  readonly #failedActions: Shortfall[] = [];

  /** Adds an entry; `event` is its event, if known. */
  add(entry: LogEntry, event: ScenarioEvent | undefined): void {
    const { kind, index, outcome } = entry;
    if ('action' in entry) {
      if (outcome.status === 'failed' && isFatal(event, outcome.error.type))
        this.#failedActions.push({
          reason: 'action_failed',
          message: `${entry.event} failed: ${outcome.error.message}`,
          entry: index,
        });
      for (const one of entry.observations ?? []) this.#observed.push({ ...one, entry: index });
      return;
    }
    if (kind === 'agent-validation') this.#begun.set(entry.event, index);
    if (kind === 'validation')
      this.#checks.set(entry.event, withCheck(this.#checks.get(entry.event) ?? [], entry));
    if (outcome.status === 'failed')
      this.#broken.push({
        reason: 'broken_check',
        message: `${kind} ${entry.event} broke: ${failureText(outcome.error)}`,
        entry: index,
      });
  }

  /** The latest check of a validation. */
  lastCheck(validation: EventId): ValidationEntry | undefined {
    return this.#checks.get(validation)?.at(-1);
  }

  /** The verdict on `events` so far. */
  verdict(events: readonly ScenarioEvent[]): CheckVerdict {
    const judged = events
      .filter((event) => event.kind === 'validation' || event.kind === 'agent-validation')
      .map((event) => this.#report(event));
    const failures = [...this.#broken, ...this.#failedActions];
    const shortfalls = [...failures, ...judged.flatMap(({ shortfalls }) => shortfalls)];
    return { passed: shortfalls.length === 0, checks: judged.flatMap(({ checks }) => checks), shortfalls };
  }

  #report(event: ValidationEvent | AgentValidationEvent): ValidationReport {
    const { id } = event;
    if (event.kind === 'validation') return reportValidation(event, this.#checks.get(id) ?? []);
    const observed = this.#observed.filter(({ validation }) => validation === id);
    return reportAgentValidation(event, this.#begun.get(id), observed);
  }
}

/** Whether a failure fails the run: the scenario says so, or the tool took too long. */
const isFatal = (event: ScenarioEvent | undefined, error: string): boolean =>
  error === TIMED_OUT || (event !== undefined && 'onFailure' in event && event.onFailure === 'stop');

/** The results of one validation, for a verdict. */
export type ValidationReport = Omit<CheckVerdict, 'passed'>;

/** The names of a validation's checks. */
interface CheckNames {
  readonly id: EventId;
  readonly milestones: readonly { readonly name: string }[];
  readonly minefields: readonly { readonly name: string }[];
}

/** The results of one entry for a validation's checks. */
interface CheckFinding {
  readonly achieved: readonly string[];
  readonly tripped: readonly string[];
  readonly entry: number;
}

/** The result of each check of a validation. */
function checkResults(
  { id: validation, milestones, minefields }: CheckNames,
  findings: readonly CheckFinding[],
  last: number | undefined,
): readonly CheckResult[] {
  const result = (
    check: string,
    kind: CheckResult['kind'],
    first: CheckFinding | undefined,
    [met, unmet]: readonly [CheckResult['status'], CheckResult['status']],
  ): CheckResult => ({
    validation,
    check,
    kind,
    status: first !== undefined ? met : last === undefined ? 'not-checked' : unmet,
    entry: first?.entry ?? last,
  });
  return [
    ...milestones.map(({ name }) =>
      result(
        name,
        'milestone',
        findings.find(({ achieved }) => achieved.includes(name)),
        ['reached', 'missed'],
      ),
    ),
    ...minefields.map(({ name }) =>
      result(
        name,
        'minefield',
        findings.find(({ tripped }) => tripped.includes(name)),
        ['tripped', 'clear'],
      ),
    ),
  ];
}

/** An observation of an agent validation, with the entry it was logged with. */
interface Observed extends Observation {
  readonly entry: number;
}

/** The report of an agent validation that began at entry `begun`. */
function reportAgentValidation(
  event: AgentValidationEvent,
  begun: number | undefined,
  observed: readonly Observed[],
): ValidationReport {
  const checks = checkResults(event, observed, observed.at(-1)?.entry ?? begun);
  return { checks, shortfalls: agentShortfalls(event, begun, observed) };
}

function agentShortfalls(
  { id, milestones }: AgentValidationEvent,
  begun: number | undefined,
  observed: readonly Observed[],
): readonly Shortfall[] {
  const short = (reason: ShortfallReason, message: string, entry: number | undefined): Shortfall => ({
    reason,
    message,
    entry,
  });
  if (begun === undefined) return [short('never_checked', `${id} never began to watch`, undefined)];

  const failures = observed
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ error, late, open, tripped, entry }) => {
      if (error !== undefined)
        return [short('broken_check', `agent-validation ${id} broke: ${failureText(error)}`, entry)];
      if (late)
        return open.map((name) =>
          short('agent_validation_timeout', `the agent did not reach milestone "${name}" in time`, entry),
        );
      return tripped.map((name) =>
        short('agent_minefield', `the agent triggered minefield "${name}"`, entry),
      );
    });
  const open = observed.at(-1)?.open ?? milestones.map(({ name }) => name);
  const missing = open.map((name) =>
    short(
      'agent_milestones_missing_at_end',
      `the agent never reached milestone "${name}"`,
      observed.at(-1)?.entry ?? begun,
    ),
  );
  return [...failures, ...missing];
}
