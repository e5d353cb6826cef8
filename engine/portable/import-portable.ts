import type { RunId } from '../model/ids.ts';
import type { Store } from '../store/store.ts';
import { writeEntries, type Wrote } from '../store/write-entries.ts';
import type { PortableRun } from './portable-run.ts';

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

/** The run of `store` whose log has this hash, else the hash: no run there is called so. */
export const parentOf = (store: Store, hash: RunId): RunId =>
  store.runs().find(({ logHash }) => logHash === hash)?.id ?? hash;
