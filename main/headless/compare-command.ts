import type { Store } from '../../engine/index.ts';
import type { ComparedRow, Comparison, RunSummary } from '../../engine/model/index.ts';
import { compareStored } from '../comparison/compare-stored.ts';
import { entryLine } from './entry-line.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look-commands.ts';
import { counted, print } from './print.ts';

const MOST_ROWS = 40;

/** Prints where two runs of a database part and what else differs. Answers whether they are equal. */
export async function printComparison(
  a: string,
  b: string,
  { db, json = false }: { db: string; json?: boolean },
): Promise<boolean> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const runs = [existingRun(store, a, db), existingRun(store, b, db)] as const;
  const comparison = compareStored(store, ...runs);
  await print(
    json ? JSON.stringify({ a: runs[0].id, b: runs[1].id, ...comparison }) : inWords(comparison, store, runs),
  );
  return comparison.divergence === undefined;
}

function inWords(
  { rows, divergence }: Comparison,
  store: Store,
  [a, b]: readonly [RunSummary, RunSummary],
): string {
  const heading = [`A ${a.id} ${a.scenario}, seed ${a.seed}`, `B ${b.id} ${b.scenario}, seed ${b.seed}`, ''];
  if (divergence === undefined)
    return [...heading, `No difference: ${counted(rows.length, 'entry', 'entries')} are equal.`].join('\n');
  const differing = rows.filter(({ kind }) => kind !== 'equal');
  const shown = differing.slice(0, MOST_ROWS).flatMap((row) => rowLines(row, store, a, b));
  const left = differing.length - Math.min(differing.length, MOST_ROWS);
  return [
    ...heading,
    `First divergence: ${divergence.sentence}`,
    '',
    ...shown,
    ...(left === 0 ? [] : [`… and ${counted(left, 'more row')}; --json prints them all`]),
    '',
    countsOf(rows),
  ].join('\n');
}

const marks = { equal: ' ', changed: '~', moved: '>', 'only-a': '-', 'only-b': '+' } as const;

function rowLines(row: ComparedRow, store: Store, a: RunSummary, b: RunSummary): readonly string[] {
  const mark = marks[row.kind];
  const lineOf = (run: RunSummary, at: number | undefined): string | undefined =>
    at === undefined ? undefined : entryLine(store.heads(run.id, at, 1)[0]!, run.start);
  const [one, other] = [lineOf(a, row.a), lineOf(b, row.b)];
  if (one === undefined || other === undefined) return [`${mark} ${one ?? other ?? ''}`];
  return [`${mark} A ${one}`, `${mark} B ${other}`];
}

function countsOf(rows: readonly ComparedRow[]): string {
  const kinds = ['equal', 'changed', 'moved', 'only-a', 'only-b'] as const;
  return kinds
    .map((kind) => [kind, rows.filter((row) => row.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replace('-a', ' in A').replace('-b', ' in B')}`)
    .join(', ');
}
