import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type RecordedRun } from '../../../../engine/index.ts';
import { COUNTERS } from './counts.ts';
import type { Counts } from './raw-files.ts';
import { trajectoryFiles } from './recordings.ts';

/** What the runs of a file show. */
function shownCounts(runs: readonly RecordedRun[]): Counts {
  const entries = runs.flatMap((run) => run.entries).flatMap((entry) => ('action' in entry ? [entry] : []));
  const isMessage = ({ action }: (typeof entries)[number]): boolean =>
    /^send_message_to_(?:agent|user)$/.test(action.tool);
  const calls = entries.filter((entry) => entry.action.app !== 'Conversation' && !isMessage(entry));
  const logs = runs.flatMap(
    (run) => run.extras.document['world_logs'] as unknown as readonly Record<string, number | undefined>[],
  );
  const total = (field: string): number => logs.reduce((sum, log) => sum + (log[field] ?? 0), 0);
  const isFailed = ({ outcome }: (typeof entries)[number]): boolean => outcome.status === 'failed';
  return {
    messages: entries.filter(isMessage).length,
    calls: calls.length,
    results: calls.filter(
      (call) => isFailed(call) || (call.outcome.status === 'done' && call.outcome.value !== null),
    ).length,
    failed: calls.filter(isFailed).length,
    tokens: [total('prompt_tokens'), total('completion_tokens')],
    scores: runs
      .flatMap((run) => run.attempt?.scores ?? [])
      .map(({ scorer, label }) => `${scorer} ${label}`)
      .toSorted(),
  };
}

const rows: string[] = [];

/** Writes the table of all files so far to the file that is asked for. */
function addRow(...cells: readonly string[]): void {
  rows.push(`| ${cells.join(' | ')} |`);
  const file = process.env['ORRERY_TRAJECTORIES_TABLE'];
  if (file !== undefined) writeFileSync(file, `${HEAD}\n${rows.join('\n')}\n`);
}

const COLUMNS = ['messages', 'calls', 'results', 'failed', 'tokens', 'scores'] as const;

const HEAD = [
  ['file', 'format', 'runs', ...COLUMNS.map((column) => `${column}: counted, shown`)],
  ['---', '---', '---', ...COLUMNS.map(() => '---')],
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');

const MAX_CELL = 60; // characters

const cell = (of: Counts[keyof Counts]): string => {
  const text = typeof of === 'number' ? String(of) : of.join(typeof of[0] === 'number' ? ' + ' : '; ') || '-';
  return (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text).replaceAll('|', '/');
};

describe('what a file of another tool has', () => {
  it.each(trajectoryFiles())('is shown as it is counted in the file itself: %s', async (name, read) => {
    const found = await read();
    if (found.refused !== undefined) {
      addRow(name, `refused: ${found.refused.replaceAll(/[|\n]/g, ' ')}`, '-', ...COLUMNS.map(() => '-'));
      return;
    }
    const { documents, runs } = found;
    const format = runs[0]!.format ?? 'ARE';
    const shown = shownCounts(runs);
    const counted = COUNTERS[format]!(documents);
    addRow(
      name,
      format,
      String(runs.length),
      ...COLUMNS.map((column) => `${cell(counted[column])}, ${cell(shown[column])}`),
    );
    expect(shown).toEqual(counted);
  });
});
