import type { Polling } from '../model/event.ts';

/** Whether a condition that did not hold at check number `attempt` is given up. */
export const conditionTimedOut = ({ every, timeout }: Polling, attempt: number): boolean =>
  timeout !== undefined && attempt * every > timeout;

/** Whether check number `attempt` was a validation's last. One check sooner than conditions, as in the reference. */
export const validationTimedOut = ({ every, timeout }: Polling, attempt: number): boolean =>
  timeout !== undefined && attempt * every >= timeout;
