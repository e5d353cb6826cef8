import { readDocument, readTraceDocument, type RecordedRun, type TraceDocument } from '../../are/index.ts';
import { type Json, TraceError } from '../../model/index.ts';
import { atifTrajectories, isAtif } from './atif.ts';
import { inspectTrajectories, isInspectLog } from './inspect.ts';
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
  recordingsIn(readDocument(text, file), file);

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
  return undefined;
}
