import { exchangesBeside, type RunId, type RunSummary } from '../model/index.ts';
import type { LogRows } from './log-rows.ts';
import type { Store } from './store.ts';

/** The number of entries that are copied in one step. */
const PAGE = 1_000;

/**
 * Copies run `id` of `from` to `to`, completely or not at all, with `owner` as the writing process. Returns the new id. Log,
 * states and plan are compared with their checksums but not parsed.
 * @param run the run, if it was read already
 * @param attempt replaces the attempt stored in `from`
 * @param extras replaces the extras stored in `from`
 */
export function copyRun(
  from: Store,
  id: RunId,
  to: Store,
  owner: string,
  { origin, ...run } = from.run(id)!,
  attempt = from.wholeAttempt(id),
  extras = from.extras(id),
): RunId {
  const source = from.source(id);
  const planText = from.planText(id);
  const importedFiles = new Map([...(source?.files ?? [])].filter(([path]) => path !== source?.path));
  const turns = from.turns(id);
  const ofTurns = from.exchanges(id);
  return to.transaction(() => {
    const writer = to.begin({
      ...run,
      owner,
      // They come with the first rows of the log.
      states: {},
      importedFiles,
      commitBatches: from.commitBatches(id, 0, Number.MAX_SAFE_INTEGER),
      turns,
      attempt,
      exchanges: new Map([...ofTurns.values()].flat().map((number) => [number, from.exchange(number)])),
      beside: exchangesBeside(ofTurns, turns.length),
      hints: from.hints(id),
      ...(origin === undefined
        ? {}
        : { origin: { ...origin, parent: to.runWithHash(origin.parent) ?? origin.parent } }),
      ...(source === undefined ? {} : { text: source.text }),
      ...(planText === undefined ? {} : { planText }),
      ...(extras === undefined ? {} : { extras }),
    });
    const first = from.logRows(id, 0, PAGE);
    requireStates(from, id, run, first);
    to.writeLogRows(writer.id, first);
    for (let at = PAGE; at < run.entries; at += PAGE) to.writeLogRows(writer.id, from.logRows(id, at, PAGE));
    writer.finish(run);
    for (const { hash, configuration } of from.judgeConfigurations(id).toReversed())
      to.keepJudgement(writer.id, configuration, from.judgement(id, hash)!);
    for (const note of from.notes(id)) to.addNote({ ...note, run: writer.id });
    if (run.tags.length > 0) to.setTags(writer.id, run.tags);
    return writer.id;
  });
}

/** @throws {StoreError} when the initial state of an app is missing. */
function requireStates(
  from: Store,
  id: RunId,
  { apps }: Pick<RunSummary, 'apps'>,
  { snapshots, apps: names }: LogRows,
): void {
  const found = new Set(snapshots.flatMap(([app, position]) => (position < 0 ? [names.get(app)] : [])));
  // Reading it names the app.
  for (const { name } of apps) if (!found.has(name)) from.stateAt(id, name, -1);
}
