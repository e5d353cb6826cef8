import type { LogEntry } from '../model/log-entry.ts';
import { settingOf } from '../model/setting.ts';
import { counted } from './counted.ts';

/** Counts entries that the field's files have no event for. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(entry: LogEntry): void {
    const what = whatOf(entry);
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  get notes(): readonly string[] {
    return Array.from(
      this.#counts,
      ([what, count]) => `completed_events: ${counted(count, 'entry', 'entries')} left out: ${what}.`,
    );
  }
}

function whatOf(entry: LogEntry): string {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (settingOf(entry) !== undefined) return 'values set by hand';
      return entry.outcome.status === 'skipped'
        ? 'actions that nobody carried out'
        : 'calls that recordings keep no event of';
    case 'condition':
      return 'checks of conditions';
    case 'validation':
    case 'agent-validation':
      return 'validations';
    case 'stop':
      return 'the end of the run';
  }
}
