import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordingsIn } from '../../../../engine/formats/index.ts';
import { readRecordings, type RecordedRun, TraceError } from '../../../../engine/index.ts';
import type { LogEntry } from '../../../../engine/model/log-entry.ts';
import type { Failure } from '../../../../engine/model/outcome.ts';
import { readEvalArchive } from '../../../../main/host/import/eval-archive.ts';
import { decodeText } from '../../../../main/host/import/file-kinds.ts';

/** The only run in a file with this `document`. */
export function onlyRun(document: unknown, file = 'soup.json'): RecordedRun {
  const [run, ...others] = readRecordings(JSON.stringify(document), file);
  if (run === undefined || others.length > 0) throw new Error(`found ${others.length + 1} runs, wanted one`);
  return run;
}

/** The entry in one line: who called which tool with what, and what came of it. */
export const lineOf = (entry: LogEntry): string => lineWith(entry, ({ message }) => message);

function lineWith(entry: LogEntry, told: (error: Failure) => string): string {
  if (!('action' in entry)) return entry.kind;
  const { kind, action, outcome } = entry;
  const came =
    outcome.status === 'failed'
      ? `failed: ${told(outcome.error)}`
      : outcome.status === 'done'
        ? JSON.stringify(outcome.value)
        : outcome.status === 'skipped'
          ? outcome.reason
          : 'no result recorded';
  return `${kind} ${action.app}.${action.tool}(${JSON.stringify(action.args)}): ${came}`;
}

/** What the run has for the transcript beside its entries: `thought: The soup is hot.` */
export const logsOf = (run: RecordedRun): readonly string[] =>
  documentOf(run).world_logs.map(
    ({ log_type, content, helper }) => `${nameOf(run, helper)}${log_type}: ${content}`,
  );

/**
 * All steps of the run in order, a line each: entries, and what the transcript shows beside them, with tokens and price. A step of a
 * helper begins with its name and the call that it works for, a call ends with its duration.
 */
export function toldOf(run: RecordedRun): readonly string[] {
  const { world_logs: logs, entry_facts: facts = [] } = documentOf(run);
  const lines = logs.map(
    (log) =>
      [
        log.before_entry - 0.5,
        `${nameOf(run, log.helper)}${log.log_type}: ${log.content}${costOf(log)}`,
      ] as const,
  );
  const entries = run.entries.map((entry) => {
    const { helper, elapsed } = facts.find((fact) => fact.entry === entry.index) ?? {};
    const took = elapsed === undefined ? '' : ` [${elapsed} s]`;
    return [entry.index, `${nameOf(run, helper)}${lineWith(entry, ruled)}${took}`] as const;
  });
  return [...entries, ...lines].toSorted(([one], [other]) => one - other).map(([, line]) => line);
}

/** An error with how it is known. */
const ruled = ({ type, message }: Failure): string => `${type}: ${message}`;

const documentOf = (run: RecordedRun): RunDocument => run.extras.document as unknown as RunDocument;

function nameOf(run: RecordedRun, nth: number | undefined): string {
  if (nth === undefined) return '';
  const { name, call, of } = documentOf(run).helpers![nth]!;
  return `${nameOf(run, of)}(${name}${call === undefined ? '' : ` for #${call}`}) `;
}

interface RunDocument {
  readonly world_logs: readonly WorldLog[];
  readonly entry_facts?: readonly {
    readonly entry: number;
    readonly helper?: number;
    readonly elapsed?: number;
  }[];
  readonly helpers?: readonly { readonly name: string; readonly call?: number; readonly of?: number }[];
}

interface WorldLog {
  readonly log_type: string;
  readonly content: string;
  readonly before_entry: number;
  readonly helper?: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens?: number;
  readonly cost_usd?: number;
}

function costOf({
  prompt_tokens: read,
  completion_tokens: written,
  cached_tokens: cached,
  cost_usd: cost,
}: WorldLog): string {
  if (read === 0 && written === 0 && cost === undefined) return '';
  const of = cached === undefined ? '' : ` (${cached} cached)`;
  return ` [${read}${of} in, ${written} out${cost === undefined ? '' : `, $${cost}`}]`;
}

/** The examples and their variations, and files of other tools that are not in the repository, if there are any: `ORRERY_TRAJECTORIES=/folder`. */
export function trajectoryFiles(): readonly (readonly [
  name: string,
  read: () => Promise<ReadFile | Refused>,
])[] {
  const beside = process.env['ORRERY_TRAJECTORIES'];
  const folders = [
    fileURLToPath(new URL('examples/', import.meta.url)),
    ...(beside === undefined ? [] : [beside]),
  ];
  return [
    ...folders.flatMap((folder) =>
      filesIn(folder).map((file) => [relative(folder, file), () => readFile(file)] as const),
    ),
    ...variations().map(([name, text]) => [name, () => readText(text, name)] as const),
  ];
}

/** The texts of files that differ in what the specifications allow: a document, or one on each line. */
export function variations(): readonly (readonly [name: string, text: string])[] {
  const folder = fileURLToPath(new URL('variations/', import.meta.url));
  return readdirSync(folder).flatMap((file) => {
    const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, unknown[]>>;
    return Object.entries(cases).map(
      ([what, documents]) =>
        [
          `${file.replace('.json', '')}, ${what}`,
          documents.map((one) => JSON.stringify(one)).join('\n'),
        ] as const,
    );
  });
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .filter((path) => /\.(?:jsonl?|traj|txt|eval)$/.test(path) && !path.endsWith('SOURCE.txt'));

/** Why a file is not read. */
interface Refused {
  readonly refused: string;
}

interface ReadFile {
  readonly refused?: undefined;
  /** The file as one document; of a file with several, their list. */
  readonly document: unknown;
  readonly documents: readonly Readonly<Record<string, unknown>>[];
  readonly runs: readonly RecordedRun[];
}

/** What is in a file, and the runs that it is read as. */
async function readFile(file: string): Promise<ReadFile | Refused> {
  return unlessRefused(async () => {
    if (!file.endsWith('.eval')) return readText(decodeText(readFileSync(file), file), file);
    const { document, notes } = await readEvalArchive(readFileSync(file), file);
    return readAs(document, recordingsIn({ document, notes }, file));
  });
}

const readText = (marked: string, file: string): Promise<ReadFile | Refused> =>
  unlessRefused(() => {
    const text = marked.replace(/^\uFEFF/, '');
    const runs = readRecordings(text, file);
    const pieces = text.includes('\n}\n{') ? text.split(/(?<=^\})\n(?=\{)/m) : text.split('\n');
    return readAs(documentIn(text) ?? pieces.flatMap((piece) => documentIn(piece) ?? []), runs);
  });

async function unlessRefused(
  read: () => ReadFile | Promise<ReadFile | Refused>,
): Promise<ReadFile | Refused> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof TraceError) return { refused: thrown.message };
    throw thrown;
  }
}

function readAs(document: unknown, runs: readonly RecordedRun[]): ReadFile {
  const documents = (Array.isArray(document) ? document : [document]) as readonly Readonly<
    Record<string, unknown>
  >[];
  return { document, documents: documents.filter((one) => typeof one === 'object'), runs };
}

/** The object or list that is written in a text, also as a text within it. */
export function documentIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'string'
      ? documentIn(parsed)
      : typeof parsed === 'object' && parsed !== null
        ? parsed
        : undefined;
  } catch {
    return undefined;
  }
}
