import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../engine/index.ts';
import { SEARCH_KINDS } from '../../engine/model/index.ts';
import { AllRunsSearch } from '../../main/host/inspect/search-all-runs.ts';
import { importText } from '../../main/host/import/import-file.ts';
import { openDatabase, packing } from '../open-database.ts';
import { machine, type Machine } from './machine.ts';
import { sampleOf, type Sample, spent, sweep } from './sample.ts';
import { headingOf, table } from './tables.ts';

interface Figure {
  readonly what: string;
  /** Milliseconds of processor time until the first hits. */
  readonly time: Sample;
  readonly hits: number;
}

export interface SearchReport {
  readonly date: string;
  readonly machine: Machine;
  readonly runs: number;
  readonly steps: number;
  /** Seconds to index all runs. */
  readonly indexing: number;
  readonly figures: readonly Figure[];
}

const STEPS = 100;
/** The most that the first hits may take, milliseconds. */
const GOAL = 200;

/** Words from one step of one run to nearly all steps. */
const QUESTIONS: readonly (readonly [what: string, text: string])[] = [
  ['a word of one step', 'needle'],
  ['a phrase of few runs', '"the salt of run 7"'],
  ['a word of each run', 'soup'],
  ['a word of nearly each step', 'file'],
  ['two words, without a third', 'file line -needle'],
  ['no such word', 'absent'],
];

const options = process.argv.slice(2);
const quick = options.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
try {
  const report = measure(quick ? 20 : 10_000, quick ? 1 : 5);
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
} finally {
  rmSync(folder, { recursive: true });
}

function measure(runs: number, rounds: number): SearchReport {
  const store = openStore(openDatabase(join(folder, 'runs.db')), packing);
  for (let nth = 0; nth < runs; nth += 1) importText(store, trajectory(nth), `${nth}.json`);
  const search = new AllRunsSearch(store);
  const indexing = spent(() => {
    search.indexAll();
  });
  const figures = QUESTIONS.map(([what, text]) => {
    const taken: number[] = [];
    let hits = 0;
    for (let round = 0; round < rounds; round += 1) {
      sweep();
      taken.push(
        spent(() => {
          hits = search.find({ text, kinds: SEARCH_KINDS, terms: [] }).hits.length;
        }) / 1000,
      );
    }
    return { what, time: sampleOf(taken), hits };
  });
  return {
    date: new Date().toISOString(),
    machine: machine(),
    runs,
    steps: STEPS,
    indexing: indexing / 1e6,
    figures,
  };
}

/** A trajectory of {@link STEPS} steps: half of them thoughts, half calls with their results. */
function trajectory(nth: number): string {
  const steps = Array.from({ length: STEPS / 2 }, (_, step) => ({
    step_id: step + 2,
    source: 'agent',
    message: '',
    reasoning_content: `Line ${step} of file ${(nth * 7 + step) % 97}.py may hold the salt of run ${nth % 1000}${nth === 0 && step === 9 ? ' needle' : ''}.`,
    tool_calls: [
      {
        tool_call_id: `c${step}`,
        function_name: 'bash',
        arguments: { command: `sed -n ${step},${step + 20}p file_${step}.py` },
      },
    ],
    observation: {
      results: [
        {
          source_call_id: `c${step}`,
          content: `def f${step}(x):\n    return x * ${nth}  # line ${step} of the file\n`.repeat(4),
        },
      ],
    },
  }));
  const user = { step_id: 1, source: 'user', message: `Fix the soup of run ${nth}.` };
  return JSON.stringify({
    schema_version: 'ATIF-v1.4',
    session_id: `run ${nth}`,
    agent: { name: 'cook', version: '1' },
    steps: [user, ...steps],
  });
}

function reportText({ runs, steps, indexing, figures, ...taken }: SearchReport): string {
  return [
    ...headingOf(taken),
    '',
    `${runs.toLocaleString('en-US')} runs of ${steps} steps, indexed in ${indexing.toFixed(1)} s. Milliseconds of processor time to the first hits.`,
    '',
    ...table(
      ['words', 'milliseconds', 'hits', 'at most'],
      figures.map(({ what, time, hits }) => [
        what,
        time.median.toFixed(1),
        String(hits),
        time.median > GOAL ? `${GOAL}: missed` : String(GOAL),
      ]),
    ),
  ].join('\n');
}
