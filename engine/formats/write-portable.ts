import { exchangesBeside, type NewHash, type RunSummary } from '../model/index.ts';
import type { Store } from '../store/index.ts';
import { exchangeLines } from './portable-exchanges.ts';
import { FORMAT, UNKNOWN_PARENT } from './portable-lines.ts';

/** The number of entries read at once. */
const SLICE = 1_000;

type Source = Pick<
  Store,
  | 'turns'
  | 'exchange'
  | 'exchanges'
  | 'entries'
  | 'stateAt'
  | 'extras'
  | 'hints'
  | 'plan'
  | 'source'
  | 'commitBatches'
  | 'notes'
  | 'wholeAttempt'
  | 'run'
>;

/**
 * Writes a run as a portable file, line by line. The last line has the hash of everything before it. The same run always gives
 * the same file, whatever its id in `store`.
 * @param program the version of this program
 * @throws {StoreError} when the run cannot be read.
 */
export function* writePortable(
  store: Source,
  run: RunSummary,
  program: string,
  newHash: NewHash,
): Generator<string> {
  const hash = newHash();
  let lines = 0;
  for (const line of linesOf(store, run, program)) {
    const text = `${JSON.stringify(line)}\n`;
    hash.add(text);
    lines += 1;
    yield text;
  }
  yield `${JSON.stringify({ end: { lines, sha256: hash.end() } })}\n`;
}

function* linesOf(store: Source, run: RunSummary, program: string): Generator<object> {
  const { id } = run;
  yield { orrery: FORMAT, program };
  yield { run: { ...run, id: undefined, model: undefined, ...originOf(store, run) } };
  for (const [path, text] of store.source(id)?.files ?? []) yield { file: { path, text } };
  const plan = store.plan(id);
  if (plan !== undefined) yield { plan };
  const extras = store.extras(id);
  if (extras !== undefined) yield { extras };
  const attempt = store.wholeAttempt(id);
  if (attempt !== undefined) yield { attempt: { ...attempt, original: undefined } };
  if (plan === undefined) for (const hint of store.hints(id)) yield { hint };
  for (const { name } of run.apps) yield { state: { app: name, value: store.stateAt(id, name, -1) } };
  for (const written of store.commitBatches(id, 0, run.entries)) yield { written };
  const made = store.turns(id);
  const beside = exchangesBeside(store.exchanges(id), made.length);
  const { messages, exchanges, turns } = exchangeLines(made, beside, store.exchange);
  for (const message of messages) yield { message };
  for (const exchange of exchanges) yield { exchange };
  for (const turn of turns) yield { turn };
  for (let from = 0; from < run.entries; from += SLICE)
    for (const entry of store.entries(id, from, SLICE)) yield { entry };
  for (const note of store.notes(id)) yield { note: { ...note, id: undefined, run: undefined } };
}

/** The origin of a branch, with the hash of the parent's log instead of the parent's id, which another database uses for another run. */
function originOf(store: Source, { origin }: RunSummary): Pick<RunSummary, 'origin'> | undefined {
  if (origin === undefined) return undefined;
  const { parent } = origin;
  const named = /^r\d+$/.test(parent) ? (store.run(parent)?.logHash ?? UNKNOWN_PARENT) : parent;
  return { origin: { ...origin, parent: named as typeof parent } };
}
