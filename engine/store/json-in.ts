import { DamageError } from './store-error.ts';

/** What `text`, which we wrote, says. @throws {DamageError} when it cannot be what we wrote. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new DamageError('a text is no JSON', { cause: thrown });
  }
}
