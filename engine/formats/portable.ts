import type {
  AppName,
  Hint,
  Json,
  LogEntry,
  NewNote,
  PlanOutline,
  TraceExtras,
  RunId,
  RunSummary,
  CommitBatch,
} from '../model/index.ts';
import { type OnWritten, type Store, writeEntries } from '../store/index.ts';

/** The version of the format, which the first line of a file names. */
export const FORMAT = 1;

/** A run as a portable file holds it: it has no id, for ids are a database's own. */
export interface PortableRun {
  /** The parent of a branch goes by the hash of its log, or is `unknown`. */
  readonly run: Omit<RunSummary, 'id'>;
  /** The scenario's file first, then what it imports. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly plan: PlanOutline | undefined;
  readonly extras: TraceExtras | undefined;
  /** Of a run with a plan they stand in the plan. */
  readonly hints: readonly Hint[];
  /** Every app's state before the first entry; the entries' changes give all others. */
  readonly states: readonly { readonly app: AppName; readonly value: Json }[];
  readonly writings: readonly CommitBatch[];
  readonly entries: readonly LogEntry[];
  readonly notes: readonly Omit<NewNote, 'run'>[];
}

/** Writes a run from elsewhere down, all of it or nothing: only its id, and what its parent is called here, are others. */
export const importPortable = (
  store: Store,
  portable: PortableRun,
  owner: string,
  onWritten?: OnWritten,
): RunId =>
  store.transaction(() => {
    const { run, files, plan, extras, hints, writings, notes } = portable;
    const { origin: from, ...first } = run;
    const [own, ...imported] = files;
    const states = Object.fromEntries(portable.states.map(({ app, value }) => [app, value]));
    const writer = store.begin({
      ...{ ...first, owner, states, commitBatches: writings },
      ...(from === undefined
        ? {}
        : { origin: { ...from, parent: store.runWithHash(from.parent) ?? from.parent } }),
      ...(own === undefined ? {} : { text: own.text }),
      importedFiles: new Map(imported.map(({ path, text }) => [path, text])),
      ...(extras === undefined ? {} : { extras }),
      ...(plan === undefined ? { hints } : { plan }),
    });
    writeEntries(writer, portable.entries, onWritten);
    writer.finish(run);
    for (const note of notes) store.addNote({ ...note, run: writer.id });
    store.tag(writer.id, run.tags);
    return writer.id;
  });
