import type { WindowReport } from '../window.ts';
import { headingOf, table } from '../tables.ts';
import type { Memory } from './measure-run.ts';
import type { Spread } from '../spread.ts';

/** The report for people: one table in Markdown. */
export function reportText({
  date,
  machine,
  run,
  many,
  transcript,
  editing,
  preview,
  clicks,
}: WindowReport): string {
  const { frames, search } = run;
  return [
    ...headingOf({ date, machine }),
    '',
    `A run of ${run.entries.toLocaleString('en-US')} entries, one of ${many.entries.toLocaleString('en-US')}, and a transcript of ${transcript.steps.toLocaleString('en-US')} steps; milliseconds.`,
    '',
    ...table(
      ['what', 'p50', 'p95', 'most', 'goal'],
      [
        ['frame, pointer over nothing', ...inParts(frames.floor), ''],
        ['frame while scrubbing', ...inParts(frames.scrub), 'p95 16 beyond the one above'],
        ['frame while zooming', ...inParts(frames.zoom), ''],
        ['open the run: its end is shown', '', '', round(run.open.end), '500'],
        ['all of it', '', '', round(run.open.whole), ''],
        ['seek', ...inParts(run.seek), 'p95 25'],
        ['search, first in the run', '', '', round(search.first), ''],
        ['search', ...inParts(search.others), '50'],
        ['open the transcript', '', '', round(transcript.open), '1,000'],
        ['frame while scrolling it', ...inParts(transcript.scroll), 'most 50'],
        ['open the long run: its end is shown', '', '', round(many.open.end), '1,500'],
        ['all of it', '', '', round(many.open.whole), '1,500'],
        ['first completion', '', '', round(editing.completion.first), '1,000'],
        ['completion', ...inParts(editing.completion.others), '150'],
        ['save to new run', ...inParts(editing.saveToRun), '150'],
        ...preview.runs.map((one) => [
          `key to live preview of ${one.entries.toLocaleString('en-US')} entries`,
          ...inParts(one.shown),
          one.entries === 1_000 ? '300' : '',
        ]),
        ['frame while mistakes are typed', '', '', round(preview.longestFrame), '50'],
        ['click while a run goes on', ...inParts(clicks), ''],
      ],
    ),
    '',
    ...table(
      ['MiB', 'main', 'page'],
      [
        ['with the run', ...inMib(run.memory)],
        ['with the long run', ...inMib(many.memory)],
      ],
    ),
  ].join('\n');
}

const round = (time: number): string =>
  time < 100 ? time.toFixed(1) : Math.round(time).toLocaleString('en-US');

const inParts = ({ p50, p95, max }: Spread): readonly string[] => [p50, p95, max].map(round);

const inMib = ({ main, page }: Memory): readonly string[] =>
  [main, page].map((size) => size.toLocaleString('en-US'));
