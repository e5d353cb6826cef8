import type { RunSummary } from '../../engine/model/index.ts';
import type { Request, Signals } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { notify } from './notices.ts';
import { showRun } from './run-control.ts';
import { meetRun } from './workspace-store.ts';

/** A file that the person has dropped on the window, as far as it is looked at. */
export interface DroppedFile {
  readonly name: string;
  readonly size: number; // bytes
  text(): Promise<string>;
}

/** As in the contract, whose values the page does not have. */
const LARGEST_TRACE = 100_000_000; // bytes
const MOST_DROPPED = 100;

/** What is over sooner needs no bar. */
const A_WHILE = 500; // milliseconds

/** Reads a trace of the workspace, or those the person picks, and shows the last of them. */
export const importTrace = (bench: Bench, path?: string): Promise<void> =>
  importBy(bench, path === undefined ? {} : { path });

/** Reads what was dropped on the window. What is too large is not even opened. */
export async function importDropped(bench: Bench, files: readonly DroppedFile[]): Promise<void> {
  const fit = files.filter(({ size }) => size <= LARGEST_TRACE).slice(0, MOST_DROPPED);
  const read = await Promise.allSettled(fit.map((file) => file.text()));
  const dropped = read.flatMap((one, at) =>
    one.status === 'fulfilled' ? [{ name: fit[at]!.name, text: one.value }] : [],
  );
  const unread = fit.filter((_, at) => read[at]!.status === 'rejected');
  const left = files.filter((file) => !fit.includes(file));
  if (left.length > 0) refuse(bench, left, `Wanted at most ${MOST_DROPPED} files of at most 100 MB.`);
  if (unread.length > 0) refuse(bench, unread, 'Found nothing that can be read.');
  if (dropped.length > 0) await importBy(bench, { dropped });
}

const refuse = ({ notices }: Bench, files: readonly DroppedFile[], why: string): void => {
  notify(notices, 'bad', `Not imported: ${files.map(({ name }) => name).join(', ')}. ${why}`);
};

async function importBy(bench: Bench, request: Request<'trace.import'>): Promise<void> {
  const done = showProgress(bench);
  const reply = await ask(bench.lab, 'trace.import', request);
  done();
  if (!reply.ok) {
    if (reply.error.code !== 'import-cancelled') notify(bench.notices, 'bad', reply.error.message);
    return;
  }
  for (const run of reply.value) meetRun(bench.workspace, run);
  const last = reply.value.at(-1);
  if (last === undefined) return;
  notify(bench.notices, 'good', `Imported ${importedWords(reply.value)}`);
  await showRun(bench, last);
}

/** Shows how far imports are, once they take a while, until the returned function is called. */
function showProgress({ lab, notices }: Bench): () => void {
  let latest: Signals['import.progressed'] | undefined;
  let isShown = false;
  const show = (): void => {
    if (!isShown || latest === undefined) return;
    const { name, share } = latest;
    const text = share === undefined ? `Reading ${name}` : `Importing ${name}`;
    const cancel = (): void => void ask(lab, 'trace.cancel', {});
    notices.setState({ progress: { text, share, cancel } });
  };
  const stop = lab.on('import.progressed', (progress) => {
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
    notices.setState({ progress: undefined });
  };
}

function importedWords(runs: readonly RunSummary[]): string {
  const what = runs.length === 1 ? runs[0]!.source : `${runs.length} traces`;
  const notes = runs.reduce((count, run) => count + run.notes.length, 0);
  return `${what}: ${notes === 0 ? 'nothing is lost.' : `${notes === 1 ? 'a note stands' : `${notes} notes stand`} under Verdict.`}`;
}
