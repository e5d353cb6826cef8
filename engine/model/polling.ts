import type { Polling, ScenarioEvent } from './event.ts';

/** The name of a condition's check after `checks` others. The reference writes the number into the id. */
export const checkName = (id: string, checks: number): string =>
  id.includes('CHECK_') && /CHECK_\d/.test(id)
    ? id.replace(/CHECK_\d+/g, `CHECK_${checks}`)
    : `${id}-CHECK_${checks}`;

/** What decides between events due together: ids, and for a condition, as in the reference, the name of its check. */
export const orderKey = ({ kind, id }: ScenarioEvent, checks: number): string =>
  kind === 'condition' ? checkName(id, checks) : id;

/** Whether a condition that did not hold at check number `attempt` is given up. */
export const conditionTimedOut = ({ every, timeout }: Polling, attempt: number): boolean =>
  timeout !== undefined && attempt * every > timeout;

/** Whether check number `attempt` was a validation's last. One check sooner than conditions, as in the reference. */
export const validationTimedOut = ({ every, timeout }: Polling, attempt: number): boolean =>
  timeout !== undefined && attempt * every >= timeout;
