import {
  type EntryOutline,
  type LogHead,
  type NotificationRules,
  notificationRulesOf,
  notificationsOf,
  notifiesAgent,
  type Store,
} from '../../../engine/index.ts';
import {
  type Actor,
  callIn,
  type CommitBatch,
  type LogEntry,
  type RunSummary,
} from '../../../engine/model/index.ts';
import {
  LIMITS,
  type LogRow,
  type RowBatch,
  type PackedTexts,
  type RowFace,
  type SummaryBatch,
} from '../../../preload/contract.ts';
import { summarize } from './summary.ts';

type EntryType = EntryOutline['type'];
type ReadableStore = Pick<Store, 'outlines' | 'heads' | 'commitBatches'>;

/** The number of entries read at once. It is small, so that they need little memory. */
const ENTRIES_PER_READ = 1_000;

/**
 * The rows of stored entries from index `from` on. The last rows of the log have summaries; the others are read without them,
 * three times as fast.
 */
export function readRows(store: ReadableStore, run: RunSummary, from: number): RowBatch {
  const rows = packOutlines(store, run, from);
  const end = from + rows.times.length;
  if (end < run.entries) return rows;
  return { ...rows, summaries: readSummaries(store, run, Math.max(from, end - LIMITS.summaries)) };
}

/** The summaries of stored entries from position `from` on. */
export function readSummaries(store: ReadableStore, { id }: RunSummary, from: number): SummaryBatch {
  const texts: string[] = [];
  for (let at = from; at < from + LIMITS.summaries; at += ENTRIES_PER_READ)
    for (const head of store.heads(id, at, ENTRIES_PER_READ)) texts.push(summarize(head));
  return { from, ...packTexts(texts) };
}

function packOutlines(store: ReadableStore, run: RunSummary, from: number): RowBatch {
  const { id } = run;
  const rules = notificationRulesOf(run);
  const rows = new RowPacker(from, LIMITS.rows);
  const usual = new UsualFaces(rules, rows.faces);
  const writings = new WritingTimes(store.commitBatches(id, from, from + LIMITS.rows));
  for (let at = from; at < from + LIMITS.rows; at += ENTRIES_PER_READ) {
    const outlines = store.outlines(id, at, ENTRIES_PER_READ);
    const heads = outlines.some(({ special }) => special) ? store.heads(id, at, ENTRIES_PER_READ) : [];
    for (const outline of outlines) {
      const { index, special } = outline;
      const face = special
        ? rows.faces.nthOf(specialFaceOf(outline, heads[index - at]!, rules))
        : usual.nthOf(outline);
      rows.add(outline, face, writings.of(index));
    }
    if (outlines.length < ENTRIES_PER_READ) break;
  }
  return rows.batch();
}

const specialFaceOf = (outline: EntryOutline, head: LogHead, rules: NotificationRules): RowFace => ({
  ...faceOf(outline, notificationsOf(head, rules).length > 0),
  answersOther: answersOther(head),
});

const answersOther = (entry: LogHead): boolean => 'action' in entry && entry.answersOther === true;

function faceOf({ type, changed }: Pick<EntryOutline, 'type' | 'changed'>, notified: boolean): RowFace {
  const { kind, status, oracle, app, tool, verdict } = type;
  return {
    kind,
    oracle: oracle ?? false,
    app: app ?? undefined,
    tool: tool ?? undefined,
    status,
    verdict: verdict ?? undefined,
    changed,
    notified,
    answersOther: false,
  };
}

/** The faces of entries that are not special. The type of such an entry decides whether it notifies the agent. */
class UsualFaces {
  readonly #rules: NotificationRules;
  readonly #faces: Faces;
  /** Face numbers by entry type, separately for entries that changed nothing and entries that changed something. */
  readonly #known = { false: new Map<EntryType, number>(), true: new Map<EntryType, number>() };

  constructor(rules: NotificationRules, faces: Faces) {
    this.#rules = rules;
    this.#faces = faces;
  }

  nthOf(outline: EntryOutline): number {
    const known = outline.changed ? this.#known.true : this.#known.false;
    let nth = known.get(outline.type);
    if (nth === undefined) {
      nth = this.#faces.nthOf(faceOf(outline, this.#notifies(outline.type)));
      known.set(outline.type, nth);
    }
    return nth;
  }

  #notifies({ app, tool, status, kind }: EntryType): boolean {
    return (
      app !== null && status === 'done' && notifiesAgent({ app, tool: tool! }, kind as Actor, this.#rules)
    );
  }
}

/** The times at which entries were written. They must be requested in ascending order. */
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

/** List rows for entries of `run`. `writings` has the times at which the entries were written, if recorded. */
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

/** The row of one entry, without its notification and its writing time. */
export function rowOf(entry: LogHead): Omit<LogRow, 'notified' | 'written'> {
  return rowWith(entry, undefined, undefined);
}

/** Creates a row as one literal: adding a field to an existing object would cost as much as all others together. */
function rowWith<Notified extends boolean | undefined>(
  entry: LogHead,
  notified: Notified,
  written: number | undefined,
): Omit<LogRow, 'notified'> & { readonly notified: Notified } {
  const { index, time, due, event, kind, causes, changed, outcome } = entry;
  const call = callIn(entry);
  return {
    index,
    time,
    due,
    event,
    kind,
    causes,
    changed,
    status: outcome.status,
    oracle: call?.oracle ?? false,
    app: call?.action.app,
    tool: call?.action.tool,
    verdict: 'verdict' in entry ? entry.verdict : undefined,
    summary: summarize(entry),
    answersOther: answersOther(entry),
    notified,
    written,
  };
}

/** Collects up to `room` consecutive rows, the first at index `from`, in the form sent to the page. */
class RowPacker {
  readonly faces = new Faces();
  readonly #from: number;
  readonly #times: Float64Array<ArrayBuffer>;
  readonly #dues: Float64Array<ArrayBuffer>;
  readonly #written: Float64Array<ArrayBuffer>;
  readonly #faceOf: Uint32Array<ArrayBuffer>;
  readonly #causeEnds: Uint32Array<ArrayBuffer>;
  readonly #causes: number[] = [];
  readonly #events: string[] = [];

  constructor(from: number, room: number) {
    this.#from = from;
    this.#times = new Float64Array(room);
    this.#dues = new Float64Array(room);
    this.#written = new Float64Array(room);
    this.#faceOf = new Uint32Array(room);
    this.#causeEnds = new Uint32Array(room);
  }

  /** Adds the next row. `face` is the number of its face in {@link faces}. */
  add(
    { time, due, event, causes }: Pick<LogRow, 'time' | 'due' | 'event' | 'causes'>,
    face: number,
    written: number | undefined,
  ): void {
    const nth = this.#events.push(event) - 1;
    this.#times[nth] = time;
    this.#dues[nth] = due;
    this.#written[nth] = written ?? NaN;
    this.#faceOf[nth] = face;
    for (const cause of causes) this.#causes.push(cause);
    this.#causeEnds[nth] = this.#causes.length;
  }

  batch(): RowBatch {
    const { length } = this.#events;
    return {
      from: this.#from,
      times: this.#times.slice(0, length),
      dues: this.#dues.slice(0, length),
      written: this.#written.slice(0, length),
      faces: this.faces.all,
      faceOf: this.#faceOf.slice(0, length),
      events: packTexts(this.#events),
      causes: new Uint32Array(this.#causes),
      causeEnds: this.#causeEnds.slice(0, length),
    };
  }
}

/** Consecutive rows, the first at index `from`, with their summaries. */
export function packWholeRows(from: number, rows: readonly LogRow[]): RowBatch {
  const packer = new RowPacker(from, rows.length);
  for (const row of rows) packer.add(row, packer.faces.nthOf(row), row.written);
  return { ...packer.batch(), summaries: { from, ...packTexts(rows.map(({ summary }) => summary)) } };
}

function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) ends[index] = end += text.length;
  return { text: texts.join(''), ends };
}

/** The sets of fields that many rows share, each stored once. */
class Faces {
  readonly all: RowFace[] = [];
  /** Indexes in `all`, by tool. The few faces of one tool are compared one by one. */
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

const faceIn = ({
  kind,
  oracle,
  app,
  tool,
  status,
  verdict,
  changed,
  notified,
  answersOther,
}: RowFace): RowFace => ({
  kind,
  oracle,
  app,
  tool,
  status,
  verdict,
  changed,
  notified,
  answersOther,
});

const isAlike = (one: RowFace, other: RowFace): boolean =>
  one.kind === other.kind &&
  one.oracle === other.oracle &&
  one.app === other.app &&
  one.tool === other.tool &&
  one.status === other.status &&
  one.verdict === other.verdict &&
  one.changed === other.changed &&
  one.notified === other.notified &&
  one.answersOther === other.answersOther;
