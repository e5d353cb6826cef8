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

/** All steps of the run in order, a line each: entries, and what the transcript shows beside them, with tokens and price. */
export function toldOf(run: RecordedRun): readonly string[] {
  const logs = run.extras.document['world_logs'] as unknown as readonly WorldLog[];
  const lines = logs.map(
    (log) => [log.before_entry - 0.5, `${log.log_type}: ${log.content}${costOf(log)}`] as const,
  );
  const entries = run.entries.map((entry) => [entry.index, lineOf(entry)] as const);
  return [...entries, ...lines].toSorted(([one], [other]) => one - other).map(([, line]) => line);
}

interface WorldLog {
  readonly log_type: string;
  readonly content: string;
  readonly before_entry: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens?: number;
  readonly cost_usd?: number;
}

function costOf({
  prompt_tokens: read,
  completion_tokens: written,
  cached_tokens: cached,
  cost_usd: cost,
}: WorldLog): string {
  if (read === 0 && written === 0 && cost === undefined) return '';
  const of = cached === undefined ? '' : ` (${cached} cached)`;
  return ` [${read}${of} in, ${written} out${cost === undefined ? '' : `, $${cost}`}]`;
}
