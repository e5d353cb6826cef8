import type { RunId } from '../../engine/model/index.ts';
import type { ExportFormat } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { notify } from './notices.ts';

/** What a run can be written as. */
export type ExportChoice = ExportFormat | 'report';

/** Writes a run to a file where the person says. */
export const exportAs = (bench: Bench, run: RunId, choice: ExportChoice): Promise<void> =>
  choice === 'report' ? saveReport(bench, run) : exportRun(bench, run, choice);

/** Tells what the file's format has no place for. */
async function exportRun(bench: Bench, run: RunId, format: ExportFormat): Promise<void> {
  const reply = await ask(bench.lab, 'run.export', { run, format });
  if (!reply.ok) {
    notify(bench.notices, 'bad', reply.error.message);
    return;
  }
  if (reply.value === null) return;
  const { file, notes } = reply.value;
  notify(bench.notices, notes.length === 0 ? 'good' : 'bad', [`Exported to ${file}`, ...notes].join('\n'));
}

/** Writes a page about a run, or about how the run `beside` differs from it, where the person says. */
export async function saveReport(bench: Bench, run: RunId, beside?: RunId): Promise<void> {
  const reply = await ask(bench.lab, 'report.save', { run, ...(beside === undefined ? {} : { beside }) });
  if (!reply.ok) notify(bench.notices, 'bad', reply.error.message);
  else if (reply.value !== null) notify(bench.notices, 'good', `Report saved to ${reply.value}`);
}
