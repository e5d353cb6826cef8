import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, RunArranger, type Store } from '../../engine/index.ts';
import type { RunQuery, RunTest } from '../../engine/model/run-query.ts';
import { runId } from '../../engine/model/values/ids.ts';
import { LIST_COLUMNS } from '../../engine/store/run-lines.ts';
import { writeManyRuns } from '../many-runs.ts';
import { openDatabase, packing } from '../open-database.ts';
import { machine, type Machine } from './machine.ts';
import { sampleOf, type Sample, spent, sweep } from './sample.ts';
import { headingOf, table } from './tables.ts';

/** Milliseconds of processor time, and how many times that of the bare reading may be. */
interface Figure {
  readonly what: string;
  readonly time: Sample;
  readonly most: number;
}

export interface LibraryReport {
  readonly date: string;
  readonly machine: Machine;
  readonly runs: number;
  /** Milliseconds to read the columns of the list by one bare statement. */
  readonly bare: Sample;
  readonly figures: readonly Figure[];
}

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
try {
  const report = measure(quick ? 300 : 100_000, quick ? 1 : 5);
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
} finally {
  rmSync(folder, { recursive: true });
}

function measure(runs: number, rounds: number): LibraryReport {
  const file = join(folder, 'runs.db');
  const connect = (): Store => openStore(openDatabase(file), packing);
  const other = connect();
  writeManyRuns(other, runs);
  const bare = openDatabase(file).prepare(`SELECT ${LIST_COLUMNS.join()} FROM run`).raw();
  const store = connect();
  const arranger = new RunArranger();
  const view = { group: 'none', order: 'started', descending: true } as const;
  const show = (query: Partial<RunQuery> = {}): unknown =>
    arranger
      .arrange(store.findRuns(query.terms ?? []), { ...view, ...query })
      // The window shows the counts of groups.
      .map((group) => group.name && group.counts);
  const find = (test: RunTest): RunQuery => ({ ...view, terms: [{ test, not: false }] });
  let writes = 0;
  const write = (): void => {
    other.setTags(runId(`r${1 + (writes % runs)}`), [`round-${++writes}`]);
  };
  const time = (work: () => unknown, before: () => unknown = () => undefined): Sample => {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) {
      before();
      sweep();
      taken.push(spent(work) / 1000);
    }
    return sampleOf(taken);
  };
  const afterWrite = (query: Partial<RunQuery>): Sample =>
    time(
      () => show(query),
      () => {
        show(query);
        write();
      },
    );
  const sortedAnew = (order: RunQuery['order']): Sample =>
    time(
      () => show({ order }),
      () => show(),
    );
  const scenario = { kind: 'word', key: 'scenario', values: ['lost*'], within: false } as const;
  const text = { kind: 'text', text: 'parcel' } as const;
  let fresh = connect();
  const renew = (): void => {
    fresh = connect();
  };
  const figures: readonly Figure[] = [
    {
      what: 'the newest 300, at first',
      time: time(() => [fresh.findRuns([], 300), fresh.count()], renew),
      most: 0.2,
    },
    { what: 'all, at first', time: time(() => fresh.findRuns([]), renew), most: 4 },
    { what: 'after a write by another process', time: afterWrite({}), most: 0.25 },
    { what: 'the same, in groups', time: afterWrite({ group: 'scenario' }), most: 0.5 },
    { what: 'the same, searched', time: afterWrite(find(text)), most: 0.5 },
    { what: 'words searched', time: time(() => show(find(text))), most: 0.5 },
    { what: 'a filter', time: time(() => show(find(scenario))), most: 0.5 },
    { what: 'sorted by scenario', time: sortedAnew('scenario'), most: 1 },
    { what: 'sorted by duration', time: sortedAnew('wall'), most: 1 },
    {
      what: 'in groups with pass rates',
      time: time(() =>
        new RunArranger()
          .arrange(store.findRuns([]), { ...view, group: 'scenario' })
          .map(({ rates }) => rates),
      ),
      most: 1,
    },
    {
      what: 'branches below their parents',
      time: time(
        () => show({ group: 'branches' }),
        () => show(),
      ),
      most: 1,
    },
    { what: 'jobs of sweeps', time: time(() => store.jobs()), most: 1 },
  ];
  return { date: new Date().toISOString(), machine: machine(), runs, bare: time(() => bare.all()), figures };
}

function reportText({ runs, bare, figures, ...taken }: LibraryReport): string {
  const milliseconds = ({ median, low, high }: Sample): string =>
    `${median.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`;
  return [
    ...headingOf(taken),
    '',
    `The list of ${runs.toLocaleString('en-US')} runs: milliseconds of processor time, median (lowest to highest), and times a bare reading`,
    'of its columns in the same run.',
    '',
    ...table(
      ['what', 'milliseconds', 'times', 'at most'],
      [
        ['bare reading of the columns', milliseconds(bare), '1.00', ''],
        ...figures.map(({ what, time, most }) => [
          what,
          milliseconds(time),
          (time.median / bare.median).toFixed(2),
          time.median > most * bare.median ? `${most}: missed` : String(most),
        ]),
      ],
    ),
  ].join('\n');
}
