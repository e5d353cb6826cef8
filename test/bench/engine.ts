import { reportText } from './engine-tables.ts';
import { loads, type LoadName } from './loads.ts';
import { machine } from './machine.ts';
import { measureApps, type AppReport } from './measure-apps.ts';
import { measureJournal, type JournalReport } from './measure-journal.ts';
import { measureLoad, measurePeers, type LoadReport } from './measure-load.ts';
import { inOwnProcess } from './own-process.ts';
import type { Report } from './report.ts';

/** The amount of measuring. The quick one only checks that the bench works. */
const extent = {
  whole: {
    sizes: [1_000, 10_000, 50_000, 100_000, 1_000_000],
    least: 100_000,
    records: [100, 10_000],
    writes: 2_000,
    appRecords: 20_000,
    appEvents: 5_000,
  },
  quick: { sizes: [20], least: 20, records: [20], writes: 10, appRecords: 20, appEvents: 10 },
};

/** Each part is measured in a separate process, so that no part inherits the state of another. */
const [part, ...given] = process.argv.slice(2);
if (part === 'load' || part === 'peers') {
  const [name, size, least] = given;
  const measure = part === 'load' ? measureLoad : measurePeers;
  console.log(JSON.stringify(await measure(name as LoadName, Number(size), Number(least))));
} else if (part === 'journal') {
  const [records, writes] = given;
  console.log(JSON.stringify(measureJournal(Number(records), Number(writes))));
} else if (part === 'apps') {
  const [records, events] = given;
  console.log(JSON.stringify(measureApps(Number(records), Number(events))));
} else {
  const options = process.argv.slice(2);
  const report = measureAll(options.includes('--quick') ? extent.quick : extent.whole);
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
}

function measureAll({ sizes, least, records, writes, appRecords, appEvents }: typeof extent.whole): Report {
  return {
    date: new Date().toISOString(),
    machine: machine(),
    loads: (Object.keys(loads) as LoadName[]).flatMap((load) =>
      sizes.map((size) => {
        const ours = inOwnProcess<LoadReport>('load', load, size, least);
        const peers = inOwnProcess<LoadReport['times']>('peers', load, size, least);
        return { ...ours, times: { ...ours.times, ...peers } };
      }),
    ),
    apps: inOwnProcess<AppReport[]>('apps', appRecords, appEvents),
    journal: records.flatMap((count) => inOwnProcess<JournalReport[]>('journal', count, writes)),
  };
}
