import { compareSets, type Store } from '../../../engine/index.ts';
import {
  type AttemptGroup,
  attemptsToCompare,
  type FlippedTask,
  plural,
  type ScoreDifference,
  type SetComparison,
  type SetsBy,
  type TaskOutcome,
  threeSignificantDigits,
} from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { UsageError } from '../plain-command.ts';
import { inColumns, oneLine, print } from '../print.ts';
import { comparisonText, ratesTexts } from '../rates.ts';

/** Prints which tasks two sets or models passed differently. Returns whether they passed all tasks equally often. */
export async function printSets(
  store: Store,
  names: readonly string[],
  by: SetsBy,
  json: boolean,
): Promise<boolean> {
  const lines = store.findRuns([]);
  const { groups } = compareSets(lines, by);
  if (names.length > 2) throw new UsageError(`--by ${by}s compares two. Give two.`);
  const [first, second] = names.map((name) => groupNamed(groups, name, by));
  if (first!.key === second!.key)
    throw new UsageError(`Both are the ${by} ${oneLine(first!.label)}. Give two.`);
  const { comparison } = compareSets(lines, by, first!.key, second!.key);
  await print(
    json
      ? JSON.stringify({ by, a: first, b: second, ...comparison })
      : comparedText(comparison!, first!, second!),
  );
  return comparison!.worse.length + comparison!.better.length === 0;
}

/** The group with this label or number; of sets with one name, neither. @throws {UsageError} when there is no such one. */
function groupNamed(groups: readonly AttemptGroup[], name: string, by: SetsBy): AttemptGroup {
  const found = groups.find(({ key, label }) => label === name || key === name);
  if (found !== undefined) return found;
  const known = groups.map(({ key, label }) =>
    by === 'set' ? `${key} (${oneLine(label)})` : oneLine(label),
  );
  throw new UsageError(
    known.length === 0
      ? `The database has no ${by}s. Import the results of a benchmark.`
      : `There is no ${by} ${oneLine(name)}. Known: ${known.join(', ')}.`,
  );
}

function comparedText(compared: SetComparison, first: AttemptGroup, second: AttemptGroup): string {
  const { tasks, matchedBy, worse, better, same, unmatched, families, scores } = compared;
  const unjudged = tasks - worse.length - better.length - same;
  const left = [
    ...(unmatched.first === 0 ? [] : [`${unmatched.first} only in A`]),
    ...(unmatched.second === 0 ? [] : [`${unmatched.second} only in B`]),
  ];
  return [
    `A: ${oneLine(first.label)}`,
    `B: ${oneLine(second.label)}`,
    '',
    `${plural(tasks, 'task')} in both${left.length === 0 ? '' : ` (${left.join(', ')})`}: ${worse.length} worse in B, ${better.length} better, ${same} the same${unjudged === 0 ? '' : `, ${unjudged} not judged`}`,
    ...(tasks === 0 || matchedBy === 'whole name'
      ? []
      : ['Matched by the names of tasks alone: their benchmarks have other names.']),
    `A passed these: ${ratesTexts(compared.first, 'all').join('; ') || 'not judged'}`,
    `B passed these: ${ratesTexts(compared.second, 'all').join('; ') || 'not judged'}`,
    pairedText(compared.paired),
    ...scores.map(scoreText),
    ...flipLines('Worse in B', worse),
    ...flipLines('Better in B', better),
    ...(families.length === 0
      ? []
      : [
          '',
          ...inColumns([
            ['tasks', '', 'A', 'B', ''],
            ...families.map((family) => [
              oneLine(family.name),
              String(family.tasks),
              outcomeText(family.first),
              outcomeText(family.second),
              pairedText(family),
            ]),
          ]),
        ]),
  ].join('\n');
}

const pairedText = (paired: SetComparison['paired'] & { readonly corrected?: number }): string =>
  paired.pairs === 0 ? 'no pairs' : comparisonText({ corrected: paired.p, ...paired }, ['A', 'B']);

const scoreText = ({ scorer, difference, margin, tasks }: ScoreDifference): string =>
  `${oneLine(scorer)}: ${difference < 0 ? '' : '+'}${threeSignificantDigits(difference)}${margin === undefined ? '' : ` ± ${threeSignificantDigits(margin)}`} in B, over ${plural(tasks, 'task')}`;

const flipLines = (title: string, flips: readonly FlippedTask[]): readonly string[] =>
  flips.length === 0
    ? []
    : [
        '',
        title,
        ...inColumns(
          flips.map((flip) => [
            `  ${oneLine(flip.task)}`,
            `${outcomeText(flip.first)} → ${outcomeText(flip.second)}`,
            `orrery compare ${attemptsToCompare(flip, LIMITS.comparedRuns).join(' ')}`,
          ]),
        ),
      ];

const outcomeText = ({ passed, of }: Omit<TaskOutcome, 'runs'>): string => `${passed}/${of}`;
