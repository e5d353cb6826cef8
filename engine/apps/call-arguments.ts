import type { Json, JsonObject } from '../model/json.ts';
import { copyJson } from '../journal/copy.ts';
import type { Arguments } from './argument.ts';
import { refuse } from './tool.ts';

/**
 * The arguments a tool is called with: those given, checked, and the defaults of those left out.
 *
 * @throws {ToolError} of type `TypeError` naming the argument, what was found and what was wanted.
 */
export function callArguments(tool: string, declared: Arguments, given: JsonObject): JsonObject {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(declared, name))
      refuse('TypeError', `${tool}: found an argument "${name}", wanted ${namesOf(declared)}`);

  const values: Record<string, Json> = {};
  for (const name of Object.keys(declared)) {
    const argument = declared[name]!;
    const value = Object.hasOwn(given, name) ? given[name] : argument.fallback;
    if (value === undefined) refuse('TypeError', `${tool}: ${name} is missing, wanted ${argument.type}`);
    if (!argument.accepts(value))
      refuse('TypeError', `${tool}: ${name}: found ${inShort(value)}, wanted ${argument.type}`);
    values[name] = copyJson(value);
  }
  return values;
}

function namesOf(declared: Arguments): string {
  const names = Object.keys(declared);
  return names.length === 0 ? 'none' : names.join(', ');
}

function inShort(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
