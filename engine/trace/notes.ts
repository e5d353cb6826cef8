import type { LogEntry } from '../model/log-entry.ts';
import type { AreTrace } from './trace-format.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Parts of a trace that a run has no place for, with a word for what they are. */
const left: readonly (readonly [path: string, part: (trace: AreTrace) => unknown])[] = [
  ['world_logs', (trace) => trace.world_logs],
  ['context', (trace) => trace.context],
  ['augmentation', (trace) => trace.augmentation],
  ['metadata.definition.hints', (trace) => trace.metadata.definition.hints],
  ['metadata.definition.tags', (trace) => trace.metadata.definition.tags],
  ['metadata.definition.config', (trace) => trace.metadata.definition.config],
  ['metadata.annotation', (trace) => trace.metadata.annotation],
  ['metadata.execution', (trace) => trace.metadata.execution],
  ['metadata.runner_config', (trace) => trace.metadata.runner_config],
];

/** What of `trace` is not in the run that was made of it, each with its path in the file. */
export function notesOn(trace: AreTrace, entries: readonly LogEntry[]): readonly string[] {
  const { events, completed_events, apps, metadata } = trace;
  const conditions = events.filter(({ event_type }) => event_type === 'CONDITION');
  const happened = new Set(entries.map(({ event }) => String(event)));
  const open = events.filter(
    ({ event_id, event_type }) => event_type !== 'CONDITION' && !happened.has(event_id),
  );

  return [
    ...(completed_events.length === 0
      ? ['completed_events: none. This file is a scenario that was not run: its apps are as they begin.']
      : []),
    ...(apps.length === 0 && !isEmpty(metadata.definition.hf_metadata)
      ? ['apps: left out of this file; metadata.definition.hf_metadata names the data set that has them.']
      : []),
    ...(open.length > 0
      ? [`events: ${counted(open.length, 'planned event')} never completed; not carried over.`]
      : []),
    ...(conditions.length > 0
      ? [`events: ${counted(conditions.length, 'condition')} without code: the file does not hold it.`]
      : []),
    ...left.flatMap(([path, part]) => noteOn(path, part(trace))),
  ];
}

function noteOn(path: string, part: unknown): readonly string[] {
  if (isEmpty(part)) return [];
  const count = Array.isArray(part) ? ` (${counted(part.length, 'item')})` : '';
  return [`${path}${count}: not carried over.`];
}
