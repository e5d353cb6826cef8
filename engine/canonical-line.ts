import type { LogEntry } from './model/log-entry.ts';
import type { Outcome } from './model/outcome.ts';
import type { Json } from './model/json.ts';

/**
 * The text of `entry` that a log's hash is made of: equal for equal runs on every machine. Stacks are left out, for
 * JavaScript engines word them differently.
 */
export function canonicalLine(entry: LogEntry): string {
  const { index, time, due, event, kind, causes, changes } = entry;
  return JSON.stringify([
    index,
    time,
    due,
    event,
    kind,
    causes,
    outcomeOf(entry.outcome),
    changes,
    restOf(entry),
  ]);
}

function outcomeOf(outcome: Outcome): Json {
  switch (outcome.status) {
    case 'done':
      return ['done', outcome.value];
    case 'failed':
      return ['failed', outcome.error.type, outcome.error.message];
    case 'skipped':
      return ['skipped'];
  }
}

function restOf(entry: LogEntry): unknown {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { app, tool, args, resolved } = entry.action;
      const { oracle, watched } = entry;
      const seen = watched?.map((one) => [one.validation, one.verdict, one.achieved, one.open, one.tripped]);
      return [app, tool, args, resolved ?? null, oracle, ...(seen === undefined ? [] : [seen])];
    }
    case 'condition':
      return [entry.name, entry.attempt, entry.verdict];
    case 'validation':
      return [entry.attempt, entry.verdict, entry.achieved, entry.open, entry.tripped];
    case 'agent-validation':
      return [entry.milestones, entry.minefields, entry.timeout ?? null];
    case 'stop':
      return [];
  }
}
