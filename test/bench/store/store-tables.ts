import type { Sample } from '../sample.ts';
import type { Spread } from '../spread.ts';
import type { StoreReport } from '../store.ts';
import { headingOf, table } from '../tables.ts';

/** The report for people: tables in Markdown, with the value that each figure is compared with, and their ratio. */
export function reportText({ history, reads, records, memory, start, ...taken }: StoreReport): string {
  const { sizes, parse, seek, times, first, repeated, step } = history;
  return [
    ...headingOf(taken),
    '',
    `${count(history.entries)} entries, a state of ${count(sizes.state)} characters: bytes for one entry.`,
    '',
    ...table(
      ['what', 'bytes', 'of a state', 'of the JSON'],
      [
        [
          'entry with its changes as JSON',
          sizes.json.toFixed(0),
          ...parts(sizes.json, sizes.state, sizes.json),
        ],
        ['log, changes and snapshots', sizes.kept.toFixed(0), ...parts(sizes.kept, sizes.state, sizes.json)],
        ['plan', sizes.plan.toFixed(0), ...parts(sizes.plan, sizes.state, sizes.json)],
      ],
    ),
    '',
    'The state at any of them: milliseconds; brought on by one entry: microseconds.',
    '',
    ...table(
      ['what', 'p50', 'p95', 'most'],
      [
        ['seek, ms', ...spread(seek)],
        ['the same state parsed, ms', ...spread(parse)],
        ['seek, times the parse of the same state', ...spread(times)],
        ['one state parsed again and again, ms', ...spread(repeated)],
        ['the first seeks, ms', ...spread(first)],
        ['step, µs', ...spread(step)],
      ],
    ),
    '',
    `Reads of a log of ${count(reads.entries)} entries: microseconds, median (lowest to highest).`,
    '',
    ...table(
      ['what', 'ours', 'bare rows', 'times'],
      [
        ['an entry anywhere', ...beside(reads.entry.ours, reads.entry.bare)],
        ['the next entry', ...beside(reads.next.ours, reads.next.bare)],
        ['a hundred in a row', ...beside(reads.page.ours, reads.page.bare)],
      ],
    ),
    '',
    'Recording: microseconds for an entry, median (lowest to highest).',
    '',
    ...table(
      ['what', 'ours', 'beside it', 'times'],
      [
        [
          `${count(Math.round(records.large.characters))} characters; bare statements`,
          ...beside(records.large.ours, records.large.bare),
        ],
        ['the same; bare statements that make their JSON', ...beside(records.large.ours, records.large.made)],
        ['small, with the plan; in memory', ...beside(records.small.recorded, records.small.memory)],
        ['small, the log alone; in memory', ...beside(records.small.log, records.small.memory)],
      ],
    ),
    '',
    `While ${count(memory.entries)} entries are recorded the heap grows by ${memory.heap.toFixed(0)} MiB; the process takes ${memory.most.toFixed(0)} at most.`,
    '',
    `From the start on, milliseconds: Node ${sample(start.node)}, with engine and store ${sample(start.ready)}.`,
  ].join('\n');
}

const count = (number: number): string => number.toLocaleString('en-US');
const parts = (bytes: number, state: number, json: number): readonly string[] => [
  `1/${count(Math.round(state / bytes))}`,
  (bytes / json).toFixed(2),
];
const spread = ({ p50, p95, max }: Spread): readonly string[] =>
  [p50, p95, max].map((time) => time.toFixed(2));
const beside = (ours: Sample, bare: Sample): readonly string[] => [
  sample(ours),
  sample(bare),
  (ours.median / bare.median).toFixed(1),
];
const sample = ({ median, low, high }: Sample): string =>
  `${median.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`;
