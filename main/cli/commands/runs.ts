import { type Command, Option } from 'commander';
import { arrangeRuns, type Store, StoreError } from '../../../engine/index.ts';
import {
  costsText,
  isVerdict,
  type RateBasis,
  RUN_RESULTS,
  type RunGroup,
  type RunGrouping,
  type RunId,
  type RunLine,
  type RunTerm,
  type RunTest,
  sumCosts,
  plural,
  priceText,
  type RunSummary,
  totalTokens,
} from '../../../engine/model/index.ts';
import { databaseToLookAt } from '../files.ts';
import { describeChoices, judgedOnly, nameList, verdicts, wholeNumberParser } from '../options.ts';
import { inColumns, oneLine, print, printNote } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { ratesTexts } from '../rates.ts';
import { describeOrigin, describeOutcome, scoresText, startedText } from '../summary.ts';

/** Which runs a command is about. */
export interface RunFilters {
  readonly scenario?: string;
  readonly tag?: string;
  readonly verdict?: string;
  readonly note?: string;
  readonly task?: string;
  readonly model?: string;
  readonly set?: string;
}

interface RunsOptions extends RunFilters {
  readonly db: string;
  readonly group?: RunGrouping;
  readonly judgedOnly?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

/** The number of runs in a table, if the person does not say another: more would take time, and few people read on. */
const LISTED = 1000;

/** Adds `runs`, which lists runs. */
export function addRunsCommand(program: Command, { ended }: CommandContext): void {
  program
    .command('runs')
    .description('list the runs in a database, regressions first, then newest first')
    .requiredOption('--db <file>', 'the database file')
    .option('--scenario <names>', 'only runs of scenarios with these names; * matches any text', nameList)
    .option('--tag <tags>', 'only runs with one of these tags, on the run or its scenario', nameList)
    .option(
      '--verdict <verdicts>',
      'only runs with one of these verdicts: passed, failed, not-judged',
      verdicts,
    )
    .option('--task <names>', 'only imported runs of tasks with these names', nameList)
    .option('--model <names>', 'only imported runs of models with these names', nameList)
    .option('--set <names>', 'only imported runs of logs or benchmarks with these names', nameList)
    .option('--note <words>', 'only runs with this text in a note')
    .addOption(
      new Option(
        '--group <how>',
        'group by scenario, seed, model, set, benchmark or tool, with pass rates, or list branches below their parents',
      ).choices(['scenario', 'seed', 'branches', 'model', 'set', 'benchmark', 'tool']),
    )
    .addOption(judgedOnly())
    .option(
      '--limit <runs>',
      `list at most this many runs, or all for 0 (default: ${LISTED}; with --json: all)`,
      wholeNumberParser(0),
    )
    .option('--json', 'print a JSON list')
    .action(async (options: RunsOptions) => {
      ended(await listRuns(options));
    });
}

/** Prints the matching runs of a database, newest first. Returns false if there are damaged runs, which cannot be listed. */
async function listRuns(options: RunsOptions): Promise<boolean> {
  const { db, group = 'none', json = false, judgedOnly: isJudged = false } = options;
  const basis = isJudged ? 'judged' : 'all';
  using database = databaseToLookAt(db);
  const { store } = database;
  const total = store.count();
  const { limit = json ? 0 : LISTED } = options;
  // Runs that are not listed are not read, apart from a few.
  const damage = [...store.damage(limit === 0 ? undefined : LISTED)];
  const terms = termsOf(options);
  const isNewest = terms.length === 0 && group === 'none' && limit > 0;
  const found = store.findRuns(terms, isNewest ? limit : undefined);
  const arranged = arrangeRuns(found, { group, order: 'started', descending: true }, total).groups;
  const groups =
    limit === 0 ? arranged : firstLines(arranged, limit, ({ id }) => isReadable(store, id, damage));
  if (json)
    await print(
      JSON.stringify(group === 'none' ? runsOf(groups, store) : groups.map((one) => groupJson(one, store))),
    );
  else if (found.length === 0)
    await print(total === 0 ? `${db} has no runs yet` : `none of the ${plural(total, 'run')} in ${db} fits`);
  else await print(runTableLines(group === 'seed' ? groups.map(bySeed) : groups, store, basis).join('\n'));
  const left = (isNewest ? total - damage.length : found.length) - limit;
  if (limit > 0 && left > 0) printNote(`${plural(left, 'more run')}. --limit 0 lists all.`);
  for (const sentence of damage) printNote(sentence);
  return damage.length === 0;
}

/** The first `limit` lines of all groups, without those of which `isWhole` is false. */
function firstLines(
  groups: readonly RunGroup[],
  limit: number,
  isWhole: (line: RunLine) => boolean,
): readonly RunGroup[] {
  let left = limit;
  return groups.map((group) => {
    const lines = group.lines.slice(0, left);
    left -= lines.length;
    return { ...group, lines: lines.filter(isWhole) };
  });
}

/** Whether a run can be read. If it is damaged, adds a sentence to `damage`. */
function isReadable(store: Store, id: RunId, damage: string[]): boolean {
  try {
    return store.run(id) !== undefined;
  } catch (thrown) {
    if (!(thrown instanceof StoreError)) throw thrown;
    damage.push(thrown.message);
    return false;
  }
}

/** The terms that the runs meet which a person filters for. */
export function termsOf({ scenario, tag, verdict, note, task, model, set }: RunFilters): readonly RunTerm[] {
  const word = (key: (RunTest & { kind: 'word' })['key'], value: string | undefined): RunTest[] =>
    value === undefined ? [] : [{ kind: 'word', key, values: value.split(','), within: false }];
  const tests: readonly RunTest[] = [
    ...word('scenario', scenario),
    ...word('tag', tag),
    ...word('verdict', verdict),
    ...word('task', task),
    ...word('model', model),
    ...word('set', set),
    ...(note === undefined ? [] : [{ kind: 'note', text: note } as const]),
  ];
  return tests.map((test) => ({ test, not: false }));
}

/** The summary of each run, with its notes. */
const runsOf = (groups: readonly RunGroup[], store: Store): readonly object[] =>
  groups.flatMap(({ lines }) => lines.map((line) => runJson(line, store)));

const runJson = ({ id, baseline, regression, notes }: RunLine, store: Store): object => ({
  ...store.run(id)!,
  costs: store.modelCosts([id]).get(id),
  baseline,
  regression,
  annotations: notes === 0 ? [] : store.notes(id),
});

const groupJson = (group: RunGroup, store: Store): object => ({
  ...(group.name === undefined ? {} : { name: group.name }),
  rates: { all: group.rates.all ?? null, judged: group.rates.judged ?? null },
  counts: group.counts,
  costs: sumCosts([...store.modelCosts(idsIn(group)).values()]),
  regressions: group.regressions,
  runs: runsOf([group], store),
});

const idsIn = ({ lines }: RunGroup): readonly RunId[] => lines.map(({ id }) => id);

const bySeed = ({ name = '', ...group }: RunGroup): RunGroup => ({
  ...group,
  name: /^\d+$/.test(name) ? `seed ${name}` : name,
});

/** A column of the table of runs. */
interface Column {
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly cell: (line: RunLine, run: RunSummary) => string;
}

/** The columns for runs of which some are `own`, made by Orrery, and some `imported`. */
const columnsFor = (own: boolean, imported: boolean): readonly Column[] => [
  { heading: own ? 'scenario' : 'task', cell: ({ scenario }) => oneLine(scenario) },
  { heading: 'outcome', cell: (_, run) => describeOutcome(run) },
  { heading: 'entries', isNumber: true, cell: ({ entries }) => countText(entries) },
  ...(own ? RUN_COLUMNS : []),
  ...(imported ? IMPORTED_COLUMNS : []),
  { heading: own ? 'started' : 'imported', cell: (_, run) => startedText(run) },
];

const RUN_COLUMNS: readonly Column[] = [
  { heading: 'mode', cell: ({ mode }) => mode },
  { heading: 'seed', isNumber: true, cell: ({ seed }) => String(seed) },
];

const IMPORTED_COLUMNS: readonly Column[] = [
  { heading: 'model', cell: ({ attempt }) => oneLine(attempt?.model ?? '') },
  { heading: 'attempt', isNumber: true, cell: ({ attempt }) => countText(attempt?.attempt) },
  { heading: 'scores', cell: ({ attempt }) => oneLine(scoresText(attempt?.scores ?? [])) },
  { heading: 'failed calls', isNumber: true, cell: ({ attempt }) => countText(attempt?.errors) },
  {
    heading: 'tokens',
    isNumber: true,
    cell: ({ attempt }) => countText(attempt && totalTokens(attempt.tokens)),
  },
  { heading: 'cost', isNumber: true, cell: ({ attempt }) => costText(attempt?.cost) },
];

const countText = (number: number | undefined): string => number?.toLocaleString('en-US') ?? '';

const costText = (amount: number | undefined): string =>
  amount === undefined ? '' : priceText({ amount, currency: 'USD' });

/** The runs as a table, under their group's name if they have one. */
export function runTableLines(
  groups: readonly RunGroup[],
  store: Store,
  basis: RateBasis = 'all',
): readonly string[] {
  const lines = groups.flatMap((group) => group.lines);
  const isImported = ({ attempt }: RunLine): boolean => attempt !== undefined;
  const columns = columnsFor(!lines.every(isImported), lines.some(isImported));
  const rows = groups.flatMap((group) =>
    group.lines.map((line) => {
      const run = store.run(line.id)!;
      const depth = (group.depths?.get(line.id) ?? 0) + (group.name === undefined ? 0 : 1);
      const cells = columns.map(({ cell }) => cell(line, run));
      return [`${'  '.repeat(depth)}${run.id}`, ...cells, factsOf(line, run, store).join(', ')];
    }),
  );
  const numbers = columns.flatMap(({ isNumber }, index) => (isNumber === true ? [index + 1] : []));
  const headings = ['run', ...columns.map(({ heading }) => heading)];
  const [head = '', ...printed] = inColumns([headings, ...rows], numbers);
  let from = 0;
  const table = groups.flatMap((group) => {
    const own = printed.slice(from, from + group.lines.length);
    from += own.length;
    return [...headOf(group, basis, store), ...own];
  });
  return [head, ...table];
}

/** What has no column of its own: choices, costs, the parent of a branch, tags. */
function factsOf(line: RunLine, run: RunSummary, store: Store): readonly string[] {
  const costs = store.modelCosts([line.id]).get(line.id);
  return [
    ...describeChoices(run.choices),
    ...(costs === undefined ? [] : [costsText(costs)]),
    ...(run.origin === undefined ? [] : [describeOrigin(run.origin, run.choices)]),
    ...marksOf(line),
  ];
}

/** `supper: 12 runs; 75 % of 12 runs passed (95 % interval 47 to 91 %); 1 crashed; 1 regression`. */
function headOf(group: RunGroup, basis: RateBasis, store: Store): readonly string[] {
  const { name, runs, rates, counts, regressions } = group;
  if (name === undefined) return [];
  const costs = sumCosts([...store.modelCosts(idsIn(group)).values()]);
  const beside = RUN_RESULTS.filter((result) => !isVerdict(result) && counts[result] > 0);
  const facts = [
    plural(runs, 'run'),
    ...ratesTexts(rates, basis),
    ...beside.map((result) => `${counts[result].toLocaleString('en-US')} ${result.replace('-', ' ')}`),
    ...(regressions > 0 ? [plural(regressions, 'regression')] : []),
    ...(costs === undefined ? [] : [costsText(costs)]),
  ];
  return [`${oneLine(name)}: ${facts.join('; ')}`];
}

const marksOf = ({ tags, scenarioTags = [], baseline, regression }: RunLine): readonly string[] => [
  ...(baseline ? ['baseline'] : []),
  ...(regression ? ['regression'] : []),
  ...[...scenarioTags, ...tags].map((tag) => `#${tag}`),
];
