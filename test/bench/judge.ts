import {
  type CompletedEvent,
  fileSystem,
  judgeLog,
  judgeRun,
  judgedLog,
  oracleGraph,
  openStore,
  type OracleRun,
  planOf,
  runOracle,
  scenario,
  seconds,
  agentUserInterface,
} from '../../engine/index.ts';
import type { SimTime } from '../../engine/model/values/time.ts';
import { openDatabase, packing } from '../open-database.ts';
import { machine, type Machine } from './machine.ts';
import { runRecorded } from './runs.ts';
import { timed, type Sample } from './sample.ts';
import { headingOf, table } from './tables.ts';

export interface JudgeReport {
  readonly date: string;
  readonly machine: Machine;
  /** Milliseconds to judge `runs` stored runs again, the number of their entries, and how many of them pass. */
  readonly stored: {
    readonly runs: number;
    readonly entries: number;
    readonly time: Sample;
    readonly passed: number;
  };
  /** Milliseconds to judge one run with `calls` calls, by their difference from the oracle's calls. */
  readonly calls: readonly {
    readonly kind: string;
    readonly calls: number;
    readonly time: Sample;
    readonly outcome: string;
  }[];
}

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const effort = { rounds: quick ? 1 : 5, least: 1, warm: !quick };
const report: JudgeReport = {
  date: new Date().toISOString(),
  machine: machine(),
  stored: measureStored(quick ? 5 : 1000, quick ? 10 : 100),
  calls: (['in order', 'backwards', 'reworded'] as const).map((kind) =>
    measureCalls(kind, quick ? 50 : 5000),
  ),
};
console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));

/** Every other entry is a call of the oracle's, the others are messages of the user. */
function measureStored(runs: number, entries: number): JudgeReport['stored'] {
  const plan = planOf(
    scenario({
      name: 'bench',
      apps: () => ({ AgentUserInterface: agentUserInterface(), Files: fileSystem() }),
      events({ AgentUserInterface: user, Files: files }, { oracle }) {
        for (let at = 0; at < entries / 2; at++) {
          const asked = user.send_message_to_agent({ content: `Make folder ${at}.` }).at(seconds(at * 10));
          oracle(files.mkdir({ path: `/folder ${at}` })).after(asked, seconds(1));
        }
      },
    }),
  );
  const store = openStore(openDatabase(), packing);
  for (let run = 0; run < runs; run++) runRecorded(plan, store);
  const summaries = store.runs();
  let passed = 0;
  const { time } = timed(
    {
      time: {
        work: () => {
          const graph = oracleGraph(runOracle(plan, { anyUser: true })!);
          passed = summaries.filter(
            (run) => judgeRun(run, judgedLog(store, run), graph).outcome === 'passed',
          ).length;
        },
        counts: 1000,
      },
    },
    effort,
  );
  return { runs, entries, time, passed };
}

/** All calls are of one tool: then each call is compared with the most others. */
function measureCalls(
  kind: 'in order' | 'backwards' | 'reworded',
  count: number,
): JudgeReport['calls'][number] {
  const call = (id: string, at: number, text: string): CompletedEvent => ({
    id,
    type: 'agent',
    app: 'Mail',
    class: 'Mail',
    tool: 'send_email',
    operation: 'write',
    time: (at * 1e6) as SimTime,
    value: null,
    failed: false,
    args: {
      recipients: [`cook${at}@example.org`],
      cc: [],
      attachment_paths: [],
      subject: 'Supper',
      content: text,
    },
  });
  const ids = Array.from({ length: count }, (_, at) => at);
  const oracle = ids.map((at) => call(`o${at}`, at, `Supper is at ${at}.`));
  const run: OracleRun = {
    start: 0 as SimTime,
    events: oracle.map(({ id }) => ({
      id,
      type: 'agent',
      app: 'Mail',
      tool: 'send_email',
      after: [],
      comparator: 'greater-than',
    })),
    log: oracle,
    contacts: [{ firstName: 'Ada', lastName: 'Cook', address: null, isUser: true }],
  };
  const graph = oracleGraph(run);
  const text = (at: number): string => (kind === 'reworded' ? `We eat at ${at}.` : `Supper is at ${at}.`);
  const agent = (kind === 'backwards' ? ids.toReversed() : ids).map((at, index) => ({
    ...call(`a${at}`, at, text(at)),
    time: ((count + index) * 1e6) as SimTime,
  }));
  let outcome = '';
  const { time } = timed(
    { time: { work: () => ({ outcome } = judgeLog(graph, agent)), counts: 1000 } },
    effort,
  );
  return { kind, calls: count, time, outcome };
}

function reportText({ stored, calls, ...taken }: JudgeReport): string {
  const milliseconds = ({ median, low, high }: Sample): string =>
    `${median.toFixed(0)} (${low.toFixed(0)} to ${high.toFixed(0)})`;
  return [
    ...headingOf(taken),
    '',
    'Judging again: milliseconds, median (lowest to highest).',
    '',
    ...table(
      ['what', 'milliseconds', 'outcome'],
      [
        [
          `${stored.runs.toLocaleString('en-US')} stored runs of ${stored.entries} entries`,
          milliseconds(stored.time),
          `${stored.passed} passed`,
        ],
        ...calls.map(({ kind, calls: count, time, outcome }) => [
          `${count.toLocaleString('en-US')} calls of one tool, ${kind}`,
          milliseconds(time),
          outcome,
        ]),
      ],
    ),
  ].join('\n');
}
