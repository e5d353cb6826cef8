import type { Json, JsonObject } from '../model/json.ts';
import type { Arguments } from './argument.ts';
import { refuse } from './tool.ts';

/**
 * The arguments a tool is called with: those given, checked, and the defaults of those left out. Where that is what was
 * given, in the order in which the tool declares it, the answer is `given` itself.
 *
 * @throws {ToolError} of type `TypeError` naming the argument, what was found and what was wanted.
 */
export function callArguments(tool: string, declared: Arguments, given: JsonObject): JsonObject {
  const names = Object.keys(given);
  for (const name of names)
    if (!Object.hasOwn(declared, name))
      refuse('TypeError', `${tool}: found an argument "${name}", wanted ${namesOf(declared)}`);

  let at = 0;
  let asGiven = true;
  for (const name in declared) {
    asGiven &&= names[at++] === name;
    const argument = declared[name]!;
    const value = Object.hasOwn(given, name) ? given[name] : argument.fallback;
    if (value === undefined) refuse('TypeError', `${tool}: ${name} is missing, wanted ${argument.type}`);
    if (!argument.accepts(value))
      refuse('TypeError', `${tool}: ${name}: found ${inShort(value)}, wanted ${argument.type}`);
  }
  return asGiven ? given : inOrder(declared, given);
}

/** What is `given`, in the order in which it is declared, and the defaults of what is left out. */
const inOrder = (declared: Arguments, given: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { fallback }]) => [
      name,
      Object.hasOwn(given, name) ? given[name]! : fallback!,
    ]),
  );

function namesOf(declared: Arguments): string {
  const names = Object.keys(declared);
  return names.length === 0 ? 'none' : names.join(', ');
}

function inShort(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
