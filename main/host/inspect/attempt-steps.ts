import type { Store } from '../../../engine/index.ts';
import {
  type AttemptStep,
  isJsonObject,
  type Json,
  jsonLines,
  type JsonObject,
  type RunSummary,
  tellingArgument,
  textOrJson,
  type TranscriptStep,
  truncate,
} from '../../../engine/model/index.ts';
import { callDetails, calledEntry, stepsOf } from './transcript.ts';

/** The steps of `run` in the form in which attempts are compared, without logs, hints and notes. */
export function attemptSteps(store: Store, run: RunSummary): readonly AttemptStep[] {
  const steps: AttemptStep[] = [];
  for (const step of stepsOf(store, run)) steps.push(...compared(store, run, step));
  return steps;
}

function compared(store: Store, run: RunSummary, step: TranscriptStep): readonly AttemptStep[] {
  const { kind, title, text, status, index, before = index, log } = step;
  const failed = status === 'failed';
  const place = { entry: before, log };
  switch (kind) {
    case 'log':
    case 'hint':
    case 'note':
      return [];
    case 'call': {
      const { args, came } = callDetails(calledEntry(store, run, step)) ?? {
        args: {},
        came: step.result ?? null,
      };
      const called = { tool: title, failed, ...place };
      const result = valueText(came);
      return [
        { ...called, kind, text: valueText(args), lead: leadText(args) },
        ...(result === ''
          ? []
          : [{ ...called, kind: 'result' as const, text: result, lead: oneLine(result) }]),
      ];
    }
    case 'user':
    case 'notification':
    case 'thought':
    case 'reply':
    case 'prompt':
      return text === '' ? [] : [{ kind, tool: '', text, lead: oneLine(text), failed, ...place }];
  }
}

/** A value as readable text: its fields on separate lines, or the value of its only field. */
function valueText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return jsonLines(value);
  const fields = Object.entries(value);
  if (fields.length === 1) return textOrJson(fields[0]![1]);
  return fields.map(([name, field]) => `${name}: ${textOrJson(field)}`).join('\n');
}

const MAX_LEAD = 80; // characters

function leadText(args: JsonObject): string {
  const name = tellingArgument(args);
  return name === undefined ? '' : oneLine(textOrJson(args[name]!));
}

const oneLine = (text: string): string =>
  truncate(
    text
      .slice(0, 2 * MAX_LEAD)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    MAX_LEAD,
  );
