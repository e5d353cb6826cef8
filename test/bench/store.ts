import { machine, type Machine } from './machine.ts';
import { inOwnProcess } from './own-process.ts';
import { reportText } from './store/store-tables.ts';
import { measureHistory, type HistoryReport } from './store/measure-history.ts';
import { measureMemory, type MemoryReport } from './store/measure-memory.ts';
import { measureRecords, type RecordsReport } from './store/measure-records.ts';
import { measureReads, type ReadsReport } from './store/measure-reads.ts';
import { getReady, measureStart, type StartReport } from './store/measure-start.ts';

/** All results of one run of the bench. */
export interface StoreReport {
  readonly date: string;
  readonly machine: Machine;
  readonly history: HistoryReport;
  readonly reads: ReadsReport;
  readonly records: RecordsReport;
  readonly memory: MemoryReport;
  readonly start: StartReport;
}

/** The amount of measuring. The quick one only checks that the bench works. */
const extent = {
  whole: {
    history: [100_000, 300],
    reads: [1_000_000, 1_000],
    records: [20_000, 100_000],
    memory: [1_000_000],
    start: [15],
  },
  quick: { history: [600, 5], reads: [600, 5], records: [600, 600], memory: [600], start: [1] },
} as const;

/** Each part is measured in a separate process, so that no part inherits the state of another. */
const parts: Readonly<Record<string, (...given: number[]) => unknown>> = {
  history: (entries, seeks) => measureHistory(entries, seeks),
  reads: (entries, reads) => measureReads(entries, reads),
  records: (large, small) => measureRecords(large, small),
  memory: (entries) => measureMemory(entries),
  start: (times) => measureStart('ready', times),
};

const [part = '', ...given] = process.argv.slice(2);
const measure = parts[part];
if (part === 'ready') getReady();
else if (measure !== undefined) console.log(JSON.stringify(measure(...given.map(Number))));
else {
  const options = process.argv.slice(2);
  const report = measureAll(options.includes('--quick') ? extent.quick : extent.whole);
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
}

function measureAll({
  history,
  reads,
  records,
  memory,
  start,
}: (typeof extent)['whole' | 'quick']): StoreReport {
  return {
    date: new Date().toISOString(),
    machine: machine(),
    history: inOwnProcess('history', ...history),
    reads: inOwnProcess('reads', ...reads),
    records: inOwnProcess('records', ...records),
    memory: inOwnProcess('memory', ...memory),
    start: inOwnProcess('start', ...start),
  };
}
