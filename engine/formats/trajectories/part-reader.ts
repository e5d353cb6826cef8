import type { RecordedRun, TraceDocument } from '../../are/index.ts';
import { type LogEntry, type Outcome, TraceError } from '../../model/index.ts';
import { EarlierParts } from './chat.ts';
import { listOf, objectOf } from './fields.ts';
import type { Kept } from './tracked-fields.ts';
import { type Format, formatOf, UNKNOWN_FORMAT } from './formats.ts';
import { trajectoriesIn } from './read-recordings.ts';
import { type Step, TrajectoryRecorder } from './trajectory.ts';

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
    if (format === undefined) throw new TraceError(this.#file, [{ path: '', message: UNKNOWN_FORMAT }]);
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
  return kept.flatMap(([path, value]): Kept => {
    if (path.startsWith(`${list}[`)) {
      const end = path.indexOf(']');
      const number = Number(path.slice(list.length + 1, end)) + before;
      return [[`${list}[${number}${path.slice(end)}`, value]];
    }
    if (known.has(path)) return [];
    known.add(path);
    return [[path, value]];
  });
}
