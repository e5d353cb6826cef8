import { type ComparedBy, legible, plural, type RunId, type RunSummary } from '../../engine/model/index.ts';
import type {
  ExportFormat,
  ImportReport,
  Reply,
  Request,
  Signals,
  SkippedSources,
} from '../../preload/contract.ts';
import { LIMITS } from '../../preload/limits.ts';
import type { AppStores } from './app-stores.ts';
import { closeComparison } from './comparison.ts';
import { openLibrary } from './library.ts';
import { notify, notifyWithDetails, notifySaved, showProgress } from './notices.ts';
import { showPanel } from './panels.ts';
import { type RunStores } from './runs.ts';
import { showRun } from './run-opening.ts';
import { replaceRun } from './selection.ts';
import { ask } from './sync.ts';
import { addRun, readRun } from './workspace.ts';

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

/** Imports a folder that the person picks, as {@link importTrace} does. */
export const importFolder = (stores: RunStores): Promise<void> => importBy(stores, { folder: true });

/** Imports dropped files and folders. Files without a path on disk are read here, unless they are too large. */
export async function importDropped(stores: RunStores, files: readonly DroppedFile[]): Promise<void> {
  const byPath = files.every((file) => file instanceof File) ? stores.bridge.importFiles(files) : undefined;
  if (byPath !== undefined) {
    await showImport(stores, () => byPath);
    return;
  }
  const fit = files.filter(({ size }) => size <= LIMITS.droppedBytes).slice(0, LIMITS.droppedFiles);
  const read = await Promise.allSettled(fit.map((file) => file.arrayBuffer()));
  const dropped = read.flatMap((one, index) =>
    one.status === 'fulfilled' ? [{ name: fit[index]!.name, bytes: new Uint8Array(one.value) }] : [],
  );
  const unread = fit.filter((_, index) => read[index]!.status === 'rejected');
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

const importBy = (stores: RunStores, request: Request<'trace.import'>): Promise<void> =>
  showImport(stores, () => ask(stores.bridge, 'trace.import', request));

/** Shows the progress of an import, what it came to, and its last run. */
async function showImport(stores: RunStores, begin: () => Promise<Reply<ImportReport>>): Promise<void> {
  const done = followProgress(stores);
  const reply = await begin();
  done();
  if (!reply.ok) {
    notify(stores.notices, 'bad', reply.error.message);
    return;
  }
  showReport(stores, reply.value);
  const { runs, known } = reply.value;
  const last = runs.at(-1) ?? (known.length > 0 ? await readRun(stores, known.at(-1)!) : undefined);
  if (last === undefined || !(await showRun(stores, last))) return;
  // Of what came from elsewhere, all that was said and done is of interest first.
  if (last.choices?.agent !== undefined) showPanel(stores.panels, 'transcript');
}

/** Notifies the person of what an import came to. */
function showReport(stores: RunStores, { runs, known, skipped, isCancelled }: ImportReport): void {
  for (const run of runs) addRun(stores.workspace, run);
  tellSkipped(stores, skipped, runs.length + known.length === 0 ? 'bad' : 'note');
  const parts = [
    ...(runs.length === 0 ? [] : [`Imported ${importedWords(runs)}`]),
    ...(known.length === 0
      ? []
      : [`Imported before: ${known.length > MAX_NAMED ? plural(known.length, 'run') : known.join(', ')}.`]),
    ...(isCancelled && runs.length > 0 ? ['The rest was cancelled.'] : []),
  ];
  if (parts.length === 0) return;
  const { library } = stores;
  const showList = (): void => {
    closeComparison(stores);
    openLibrary(library, '');
  };
  const acts = runs.length > 1 ? [{ label: 'Show all runs', run: showList }] : [];
  notify(stores.notices, 'good', parts.join(' '), ...acts);
}

/** Runs that a notice names. */
const MAX_NAMED = 5;

/** Tells which files were skipped, by reason. It is an error only if nothing else came in. */
function tellSkipped(
  { notices }: Pick<AppStores, 'notices'>,
  skipped: readonly SkippedSources[],
  tone: 'bad' | 'note',
): void {
  const [only, ...others] = skipped;
  if (only === undefined) return;
  const files = skipped.reduce((sum, { count }) => sum + count, 0);
  if (others.length > 0)
    notifyWithDetails(notices, tone, `Skipped ${files} files for ${skipped.length} reasons.`, {
      title: `Skipped files: ${files}`,
      items: skipped.map((one) => ({ title: `${one.reason}: ${one.count}`, text: skippedNames(one) })),
    });
  else
    notify(
      notices,
      tone,
      only.count === 1
        ? only.message
        : `Skipped ${plural(only.count, 'file')}: ${skippedNames(only)}. ${only.reason}.`,
    );
}

const skippedNames = ({ count, first }: SkippedSources): string =>
  `${first.join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}`;

/** Imports what is in a folder that the person picks, and what comes into it, until the person ends it. */
export async function watchFolder(stores: RunStores): Promise<void> {
  const reply = await ask(stores.bridge, 'trace.watch', {});
  if (!reply.ok) {
    notify(stores.notices, 'bad', reply.error.message);
    return;
  }
  if (reply.value === null) return;
  const name = reply.value.folder.split(/[\\/]/).at(-1)!;
  let count = 0;
  const show = (): void => {
    const text = `Watching ${name}${count === 0 ? '' : `: ${plural(count, 'run')} imported`}`;
    showProgress(stores.notices, { text, share: undefined, cancel });
  };
  const stop = stores.bridge.on('import.watched', (report) => {
    count += report.runs.length;
    for (const run of report.runs) addRun(stores.workspace, run);
    tellSkipped(stores, report.skipped, 'note');
    show();
    followReplaced(stores, report);
  });
  const cancel = (): void => {
    stop();
    showProgress(stores.notices, undefined);
    void ask(stores.bridge, 'trace.unwatch', {});
  };
  show();
}

/** If the file of the open run has grown, shows the run in its place at the same entry, or at its end if the playhead was there. */
function followReplaced({ selection }: Pick<RunStores, 'selection'>, { replaced }: ImportReport): void {
  const { run: open, at, following } = selection.getState();
  const by = replaced.find(({ run }) => run === open)?.by;
  if (by !== undefined) replaceRun(selection, by, following ? undefined : at);
}

/** Shows the progress of imports that take a while, until the returned function is called. */
function followProgress({ bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>): () => void {
  let latest: Signals['import.progressed'] | undefined;
  let isShown = false;
  const show = (): void => {
    if (!isShown || latest === undefined) return;
    const { name, nth, of, share } = latest;
    const text = `${share === undefined ? 'Reading' : 'Importing'} ${name}${of > 1 ? ` (${nth} of ${of})` : ''}`;
    const cancel = (): void => void ask(bridge, 'trace.cancel', {});
    // Of many files, each takes a moment.
    showProgress(notices, { text, share: of > 1 ? (nth - 1) / of : share, cancel });
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
  const [only, ...others] = runs;
  const noted = runs.filter((run) => countImportNotes(run) > 0).length;
  if (others.length > 0)
    return noted === 0
      ? `${runs.length} runs completely.`
      : `${runs.length} runs. ${noted === runs.length ? 'All have' : noted === 1 ? '1 has' : `${noted} have`} import notes under Verdict.`;
  const { mode, scenario, source } = only!;
  // A world's source is the scenario's file, which nobody imported.
  const what = mode === 'trace' ? source : `a run of ${legible(scenario)}`;
  const count = countImportNotes(only!);
  if (count === 0) return `${what} completely.`;
  return `${what}. Read the ${count === 1 ? 'import note' : `${count} import notes`} under Verdict.`;
}

/** The number of notes on the import of a run, without those that the run itself left. */
const countImportNotes = ({ notes }: RunSummary): number =>
  notes.filter(({ kind }) => kind === 'import' || kind === 'trajectory').length;

/** The formats to export a run in. */
export type ExportChoice = ExportFormat | 'report';

/** Exports a run to a file that the person picks, or several to a folder. */
export const exportAs = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  runs: readonly RunId[],
  choice: ExportChoice,
): Promise<void> => (choice === 'report' ? saveReport(stores, runs) : exportRuns(stores, runs, choice));

/** Also notifies the person of what the format cannot hold. */
async function exportRuns(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  runs: readonly RunId[],
  format: ExportFormat,
): Promise<void> {
  const reply = await ask(stores.bridge, 'run.export', { runs, format });
  if (!reply.ok) {
    notify(stores.notices, 'bad', reply.error.message);
    return;
  }
  if (reply.value === null) return;
  const { file, notes } = reply.value;
  notifySaved(stores, 'Exported to', file, notes);
}

/** Saves a report of a run, or of the comparison of several, to a file that the person picks. */
export async function saveReport(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  runs: readonly RunId[],
  by?: ComparedBy,
): Promise<void> {
  if (runs.length > LIMITS.comparedRuns) {
    notify(stores.notices, 'bad', `A report compares at most ${LIMITS.comparedRuns} runs. Select fewer.`);
    return;
  }
  const reply = await ask(stores.bridge, 'report.save', { runs, ...(by === undefined ? {} : { by }) });
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
