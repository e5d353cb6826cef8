import { type LogHead, notificationRulesOf, notificationsOf } from '../../../engine/index.ts';
import type { CommitBatch, LogEntry, RunSummary } from '../../../engine/model/index.ts';
import type { LogRow, RowBatch, RowFace } from '../../../preload/contract.ts';
import { summarize } from './summary.ts';

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
  let nth = 0;
  return entries.map((entry) => {
    while (nth < writings.length && writings[nth]!.last < entry.index) nth += 1;
    const notified = notificationsOf(entry, rules).length > 0;
    return rowWith(entry, notified, writings[nth]?.elapsed);
  });
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

/** Consecutive rows, the first at index `from`, in the form sent to the page. */
export function packRows(from: number, rows: Iterable<LogRow>): RowBatch {
  const times: number[] = [];
  const dues: number[] = [];
  const written: number[] = [];
  const faces = new Faces();
  const faceOf: number[] = [];
  const textEnds: number[] = [];
  let text = '';
  const causes: number[] = [];
  const causeEnds: number[] = [];
  for (const row of rows) {
    times.push(row.time);
    dues.push(row.due);
    written.push(row.written ?? NaN);
    faceOf.push(faces.nthOf(row));
    for (const part of [row.event, row.summary]) {
      text += part;
      textEnds.push(text.length);
    }
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
    text,
    textEnds: new Uint32Array(textEnds),
    causes: new Uint32Array(causes),
    causeEnds: new Uint32Array(causeEnds),
  };
}

/** The sets of fields that many rows share, each stored once. */
class Faces {
  readonly all: RowFace[] = [];
  /** Positions in `all` by tool. The few of one tool are compared one by one. */
  readonly #ofTool = new Map<string | undefined, number[]>();

  nthOf(row: LogRow): number {
    const known = this.#ofTool.get(row.tool) ?? [];
    const nth = known.find((place) => isAlike(this.all[place]!, row));
    return nth ?? this.#add(row, known);
  }

  #add(row: LogRow, known: readonly number[]): number {
    const nth = this.all.push(faceIn(row)) - 1;
    this.#ofTool.set(row.tool, [...known, nth]);
    return nth;
  }
}

const faceIn = ({ kind, oracle, app, tool, status, verdict, changed, notified }: LogRow): RowFace => ({
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
