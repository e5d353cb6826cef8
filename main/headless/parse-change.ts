import {
  type Actor,
  type Intervention,
  appName,
  isJsonObject,
  type Json,
  type LogEntry,
  parsePath,
} from '../../engine/model/index.ts';
import { readJson } from '../../engine/index.ts';
import { UsageError } from './usage-error.ts';

export const CHANGES = [
  'argument <name>=<value>',
  'leave-out',
  'act <agent|user|environment> <app>.<tool> <arguments>',
  'set <app>.<path>=<value>',
  'mode <oracle|plain>',
  'agent <recorded|script.json>',
] as const;

/**
 * What is to be otherwise from `entry` on, as the command line says it; values are JSON, or plain texts.
 *
 * @throws {UsageError}
 */
export function parseChange(text: string, entry: LogEntry): Intervention {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*([^]*)$/.exec(text) ?? [];
  const at = entry.index;
  switch (word) {
    case 'argument': {
      const [name, value] = assignment(text, rest);
      return { kind: 'argument', event: planned(entry), name, value };
    }
    case 'leave-out':
      return { kind: 'leave-out', event: planned(entry) };
    case 'act': {
      const [, actor, app, tool, args = ''] =
        /^(agent|user|environment)\s+([^\s.]+)\.(\S+)\s*([^]*)$/.exec(rest) ?? unclear(text);
      const given = args === '' ? {} : valueOf(args);
      if (!isJsonObject(given))
        throw new UsageError(`change: arguments: found ${args}, wanted a JSON object such as {"to":"Ada"}`);
      return {
        kind: 'act',
        at,
        actor: actor as Actor,
        action: { app: appName(app!), tool: tool!, args: given },
      };
    }
    case 'set': {
      const [place, value] = assignment(text, rest);
      const [app, ...path] = parsePath(place);
      return { kind: 'set', at, app: appName(typeof app === 'string' ? app : unclear(text)), path, value };
    }
    case 'mode':
      if (rest !== 'oracle' && rest !== 'plain') return unclear(text);
      return { kind: 'mode', at, mode: rest };
    case 'agent':
      return { kind: 'agent', at, script: rest.trim() || unclear(text) };
    default:
      return unclear(text);
  }
}

function assignment(text: string, rest: string): readonly [string, Json] {
  const [, name, value] = /^([^=]+?)\s*=\s*([^]*)$/.exec(rest) ?? unclear(text);
  return [name!, valueOf(value!)];
}

function valueOf(text: string): Json {
  const read = readJson(text);
  return 'value' in read ? read.value : text;
}

function planned(entry: LogEntry): LogEntry['event'] {
  if ('action' in entry && entry.direct === undefined) return entry.event;
  throw new UsageError(
    `entry ${entry.index}: found ${'action' in entry ? 'a call made by hand' : `a ${entry.kind}`}, wanted an action that the scenario plans`,
  );
}

function unclear(text: string): never {
  const [word] = text.trim().split(/\s/);
  const form = CHANGES.find((change) => change.split(' ')[0] === word);
  throw new UsageError(`change: found "${text}", wanted ${form ?? `one of: ${CHANGES.join(', ')}`}`);
}
