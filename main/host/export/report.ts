import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { judgementOf, sourceDifferences, type Store } from '../../../engine/index.ts';
import type {
  StepTable,
  ComparedAttempts,
  ComparedBy,
  Comparison,
  RunSummary,
} from '../../../engine/model/index.ts';
import { LIMITS, type SweepReport } from '../../../preload/contract.ts';
import {
  compareAttemptsBeside,
  compareBeside,
  comparedBy,
  stepTexts,
  tabulateAttemptsBeside,
} from '../compare/index.ts';
import { rowOf, costsOverTime } from '../inspect/index.ts';
import { BUILT, ProblemError, readTrusted, VERSION, writeOut } from '../system/index.ts';

/**
 * Writes a self-contained HTML page that shows `subject` to `file`.
 * @throws {ProblemError} when the file cannot be written; an existing file stays unchanged.
 */
export async function saveReport(
  store: Store,
  subject: ReportSubject,
  file: string,
  assets?: Assets,
): Promise<void> {
  const data = await gzipped(reportText(store, subject));
  await writeOut(file, reportPage(titleOf(subject), assets ?? (await builtAssets()), data));
}

/** Writes a self-contained HTML page that shows a sweep to `file`. @throws {ProblemError} as {@link saveReport}. */
export async function saveSweepReport(
  report: Omit<SweepReport, 'program'>,
  file: string,
  assets?: Assets,
): Promise<void> {
  const data = await gzipped([JSON.stringify({ program: VERSION, ...report })]);
  await writeOut(file, reportPage(`Sweep ${report.sweep.name}`, assets ?? (await builtAssets()), data));
}

const builtAssets = async (): Promise<Assets> => ({
  script: await readTrusted(join(BUILT, 'report/report.js')),
  style: await readTrusted(join(BUILT, 'report/report.css')),
});

const titleOf = ({ runs: [first, ...others] }: ReportSubject): string => {
  const ids = [first, ...others].map(({ id }) => id);
  return `${first.scenario}, ${ids.slice(0, -1).join(', ')}${ids.length > 1 ? ' and ' : ''}${ids.at(-1)!}`;
};

/** `pieces` as gzip in base64. Yields to the event loop after each piece, because a log can be long. */
async function gzipped(pieces: Iterable<string>): Promise<string> {
  const gzip = createGzip({ level: 9 });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  const ended = once(gzip, 'end');
  for (const piece of pieces) {
    if (!gzip.write(piece)) await once(gzip, 'drain');
    await setImmediate();
  }
  gzip.end();
  await ended;
  return Buffer.concat(packed).toString('base64');
}

/** The number of entries read at once. */
const SLICE = 1_000;

/** The subject of a report: one run, two compared runs, or attempts compared by steps. */
export type ReportSubject =
  | { readonly runs: readonly [RunSummary] }
  | { readonly runs: readonly [RunSummary, RunSummary]; readonly comparison: Comparison }
  | {
      readonly runs: readonly [RunSummary, ...RunSummary[]];
      readonly compared: ComparedAttempts | StepTable;
    };

/**
 * The subject of a report about `runs`. Two runs are compared in the more suitable way unless `by` is given; more runs only by
 * steps.
 * @throws {ProblemError} when they cannot be compared, or `cancel` is aborted.
 */
export async function reportSubject(
  { store, file }: { readonly store: Store; readonly file: string },
  runs: readonly [RunSummary, ...RunSummary[]],
  by?: ComparedBy,
  cancel?: AbortSignal,
): Promise<ReportSubject> {
  const [a, b, ...more] = runs;
  if (b === undefined) return { runs: [a] };
  if (more.length === 0) {
    if ((by ?? comparedBy(store, a, b)) === 'steps')
      return { runs, compared: await compareAttemptsBeside(file, a, b, cancel) };
    return { runs: [a, b], comparison: await compareBeside({ file, a, b }, cancel) };
  }
  if (runs.length > LIMITS.comparedRuns)
    throw new ProblemError(
      'not-compared',
      `A report compares at most ${LIMITS.comparedRuns} runs. These are ${runs.length}.`,
    );
  if (by === 'entries')
    throw new ProblemError(
      'not-compared',
      'A report compares two runs by entries. More are compared by steps.',
    );
  return { runs, compared: await tabulateAttemptsBeside(file, runs, cancel) };
}

/** A {@link Report} or {@link AttemptsReport} as JSON, piece by piece. @throws {StoreError} when a run cannot be read. */
function* reportText(store: Store, subject: ReportSubject): Generator<string> {
  const program = JSON.stringify(VERSION);
  if ('compared' in subject) {
    yield `{"program":${program},"compared":${JSON.stringify(subject.compared)},"attempts":[`;
    for (const [index, run] of subject.runs.entries())
      yield `${index > 0 ? ',' : ''}${attemptText(store, run)}`;
    yield ']}';
    return;
  }
  yield `{"program":${program},"runs":[`;
  for (const [index, run] of subject.runs.entries()) {
    if (index > 0) yield ',';
    yield* runText(store, run);
  }
  yield ']';
  if ('comparison' in subject) {
    yield `,"comparison":${JSON.stringify(subject.comparison)}`;
    const [a, b] = subject.runs.map(({ id }) => store.source(id)?.files);
    if (a !== undefined && b !== undefined) yield `,"sources":${JSON.stringify(sourceDifferences(a, b))}`;
  }
  yield '}';
}

const attemptText = (store: Store, summary: RunSummary): string =>
  JSON.stringify({
    summary,
    notes: store.notes(summary.id),
    judgement: judgementOf(store, summary),
    texts: stepTexts(store, summary),
  });

function* runText(store: Store, summary: RunSummary): Generator<string> {
  const { id, apps, entries } = summary;
  const states = apps.map(({ name }) => [name, store.stateAt(id, name, -1)] as const);
  const judgement = judgementOf(store, summary);
  const known = {
    summary,
    notes: store.notes(id),
    costs: costsOverTime(store, summary),
    judgement,
    states: Object.fromEntries(states),
  };
  yield `${JSON.stringify(known).slice(0, -1)},"rows":[`;
  for (let from = 0; from < entries; from += SLICE)
    yield entriesJson(store.heads(id, from, SLICE).map(rowOf), from === 0);
  yield '],"entries":[';
  for (let from = 0; from < entries; from += SLICE)
    yield entriesJson(store.entries(id, from, SLICE), from === 0);
  yield ']}';
}

const entriesJson = (items: readonly object[], first: boolean): string =>
  (first ? '' : ',') + JSON.stringify(items).slice(1, -1);

/** The script and style of every report, from the build. */
export interface Assets {
  readonly script: string;
  readonly style: string;
}

/**
 * An HTML page that shows `data`, which is gzipped JSON in base64. Its content security policy allows the script and style by
 * their hashes, and no requests.
 */
function reportPage(title: string, { script: built, style }: Assets, data: string): readonly string[] {
  // Within a text or a pattern, this begins a comment of HTML, which hides the end of the element.
  const script = built.replaceAll('<!--', String.raw`\x3C!--`);
  // Either text would end its element early, even inside a string or a comment.
  if (/<\/script/i.test(script) || /<\/style/i.test(style))
    throw new Error('the report’s script or style holds the end of its own element');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    '<meta name="color-scheme" content="light dark">\n',
    `<title>${escaped(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n`,
    '<div id="root"></div>\n<noscript>This report is shown by a script, which it brings along.</noscript>\n',
    `<script type="text/plain" id="report-data">${data}</script>\n`,
    `<script>${script}</script>\n</body>\n</html>\n`,
  ];
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
