import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { electronArgs } from '../../scripts/shared/system.mjs';
import { machine, type Machine } from './machine.ts';
import { reportText } from './window/window-tables.ts';
import { measureEditing, type EditingReport } from './window/measure-editing.ts';
import { measurePreview, type PreviewReport } from './window/measure-preview.ts';
import { measurePace } from './window/measure-pace.ts';
import {
  measureRun,
  measureTranscript,
  memoryOf,
  openRun,
  type Memory,
  type Opening,
  type RunReport,
  type TranscriptReport,
} from './window/measure-run.ts';
import type { Spread } from './spread.ts';
import { furnish } from './window/workshop.ts';

/** All results of one run of the bench. */
export interface WindowReport {
  readonly date: string;
  readonly machine: Machine;
  readonly run: RunReport;
  /** An extremely long run. */
  readonly many: { readonly entries: number; readonly open: Opening; readonly memory: Memory };
  readonly editing: EditingReport;
  readonly preview: PreviewReport;
  readonly transcript: TranscriptReport;
  /** Milliseconds from a click to its effect while a run goes on. */
  readonly clicks: Spread;
}

/** The amount of measuring. The quick one only checks that the bench works. */
const extent = {
  whole: { entries: 100_000, many: 1_000_000, steps: 10_000, times: 60, edits: 8, previews: 31 },
  quick: { entries: 1_000, many: 2_000, steps: 200, times: 4, edits: 2, previews: 3 },
};

/** Milliseconds, with the time that the editor takes to load. */
const UNUSED = 8_000;

const home = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-bench-')));
try {
  const report = await measure(process.argv.includes('--quick') ? extent.quick : extent.whole);
  console.log(process.argv.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function measure({
  entries,
  many,
  steps,
  times,
  edits,
  previews,
}: typeof extent.whole): Promise<WindowReport> {
  const started = { date: new Date().toISOString(), machine: machine() };
  process.stderr.write(`bench: writing runs of ${entries} and ${many} entries\n`);
  furnish(home, entries, many, steps);
  // The calling script provides the working directory and the program that opens windows.
  const app = await _electron.launch({
    executablePath: process.env['ORRERY_ELECTRON']!,
    args: [
      ...electronArgs(),
      ...['--disable-gpu', `--user-data-dir=${join(home, 'profile')}`, process.cwd()],
      ...[`--workspace=${join(home, 'workspace')}`, '--trust'],
    ],
  });
  try {
    const page = await app.firstWindow();
    await page.waitForLoadState();
    await page.getByRole('list', { name: 'Runs' }).getByRole('button').first().waitFor();
    process.stderr.write('bench: looking at a run\n');
    const run = await measureRun(app, page, entries, times);
    process.stderr.write('bench: reading a transcript\n');
    const transcript = await measureTranscript(page, steps, times);
    process.stderr.write('bench: writing a scenario\n');
    // People look around before they open a scenario, and the window loads the editor meanwhile.
    await page.waitForTimeout(UNUSED);
    const editing = await measureEditing(page, edits);
    process.stderr.write('bench: previewing edits\n');
    const preview = await measurePreview(page, previews);
    process.stderr.write('bench: opening a long one\n');
    const open = await openRun(page, 'bench', many);
    const longest = { entries: many, open, memory: await memoryOf(app) };
    process.stderr.write('bench: watching a run that goes on\n');
    const clicks = await measurePace(page, entries, times);
    return { ...started, run, many: longest, transcript, editing, preview, clicks };
  } finally {
    await app.close();
  }
}
