import { basename } from 'node:path';
import { OrreryError, StoreError } from '../../../engine/index.ts';
import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import type { ImportReport } from '../../../preload/contract.ts';
import { openPatiently } from '../database/index.ts';
import { problemsOf } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { type Imported, importSource, type ListedRun, listedRuns } from './import-file.ts';
import { type ImportSource, Sources, type ImportRequestItem } from './sources.ts';

/** Progress of an import. */
export interface ImportProgress {
  /** The name of the current source. */
  readonly name: string;
  /** The number of the current source, from 1. `of` is the number of all sources. */
  readonly nth: number;
  readonly of: number;
  /** The share of the source that is written, from 0 to 1; `undefined` while it is being read. */
  readonly share: number | undefined;
}

interface ImportRequest {
  readonly database: string;
  readonly wanted: readonly ImportRequestItem[];
  /** Earlier imports of watched sources, by label. */
  readonly before?: ReadonlyMap<string, WatchedSource>;
  /** Leaves out files that were changed after this time, in milliseconds since the Unix epoch, because they may still be written. */
  readonly quietSince?: number;
  /** Whether to list the runs without importing them. */
  readonly isListing?: boolean;
}

/** A watched source: its state when it was imported, and its runs. */
export interface WatchedSource {
  readonly stamp: string;
  readonly runs: readonly RunId[];
}

/** An event of the worker process: progress, a completely written run, a skipped source, or the reason why it waits. */
type ImportEvent =
  | { readonly progress: ImportProgress }
  | { readonly imported: ImportedSource }
  | { readonly listed: readonly ListedRun[] }
  | { readonly skipped: SkippedSource }
  | { readonly waits: string };

interface SkippedSource {
  readonly label: string;
  readonly given: string;
  readonly stamp: string;
  readonly reason: string;
  readonly message: string;
}

/** The result of importing a source. */
export interface ImportedSource extends Omit<Imported, 'refused'> {
  readonly label: string;
  readonly stamp: string;
  /** The path by which the source was requested. */
  readonly given: string;
}

export interface ImportOptions {
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called with the runs of a source when they are completely written. */
  readonly onImported?: (imported: ImportedSource) => void;
  readonly onSkipped?: (skipped: SkippedSource) => void;
  readonly onListed?: (runs: readonly ListedRun[]) => void;
  /** Called with the reason why the worker waits, if another program has locked the database. */
  readonly onWait?: (why: string) => void;
  readonly cancel: AbortSignal;
}

/** The memory limit of the worker in MB. Reading a file takes several times its size. */
const MAX_MEMORY = 4_096; // MB

/**
 * V8 lets the heap of a process with such a limit grow to several times of what is in use, so that a session of 100 MB took 412 MiB; with
 * this growth 353 (`bench formats`).
 */
export const HEAP_GROWTH = 100; // percent

/** The maximum number of skipped files of a kind that a report names. */
const MAX_NAMED = 5;

/**
 * Imports in a worker process, so that a large file cannot block the window and a malicious one cannot crash it. A source that is
 * refused or ends the process is skipped. Runs appear only when they are completely written.
 */
export async function importBeside(request: ImportRequest, options: ImportOptions): Promise<ImportReport> {
  const report = new Report();
  let current: string | undefined;
  let from = 0;
  const onEvent = (event: ImportEvent): void => {
    if ('progress' in event) {
      current = event.progress.name;
      from = event.progress.nth;
      options.onProgress?.(event.progress);
    } else if ('imported' in event) {
      report.add(event.imported);
      options.onImported?.(event.imported);
    } else if ('listed' in event) options.onListed?.(event.listed);
    else if ('skipped' in event) {
      report.skip(event.skipped);
      options.onSkipped?.(event.skipped);
    } else options.onWait?.(event.waits);
  };
  for (;;) {
    using worker = new WorkerProcess<ImportRequest & { readonly from: number }, null, ImportEvent>('import', {
      memory: MAX_MEMORY,
      growth: HEAP_GROWTH,
    });
    try {
      await worker.ask({ ...request, from }, { onProgress: onEvent, cancel: options.cancel });
      return report.end(false);
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      if (thrown.why === 'cancelled') return report.end(true);
      // The source that was being read ended the process: the next process goes on with the one after it.
      const label = current ?? nameOf(request.wanted[0]!);
      const skipped = { label, given: label, stamp: '', ...lossText(label, thrown) };
      report.skip(skipped);
      options.onSkipped?.(skipped);
      if (current === undefined) return report.end(false);
      current = undefined;
    }
  }
}

const nameOf = (wanted: ImportRequestItem): string =>
  'file' in wanted ? basename(wanted.file) : wanted.name;

const lossText = (name: string, { why }: WorkerError): Pick<SkippedSource, 'reason' | 'message'> =>
  why === 'memory'
    ? {
        reason: 'It is too large',
        message: `${name} is too large: reading it takes more than ${MAX_MEMORY} MB of memory`,
      }
    : {
        reason: 'The process that read it ended',
        message: `${name}: not imported, because the process that read it ended`,
      };

const COPY = 'Its runs are in another file of this import';

class Report {
  readonly #runs = new Map<RunId, RunSummary>();
  readonly #known = new Set<RunId>();
  readonly #replaced: ImportReport['replaced'][number][] = [];
  readonly #skipped = new Map<
    string,
    { count: number; readonly first: string[]; readonly message: string }
  >();

  add({ label, runs, known, replaced }: ImportedSource): void {
    this.#replaced.push(...replaced);
    for (const run of runs) this.#runs.set(run.id, run);
    const earlier = known.filter((id) => !this.#runs.has(id));
    for (const id of earlier) this.#known.add(id);
    if (runs.length === 0 && earlier.length === 0 && known.length > 0)
      this.skip({ label, reason: COPY, message: `${label}: ${COPY}.` });
  }

  skip({ label, reason, message }: Pick<SkippedSource, 'label' | 'reason' | 'message'>): void {
    const group = this.#skipped.get(reason) ?? { count: 0, first: [], message };
    group.count += 1;
    if (group.first.length < MAX_NAMED) group.first.push(label);
    this.#skipped.set(reason, group);
  }

  end(isCancelled: boolean): ImportReport {
    return {
      runs: [...this.#runs.values()],
      known: [...this.#known],
      replaced: this.#replaced,
      skipped: Array.from(this.#skipped, ([reason, group]) => ({ reason, ...group })).toSorted(
        (one, other) => other.count - one.count,
      ),
      isCancelled,
    };
  }
}

/** The worker process's side of {@link importBeside}, from source number `from` on. Closes the database before it returns. */
export async function importJob(
  {
    database,
    wanted,
    from,
    before = new Map(),
    quietSince = Infinity,
    isListing = false,
  }: ImportRequest & {
    readonly from: number;
  },
  tell: (event: ImportEvent) => void,
): Promise<null> {
  using open = await openPatiently(database, (waits) => {
    tell({ waits });
    return undefined;
  });
  const { store } = open;
  await using sources = new Sources();
  const skip = (label: string, given: string, stamp: string, thrown: unknown): void => {
    // Nothing else can be written either.
    if (!(thrown instanceof OrreryError) || thrown instanceof StoreError) throw thrown;
    tell({ skipped: { label, given, stamp, reason: reasonOf(thrown), message: thrown.message } });
  };
  const listed: { readonly source: ImportSource; readonly given: string }[] = [];
  for (const one of wanted) {
    const path = 'file' in one ? one.file : one.name;
    try {
      const found = await sources.in(one);
      for (const source of found) listed.push({ source, given: found.length === 1 ? path : source.label });
    } catch (thrown) {
      if (from === 0) skip(basename(path), path, '', thrown);
    }
  }
  if (from === 0)
    for (const { label, reason } of sources.leftOut)
      tell({ skipped: { label, given: label, stamp: '', reason, message: `${label}: ${reason}.` } });
  for (const [index, { source, given }] of listed.entries()) {
    const { label } = source;
    const stamp = stampOf(source);
    const earlier = before.get(label);
    const isWritten = [...source.files.values()].some(({ changed }) => changed > quietSince);
    if (index < from || isWritten || earlier?.stamp === stamp) continue;
    const progress = (share: number | undefined): void => {
      tell({ progress: { name: label, nth: index + 1, of: listed.length, share } });
    };
    progress(undefined);
    try {
      if (isListing) for await (const runs of listedRuns(source)) tell({ listed: runs });
      else {
        const onWritten = (written: number, all: number): void => {
          progress(written / all);
        };
        const { refused, ...imported } = await importSource(store, source, onWritten, earlier?.runs);
        for (const error of refused) skip(locationIn(error, label), given, stamp, error);
        tell({ imported: { label, given, stamp, ...imported } });
      }
    } catch (thrown) {
      skip(label, given, stamp, thrown);
    }
  }
  return null;
}

/** A text that changes when a file of the source changes. */
const stampOf = ({ files }: ImportSource): string =>
  Array.from(files.values(), ({ size, changed }) => `${size} ${changed}`).join();

/** The location at the beginning of an error's message. */
const locationIn = ({ message }: OrreryError, label: string): string => message.split(': ')[0] ?? label;

/** A short reason for an error, without names, locations and details, so that it is the same for many files. */
function reasonOf(error: OrreryError): string {
  const message = problemsOf(error)[0]?.message ?? error.message.replace(/^[^:]*: /, '');
  return message
    .replace(/^line \d+:? ?/, '')
    .split(/[.:;(]/)[0]!
    .replaceAll(/["“][^"”]*["”]/g, '…')
    .trim();
}
