import { LOG_HASH_VERSION, type LogHead, type Store } from '../../engine/index.ts';
import {
  ASKER_LABELS,
  ASKERS,
  between,
  isTimed,
  type BranchOrigin,
  costsText,
  describeChanges,
  formatLocation,
  namedVerdictParts,
  noteText,
  type RunSummary,
  type Score,
  type SimTime,
  toSeconds,
  type Verdict,
  type VerdictOutcome,
  plural,
  statusText,
} from '../../engine/model/index.ts';
import { rowOf } from '../host/inspect/index.ts';
import { describeChoices } from './options.ts';
import { oneLine, ENTRIES_PER_PAGE, print, printEntries } from './print.ts';

/** Length of a list that is read, not scrolled: its first and last entries. */
const ENTRIES_AT_EITHER_END = 30;
const LAST = 10;

/** A summary of `run`, for people. */
export function summaryLines(run: RunSummary, store: Store): string[] {
  return [
    `${oneLine(run.scenario)}: ${[run.mode === 'trace' ? 'recorded' : `${run.mode} mode`, `seed ${run.seed}`, ...describeChoices(run.choices)].join(', ')}`,
    ...(run.origin === undefined ? [] : [describeOrigin(run.origin, run.choices)]),
    '',
    ...whatHappened(run, store),
    '',
    `${plural(run.entries, 'entry', 'entries')} in ${plural(simulatedSeconds(run), 'simulated second')}, ${run.state}`,
    ...costLines(run, store),
    ...verdictLines(run, store),
    ...expectedLines(run, store),
    ...noteLines(run),
    `log hash ${logHashText(run)}`,
  ];
}

/** What was asked of models in the run, and to judge it. */
function costLines({ id }: RunSummary, store: Store): readonly string[] {
  const costs = store.askerCosts([id]).get(id) ?? {};
  return ASKERS.flatMap((by) =>
    costs[by] === undefined ? [] : [`${ASKER_LABELS[by]}: ${costsText(costs[by])}`],
  );
}

/** What the benchmark of an imported run expected. */
function expectedLines({ id }: RunSummary, store: Store): readonly string[] {
  const expected = store.attempt(id)?.expected;
  return expected === undefined ? [] : [`expected: ${oneLine(expected)}`];
}

/** The hash of the log, with its version if it is not that of this program: such hashes cannot be compared. */
export const logHashText = ({ logHash, logHashVersion }: RunSummary): string => {
  if (logHash === undefined) return 'none: the run did not complete';
  return logHashVersion === LOG_HASH_VERSION
    ? logHash
    : `${logHash} of version ${logHashVersion}, which cannot be compared with hashes of version ${LOG_HASH_VERSION}`;
};

/** Why the run ended, and what its agent and its scenario printed. */
export const noteLines = ({ notes }: RunSummary): readonly string[] =>
  notes.map((note) => `note: ${noteText(note)}`);

const simulatedSeconds = ({ start, now }: RunSummary): number => toSeconds(between(start, now));

export function runLine(run: RunSummary): string {
  const facts = [
    describeOutcome(run),
    plural(run.entries, 'entry', 'entries'),
    run.mode,
    `seed ${run.seed}`,
    ...describeChoices(run.choices),
    ...(run.origin === undefined ? [] : [describeOrigin(run.origin, run.choices)]),
    startedText(run),
  ];
  return `${run.id.padEnd(5)} ${oneLine(run.scenario)}: ${facts.join(', ')}`;
}

/** How a run ended, and whether it passed. */
export function describeOutcome(run: RunSummary): string {
  const { state, verdict } = run;
  if (verdict === undefined) return state;
  const outcome = outcomeText(verdict.outcome);
  // "completed" needs no word, nor does "failed" for a run that failed its checks.
  if (state === 'completed' || outcome === state) return outcome;
  return `${state}, ${outcome}`;
}

export const startedText = ({ startedAt }: RunSummary): string =>
  new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ');

/** `includes C, grade 0.8`. */
export const scoresText = (scores: readonly Score[]): string =>
  scores.map(({ scorer, label }) => `${scorer} ${label}`).join(', ');

/** The parent of a branch, and its changes. */
export const describeOrigin = (
  { parent, at, interventions }: BranchOrigin,
  choices: RunSummary['choices'],
): string =>
  `branch of ${parent} at #${at}${interventions.length === 0 ? '' : `: ${describeChanges(interventions, choices?.agent)}`}`;

/** Whether an entry is a check without a result yet. These are many and tell little. */
export const isWaiting = (entry: LogHead): boolean => 'verdict' in entry && entry.verdict === 'waiting';

function whatHappened({ id, entries, start }: RunSummary, store: Store): string[] {
  const pageFrom = (from: number): readonly LogHead[] =>
    store.heads(id, from, ENTRIES_PER_PAGE).filter((entry) => !isWaiting(entry));
  const beginning = pageFrom(0);
  const first = beginning.slice(
    0,
    beginning.length > ENTRIES_AT_EITHER_END + LAST ? ENTRIES_AT_EITHER_END : ENTRIES_AT_EITHER_END + LAST,
  );
  const last = pageFrom(Math.max(0, entries - ENTRIES_PER_PAGE))
    .slice(-LAST)
    .filter(({ index }) => index > (first.at(-1)?.index ?? -1));
  const lines = [...first, ...last].map((entry) => entryLine(entry, start));
  const leftOut = entries - lines.length;
  if (last.length > 0) lines.splice(first.length, 0, '…');
  return leftOut === 0 ? lines : [...lines, `${plural(leftOut, 'entry', 'entries')} left out`];
}

function verdictLines({ id, verdict }: RunSummary, store: Store): string[] {
  if (verdict === undefined) return [];
  // Many checks may fail at one entry, which then holds the names of them all.
  const places = new Map<number | undefined, readonly string[]>();
  const reasons = verdict.shortfalls.flatMap(({ message, entry }) => {
    const known = places.get(entry) ?? placesOf(store, id, entry);
    places.set(entry, known);
    return [`  ${message}${entryText(entry)}`, ...known];
  });
  const checks = verdict.checks.map(
    ({ kind, check, status, entry }) => `  ${kind} ${check}: ${status}${entryText(entry)}`,
  );
  return [
    `verdict: ${outcomeText(verdict.outcome)}: ${verdict.sentence}`,
    ...partLines(verdict),
    ...reasons,
    ...checks,
  ];
}

/** The outcome of each part of a verdict, if it has several. */
export const partLines = (verdict: Verdict): readonly string[] =>
  namedVerdictParts(verdict).map(
    ({ part, outcome, sentence = verdict.sentence, counts }) =>
      `  ${part.replace('-', ' ')} ${outcomeText(outcome)}${counts ? '' : ' (does not count)'}${sentence === verdict.sentence ? '' : `: ${sentence}`}`,
  );

export const outcomeText = (outcome: VerdictOutcome): string => outcome.replace('-', ' ');

const entryText = (entry: number | undefined): string => (entry === undefined ? '' : ` (#${entry})`);

/** The places in the author's files where entry `index` failed, or where its event is declared. */
function placesOf(store: Store, id: RunSummary['id'], index: number | undefined): readonly string[] {
  const entry = index === undefined ? undefined : store.entry(id, index);
  if (entry?.outcome.status !== 'failed') return [];
  const frames = framesOf(entry).map((frame) => `    at ${frame}`);
  if (frames.length > 0) return frames;
  const place = store.plan(id)?.events.find((event) => event.id === entry.event)?.place;
  return place === undefined ? [] : [`    declared at ${formatLocation(place)}`];
}

/** `#12 +35s  agent  mail.forward_email  …`: an entry in one line, with its time relative to `start`. */
export function entryLine(entry: LogHead, start: SimTime): string {
  const { index, time, kind, app, tool, status, verdict, summary, oracle, answersOther } = rowOf(entry);
  const what = tool === undefined ? (verdict ?? '') : `${app ?? ''}.${tool}`;
  const how = status === 'done' ? '' : `${statusText(status)}: `;
  return [
    `#${index}`.padEnd(5),
    (isTimed(start) ? `+${toSeconds(between(start, time))}s` : '').padEnd(10),
    (oracle ? 'oracle' : kind).padEnd(16),
    `${what}  ${how}${summary}${brokenAt(entry)}${answersOther ? '  (recorded for other messages)' : ''}`.trim(),
  ].join(' ');
}

/** The stack frames in the author's files of a failed entry, innermost first. */
const framesOf = ({ outcome }: Pick<LogHead, 'outcome'>): readonly string[] =>
  outcome.status === 'failed'
    ? Array.from(outcome.error.stack?.matchAll(/^ {4}at (.+)$/gm) ?? [], ([, frame]) => frame!)
    : [];

function brokenAt(entry: LogHead): string {
  const [frame] = framesOf(entry);
  return frame === undefined ? '' : `, at ${frame}`;
}

/** Prints a run as one JSON object, page by page, because a log can be longer than the longest text. */
export async function printRun(run: RunSummary, store: Store): Promise<void> {
  const head = JSON.stringify({
    run: run.id,
    ...(run.origin === undefined ? {} : { branchOf: run.origin.parent, at: run.origin.at }),
    ...(run.choices?.variant === undefined ? {} : { variant: run.choices.variant }),
    state: run.state,
    events: run.entries,
    simulatedSeconds: simulatedSeconds(run),
    costs: store.modelCosts([run.id]).get(run.id),
    costsByAsker: store.askerCosts([run.id]).get(run.id),
    verdict: run.verdict ?? null,
    logHash: run.logHash ?? null,
    logHashVersion: run.logHashVersion ?? null,
  });
  await print(`${head.slice(0, -1)},"log":`);
  await printEntries(run, store);
  await print('}');
}
