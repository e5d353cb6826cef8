import type { RunId, States } from '../model/index.ts';
import type { Store } from './store.ts';

/**
 * Puts run `id` of `from` into `to` as well, all of it or nothing, in the name of `owner`. Its log goes over as it is packed:
 * so `to` is held up for no longer than it takes to write it, however long it took to make.
 */
export function carryOver(from: Store, id: RunId, to: Store, owner: string): RunId {
  const { origin, ...run } = from.run(id)!;
  const states = Object.fromEntries(run.apps.map(({ name }) => [name, from.stateAt(id, name, -1)])) as States;
  const source = from.source(id);
  const [plan, extras] = [from.plan(id), from.extras(id)];
  const [notes, log] = [from.notes(id), from.packedLog(id)];
  const others = [...(source?.files ?? [])].filter(([path]) => path !== source?.path);
  return to.whole(() => {
    const writer = to.begin({
      ...{ ...run, owner, states, neighbours: new Map(others) },
      writings: from.writings(id, 0, Number.MAX_SAFE_INTEGER),
      ...(origin === undefined ? {} : { origin: { ...origin, parent: parentOf(to, origin.parent) } }),
      ...(source === undefined ? {} : { text: source.text }),
      ...(plan === undefined ? {} : { plan }),
      ...(extras === undefined ? {} : { extras }),
    });
    writer.adopt(log);
    writer.finish(run);
    for (const note of notes) to.addNote({ ...note, run: writer.id });
    to.tag(writer.id, run.tags);
    return writer.id;
  });
}

/** The run of `store` whose log has this hash, else the hash: no run there is called so. */
export const parentOf = (store: Store, hash: RunId): RunId =>
  store.runs().find(({ logHash }) => logHash === hash)?.id ?? hash;
