import type { Question, ValidationEvent } from '../model/event.ts';
import { validationTimedOut } from '../kernel/polling.ts';

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
  ask: (question: Question<never>) => boolean,
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
