import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RecordedRun } from '../../../../engine/index.ts';
import { type Counts, COUNTERS } from './counts.ts';
import { trajectoryFiles } from './recordings.ts';

/** What the runs of a file show. */
function shownCounts(
  runs: readonly RecordedRun[],
): Counts & { readonly messages: number; readonly results: number } {
  const entries = runs.flatMap((run) => run.entries).flatMap((entry) => ('action' in entry ? [entry] : []));
  const calls = entries.filter(({ action }) => action.app !== 'Conversation');
  const logs = runs.flatMap(
    (run) => run.extras.document['world_logs'] as unknown as readonly Record<string, number>[],
  );
  const of = (field: string): number => logs.reduce((total, log) => total + log[field]!, 0);
  return {
    messages: entries.length - calls.length,
    calls: calls.length,
    results: calls.filter(
      ({ outcome }) => outcome.status === 'failed' || (outcome.status === 'done' && outcome.value !== null),
    ).length,
    failed: calls.filter(({ outcome }) => outcome.status === 'failed').length,
    tokens: [of('prompt_tokens'), of('completion_tokens')],
  };
}

const rows: string[] = [];

describe('calls, failed calls and tokens of a file of another tool', () => {
  it.each(trajectoryFiles())('are those that are counted in the file itself: %s', async (name, read) => {
    const found = await read();
    if (found === undefined) return;
    const { documents, runs } = found;
    const shown = shownCounts(runs);
    const counted = COUNTERS[runs[0]!.format!]?.(documents);
    const { messages, results, ...own } = shown;
    const pair = (of: (counts: Counts) => unknown): string =>
      `${String(of(own))}${counted === undefined ? '' : ` of ${String(of(counted))}`}`;
    rows.push(
      `| ${name} | ${runs[0]!.format!} | ${runs.length} | ${messages} | ${pair(({ calls }) => calls)} | ${results} | ${pair(({ failed }) => failed)} | ${pair(({ tokens }) => tokens?.join(' / '))} | ${runs
        .map((run) => run.verdict?.outcome ?? '-')
        .slice(0, 4)
        .join(', ')} |`,
    );
    const file = process.env['ORRERY_TRAJECTORIES_TABLE'];
    if (file !== undefined) writeFileSync(file, `${HEAD}\n${rows.join('\n')}\n`);
    if (counted !== undefined) expect(own).toEqual(counted);
  });
});

const HEAD =
  '| file | format | runs | messages | calls shown of counted | results | failed shown of counted | tokens shown of counted | verdicts |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |';
