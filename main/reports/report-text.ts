import { sourceDifferences, type Store } from '../../engine/index.ts';
import type { Comparison, RunSummary } from '../../engine/model/index.ts';
import { rowOf } from '../runs/log-row.ts';
import { VERSION } from '../version.ts';

/** Entries that are read at once. */
const SLICE = 1_000;

/** What a report is to be about: a run, or two and how they differ. */
export type Subject =
  | { readonly runs: readonly [RunSummary] }
  | { readonly runs: readonly [RunSummary, RunSummary]; readonly comparison: Comparison };

/** A {@link Report} as JSON, piece by piece. @throws {StoreError} when a run cannot be read. */
export function* reportText(store: Store, subject: Subject): Generator<string> {
  yield `{"program":${JSON.stringify(VERSION)},"runs":[`;
  for (const [nth, run] of subject.runs.entries()) {
    if (nth > 0) yield ',';
    yield* runText(store, run);
  }
  yield ']';
  if ('comparison' in subject) {
    yield `,"comparison":${JSON.stringify(subject.comparison)}`;
    const [a, b] = subject.runs.map(({ id }) => store.source(id)?.files);
    if (a !== undefined && b !== undefined) yield `,"sources":${JSON.stringify(sourceDifferences(a, b))}`;
  }
  yield '}';
}

function* runText(store: Store, summary: RunSummary): Generator<string> {
  const { id, apps, entries } = summary;
  const states = apps.map(({ name }) => [name, store.stateAt(id, name, -1)] as const);
  const known = { summary, notes: store.notes(id), states: Object.fromEntries(states) };
  yield `${JSON.stringify(known).slice(0, -1)},"rows":[`;
  for (let from = 0; from < entries; from += SLICE)
    yield listed(store.heads(id, from, SLICE).map(rowOf), from === 0);
  yield '],"entries":[';
  for (let from = 0; from < entries; from += SLICE) yield listed(store.entries(id, from, SLICE), from === 0);
  yield ']}';
}

const listed = (items: readonly object[], first: boolean): string =>
  (first ? '' : ',') + JSON.stringify(items).slice(1, -1);
