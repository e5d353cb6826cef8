import { arrangeRuns, type Store } from '../../engine/index.ts';
import type { RunGroup, RunGrouping, RunLine, RunTerm, RunTest } from '../../engine/model/index.ts';
import { databaseToLookAt } from './files.ts';
import { counted, print } from './print.ts';
import { runTable } from './run-table.ts';

export interface RunsOptions {
  readonly db: string;
  readonly scenario?: string;
  readonly tag?: string;
  readonly verdict?: string;
  readonly note?: string;
  readonly group?: RunGrouping;
  readonly json?: boolean;
}

/** Lists the runs in a database that meet what was asked, regressions first, then newest first. */
export async function listRuns(options: RunsOptions): Promise<void> {
  const { db, group = 'none', json = false } = options;
  using database = databaseToLookAt(db);
  const { store } = database;
  const total = store.count();
  const found = store.find(termsOf(options));
  const { groups } = arrangeRuns(found, { group, order: 'started', descending: true }, total);
  if (json)
    await print(
      JSON.stringify(group === 'none' ? runsOf(groups, store) : groups.map((one) => groupJson(one, store))),
    );
  else if (found.length === 0)
    await print(total === 0 ? `${db} has no runs yet` : `none of the ${counted(total, 'run')} in ${db} fits`);
  else await print(runTable(group === 'seed' ? groups.map(bySeed) : groups, store).join('\n'));
}

function termsOf({ scenario, tag, verdict, note }: RunsOptions): readonly RunTerm[] {
  const word = (key: (RunTest & { kind: 'word' })['key'], value: string | undefined): RunTest[] =>
    value === undefined ? [] : [{ kind: 'word', key, values: value.split(','), within: false }];
  const tests: readonly RunTest[] = [
    ...word('scenario', scenario),
    ...word('tag', tag),
    ...word('verdict', verdict),
    ...(note === undefined ? [] : [{ kind: 'note', text: note } as const]),
  ];
  return tests.map((test) => ({ test, not: false }));
}

/** All that is known of each run, with what people wrote about it. */
const runsOf = (groups: readonly RunGroup[], store: Store): readonly object[] =>
  groups.flatMap(({ lines }) => lines.map(({ line }) => runJson(line, store)));

const runJson = ({ id, baseline, regression, notes }: RunLine, store: Store): object => ({
  ...store.run(id)!,
  ...{ baseline, regression },
  annotations: notes === 0 ? [] : store.notes(id),
});

const groupJson = (group: RunGroup, store: Store): object => ({
  ...(group.name === undefined ? {} : { name: group.name }),
  rate: group.rate ?? null,
  regressions: group.regressions,
  runs: runsOf([group], store),
});

const bySeed = (group: RunGroup): RunGroup => ({ ...group, name: `seed ${group.name ?? ''}` });
