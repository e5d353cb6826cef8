import { readTraceDocument, type RecordedRun, type TraceDocument } from '../../are/index.ts';
import { isJsonObject, type Json, type JsonObject, TraceError } from '../../model/index.ts';
import { EarlierParts } from './chat.ts';
import { readDocuments } from './documents.ts';
import { listOf } from './fields.ts';
import { type Kept, keptOf, withTrackedFields } from './tracked-fields.ts';
import { formatOf, numbered, UNKNOWN_FORMAT, whereAttemptsAre } from './formats.ts';
import { gaia2RowRuns, isGaia2Rows } from './gaia2-rows.ts';
import { plainTrajectory, recordTrajectory, type Step, type Trajectory } from './trajectory.ts';

/**
 * The runs in a file: one in a trace of ARE, one for each attempt in a file of another tool. The format is detected from the
 * content.
 * @throws {TraceError} when `text` has none of the known formats, or no attempt.
 */
export const readRecordings = (text: string, file: string): readonly RecordedRun[] =>
  recordingsIn(readDocuments(text, file), file);

/**
 * The runs in the document of a file.
 * @param nth the number of the document if the file has several, which are read one by one
 * @throws {TraceError} as {@link readRecordings}.
 */
export function recordingsIn(read: TraceDocument, file: string, nth?: number): readonly RecordedRun[] {
  const { document } = read;
  const refused = (message: string): TraceError => new TraceError(file, [{ path: '', message }]);
  if (isGaia2Rows(document)) return gaia2RowRuns(read, file);
  const format = formatOf(document);
  if (format === undefined) {
    const reason = whereAttemptsAre(document);
    if (reason !== undefined) throw refused(reason);
    if (Array.isArray(document) && document.length === 0) throw refused('The file has an empty list.');
    if (!isJsonObject(document) || !isOfAre(document))
      throw refused(`${UNKNOWN_FORMAT}${beginningOf(document)}`);
    return [readTraceDocument(read, file)];
  }
  // Values that all runs show are read before any counts as left over.
  const name = nth === undefined ? file : numbered(file, nth);
  const trajectories = trajectoriesIn(read, (root) => format.read(root, name, new EarlierParts()));
  if (trajectories.length === 0)
    throw refused(
      whereAttemptsAre(document) ?? `A file in the format of ${format.name}, but without any attempt.`,
    );
  return trajectories.map(({ trajectory, kept }) => recordTrajectory(trajectory, format.name, file, kept));
}

interface ReadTrajectory {
  /** With the notes on the document. */
  readonly trajectory: Trajectory;
  readonly kept: Kept;
  /** The steps as they were read. */
  readonly steps: readonly Step[];
}

/** The trajectories that `read` finds in a document, and what they do not show of it. */
export const trajectoriesIn = (
  { document, notes }: TraceDocument,
  read: (document: Json) => readonly Trajectory[],
): readonly ReadTrajectory[] =>
  withTrackedFields(document, (root) => {
    const all = read(root);
    const trajectories = all.map(plainTrajectory);
    const parts = new Set(trajectories.flatMap((trajectory) => trajectory.parts ?? []));
    return trajectories.map((trajectory, index) => ({
      trajectory: { ...trajectory, notes: [...(trajectory.notes ?? []), ...notes] },
      // The first run keeps what belongs to no single one.
      kept: keptOf(new Set([...(index === 0 ? [root] : []), ...(trajectory.parts ?? [])]), parts),
      steps: all[index]!.steps,
    }));
  });

/** The format of a file of another tool, such as SWE-agent; `undefined` for any other file. */
export function trajectoryFormat(text: string): string | undefined {
  try {
    return formatOf(readDocuments(text, '').document)?.name;
  } catch (thrown) {
    if (thrown instanceof TraceError) return undefined;
    throw thrown;
  }
}

/** Whether a document is a file of ARE, perhaps a damaged one. Many files have a version. */
const isOfAre = ({ version, ...document }: JsonObject): boolean =>
  (typeof version === 'string' && version.startsWith('are_')) ||
  KEYS_OF_ARE.some((key) => Object.hasOwn(document, key));

/** Field names of which every file of ARE has at least one. */
const KEYS_OF_ARE = ['metadata', 'apps', 'completed_events', 'event_log', 'per_agent_interaction_histories'];

const MAX_FIELDS = 6;

/** The first fields of a document of an unknown format, for an error message. */
function beginningOf(document: Json): string {
  const [first] = listOf(document);
  const one = Array.isArray(document) ? (first ?? null) : document;
  const fields = isJsonObject(one) ? Object.keys(one).slice(0, MAX_FIELDS) : [];
  if (fields.length === 0) return '';
  const where = Array.isArray(document) ? `The first of its ${document.length} items` : 'It';
  return ` ${where} begins with the fields ${fields.map((field) => JSON.stringify(field.slice(0, 40))).join(', ')}.`;
}
