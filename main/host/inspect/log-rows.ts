import {
  type LogHead,
  notificationRulesOf,
  notificationsOf,
  notifiesAgent,
  type Store,
} from '../../../engine/index.ts';
import type { Actor, CommitBatch, LogEntry, RunSummary } from '../../../engine/model/index.ts';
import {
  LIMITS,
  type LogRow,
  type RowBatch,
  type PackedTexts,
  type RowFace,
  type SummaryBatch,
} from '../../../preload/contract.ts';
import { summarize } from './summary.ts';

type ReadableStore = Pick<Store, 'outlines' | 'heads' | 'commitBatches'>;

/** Entries read at once; few, so that they need little memory. */
const STRETCH = 1_000;

/**
 * The rows of stored entries from position `from` on. The last rows of the log come with their summaries; the others are read
 * three times as fast without.
 */
export function readRows(store: ReadableStore, run: RunSummary, from: number): RowBatch {
  const rows = packRows(from, outlineRows(store, run, from));
  const end = from + rows.times.length;
  if (end < run.entries) return rows;
  return { ...rows, summaries: readSummaries(store, run, Math.max(from, end - LIMITS.summaries)) };
}

/** The summaries of stored entries from position `from` on. */
export function readSummaries(store: ReadableStore, { id }: RunSummary, from: number): SummaryBatch {
  const texts: string[] = [];
  for (let at = from; at < from + LIMITS.summaries; at += STRETCH)
    for (const head of store.heads(id, at, STRETCH)) texts.push(summarize(head));
  return { from, ...packTexts(texts) };
}

function* outlineRows(store: ReadableStore, run: RunSummary, from: number): Generator<Outline> {
  const { id } = run;
  const rules = notificationRulesOf(run);
  for (let at = from; at < from + LIMITS.rows; at += STRETCH) {
    const outlines = store.outlines(id, at, STRETCH);
    const writings = new WritingTimes(store.commitBatches(id, at, STRETCH));
    const heads = outlines.some(({ special }) => special) ? store.heads(id, at, STRETCH) : [];
    for (const { index, time, due, event, type, causes, changed, special } of outlines) {
      const { kind, status, app, tool } = type;
      // In one literal, as in rowWith.
      yield {
        index,
        time,
        due,
        event,
        kind,
        causes,
        changed,
        status,
        oracle: type.oracle ?? false,
        app: app ?? undefined,
        tool: tool ?? undefined,
        verdict: type.verdict ?? undefined,
        notified: special
          ? notificationsOf(heads[index - at]!, rules).length > 0
          : app !== null && status === 'done' && notifiesAgent({ app, tool: tool! }, kind as Actor, rules),
        written: writings.of(index),
      };
    }
    if (outlines.length < STRETCH) return;
  }
}

/** When entries were written. They are asked for in ascending order. */
class WritingTimes {
  readonly #batches: readonly CommitBatch[];
  #nth = 0;

  constructor(batches: readonly CommitBatch[]) {
    this.#batches = batches;
  }

  of(index: number): number | undefined {
    while (this.#nth < this.#batches.length && this.#batches[this.#nth]!.last < index) this.#nth += 1;
    return this.#batches[this.#nth]?.elapsed;
  }
}

/** `entry` without the state changes, as lists read it from the store. */
export function headOf(entry: LogEntry): LogHead {
  const { changes, ...rest } = entry;
  return { ...rest, changed: changes.length > 0 };
}

/** List rows for entries of `run`. `writings` tell when the entries were written, if that was recorded. */
export function rowsOf(
  entries: readonly LogHead[],
  run: Pick<RunSummary, 'apps' | 'choices'>,
  writings: readonly CommitBatch[] = [],
): readonly LogRow[] {
  const rules = notificationRulesOf(run);
  const times = new WritingTimes(writings);
  return entries.map((entry) =>
    rowWith(entry, notificationsOf(entry, rules).length > 0, times.of(entry.index)),
  );
}

/** The row of one entry, without its notification and its time of writing. */
export function rowOf(entry: LogHead): Omit<LogRow, 'notified' | 'written'> {
  return rowWith(entry, undefined, undefined);
}

/** Creates the row in one literal: adding a field to an existing object costs as much as all others together. */
function rowWith<Notified extends boolean | undefined>(
  entry: LogHead,
  notified: Notified,
  written: number | undefined,
): Omit<LogRow, 'notified'> & { readonly notified: Notified } {
  const { index, time, due, event, kind, causes, changed, outcome } = entry;
  return {
    index,
    time,
    due,
    event,
    kind,
    causes,
    changed,
    status: outcome.status,
    oracle: 'oracle' in entry && entry.oracle,
    app: 'action' in entry ? entry.action.app : undefined,
    tool: 'action' in entry ? entry.action.tool : undefined,
    verdict: 'verdict' in entry ? entry.verdict : undefined,
    summary: summarize(entry),
    notified,
    written,
  };
}

type Outline = Omit<LogRow, 'summary'>;

/** Consecutive rows, the first at index `from`, in the form sent to the page. */
function packRows(from: number, rows: Iterable<Outline>): RowBatch {
  const times: number[] = [];
  const dues: number[] = [];
  const written: number[] = [];
  const faces = new Faces();
  const faceOf: number[] = [];
  const events: string[] = [];
  const causes: number[] = [];
  const causeEnds: number[] = [];
  for (const row of rows) {
    times.push(row.time);
    dues.push(row.due);
    written.push(row.written ?? NaN);
    faceOf.push(faces.nthOf(row));
    events.push(row.event);
    for (const cause of row.causes) causes.push(cause);
    causeEnds.push(causes.length);
  }
  return {
    from,
    times: new Float64Array(times),
    dues: new Float64Array(dues),
    written: new Float64Array(written),
    faces: faces.all,
    faceOf: new Uint32Array(faceOf),
    events: packTexts(events),
    causes: new Uint32Array(causes),
    causeEnds: new Uint32Array(causeEnds),
  };
}

/** Consecutive rows, the first at index `from`, with their summaries. */
export function packWholeRows(from: number, rows: readonly LogRow[]): RowBatch {
  const summaries = { from, ...packTexts(rows.map(({ summary }) => summary)) };
  return { ...packRows(from, rows), summaries };
}

function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [nth, text] of texts.entries()) ends[nth] = end += text.length;
  return { text: texts.join(''), ends };
}

/** The sets of fields that many rows share, each stored once. */
class Faces {
  readonly all: RowFace[] = [];
  /** Positions in `all` by tool. The few of one tool are compared one by one. */
  readonly #ofTool = new Map<string | undefined, number[]>();

  nthOf(row: RowFace): number {
    const known = this.#ofTool.get(row.tool) ?? [];
    const nth = known.find((place) => isAlike(this.all[place]!, row));
    return nth ?? this.#add(row, known);
  }

  #add(row: RowFace, known: readonly number[]): number {
    const nth = this.all.push(faceIn(row)) - 1;
    this.#ofTool.set(row.tool, [...known, nth]);
    return nth;
  }
}

const faceIn = ({ kind, oracle, app, tool, status, verdict, changed, notified }: RowFace): RowFace => ({
  kind,
  oracle,
  app,
  tool,
  status,
  verdict,
  changed,
  notified,
});

const isAlike = (one: RowFace, other: RowFace): boolean =>
  one.kind === other.kind &&
  one.oracle === other.oracle &&
  one.app === other.app &&
  one.tool === other.tool &&
  one.status === other.status &&
  one.verdict === other.verdict &&
  one.changed === other.changed &&
  one.notified === other.notified;
