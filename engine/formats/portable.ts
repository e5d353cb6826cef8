import type {
  AppName,
  Json,
  LogEntry,
  NewNote,
  PlanOutline,
  TraceExtras,
  RunId,
  RunSummary,
  CommitBatch,
} from '../model/index.ts';
import { parentOf, type Store, writeEntries, type Wrote } from '../store/index.ts';

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
  /** Every app's state before the first entry; the entries' changes give all others. */
  readonly states: readonly { readonly app: AppName; readonly value: Json }[];
  readonly writings: readonly CommitBatch[];
  readonly entries: readonly LogEntry[];
  readonly notes: readonly Omit<NewNote, 'run'>[];
}

/** Writes a run from elsewhere down, all of it or nothing: only its id, and what its parent is called here, are others. */
export const importPortable = (store: Store, portable: PortableRun, owner: string, wrote?: Wrote): RunId =>
  store.whole(() => {
    const { run, files, plan, extras, writings, notes } = portable;
    const { origin: from, ...first } = run;
    const [own, ...imported] = files;
    const states = Object.fromEntries(portable.states.map(({ app, value }) => [app, value]));
    const writer = store.begin({
      ...{ ...first, owner, states, writings },
      ...(from === undefined ? {} : { origin: { ...from, parent: parentOf(store, from.parent) } }),
      ...(own === undefined ? {} : { text: own.text }),
      neighbours: new Map(imported.map(({ path, text }) => [path, text])),
      ...(extras === undefined ? {} : { extras }),
      ...(plan === undefined ? {} : { plan }),
    });
    writeEntries(writer, portable.entries, wrote);
    writer.finish(run);
    for (const note of notes) store.addNote({ ...note, run: writer.id });
    store.tag(writer.id, run.tags);
    return writer.id;
  });
