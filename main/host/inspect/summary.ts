import type { LogHead } from '../../../engine/index.ts';
import {
  type ActionEntry,
  failureText,
  formatInstant,
  type Json,
  type JsonObject,
  type ManualStateChange,
  manualStateChangeOf,
  type Outcome,
  printPath,
  plural,
  isLeftOut,
  shownResult,
} from '../../../engine/model/index.ts';

const MAX_LENGTH = 120; // characters
const MAX_ITEMS = 3;

/** The outcome of `entry`, short enough for a list row. */
export function summarize(entry: LogHead): string {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return clip(actionSummary(entry));
    case 'condition':
      return clip(
        entry.outcome.status === 'failed' ? `${entry.name}: ${failureText(entry.outcome.error)}` : entry.name,
      );
    case 'validation':
      return clip(checksSummary(entry));
    case 'agent-validation':
      return clip([...entry.milestones, ...entry.minefields].join(', '));
    case 'stop':
      return '';
    case 'wait':
      return `until ${formatInstant(entry.until)} at the latest`;
  }
}

/** A summary of an action: the arguments of a write, which are more informative than the returned id, or the result of a read. */
function actionSummary(entry: Omit<ActionEntry, 'changes'>): string {
  const { outcome, action } = entry;
  const setting = manualStateChangeOf(entry);
  switch (outcome.status) {
    case 'done':
      if (action.effect === 'read' && outcome.value !== null) return brief(outcome.value);
      if (setting !== undefined) return settingSummary(setting);
      return (
        fieldsText(action.resolved ?? action.args) || (outcome.value === null ? '' : brief(outcome.value))
      );
    case 'failed':
    case 'skipped':
      return brief(shownResult(outcome));
    case 'no-result': {
      const args = fieldsText(action.resolved ?? action.args);
      return `${args === '' ? '' : `${args} · `}${brief(shownResult(outcome))}`;
    }
  }
}

/** The arguments of a call, short enough for a list row. */
export const summarizeArguments = (args: JsonObject): string => clip(fieldsText(args));

/** The outcome of a call, short enough for a list row. */
export function summarizeResult(outcome: Outcome): string {
  const result = shownResult(outcome);
  return result === null ? '' : clip(brief(result));
}

/** The path and the new value of a manual state change. */
const settingSummary = ({ path, value }: ManualStateChange): string => `${printPath(path)}: ${brief(value)}`;

function checksSummary({
  verdict,
  achieved,
  open,
  tripped,
  outcome,
}: LogHead & { kind: 'validation' }): string {
  if (outcome.status === 'failed') return failureText(outcome.error);
  if (tripped.length > 0) return `triggered ${tripped.join(', ')}`;
  if (verdict === 'passed') return achieved.join(', ');
  if (verdict === 'waiting' && open.length > 0) return open.join(', ');
  if (open.length > 0) return `missing: ${open.join(', ')}`;
  return achieved.length > 0 ? `reached: ${achieved.join(', ')}` : '';
}

/** A short text for `value`. Reads only its first few items, because states can be large. */
function brief(value: Json): string {
  if (typeof value === 'string') return value.slice(0, 2 * MAX_LENGTH);
  if (typeof value !== 'object' || value === null) return String(value);
  if (!isList(value)) return fieldsText(value);
  if (value.length <= MAX_ITEMS && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return plural(value.length, 'item');
}

function fieldsText(value: JsonObject): string {
  const names = Object.keys(value).filter((name) => !isLeftOut(value[name]!));
  const shown = names.slice(0, MAX_ITEMS).map((name) => `${name}: ${fieldText(value[name]!)}`);
  return names.length > MAX_ITEMS ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** Whether a value is empty. Such values are mostly arguments that the caller left out. */
function fieldText(value: Json): string {
  if (typeof value !== 'object' || value === null) return brief(value);
  if (isList(value) && value.length === 1) return fieldText(value[0]!);
  return isList(value) ? `[${value.length}]` : '{…}';
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function clip(text: string): string {
  // Most texts have no white space to fold, and testing is faster than rewriting them.
  const line = /\s\s|[^\S ]|^ | $/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}
