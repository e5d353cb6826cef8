import { readDocument, readTraceDocument, type RecordedRun, type TraceDocument } from '../../are/index.ts';
import { isJsonObject, type Json, TraceError } from '../../model/index.ts';
import { atifTrajectories, isAtif } from './atif.ts';
import { objectOf, parsedOf } from './fields.ts';
import { inspectTrajectories, isInspectLog } from './inspect.ts';
import { isOpenTelemetry, openTelemetryTrajectories } from './open-telemetry.ts';
import { isSweAgent, sweAgentTrajectory } from './swe-agent.ts';
import { isTauBench, tauBenchTrajectories } from './tau-bench.ts';
import { recordTrajectory, type Trajectory } from './trajectory.ts';

/**
 * The runs that a file recorded: one of a trace of ARE, one for each attempt in a file of another tool. Which tool wrote it is seen in
 * the file itself.
 *
 * @throws {TraceError} when `text` is none of these, or has no attempt.
 */
export const readRecordings = (text: string, file: string): readonly RecordedRun[] =>
  recordingsIn(isJsonLines(text) ? readLines(text, file) : readDocument(text, file), file);

/** Whether `text` has a JSON object on each line, as programs write that add to a file. */
function isJsonLines(text: string): boolean {
  const end = text.indexOf('\n');
  // The rest first: the only line of a file may be very long.
  return end !== -1 && text.slice(end).trim() !== '' && isJsonObject(parsedOf(text.slice(0, end)) ?? null);
}

/** The objects of all lines as one list. */
function readLines(text: string, file: string): TraceDocument {
  const lines = text.split('\n').flatMap((line, nth) => {
    if (line.trim() === '') return [];
    const place = `line ${nth + 1}`;
    const { document, notes } = readDocument(line, `${file}, ${place}`);
    return [{ document, notes: notes.map((note) => `In ${place}: ${note}`) }];
  });
  return { document: lines.map(({ document }) => document), notes: lines.flatMap(({ notes }) => notes) };
}

/** The runs in the document of a file. @throws {TraceError} as {@link readRecordings}. */
export function recordingsIn(read: TraceDocument, file: string): readonly RecordedRun[] {
  const { document, notes } = read;
  const format = formatOf(document);
  if (format === undefined) {
    if (!isJsonObject(document) || !KEYS_OF_ARE.some((key) => Object.hasOwn(document, key)))
      throw new TraceError(file, [{ path: '', message: UNKNOWN }]);
    return [readTraceDocument(read, file)];
  }
  const trajectories = format.read(document, file);
  if (trajectories.length === 0)
    throw new TraceError(file, [
      { path: '', message: `A file in the format of ${format.name}, but without any attempt.` },
    ]);
  return trajectories.map((trajectory) =>
    recordTrajectory({ ...trajectory, notes: [...(trajectory.notes ?? []), ...notes] }, format.name, file),
  );
}

/** The format of a file of another tool, such as SWE-agent; `undefined` for any other file. */
export function trajectoryFormat(text: string): string | undefined {
  try {
    return formatOf(JSON.parse(isJsonLines(text) ? text.slice(0, text.indexOf('\n')) : text) as Json)?.name;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** Fields of which every file of ARE has one. */
const KEYS_OF_ARE = [
  'version',
  'metadata',
  'apps',
  'completed_events',
  'event_log',
  'per_agent_interaction_histories',
];

const UNKNOWN =
  'The format is not known: it is no trace of ARE, no portable file, and no trajectory of a tool in docs/trajectories.md.';

interface Format {
  readonly name: string;
  readonly isOf: (document: Json) => boolean;
  readonly read: (document: Json, file: string) => readonly Trajectory[];
}

const FORMATS: readonly Format[] = [
  {
    name: 'SWE-agent',
    isOf: isSweAgent,
    read: (document, file) => [sweAgentTrajectory(objectOf(document), file)],
  },
  { name: 'tau-bench', isOf: isTauBench, read: tauBenchTrajectories },
  { name: 'ATIF', isOf: isAtif, read: (document, file) => atifTrajectories(objectOf(document), file) },
  {
    name: 'Inspect',
    isOf: isInspectLog,
    read: (document, file) => inspectTrajectories(objectOf(document), file),
  },
  { name: 'OpenTelemetry', isOf: isOpenTelemetry, read: openTelemetryTrajectories },
];

const formatOf = (document: Json): Format | undefined => FORMATS.find(({ isOf }) => isOf(document));
