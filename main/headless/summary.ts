import type { LogHead, Store } from '../../engine/index.ts';
import {
  describeIntervention,
  between,
  formatLocation,
  type BranchOrigin,
  type RunSummary,
  toSeconds,
  wasCutShort,
} from '../../engine/model/index.ts';
import { choicesInWords } from './choices.ts';
import { entryLine, framesOf } from './entry-line.ts';
import { PAGE } from './log-json.ts';
import { oracleLines } from './oracle-lines.ts';
import { counted, oneLine } from './print.ts';

/** A list that is read, not scrolled: the first entries and the last. */
const FIRST = 30;
const LAST = 10;

/** What happened in `run`, for people. */
export function summaryLines(run: RunSummary, store: Store): string[] {
  return [
    `${oneLine(run.scenario)}: ${[run.mode === 'trace' ? 'recorded' : `${run.mode} mode`, `seed ${run.seed}`, ...choicesInWords(run.choices)].join(', ')}`,
    ...(run.origin === undefined ? [] : [originInWords(run.origin)]),
    '',
    ...whatHappened(run, store),
    '',
    `${counted(run.entries, 'event')} in ${counted(simulatedSeconds(run), 'simulated second')}, ${run.state}`,
    ...verdictLines(run, store),
    ...oracleLines(run, store),
    ...run.notes.map((note) => `note: ${note}`),
    `log hash ${run.logHash ?? 'none: the run has not come to its end'}`,
  ];
}

/** How far a run came. */
export const simulatedSeconds = ({ start, now }: RunSummary): number => toSeconds(between(start, now));

/** One line about a run. */
export function runLine(run: RunSummary): string {
  const facts = [
    outcomeInWords(run),
    counted(run.entries, 'event'),
    run.mode,
    `seed ${run.seed}`,
    ...choicesInWords(run.choices),
    ...(run.origin === undefined ? [] : [originInWords(run.origin)]),
    startedInWords(run),
  ];
  return `${run.id.padEnd(5)} ${oneLine(run.scenario)}: ${facts.join(', ')}`;
}

/** How a run ended, and whether it passed. */
export function outcomeInWords(run: RunSummary): string {
  const { state, verdict } = run;
  if (verdict === undefined || wasCutShort(run)) return state;
  const judged = verdict.passed ? 'passed' : 'not passed';
  // That it came to its end needs no word, nor that what failed did not pass.
  if (state === 'completed') return judged;
  return state === 'failed' && !verdict.passed ? state : `${state}, ${judged}`;
}

/** When a run was started, in UTC. */
export const startedInWords = ({ startedAt }: RunSummary): string =>
  new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ');

/** Where a branch comes from, and what it has otherwise. */
export const originInWords = ({ parent, at, interventions }: BranchOrigin): string =>
  `branch of ${parent} at #${at}${interventions.length === 0 ? '' : `: ${interventions.map(describeIntervention).join('; ')}`}`;

/** Checks that came to nothing yet are left out with the rest: there are many and they tell little. */
function whatHappened({ id, entries, start }: RunSummary, store: Store): string[] {
  const telling = (from: number): readonly LogHead[] =>
    store.heads(id, from, PAGE).filter((entry) => !('verdict' in entry && entry.verdict === 'waiting'));
  const beginning = telling(0);
  const first = beginning.slice(0, beginning.length > FIRST + LAST ? FIRST : FIRST + LAST);
  const last = telling(Math.max(0, entries - PAGE))
    .slice(-LAST)
    .filter(({ index }) => index > (first.at(-1)?.index ?? -1));
  const lines = [...first, ...last].map((entry) => entryLine(entry, start));
  const leftOut = entries - lines.length;
  if (last.length > 0) lines.splice(first.length, 0, '…');
  return leftOut === 0 ? lines : [...lines, `${counted(leftOut, 'entry', 'entries')} left out`];
}

function verdictLines({ id, verdict }: RunSummary, store: Store): string[] {
  if (verdict === undefined) return [];
  const checks = verdict.checks.map(
    ({ kind, check, status, entry }) => `  ${kind} ${check}: ${status}${at(entry)}`,
  );
  const reasons = verdict.shortfalls.flatMap(({ message, entry }) => [
    `  ${message}${at(entry)}`,
    ...placesOf(store, id, entry),
  ]);
  const whether = verdict.passed ? 'passed' : 'not passed';
  const idle = checks.length === 0 && reasons.length === 0;
  return [`verdict: ${whether}${idle ? ', with nothing to check' : ''}`, ...reasons, ...checks];
}

const at = (entry: number | undefined): string => (entry === undefined ? '' : ` (#${entry})`);

/** Where in the author's files entry `index` broke, or else where its event is declared. */
function placesOf(store: Store, id: RunSummary['id'], index: number | undefined): readonly string[] {
  const entry = index === undefined ? undefined : store.entry(id, index);
  if (entry?.outcome.status !== 'failed') return [];
  const frames = framesOf(entry).map((frame) => `    at ${frame}`);
  if (frames.length > 0) return frames;
  const place = store.plan(id)?.events.find((event) => event.id === entry.event)?.place;
  return place === undefined ? [] : [`    declared at ${formatLocation(place)}`];
}
