import type { LogHead } from '../../../engine/index.ts';
import {
  type ActionEntry,
  type Failure,
  type Json,
  type JsonObject,
  type ManualStateChange,
  manualStateChangeOf,
  type Outcome,
} from '../../../engine/model/index.ts';

const LONGEST = 120; // characters
const MOST_ITEMS = 3;

/** What `entry` came to, in a few words for a list. */
export function summarize(entry: LogHead): string {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return clip(ofAction(entry));
    case 'condition':
      return clip(
        entry.outcome.status === 'failed' ? `${entry.name}: ${failureText(entry.outcome.error)}` : entry.name,
      );
    case 'validation':
      return clip(ofChecks(entry));
    case 'agent-validation':
      return clip([...entry.milestones, ...entry.minefields].join(', '));
    case 'stop':
      return '';
  }
}

/** What a tool was told to write says more than the id it answers; of one that reads, the answer does. */
function ofAction(entry: Omit<ActionEntry, 'changes'>): string {
  const { outcome, action } = entry;
  const setting = manualStateChangeOf(entry);
  switch (outcome.status) {
    case 'done':
      if (action.effect === 'read' && outcome.value !== null) return brief(outcome.value);
      if (setting !== undefined) return ofSetting(setting);
      return named(action.resolved ?? action.args) || (outcome.value === null ? '' : brief(outcome.value));
    case 'failed':
      return failureText(outcome.error);
    case 'skipped':
      return outcome.reason;
  }
}

/** The arguments of a call, in a few words. */
export const summarizeArguments = (args: JsonObject): string => clip(named(args));

/** What a call came to, in a few words. */
export function summarizeResult(outcome: Outcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.value === null ? '' : clip(brief(outcome.value));
    case 'failed':
      return clip(failureText(outcome.error));
    case 'skipped':
      return clip(outcome.reason);
  }
}

/** What was put where in an app's state by hand. */
const ofSetting = ({ path, value }: ManualStateChange): string => `${path.join('.')}: ${brief(value)}`;

const failureText = ({ type, message }: Failure): string => `${type}: ${message}`;

function ofChecks({ verdict, achieved, open, tripped, outcome }: LogHead & { kind: 'validation' }): string {
  if (outcome.status === 'failed') return failureText(outcome.error);
  if (tripped.length > 0) return `triggered ${tripped.join(', ')}`;
  if (verdict === 'passed') return achieved.join(', ');
  if (verdict === 'waiting' && open.length > 0) return open.join(', ');
  if (open.length > 0) return `missing: ${open.join(', ')}`;
  return achieved.length > 0 ? `reached: ${achieved.join(', ')}` : '';
}

/** `value` in a few words, looking no deeper than its first few items: states can be large. */
function brief(value: Json): string {
  if (typeof value === 'string') return value.slice(0, 2 * LONGEST);
  if (typeof value !== 'object' || value === null) return String(value);
  if (!isList(value)) return named(value);
  if (value.length <= MOST_ITEMS && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
}

function named(value: JsonObject): string {
  const names = Object.keys(value).filter((name) => !isEmpty(value[name]!));
  const shown = names.slice(0, MOST_ITEMS).map((name) => `${name}: ${inner(value[name]!)}`);
  return names.length > MOST_ITEMS ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** Arguments that were left out, for the most part. */
const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (isList(value) && value.length === 0);

function inner(value: Json): string {
  if (typeof value !== 'object' || value === null) return brief(value);
  if (isList(value) && value.length === 1) return inner(value[0]!);
  return isList(value) ? `[${value.length}]` : '{…}';
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function clip(text: string): string {
  // Most texts have no space to fold: to look is quicker than to write them anew.
  const line = /\s\s|[^\S ]|^ | $/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
