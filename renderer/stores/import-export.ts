import type { RunId, RunSummary } from '../../engine/model/index.ts';
import type { ExportFormat, Request, Signals } from '../../preload/contract.ts';
import { LIMITS } from '../../preload/limits.ts';
import type { AppStores } from './app-stores.ts';
import { notify, notifySaved, showProgress } from './notices.ts';
import { type RunStores, showRun } from './runs.ts';
import { ask } from './sync.ts';
import { addRun } from './workspace.ts';

/** The parts of a dropped file that an import needs. */
export interface DroppedFile {
  readonly name: string;
  readonly size: number; // bytes
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Imports shorter than this show no progress bar. */
const A_WHILE = 500; // milliseconds

/** Imports a trace of the workspace, or files that the person picks, and shows the last run. */
export const importTrace = (stores: RunStores, path?: string): Promise<void> =>
  importBy(stores, path === undefined ? {} : { path });

/** Imports dropped files. Files that are too large are not read. */
export async function importDropped(stores: RunStores, files: readonly DroppedFile[]): Promise<void> {
  const fit = files.filter(({ size }) => size <= LIMITS.droppedBytes).slice(0, LIMITS.droppedFiles);
  const read = await Promise.allSettled(fit.map((file) => file.arrayBuffer()));
  const dropped = read.flatMap((one, at) =>
    one.status === 'fulfilled' ? [{ name: fit[at]!.name, bytes: new Uint8Array(one.value) }] : [],
  );
  const unread = fit.filter((_, at) => read[at]!.status === 'rejected');
  const left = files.filter((file) => !fit.includes(file));
  if (left.length > 0)
    refuse(
      stores,
      left,
      `At most ${LIMITS.droppedFiles} files of at most ${LIMITS.droppedBytes / 1e6} MB each can be imported at once.`,
    );
  if (unread.length > 0) refuse(stores, unread, 'The files cannot be read.');
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

/** Shows the progress of imports that take a while, until the returned function is called. */
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
  return `${what}. Read the ${notes === 1 ? 'import note' : `${notes} import notes`} under Verdict.`;
}

/** The formats to export a run in. */
export type ExportChoice = ExportFormat | 'report';

/** Exports a run to a file that the person picks. */
export const exportAs = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  choice: ExportChoice,
): Promise<void> => (choice === 'report' ? saveReport(stores, run) : exportRun(stores, run, choice));

/** Also notifies the person of what the format cannot hold. */
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

/** Saves a report of a run, or of its comparison with the run `beside`, to a file that the person picks. */
export async function saveReport(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  beside?: RunId,
): Promise<void> {
  const reply = await ask(stores.bridge, 'report.save', { run, ...(beside === undefined ? {} : { beside }) });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  else if (reply.value !== null) notifySaved(stores, 'Report saved to', reply.value);
}

/** Saves the timeline of a run as an image to a file that the person picks. */
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
