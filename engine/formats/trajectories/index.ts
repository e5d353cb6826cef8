import { readDocument, readTraceDocument, type RecordedRun, type TraceDocument } from '../../are/index.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type LogEntry,
  type Outcome,
  TraceError,
} from '../../model/index.ts';
import {
  agentSessionTrajectories,
  isAgentSession,
  isOpenClawTelemetry,
  openClawTrajectories,
} from './agent-sessions.ts';
import { atifTrajectories, isAtif } from './atif.ts';
import { claudeCodeTrajectories, isClaudeCode } from './claude-code.ts';
import { codexTrajectories, isCodex } from './codex.ts';
import { EarlierParts } from './chat.ts';
import { listOf, objectOf } from './fields.ts';
import { type Kept, keptOf, withFollowed } from './followed.ts';
import {
  gaia2FolderTrajectories,
  harborTrajectories,
  atifFolderTrajectories,
  claudeCodeFolderTrajectories,
  isAtifFolder,
  isClaudeCodeFolder,
  isGaia2Folder,
  isHarborTrial,
  isOpenHandsFolder,
  openHandsFolderTrajectories,
} from './folders.ts';
import { gaia2EventsTrajectories, gaia2TraceTrajectories, isGaia2Events, isGaia2Trace } from './gaia2-cli.ts';
import { gaia2RowRuns, isGaia2Rows } from './gaia2-rows.ts';
import { geminiCliTrajectories, isGeminiCli } from './gemini-cli.ts';
import { inspectTrajectories, isInspectLog } from './inspect.ts';
import { isLangfuse, langfuseTrajectories } from './langfuse.ts';
import { isLangSmith, langSmithTrajectories } from './langsmith.ts';
import { isMessages, messagesTrajectories } from './messages.ts';
import { isMiniSweAgent, miniSweAgentTrajectories } from './mini-swe-agent.ts';
import { isOpenHands, openHandsTrajectories } from './openhands.ts';
import { isOpenTelemetry, openTelemetryTrajectories } from './open-telemetry.ts';
import { isSweAgent, sweAgentTrajectories } from './swe-agent.ts';
import { isTauBench, tauBenchTrajectories, whereSimulationsAre } from './tau-bench.ts';
import {
  plainTrajectory,
  recordTrajectory,
  type Step,
  type Trajectory,
  TrajectoryRecorder,
} from './trajectory.ts';

/**
 * The runs in a file: one in a trace of ARE, one for each attempt in a file of another tool. The format is detected from the
 * content.
 * @throws {TraceError} when `text` has none of the known formats, or no attempt.
 */
export const readRecordings = (text: string, file: string): readonly RecordedRun[] =>
  recordingsIn(readDocuments(text, file), file);

/**
 * The document in a text, or the list of successive documents, as programs that append to a file write them.
 * @throws {TraceError} when the text has none.
 */
export function readDocuments(marked: string, file: string): TraceDocument {
  const text = marked.startsWith('\uFEFF') ? marked.slice(1) : marked;
  if (isJsonLines(text)) return readAll(linesOf(text), file);
  if (OBJECTS_IN_A_ROW.test(text)) return readAll(objectsIn(text), file);
  if (OTHER_TEXT.test(text) && !isJson(text)) throw new TraceError(file, [{ path: '', message: TEXT }]);
  return readDocument(text, file);
}

/** Matches text that begins no JSON object or list, such as that of a README. */
const OTHER_TEXT = /^\s*[^\s\0{[]/;
const TEXT = 'This is text, not a trajectory: trajectories in JSON begin with { or [.';

/** Whether `text` is JSON, such as a number alone. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A piece of a file's text, with its location in the file. */
interface Piece {
  readonly text: string;
  readonly place: string;
}

const LINES_TO_TRY = 50;

/** Whether `text` has a JSON document on each line. Programs that were stopped may leave incomplete lines. */
function isJsonLines(text: string): boolean {
  const first = text.indexOf('\n');
  if (first === -1 || text.slice(first).trim() === '') return false;
  let [good, tried] = [0, 0];
  for (const { text: line } of linesOf(text)) {
    if (tried === LINES_TO_TRY) break;
    tried += 1;
    if (isWhole(line)) good += 1;
    // The first line of a document with line breaks.
    else if (good === 0 && tried > 1) return false;
  }
  return tried > 1 && good > 0 && good * 2 >= tried;
}

function isWhole(line: string): boolean {
  const start = line.trimStart()[0];
  if (start !== '{' && start !== '[') return false;
  return isJson(line.replaceAll(/\b-?(?:NaN|Infinity)\b/g, '0'));
}

function* linesOf(text: string): Generator<Piece> {
  let nth = 1;
  for (let start = 0; start < text.length; nth++) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    if (line.trim() !== '') yield { text: line, place: `line ${nth}` };
    start = end + 1;
  }
}

/** Matches successive objects with line breaks, as console exporters write them. */
const OBJECTS_IN_A_ROW = /^\}\s*\n\{/m;

function* objectsIn(text: string): Generator<Piece> {
  let nth = 1;
  for (let start = 0; start < text.length; nth++) {
    const found = text.indexOf('\n}', start);
    const end = found === -1 ? text.length : found + 2;
    const piece = text.slice(start, end);
    if (piece.trim() !== '') yield { text: piece, place: `object ${nth}` };
    start = end;
  }
}

/** The documents of all pieces as one list. Damaged documents are left out and listed in a note. */
function readAll(pieces: Iterable<Piece>, file: string): TraceDocument {
  const documents: Json[] = [];
  const notes: string[] = [];
  const refused: { readonly place: string; readonly error: TraceError }[] = [];
  let last = '';
  for (const { text, place } of pieces) {
    last = place;
    try {
      const read = readDocument(text, `${file}, ${place}`);
      documents.push(read.document);
      notes.push(...read.notes.map((note) => `In ${place}: ${note}`));
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      refused.push({ place, error: thrown });
    }
  }
  if (refused.length > documents.length) throw refused[0]!.error;
  const cut = refused.at(-1)?.place === last ? refused.pop() : undefined;
  return {
    document: documents,
    notes: [
      ...notes,
      ...(cut === undefined ? [] : [`The file is cut off: ${cut.place}, its last, is left out.`]),
      ...(refused.length === 0
        ? []
        : [
            `Left out, because they are no JSON: ${refused
              .slice(0, 5)
              .map(({ place }) => place)
              .join(', ')}${refused.length > 5 ? ` and ${refused.length - 5} more` : ''}.`,
          ]),
    ],
  };
}

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
    const reason = whereSimulationsAre(document);
    if (reason !== undefined) throw refused(reason);
    if (!isJsonObject(document) || !isOfAre(document)) throw refused(`${UNKNOWN}${beginningOf(document)}`);
    return [readTraceDocument(read, file)];
  }
  // Values that all runs show are read before any counts as left over.
  const name = nth === undefined ? file : numbered(file, nth);
  const trajectories = trajectoriesIn(read, (root) => format.read(root, name, new EarlierParts()));
  if (trajectories.length === 0)
    throw refused(
      whereSimulationsAre(document) ?? `A file in the format of ${format.name}, but without any attempt.`,
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
const trajectoriesIn = (
  { document, notes }: TraceDocument,
  read: (document: Json) => readonly Trajectory[],
): readonly ReadTrajectory[] =>
  withFollowed(document, (root) => {
    const all = read(root);
    const trajectories = all.map(plainTrajectory);
    const parts = new Set(trajectories.flatMap((trajectory) => trajectory.parts ?? []));
    return trajectories.map((trajectory, index) => ({
      trajectory: { ...trajectory, notes: [...(trajectory.notes ?? []), ...notes] },
      // The first run keeps what belongs to no single one.
      kept: {
        ...(index === 0 ? keptOf([root], parts) : {}),
        ...keptOf(trajectory.parts ?? [], parts),
      },
      steps: all[index]!.steps,
    }));
  });

/** A run that is read part by part, without its entries. */
export interface RunInParts extends Omit<RecordedRun, 'entries'> {
  /** The results of calls, by the numbers of their entries, that came in a later part than the call. */
  readonly results: ReadonlyMap<number, Outcome>;
}

interface RecordedParts {
  readonly recorder: TrajectoryRecorder;
  readonly results: Map<number, Outcome>;
}

/** Reads the runs of a document that is too large to be read at once, part by part. Usually it has one. */
export class PartReader {
  readonly #file: string;
  readonly #earlier = new EarlierParts();
  readonly #runs = new Map<string, RecordedParts>();
  #format: Format | undefined;
  /** The number of items in the earlier parts. */
  #items = 0;
  /** The paths of what is kept beside the items. */
  readonly #keptBeside = new Set<string>();

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads the next part: a list of lines, or a document with the next items of its list `list`. Returns the entries of each run.
   * @throws {TraceError} when the format of the first part is not known.
   */
  add(read: TraceDocument, list?: string): readonly (readonly LogEntry[])[] {
    const format = (this.#format ??= formatOf(read.document));
    if (format === undefined) throw new TraceError(this.#file, [{ path: '', message: UNKNOWN }]);
    const trajectories = trajectoriesIn(read, (root) => format.read(root, this.#file, this.#earlier));
    const entries = new Map<RecordedParts, readonly LogEntry[]>();
    const callOf = new Map<Step, { readonly run: string; readonly entry: number }>();
    for (const { trajectory, kept, steps } of trajectories) {
      const { id = '' } = trajectory;
      const run = this.#runs.get(id) ?? {
        recorder: new TrajectoryRecorder(format.name, this.#file),
        results: new Map<number, Outcome>(),
      };
      this.#runs.set(id, run);
      entries.set(
        run,
        run.recorder.add(trajectory, renumbered(kept, list ?? '', this.#items, this.#keptBeside)),
      );
      for (const [index, step] of steps.entries())
        if (step.kind === 'call') callOf.set(step, { run: id, entry: run.recorder.entryOf(index) });
    }
    for (const { call, outcome, elapsed } of this.#earlier.endPart(callOf)) {
      const { recorder, results } = this.#runs.get(call.run)!;
      recorder.addResult(call.entry, outcome, elapsed);
      results.set(call.entry, outcome);
    }
    const { document } = read;
    this.#items += listOf(list === undefined ? document : objectOf(document)[list]).length;
    return Array.from(this.#runs.values(), (run) => entries.get(run) ?? []);
  }

  /** Ends the runs, in the order of the entries that {@link add} returns. Further parts belong to other runs. */
  end(): readonly RunInParts[] {
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    this.#earlier.forgetCalls();
    return runs.map(({ recorder, results }) => ({ ...recorder.end(), results }));
  }
}

/** `kept` with the numbers that items have in the whole file, and without what `known` parts have beside their items. */
function renumbered(kept: Kept, list: string, before: number, known: Set<string>): Kept {
  const all = Object.entries(kept).flatMap(([path, value]): readonly (readonly [string, Json])[] => {
    if (path.startsWith(`${list}[`)) {
      const end = path.indexOf(']');
      const number = Number(path.slice(list.length + 1, end)) + before;
      return [[`${list}[${number}${path.slice(end)}`, value]];
    }
    if (known.has(path)) return [];
    known.add(path);
    return [[path, value]];
  });
  return Object.fromEntries(all);
}

export { filesToLookInto, groupDocument, groupedFiles } from './folders.ts';
export { gaia2Rows, traceInRow } from './gaia2-rows.ts';
export { asDocument, isAnswer, linksIn, readingOf, withOnly } from './parts.ts';

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

const UNKNOWN =
  'The format is not known: it is no trace of ARE, no portable file, and no trajectory of a tool in docs/trajectories.md.';

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

interface Format {
  readonly name: string;
  /** Whether a document is a complete attempt or log, so that a list of documents is a list of these. */
  readonly isWhole?: boolean;
  readonly isOf: (document: Json) => boolean;
  readonly read: (document: Json, file: string, earlier: EarlierParts) => readonly Trajectory[];
}

/** The formats. The first match counts: formats that name themselves come before those recognized by a few fields. */
const FORMATS: readonly Format[] = [
  { name: 'gaia2-cli', isOf: isGaia2Folder, read: gaia2FolderTrajectories },
  { name: 'Harbor', isOf: isHarborTrial, read: harborTrajectories },
  { name: 'OpenHands', isOf: isOpenHandsFolder, read: openHandsFolderTrajectories },
  { name: 'Claude Code', isOf: isClaudeCodeFolder, read: claudeCodeFolderTrajectories },
  { name: 'ATIF', isOf: isAtifFolder, read: atifFolderTrajectories },
  { name: 'Codex', isOf: isCodex, read: codexTrajectories },
  { name: 'Claude Code', isOf: isClaudeCode, read: claudeCodeTrajectories },
  { isWhole: true, name: 'Gemini CLI', isOf: isGeminiCli, read: geminiCliTrajectories },
  { name: 'an agent session', isOf: isAgentSession, read: agentSessionTrajectories },
  { name: 'OpenClaw', isOf: isOpenClawTelemetry, read: openClawTrajectories },
  { name: 'gaia2-cli', isOf: isGaia2Events, read: gaia2EventsTrajectories },
  { name: 'gaia2-cli', isOf: isGaia2Trace, read: gaia2TraceTrajectories },
  { name: 'OpenHands', isOf: isOpenHands, read: openHandsTrajectories },
  { isWhole: true, name: 'mini-swe-agent', isOf: isMiniSweAgent, read: miniSweAgentTrajectories },
  { isWhole: true, name: 'SWE-agent', isOf: isSweAgent, read: sweAgentTrajectories },
  { isWhole: true, name: 'tau-bench', isOf: isTauBench, read: tauBenchTrajectories },
  { name: 'ATIF', isOf: isAtif, read: (document, file) => atifTrajectories(document, file) },
  { isWhole: true, name: 'Inspect', isOf: isInspectLog, read: inspectTrajectories },
  { name: 'OpenTelemetry', isOf: isOpenTelemetry, read: openTelemetryTrajectories },
  { name: 'Langfuse', isOf: isLangfuse, read: langfuseTrajectories },
  { name: 'LangSmith', isOf: isLangSmith, read: langSmithTrajectories },
  { name: 'messages', isOf: isMessages, read: messagesTrajectories },
];

const formatOf = (document: Json): Format | undefined => {
  for (const format of FORMATS) {
    const { isWhole = false, isOf } = format;
    if (isWhole && Array.isArray(document) && document.length > 0 && document.every((one: Json) => isOf(one)))
      return inList(format);
    if (isOf(document)) return format;
  }
  return undefined;
};

/** The name of a document in a file of several. */
const numbered = (file: string, nth: number): string => `${file.replace(/\.jsonl?$/i, '')} ${nth}`;

/** The format of a list of documents. Documents that only the file's name identifies are numbered. */
const inList = (format: Format): Format => ({
  ...format,
  read: (document, file, earlier) => {
    const all = listOf(document);
    return all.flatMap((one, index) =>
      format
        .read(
          one,
          all.length === 1 ? file : numbered(file, index + 1),
          all.length === 1 ? earlier : new EarlierParts(),
        )
        .map((trajectory) => ({ ...trajectory, parts: trajectory.parts ?? [one] })),
    );
  },
});
