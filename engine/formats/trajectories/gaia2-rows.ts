import { readDocument, readTraceDocument, type RecordedRun, type TraceDocument } from '../../are/index.ts';
import { isJsonObject, type Json, type JsonObject, TraceError, type Verdict } from '../../model/index.ts';
import { numberOf, objectOf, parseIfJson, shown, textOf } from './fields.ts';
import { isPass, recordTrajectory, scoreOf, toolVerdict } from './trajectory.ts';

// The sets of Gaia2 that ARE reads and writes: a row is a scenario that was not run, or what an agent came to in one, with the trace as a
// text in it.

/** Whether `document` is a row of a Gaia2 data set, or a list of which at least half are rows: sets may have broken ones. */
export const isGaia2Rows = (document: Json): boolean =>
  Array.isArray(document)
    ? document.length > 0 && (document as readonly Json[]).filter(isRow).length * 2 >= document.length
    : isRow(document);

const isRow = (row: Json): row is JsonObject =>
  isJsonObject(row) &&
  typeof row['scenario_id'] === 'string' &&
  (typeof row['data'] === 'string' || 'has_exception' in row || ('score' in row && 'status' in row));

/** The rows of a Gaia2 data set, with broken ones; `undefined` for any other document. */
export const gaia2Rows = (document: Json): readonly Json[] | undefined =>
  isGaia2Rows(document) ? (Array.isArray(document) ? (document as readonly Json[]) : [document]) : undefined;

/** The text of the trace in a row, which some data sets encode twice; `undefined` if there is none. */
export function traceInRow(row: Json): string | undefined {
  const { data } = objectOf(row);
  if (typeof data !== 'string' || data === '') return undefined;
  const inner = data.startsWith('"') ? parseIfJson(data) : undefined;
  if (inner === undefined) return data;
  const text = JSON.parse(data) as Json;
  return typeof text === 'string' ? text : data;
}

/**
 * The runs of rows. Rows that are broken are left out, and the notes of the first run name them.
 * @throws {TraceError} when none is a row whose data is a trace.
 */
export function gaia2RowRuns({ document, notes }: TraceDocument, file: string): readonly RecordedRun[] {
  const rows = gaia2Rows(document) ?? [];
  const runs: RecordedRun[] = [];
  const refused: { readonly row: number; readonly error: TraceError }[] = [];
  for (const [index, row] of rows.entries())
    try {
      if (!isRow(row)) throw new TraceError(file, [{ path: '', message: NO_ROW }]);
      runs.push(rowRun(row, file, notes));
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      refused.push({ row: index + 1, error: thrown });
    }
  const [first, ...others] = runs;
  if (first === undefined) throw refused[0]!.error;
  const left = refused.map(({ row, error }) => `Row ${row} is left out: ${error.message}`);
  return [{ ...first, notes: [...first.notes, ...left] }, ...others];
}

const NO_ROW = 'It has no scenario_id, or neither data nor a score.';

/** The columns that the run shows. Other columns are listed in the notes. */
const SHOWN_COLUMNS = [
  ...['id', 'scenario_id', 'task_id', 'run_number', 'split', 'data', 'score', 'status', 'rationale'],
  ...['has_exception', 'exception_type', 'exception_message', 'config'],
];

function rowRun(row: JsonObject, file: string, notes: readonly string[]): RecordedRun {
  const { scenario_id: scenario, data, score, status, split, config, run_config: settings } = row;
  const task = textOf(scenario);
  const isResult = 'score' in row || 'status' in row || 'has_exception' in row;
  const exception = [row['exception_type'], row['exception_message']]
    .map(textOf)
    .filter((text) => text !== '');
  const others = Object.entries(row).flatMap(([column, value]) =>
    SHOWN_COLUMNS.includes(column) || value === null || value === '' ? [] : [`${column}: ${shown(value)}`],
  );
  const recorded =
    typeof data === 'string' && data !== ''
      ? traceIn(data, `${file}, ${task}`)
      : recordTrajectory({ task, steps: [], notes: ['The row has no trace.'] }, 'Gaia2', file);
  const model = modelIn(parseIfJson(settings ?? null) ?? null);
  const given = numberOf(score);
  const set = [textOf(config), textOf(split)].filter((word) => word !== '').join(' ');
  return {
    ...recorded,
    source: file,
    ...(isResult ? { verdict: verdictOf(row, exception) } : {}),
    attempt: {
      ...recorded.attempt!,
      tool: 'Gaia2',
      task,
      attempt: numberOf(row['run_number']),
      model: recorded.attempt?.model ?? model,
      scores:
        given === undefined
          ? []
          : [
              scoreOf('score', given, {
                passed: isPass(given),
                explanation: textOf(row['rationale']) || undefined,
              }),
            ],
      ...(set === ''
        ? {}
        : {
            set: {
              name: `Gaia2 ${set}`,
              tool: 'Gaia2',
              benchmark: `Gaia2 ${set}`,
              tasks: [],
              scorers: [],
              details: {},
            },
          }),
    },
    notes: [
      ...notes,
      ...recorded.notes,
      ...(status === undefined || status === null ? [] : [`Status: ${shown(status)}.`]),
      ...(others.length === 0 ? [] : [`The row also has ${others.join('; ')}.`]),
    ],
  };
}

/** The run of a trace, which some data sets encode twice. */
function traceIn(text: string, file: string): RecordedRun {
  const read = readDocument(text, file);
  return readTraceDocument(
    typeof read.document === 'string' ? readDocument(read.document, file) : read,
    file,
  );
}

/** ARE's verdict. Scores other than 0 and 1 give no verdict. */
function verdictOf(
  { score, rationale, has_exception: broke }: JsonObject,
  exception: readonly string[],
): Verdict {
  const given = numberOf(score);
  const why = [
    textOf(rationale),
    ...(exception.length === 0 && broke !== true
      ? []
      : [`It ended with an exception: ${exception.join(': ') || 'unknown'}`]),
  ].filter((text) => text !== '');
  const passed = given === undefined ? undefined : isPass(given);
  const outcome = passed === undefined ? 'not-judged' : passed ? 'passed' : 'failed';
  const first = given === undefined ? 'ARE gave no score.' : `ARE gave a score of ${given}.`;
  return toolVerdict(outcome, [first, ...why].join(' '), []);
}

/** The model named in the settings of a run, at any depth. */
function modelIn(settings: Json): string | undefined {
  const all = objectOf(settings);
  return (
    ['model', 'model_name', 'model_id'].map((name) => textOf(all[name])).find((text) => text !== '') ??
    Object.values(all)
      .filter(isJsonObject)
      .map((inner) => modelIn(inner))
      .find((found) => found !== undefined)
  );
}
