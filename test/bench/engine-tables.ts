import type { Report } from './report.ts';
import type { Sample } from './sample.ts';
import { headingOf, table } from './tables.ts';

/** The report for people: tables in Markdown. */
export function reportText({ date, machine, loads, apps, journal }: Report): string {
  return [
    ...headingOf({ date, machine }),
    '',
    'Events per second of processor time: median (lowest to highest).',
    '',
    ...table(
      ['load', 'events', 'in memory', 'in SQLite', 'plan', 'bare queue', 'simjs', 'bare rows'],
      loads.map(({ load, size, times: { memory, recorded, plan, queue, simjs, rows } }) => [
        load,
        size.toLocaleString('en-US'),
        ...[memory, recorded, plan, queue, simjs, rows].map(perSecond),
      ]),
    ),
    '',
    'Bytes for one entry of the log.',
    '',
    ...table(
      ['load', 'events', 'on the heap', 'in SQLite'],
      loads.flatMap(({ load, size, heap, disk }) =>
        heap === undefined || disk === undefined
          ? []
          : [[load, size.toLocaleString('en-US'), heap.toFixed(0), disk.toFixed(0)]],
      ),
    ),
    '',
    'Real tools, in apps that hold much: microseconds of processor time for one event, median (lowest to highest).',
    '',
    ...table(
      ['event', 'records', 'in memory', 'goal'],
      apps.map(({ what, records, time, goal }) => [
        what,
        records.toLocaleString('en-US'),
        microseconds(time),
        String(goal),
      ]),
    ),
    '',
    'The journal alone: microseconds of processor time for one write, median (lowest to highest).',
    '',
    ...table(
      ['write', 'records', 'bare', 'journal', 'immer', 'mutative'],
      journal.map(({ operation, records, times: { bare, journal: ours, immer, mutative } }) => [
        operation,
        records.toLocaleString('en-US'),
        ...[bare, ours, immer, mutative].map(microseconds),
      ]),
    ),
  ].join('\n');
}

function perSecond(sample: Sample | undefined): string {
  if (sample === undefined) return '';
  const { median, low, high } = sample;
  return `${short(median)} (${short(high)} to ${short(low)})`;
}

/** The rate for a `time` in microseconds, in thousands or millions a second. */
function short(time: number): string {
  const each = 1_000_000 / time;
  return each < 1_000_000 ? `${(each / 1000).toFixed(0)} k` : `${(each / 1_000_000).toFixed(1)} M`;
}

const microseconds = ({ median, low, high }: Sample): string =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
