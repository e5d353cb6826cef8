import { asIs } from '../as-is.ts';
import { refuse } from '../tool.ts';
import { likeness } from './likeness.ts';
import type { MessagingState } from './state.ts';

/** The user's own id. @throws {ToolError} `AssertionError` when there is none. */
export const userOf = ({ current_user_id: id }: MessagingState): string =>
  id ?? refuse('AssertionError', 'current_user_id: found none, wanted the id of the user');

/** Those `people` and the user, each once. @throws {ToolError} `AssertionError` when there is no user. */
export const withUser = (state: MessagingState, people: readonly string[]): string[] => [
  ...new Set([...people, userOf(state)]),
];

/** Whether the same people are in both. */
export const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((person) => others.includes(person));

/**
 * What a conversation of `people` is called: the names of all but the user, in the order of the alphabet.
 *
 * @throws {ToolError} `AssertionError` when the user has no name.
 */
export function defaultTitle(state: MessagingState, people: readonly string[]): string {
  const names = asIs(state.id_to_name);
  const user = userOf(state);
  if (!Object.hasOwn(names, user))
    refuse('AssertionError', `id_to_name: found no name of "${user}", wanted one of the user`);
  return people
    .filter((id) => id !== user)
    .flatMap((id) => {
      if (Object.hasOwn(names, id)) return [names[id]!];
      return state.mode === 'PHONE_NUMBER' ? [id] : [];
    })
    .sort()
    .join(', ');
}

/** @throws {ToolError} `ValueError` naming `argument`, when nobody can be written to by `id`. */
export function refuseUnreachable({ mode, id_to_name }: MessagingState, argument: string, id: string): void {
  if (mode === 'PHONE_NUMBER') {
    if (!/\d/.test(id)) refuse('ValueError', `${argument}: found "${id}", wanted a phone number`);
  } else if (!Object.hasOwn(id_to_name, id)) refuse('ValueError', `${argument}: found no user "${id}"`);
}

/** How like a name must be to be taken for it, of 100. */
const LIKE_ENOUGH = 80;

/** The ids of those called `name`, or of all whose names are like it, the most alike first. */
export function lookUp({ name_to_id }: MessagingState, name: string): Readonly<Record<string, string>> {
  const ids = asIs(name_to_id);
  if (Object.hasOwn(ids, name)) return { [name]: ids[name]! };
  const wanted = name.toLowerCase().trim();
  return Object.fromEntries(
    Object.entries(ids)
      .map(([other, id]) => ({ other, id, like: likeness(wanted, other.toLowerCase()) }))
      .filter(({ like }) => like >= LIKE_ENOUGH)
      .sort((one, other) => other.like - one.like)
      .map(({ other, id }) => [other, id]),
  );
}
