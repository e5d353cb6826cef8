import { readRecordings, type RecordedRun } from '../../../../engine/index.ts';
import type { LogEntry } from '../../../../engine/model/log-entry.ts';

/** The only run in a file with this `document`. */
export function onlyRun(document: unknown, file = 'soup.json'): RecordedRun {
  const [run, ...others] = readRecordings(JSON.stringify(document), file);
  if (run === undefined || others.length > 0) throw new Error(`found ${others.length + 1} runs, wanted one`);
  return run;
}

/** The entry in one line: who called which tool with what, and what came of it. */
export function lineOf(entry: LogEntry): string {
  if (!('action' in entry)) return entry.kind;
  const { kind, action, outcome } = entry;
  const came =
    outcome.status === 'failed'
      ? `failed: ${outcome.error.message}`
      : outcome.status === 'done'
        ? JSON.stringify(outcome.value)
        : outcome.reason;
  return `${kind} ${action.app}.${action.tool}(${JSON.stringify(action.args)}): ${came}`;
}

/** What the run has for the transcript beside its entries: `thought: The soup is hot.` */
export const logsOf = ({ extras }: RecordedRun): readonly string[] =>
  (extras.document['world_logs'] as readonly { log_type: string; content: string }[]).map(
    ({ log_type, content }) => `${log_type}: ${content}`,
  );
