import type { Command } from 'commander';
import { fullTextQuery } from '../../../engine/index.ts';
import {
  isActiveState,
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  plural,
} from '../../../engine/model/index.ts';
import { AllRunsSearch } from '../../host/inspect/index.ts';
import { databaseToLookAt } from '../files.ts';
import { nameList, wholeNumberParser } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { inColumns, oneLine, print, printNote } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { type RunFilters, termsOf } from './runs.ts';

interface SearchOptions extends RunFilters {
  readonly db: string;
  readonly kind?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

/** The number of hits, if the person does not say another. */
const LISTED = 300;
const MAX_MILLISECONDS = 60_000;

/** Adds `search`, which finds words in what was said and done in all runs. */
export function addSearchCommand(program: Command, { ended }: CommandContext): void {
  program
    .command('search')
    .description('find what was said and done in all runs: messages, thoughts, calls, results and notes')
    .argument('<words...>', 'words that a place must all have; "a phrase"; -word for places without it')
    .requiredOption('--db <file>', 'the database file')
    .option('--kind <kinds>', `only these kinds: ${SEARCH_KINDS.join(', ')}`, nameList)
    .option('--scenario <names>', 'only in runs of scenarios with these names; * matches any text', nameList)
    .option('--task <names>', 'only in imported runs of tasks with these names', nameList)
    .option('--model <names>', 'only in imported runs of models with these names', nameList)
    .option('--set <names>', 'only in imported runs of logs or benchmarks with these names', nameList)
    .option('--limit <hits>', `print at most this many hits (default: ${LISTED})`, wholeNumberParser(1))
    .option('--json', 'print a JSON object')
    .action(async (words: readonly string[], options: SearchOptions) => {
      await searchRuns(words, options);
      ended(true);
    });
}

/** Prints the places where the words were found, the newest run first. Indexes the runs that are not indexed yet. */
async function searchRuns(words: readonly string[], options: SearchOptions): Promise<void> {
  const { db, limit = LISTED, json = false } = options;
  const text = words.map((word) => (/\s/.test(word) ? `"${word.replaceAll('"', '')}"` : word)).join(' ');
  if (fullTextQuery(text) === undefined)
    throw new UsageError(`"${text}" has no word to look for: name at least one of two letters or more`);
  const kinds = kindsIn(options.kind);
  using database = databaseToLookAt(db);
  const { store } = database;
  using search = new AllRunsSearch(store);
  if (!database.readOnly) search.indexAll();
  const page = search.find(
    { text, kinds, terms: termsOf(options) },
    { hits: limit, milliseconds: MAX_MILLISECONDS },
  );
  const unindexed = store
    .findRuns([])
    .filter(({ id, state }) => !store.isIndexed(id) && !isActiveState(state));
  if (json) await print(JSON.stringify({ ...page, left: unindexed.length }));
  else if (page.hits.length === 0) await print(`nothing found in ${plural(store.count(), 'run')} of ${db}`);
  else await print(inColumns(page.hits.map(hitLine)).join('\n'));
  if (page.isCut) printNote('There may be more: --limit prints more hits, and more words find fewer.');
  if (unindexed.length > 0)
    printNote(
      `${plural(unindexed.length, 'run')} could not be indexed and ${unindexed.length === 1 ? 'was' : 'were'} not searched.`,
    );
}

/** `r2, #12, call, bash: grep -n salt pot.py`. */
const hitLine = ({ run, entry, kind, title, text }: SearchHit): readonly string[] => [
  run,
  entry === undefined ? '' : `#${entry}`,
  kind,
  oneLine(title === '' || text.startsWith(title) ? text : `${title}: ${text}`),
];

function kindsIn(typed: string | undefined): readonly SearchKind[] {
  if (typed === undefined) return SEARCH_KINDS;
  return typed.split(',').map((word) => {
    const kind = SEARCH_KINDS.find((one) => one === word);
    if (kind === undefined) throw new UsageError(`"${word}" is no kind: use ${SEARCH_KINDS.join(', ')}`);
    return kind;
  });
}
