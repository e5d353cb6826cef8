import type { FrozenServer, OutsideServer } from '../../../engine/index.ts';
import {
  isJsonObject,
  isSameJson,
  type Json,
  type Path,
  printPath,
  truncate,
} from '../../../engine/model/index.ts';

/** The differences between a server's tools and a scenario's list of them, as sentences. */
export interface ServerChanges {
  /** Changes with which valid calls may become invalid. */
  readonly breaking: readonly string[];
  readonly others: readonly string[];
}

/** The stored list of a server, and the tools of it that the scenario uses, with their effects. */
type StoredServer = Pick<OutsideServer, 'tools' | 'list'>;

const MAX_SHOWN = 300; // characters
const MAX_NAMES = 10;

export function serverChanges({ tools, list }: StoredServer, now: FrozenServer['tools']): ServerChanges {
  const breaking: string[] = [];
  const others: string[] = [];
  for (const [name, { inputSchema, effect }] of Object.entries(tools)) {
    const is = Object.hasOwn(now, name) ? now[name] : undefined;
    if (is === undefined) {
      breaking.push(`The server has no tool "${name}" any more.`);
      continue;
    }
    const difference = firstDifference(inputSchema, is.inputSchema as Json);
    if (difference !== undefined) breaking.push(`The arguments of ${name} differ: ${difference}.`);
    const was = list[name];
    // The scenario may say the effect itself.
    if (was !== undefined && effect === was.effect && effect !== is.effect)
      others.push(is.effect === 'write' ? `${name} may write now.` : `${name} only reads now.`);
    if (was !== undefined && was.description !== is.description)
      others.push(`The description of ${name} has changed.`);
  }
  const added = Object.keys(now).filter((name) => !Object.hasOwn(list, name));
  if (added.length > 0) {
    const left = added.length - MAX_NAMES;
    const names = added.slice(0, MAX_NAMES).map((name) => truncate(name, MAX_SHOWN));
    others.push(`New tools: ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`);
  }
  return { breaking, others };
}

/** Describes the first difference between two values; `undefined` if they are equal. */
function firstDifference(was: Json | undefined, is: Json | undefined, path: Path = []): string | undefined {
  if (isJsonObject(was) && isJsonObject(is)) {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const difference = firstDifference(was[key], is[key], [...path, key]);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (was !== undefined && is !== undefined && isSameJson(was, is)) return undefined;
  const text = (value: Json | undefined): string =>
    value === undefined ? 'missing' : truncate(JSON.stringify(value), MAX_SHOWN);
  return `${printPath(path)} was ${text(was)} and is ${text(is)}`;
}

const MAX_CHANGES = 5;

/** Some of `changes` as one text. */
export function changesText(changes: readonly string[]): string {
  const left = changes.length - MAX_CHANGES;
  return [...changes.slice(0, MAX_CHANGES), ...(left > 0 ? [`${left} more differences.`] : [])].join(' ');
}
