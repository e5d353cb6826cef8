import { isJsonObject, type Json, type JsonObject, readPythonJson } from '../../../engine/model/index.ts';
import { TraceError } from '../../../engine/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes } from '../system/index.ts';
import { toTraceError, ZipMembers } from './zip-members.ts';

/** The content of an archive, in the form of Inspect's JSON logs. */
export interface EvalDocument {
  readonly document: Json;
  /** Notes on numbers that cannot be kept, and on an evaluation that had not ended. */
  readonly notes: readonly string[];
}

/**
 * Reads an archive of Inspect (`.eval`), the bytes of the file `name`, into the form of its JSON logs. A sample is one member or
 * several pieces. Everything happens in memory, and sizes are checked before unpacking.
 * @throws {TraceError} when it is damaged, encrypted, too large or not a log.
 */
export async function readEvalArchive(bytes: Buffer, name: string): Promise<EvalDocument> {
  using zip = await ZipMembers.open(name, bytes);
  try {
    return await new EvalArchive(zip, name).read();
  } catch (thrown) {
    throw toTraceError(name, thrown);
  }
}

/** Matches the archive members of samples. */
const WHOLE_SAMPLE = /^samples\/.*_epoch_\d+\.json$/s;
const SAMPLE_SHELL = /^(samples\/.*_epoch_\d+)\/sample\.json$/s;
const SAMPLE_PIECE = /^(samples\/.*_epoch_\d+\/(?:messages|events|attachments))\/(\d+)\.json$/s;
const HEADERS = ['header.json', '_journal/start.json'];

const isRead = (name: string): boolean =>
  HEADERS.includes(name) || [WHOLE_SAMPLE, SAMPLE_SHELL, SAMPLE_PIECE].some((pattern) => pattern.test(name));

class EvalArchive {
  readonly #zip: ZipMembers;
  readonly #file: string;
  readonly #names: readonly string[];
  /** The pieces of each list of a sample, in order. */
  readonly #pieces = new Map<string, string[]>();
  readonly #notes: string[] = [];

  constructor(zip: ZipMembers, file: string) {
    this.#zip = zip;
    this.#file = file;
    this.#names = zip.names.filter(isRead);
    for (const name of this.#sorted(SAMPLE_PIECE)) {
      const list = SAMPLE_PIECE.exec(name)![1]!;
      const pieces = this.#pieces.get(list);
      if (pieces === undefined) this.#pieces.set(list, [name]);
      else pieces.push(name);
    }
  }

  async read(): Promise<EvalDocument> {
    this.#checkSizes();
    const name = HEADERS.find((header) => this.#zip.has(header));
    if (name === undefined)
      throw this.#refused(
        'The archive has no header.json: it is no log of Inspect. Unpack it and import the files in it.',
      );
    if (name !== HEADERS[0]) this.#notes.push('The evaluation had not ended when the log was copied.');
    const header = await this.#json(name);
    const samples: Json[] = [];
    for (const whole of this.#sorted(WHOLE_SAMPLE)) samples.push(await this.#json(whole));
    for (const shell of this.#sorted(SAMPLE_SHELL)) samples.push(await this.#joined(shell));
    return { document: { ...(isJsonObject(header) ? header : {}), samples }, notes: this.#notes };
  }

  #sorted(pattern: RegExp): readonly string[] {
    const names = this.#names.filter((name) => pattern.test(name));
    return names.sort(new Intl.Collator('en', { numeric: true }).compare);
  }

  /** Checks the declared sizes, which unpacking never exceeds. */
  #checkSizes(): void {
    const size = this.#zip.sizeOfAll(this.#names);
    if (size > LIMITS.importBytes)
      throw this.#refused(
        `The archive is too large: unpacked it has ${megabytes(size)}, of ${megabytes(LIMITS.importBytes)} at most.`,
      );
  }

  /** A sample assembled from pieces: its messages are references into a list. */
  async #joined(shell: string): Promise<JsonObject> {
    const read = await this.#json(shell);
    const { message_refs: refs = [], ...sample } = isJsonObject(read) ? read : {};
    const prefix = SAMPLE_SHELL.exec(shell)![1]!;
    const messages = await this.#list(`${prefix}/messages`);
    const attachments = await this.#list(`${prefix}/attachments`);
    return {
      ...sample,
      messages: expanded(refs, messages),
      events: await this.#list(`${prefix}/events`),
      events_data: { messages },
      attachments: Object.fromEntries(attachments.map((text, index) => [String(index), text])),
    };
  }

  async #list(list: string): Promise<readonly Json[]> {
    const items: Json[] = [];
    for (const name of this.#pieces.get(list) ?? []) {
      const piece = await this.#json(name);
      if (!Array.isArray(piece)) throw this.#refused(`${name} is not a list.`);
      for (const item of piece as readonly Json[]) items.push(item);
    }
    return items;
  }

  async #json(name: string): Promise<Json> {
    const bytes = await this.#zip.read(name);
    const read = readPythonJson(bytes.toString('utf8'));
    if ('findings' in read) throw new TraceError(`${this.#file}, ${name}`, read.findings);
    this.#notes.push(...read.notes.map((note) => `${name}: ${note}`));
    return read.value;
  }

  #refused(message: string): TraceError {
    return new TraceError(this.#file, [{ path: '', message }]);
  }
}

/** The maximum number of messages of a sample, because the same message can be referenced many times. */
const MAX_MESSAGES = 100_000;

/** The items of `list` that `refs` refer to. References are ranges without their ends. */
function expanded(refs: Json, list: readonly Json[]): readonly Json[] {
  const items: Json[] = [];
  for (const ref of Array.isArray(refs) ? (refs as readonly Json[]) : []) {
    const room = MAX_MESSAGES - items.length;
    if (room === 0) break;
    const [start, end] = Array.isArray(ref) ? (ref as readonly Json[]) : [];
    if (typeof start !== 'number' || typeof end !== 'number') continue;
    const from = Math.max(0, start);
    // Bounded first: a file may have very many references to very long stretches.
    for (const item of list.slice(from, Math.min(Math.max(0, end), from + room))) items.push(item);
  }
  return items;
}
