import type { RunId, RunSummary } from '../../engine/model/index.ts';
import type { ExportFormat, Request, Signals } from '../../preload/contract.ts';
import { LIMITS } from '../../preload/limits.ts';
import type { AppStores } from './app-stores.ts';
import { notify, notifySaved, showProgress } from './notices.ts';
import { type RunStores, showRun } from './runs.ts';
import { ask } from './sync.ts';
import { addRun } from './workspace.ts';

/** A file that the person has dropped on the window, as far as it is looked at. */
export interface DroppedFile {
  readonly name: string;
  readonly size: number; // bytes
  text(): Promise<string>;
}

/** What is over sooner needs no bar. */
const A_WHILE = 500; // milliseconds

/** Reads a trace of the workspace, or those the person picks, and shows the last of them. */
export const importTrace = (stores: RunStores, path?: string): Promise<void> =>
  importBy(stores, path === undefined ? {} : { path });

/** Reads what was dropped on the window. What is too large is not even opened. */
export async function importDropped(stores: RunStores, files: readonly DroppedFile[]): Promise<void> {
  const fit = files.filter(({ size }) => size <= LIMITS.traceBytes).slice(0, LIMITS.droppedFiles);
  const read = await Promise.allSettled(fit.map((file) => file.text()));
  const dropped = read.flatMap((one, at) =>
    one.status === 'fulfilled' ? [{ name: fit[at]!.name, text: one.value }] : [],
  );
  const unread = fit.filter((_, at) => read[at]!.status === 'rejected');
  const left = files.filter((file) => !fit.includes(file));
  if (left.length > 0)
    refuse(
      stores,
      left,
      `At most ${LIMITS.droppedFiles} files of at most ${LIMITS.traceBytes / 1e6} MB each can be imported at once.`,
    );
  if (unread.length > 0) refuse(stores, unread, 'They cannot be read.');
  if (dropped.length > 0) await importBy(stores, { dropped });
}

const refuse = (
  { notices }: Pick<AppStores, 'notices'>,
  files: readonly DroppedFile[],
  why: string,
): void => {
  notify(notices, 'bad', `Not imported: ${files.map(({ name }) => name).join(', ')}. ${why}`);
};

async function importBy(stores: RunStores, request: Request<'trace.import'>): Promise<void> {
  const done = followProgress(stores);
  const reply = await ask(stores.bridge, 'trace.import', request);
  done();
  if (!reply.ok) {
    if (reply.error.code !== 'import-cancelled') notify(stores.notices, 'bad', reply.error.message);
    return;
  }
  for (const run of reply.value) addRun(stores.workspace, run);
  const last = reply.value.at(-1);
  if (last === undefined) return;
  notify(stores.notices, 'good', `Imported ${importedWords(reply.value)}`);
  await showRun(stores, last);
}

/** Shows how far imports are, once they take a while, until the returned function is called. */
function followProgress({ bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>): () => void {
  let latest: Signals['import.progressed'] | undefined;
  let isShown = false;
  const show = (): void => {
    if (!isShown || latest === undefined) return;
    const { name, share } = latest;
    const text = share === undefined ? `Reading ${name}` : `Importing ${name}`;
    const cancel = (): void => void ask(bridge, 'trace.cancel', {});
    showProgress(notices, { text, share, cancel });
  };
  const stop = bridge.on('import.progressed', (progress) => {
    latest = progress;
    show();
  });
  const timer = setTimeout(() => {
    isShown = true;
    show();
  }, A_WHILE);
  return () => {
    stop();
    clearTimeout(timer);
    showProgress(notices, undefined);
  };
}

function importedWords(runs: readonly RunSummary[]): string {
  const what = runs.length === 1 ? runs[0]!.source : `${runs.length} traces`;
  const notes = runs.reduce((count, run) => count + run.notes.length, 0);
  if (notes === 0) return `${what} completely.`;
  return `${what}. ${notes === 1 ? 'One note is' : `${notes} notes are`} under Verdict.`;
}

/** What a run can be written as. */
export type ExportChoice = ExportFormat | 'report';

/** Writes a run to a file where the person says. */
export const exportAs = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  choice: ExportChoice,
): Promise<void> => (choice === 'report' ? saveReport(stores, run) : exportRun(stores, run, choice));

/** Tells what the file's format has no place for. */
async function exportRun(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  format: ExportFormat,
): Promise<void> {
  const reply = await ask(stores.bridge, 'run.export', { run, format });
  if (!reply.ok) {
    notify(stores.notices, 'bad', reply.error.message);
    return;
  }
  if (reply.value === null) return;
  const { file, notes } = reply.value;
  notifySaved(stores, 'Exported to', file, notes);
}

/** Writes a page about a run, or about how the run `beside` differs from it, where the person says. */
export async function saveReport(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  beside?: RunId,
): Promise<void> {
  const reply = await ask(stores.bridge, 'report.save', { run, ...(beside === undefined ? {} : { beside }) });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  else if (reply.value !== null) notifySaved(stores, 'Report saved to', reply.value);
}

/** Writes the timeline of a run as a picture where the person says. */
export async function savePicture(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  picture: HTMLCanvasElement,
): Promise<void> {
  const png = picture.toDataURL('image/png').replace(/^[^,]*,/, '');
  const reply = await ask(stores.bridge, 'timeline.save', { run, png });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  else if (reply.value !== null) notifySaved(stores, 'Timeline saved to', reply.value);
}
