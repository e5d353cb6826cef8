import { callAt } from '../engine/agents/turns.ts';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyRun, openStore, OrreryError, type Store } from '../../engine/index.ts';
import { seededRandom } from '../../engine/model/values/random.ts';
import { appName, type RunId } from '../../engine/model/values/ids.ts';
import { openForReading } from '../../main/host/database/index.ts';
import { seconds } from '../../engine/model/values/time.ts';
import { areFile } from '../engine/are/traces.ts';
import { fill, minute, MORNING, PANTRY, supper } from '../engine/store/pantry.ts';
import { openDatabase, packing } from '../open-database.ts';
import { importOneText } from '../main/host/import/import-one.ts';

const ENTRIES = 400;

/** Writes a database with runs of all kinds to `file`. */
export function recordRuns(file: string): void {
  const db = openDatabase(file);
  const store = openStore(db, packing);
  const recorded = store.begin({
    ...supper({ scenarioTags: ['kitchen'] }),
    text: 'export default scenario({});\n'.repeat(40),
    importedFiles: new Map([['scenarios/shelf.ts', 'export const shelf = [];\n'.repeat(20)]]),
    hints: [{ event: fill(3).event, kind: 'task', text: 'Take the plums first.' }],
    plan: { start: MORNING, duration: undefined, tick: seconds(1), events: [] },
  });
  for (let from = 0; from < ENTRIES; from += 50) {
    const batch = Array.from({ length: 50 }, (_, nth) => fill(from + nth, `plums ${from + nth} `.repeat(30)));
    const turn = { ...callAt(minute(from), 'pantry__fill', {}), thought: `Plums? ${from}` };
    recorded.append(batch, minute(from + 49), from * 10, new Map([[from / 50, turn]]));
  }
  recorded.finish({
    state: 'completed',
    now: minute(ENTRIES - 1),
    notes: [{ kind: 'console', text: 'It ended.' }],
    logHash: 'ab12',
    endedAt: 1,
    verdict: { outcome: 'passed', sentence: 'All is there.', checks: [], shortfalls: [] },
  });
  store.setTags(recorded.id, ['paper']);
  store.setBaseline(recorded.id, true);
  const note = { range: { from: 2, to: 5 }, value: undefined, tags: ['odd'], made: 7 };
  for (const text of ['Why plums?', 'And why so many?']) store.addNote({ ...note, run: recorded.id, text });
  importOneText(store, areFile('studio_visit_single_turn.trace.json'), 'studio.json');
  copyRun(store, recorded.id, store, 'test');
  db.close();
}

/** What a person can ask of a database, by question. A refusal is an answer, too. */
type Answers = ReadonlyMap<string, string>;

const REFUSED = 'refused: ';

/** All that the database in `file` answers, and what it tells of damage unasked. */
function answersOf(file: string): { readonly answers: Answers; readonly damage: readonly string[] } {
  const answers = new Map<string, string>();
  const ask = (question: string, answer: () => unknown): void => {
    answers.set(question, orRefusal(answer));
  };
  let damage: readonly string[] = [];
  ask('open', () => {
    using database = openForReading(file);
    const { store } = database;
    ask('runs', () => store.runs());
    ask('library', () => store.findRuns([]));
    for (const id of ['r1', 'r2', 'r3'] as RunId[]) askOf(store, id, ask);
    ask('notes', () => store.findNotes('why'));
    damage = [...(database.problem === undefined ? [] : [database.problem]), ...store.damage()];
    return 'opened';
  });
  return { answers, damage };
}

function askOf(store: Store, id: RunId, ask: (question: string, answer: () => unknown) => void): void {
  ask(id, () => store.run(id));
  ask(`${id} heads`, () => store.heads(id, 0, 1_000));
  ask(`${id} entries`, () => store.entries(id, 0, 1_000));
  for (const at of [0, 5, 150, ENTRIES - 1]) {
    ask(`${id} entry ${at}`, () => store.entry(id, at) ?? null);
    for (const app of id === 'r2' ? [appName('Mail')] : [PANTRY])
      ask(`${id} ${app} at ${at}`, () => store.stateAt(id, app, at));
  }
  ask(`${id} touching`, () => store.entriesTouching(id, PANTRY, ['jars', 0], 0, ENTRIES));
  ask(`${id} plan`, () => store.plan(id) ?? null);
  ask(`${id} hints`, () => store.hints(id));
  ask(`${id} extras`, () => store.extras(id) ?? null);
  ask(`${id} source`, () => [...(store.source(id)?.files ?? [])]);
  ask(`${id} turns`, () => store.turns(id));
  ask(`${id} batches`, () => store.commitBatches(id, 0, 1_000));
  ask(`${id} notes`, () => store.notes(id));
  ask(`${id} whole`, () => {
    store.checkRun(id);
    return null;
  });
}

function orRefusal(answer: () => unknown): string {
  try {
    return JSON.stringify(answer());
  } catch (thrown) {
    if (thrown instanceof OrreryError) return `${REFUSED}${thrown.message}`;
    throw thrown;
  }
}

/** What came of a flipped bit: all answers as before; the damage told of; an answer that differs, and nobody says why. */
export type FlipOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'told'; readonly sentences: readonly string[]; readonly kept: number }
  | { readonly kind: 'silent'; readonly question: string; readonly was: string; readonly is: string };

/** Flips `count` bits of `file`, drawn by `seed`, one at a time, and says what came of each. The file is as before then. */
export function flipBits(
  file: string,
  count: number,
  seed: number,
  offsets: readonly [from: number, to: number] = [0, Infinity],
): readonly FlipOutcome[] {
  const bytes = readFileSync(file);
  const { answers: wanted } = answersOf(file);
  for (const [question, answer] of wanted)
    if (answer.startsWith(REFUSED)) throw new Error(`${question}: ${answer}`);
  const random = seededRandom(seed);
  const write = (content: Buffer): void => {
    for (const beside of ['-wal', '-shm']) rmSync(file + beside, { force: true });
    writeFileSync(file, content);
  };
  const outcomes = Array.from({ length: count }, (): FlipOutcome => {
    const at = random.int(offsets[0], Math.min(offsets[1], bytes.length) - 1);
    const flipped = Buffer.from(bytes);
    flipped[at]! ^= 1 << random.int(0, 7);
    write(flipped);
    return outcomeOf(wanted, answersOf(file));
  });
  write(bytes);
  return outcomes;
}

function outcomeOf(wanted: Answers, { answers, damage }: ReturnType<typeof answersOf>): FlipOutcome {
  const sentences = [...answers.values()].filter((answer) => answer.startsWith(REFUSED)).concat(damage);
  let kept = 0;
  for (const [question, was] of wanted) {
    const is = answers.get(question);
    if (is === was) kept += 1;
    // Lists leave out what is damaged and say so.
    else if (is !== undefined && !is.startsWith(REFUSED) && !isTold(question, damage))
      return { kind: 'silent', question, was, is };
  }
  return sentences.length === 0 ? { kind: 'unchanged' } : { kind: 'told', sentences, kept };
}

const isTold = (question: string, damage: readonly string[]): boolean =>
  ['runs', 'library'].includes(question) && damage.length > 0;
