import type { LogEntry } from '../model/log-entry.ts';
import { counted } from './counted.ts';
import { isPlainType } from './text-value.ts';
import { seedOf, type AreTrace, type CompletedEvent } from './trace-format.ts';

/** What of `trace` cannot be shown in the run that was made of it, each with its path in the file. */
export function notesOn(trace: AreTrace, entries: readonly LogEntry[]): readonly string[] {
  const { events, completed_events, apps, metadata } = trace;
  const happened = new Set(entries.map(({ event }) => String(event)));
  const open = events.filter(
    ({ event_id, event_type }) => event_type !== 'CONDITION' && !happened.has(event_id),
  );

  return [
    ...(completed_events.length === 0
      ? ['completed_events: none. This file is a scenario that was not run: its apps are as they begin.']
      : []),
    ...(seedOf(trace) === (metadata.definition.seed ?? 0)
      ? []
      : ['metadata.definition.seed: found one too large to be exact; 0 here.']),
    ...(apps.length === 0 && (metadata.definition.hf_metadata ?? null) !== null
      ? ['apps: left out of this file; metadata.definition.hf_metadata names the data set that has them.']
      : []),
    ...objectNotes(completed_events),
    ...(open.length > 0 && completed_events.length > 0
      ? [`events: ${counted(open.length, 'planned event')} never completed; kept, but not shown in the log.`]
      : []),
  ];
}

/** Objects of the field's own classes are in the file as the text that they print themselves as. */
function objectNotes(events: readonly CompletedEvent[]): readonly string[] {
  const types = events.flatMap(({ action, metadata }) => [
    ...(action?.args ?? []).map(({ value_type }) => value_type),
    metadata?.return_value_type ?? null,
  ]);
  const objects = types.filter((type) => type !== null && !isPlainType(type));
  if (objects.length === 0) return [];
  const classes = [...new Set(objects)].join(', ');
  return [
    `completed_events: ${counted(objects.length, 'value')} (${classes}) in the file only as text; shown as that.`,
  ];
}
