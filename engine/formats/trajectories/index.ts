import { readDocument, readTraceDocument, type RecordedRun, type TraceDocument } from '../../are/index.ts';
import { type Json, TraceError } from '../../model/index.ts';
import { atifTrajectories, isAtif } from './atif.ts';
import { objectIn } from './fields.ts';
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
  return end !== -1 && objectIn(text.slice(0, end)) !== undefined && text.slice(end).trim() !== '';
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
  const found = trajectoriesIn(read.document, file);
  if (found === undefined) return [readTraceDocument(read, file)];
  const { format, trajectories } = found;
  if (trajectories.length === 0)
    throw new TraceError(file, [
      { path: '', message: `A file in the format of ${format}, but without any attempt.` },
    ]);
  return trajectories.map((trajectory) =>
    recordTrajectory({ ...trajectory, notes: [...(trajectory.notes ?? []), ...read.notes] }, format, file),
  );
}

interface Found {
  readonly format: string;
  readonly trajectories: readonly Trajectory[];
}

function trajectoriesIn(document: Json, file: string): Found | undefined {
  if (isSweAgent(document))
    return { format: 'SWE-agent', trajectories: [sweAgentTrajectory(document, file)] };
  if (isTauBench(document)) return { format: 'tau-bench', trajectories: tauBenchTrajectories(document) };
  if (isAtif(document)) return { format: 'ATIF', trajectories: atifTrajectories(document, file) };
  if (isInspectLog(document)) return { format: 'Inspect', trajectories: inspectTrajectories(document, file) };
  if (isOpenTelemetry(document))
    return { format: 'OpenTelemetry', trajectories: openTelemetryTrajectories(document, file) };
  return undefined;
}
