import type { RunId, States } from '../model/index.ts';
import type { Store } from './store.ts';

/** The number of entries that are copied at once. */
const PAGE = 1_000;

/** Copies run `id` of `from` to `to`, completely or not at all, with `owner` as the writing process. Returns its new id. */
export function copyRun(from: Store, id: RunId, to: Store, owner: string): RunId {
  const { origin, ...run } = from.run(id)!;
  const states = Object.fromEntries(run.apps.map(({ name }) => [name, from.stateAt(id, name, -1)])) as States;
  const source = from.source(id);
  const [plan, extras] = [from.plan(id), from.extras(id)];
  const importedFiles = new Map([...(source?.files ?? [])].filter(([path]) => path !== source?.path));
  return to.transaction(() => {
    const writer = to.begin({
      ...run,
      owner,
      states,
      importedFiles,
      commitBatches: from.commitBatches(id, 0, Number.MAX_SAFE_INTEGER),
      agentTurns: from.agentTurns(id),
      hints: from.hints(id),
      ...(origin === undefined
        ? {}
        : { origin: { ...origin, parent: to.runWithHash(origin.parent) ?? origin.parent } }),
      ...(source === undefined ? {} : { text: source.text }),
      ...(plan === undefined ? {} : { plan }),
      ...(extras === undefined ? {} : { extras }),
    });
    for (let at = 0; at < run.entries; at += PAGE) to.writeLogRows(writer.id, from.logRows(id, at, PAGE));
    writer.finish(run);
    for (const { hash, configuration } of from.judgeConfigurations(id).toReversed())
      to.keepJudgement(writer.id, configuration, from.judgement(id, hash)!);
    for (const note of from.notes(id)) to.addNote({ ...note, run: writer.id });
    if (run.tags.length > 0) to.setTags(writer.id, run.tags);
    return writer.id;
  });
}
