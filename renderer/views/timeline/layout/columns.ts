import type { LogRow } from '../../../../preload/contract.ts';
import { isFailure, isIdle, isWaiting } from '../../../ui/format/row-state.ts';
import { LongestGaps } from './gaps.ts';
import { groupOf, type LaneChoice, NTH_KIND } from './lanes.ts';

const LEAST = 1024;

interface Numbers<Self> {
  readonly length: number;
  set(from: Self): void;
}

/** `array` if it has room for `count` numbers, else a copy at least twice as long. */
export function ensureCapacity<Kind extends Numbers<Kind>>(array: Kind, count: number): Kind {
  if (count <= array.length) return array;
  const make = array.constructor as new (length: number) => Kind;
  const larger = new make(Math.max(LEAST, count, 2 * array.length));
  larger.set(array);
  return larger;
}

const NONE = -1;

/** The entries that each entry released: the log's causes, inverted. Grows with the log. */
class Links {
  /** The last link of each entry. */
  #last = new Int32Array(0);
  /** Target of each link, and the previous link of the same entry. */
  #to = new Int32Array(0);
  #before = new Int32Array(0);
  #count = 0;

  /** Adds the causes of entry `effect`. Call it for every entry in order. */
  add(effect: number, causes: readonly number[]): void {
    this.#last = ensureCapacity(this.#last, effect + 1);
    this.#last[effect] = NONE;
    for (const cause of causes) {
      if (cause < 0 || cause >= effect) continue;
      const link = this.#count++;
      this.#to = ensureCapacity(this.#to, this.#count);
      this.#before = ensureCapacity(this.#before, this.#count);
      this.#to[link] = effect;
      this.#before[link] = this.#last[cause]!;
      this.#last[cause] = link;
    }
  }

  /** The first `most` entries that `cause` released, ascending. */
  effectsOf(cause: number, most = Infinity): readonly number[] {
    const effects: number[] = [];
    for (let link = this.#last[cause] ?? NONE; link !== NONE; link = this.#before[link]!)
      effects.push(this.#to[link]!);
    return effects.reverse().slice(0, most);
  }
}

export const FLAG_FAILED = 1;
export const FLAG_IDLE = 2;
/** Flag of a waiting check. */
export const FLAG_WAITS = 4;

/** The log in arrays for drawing. They grow in place, so adding a batch costs only its own length. */
export class Columns {
  readonly choice: LaneChoice;
  /** The groups, in the order of their first entry. */
  readonly groups: string[] = [];
  readonly gaps = new LongestGaps();
  readonly writtenGaps = new LongestGaps();
  readonly links = new Links();
  /** Indices of finished validations, other failed entries and notifications of the agent, ascending. */
  readonly signs: Readonly<Record<'passed' | 'failed' | 'failure' | 'notified', number[]>> = {
    passed: [],
    failed: [],
    failure: [],
    notified: [],
  };
  /** The first and last entry that is not a waiting check. */
  firstChange: number | undefined;
  lastChange: number | undefined;
  #count = 0;
  #last: LogRow | undefined;
  #times = new Float64Array(0);
  #written = new Float64Array(0);
  #kinds = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #groups = new Uint16Array(0);
  readonly #nthGroup = new Map<string, number>();

  constructor(choice: LaneChoice) {
    this.choice = choice;
  }

  get count(): number {
    return this.#count;
  }

  /** Of each entry: its time, its index in {@link KINDS}, its flags, its group. */
  get times(): Float64Array {
    return this.#times;
  }
  /** Wall-clock time of each entry, in microseconds since the run started; 0 when not recorded. */
  get written(): Float64Array {
    return this.#written;
  }
  get kinds(): Uint8Array {
    return this.#kinds;
  }
  get flags(): Uint8Array {
    return this.#flags;
  }
  get groupOf(): Uint16Array {
    return this.#groups;
  }

  /** Whether `rows` start with the rows already added. */
  isContinuation(rows: readonly LogRow[]): boolean {
    return this.#count === 0 || rows[this.#count - 1] === this.#last;
  }

  /** Adds the rows not yet known. Returns whether there were any. */
  grow(rows: readonly LogRow[]): boolean {
    const before = this.#count;
    this.#times = ensureCapacity(this.#times, rows.length);
    this.#written = ensureCapacity(this.#written, rows.length);
    this.#kinds = ensureCapacity(this.#kinds, rows.length);
    this.#flags = ensureCapacity(this.#flags, rows.length);
    this.#groups = ensureCapacity(this.#groups, rows.length);
    for (let index = before; index < rows.length; index++) this.#take(rows[index]!, index);
    this.#count = rows.length;
    this.#last = rows.at(-1);
    return rows.length > before;
  }

  #take(row: LogRow, index: number): void {
    const { kind, status, verdict } = row;
    const failure = isFailure({ status, verdict });
    const waiting = isWaiting({ verdict });
    this.#times[index] = row.time;
    this.#written[index] = (row.written ?? 0) * 1000;
    this.#kinds[index] = NTH_KIND[kind];
    this.#flags[index] =
      (failure ? FLAG_FAILED : 0) |
      (isIdle({ status, verdict }) ? FLAG_IDLE : 0) |
      (waiting ? FLAG_WAITS : 0);
    this.#groups[index] = this.#nth(groupOf(row, this.choice));
    if (!waiting) this.#change(index);
    this.links.add(index, row.causes);
    const decided = kind === 'validation' ? verdict : undefined;
    if (decided === 'passed' || decided === 'failed') this.signs[decided].push(index);
    else if (failure) this.signs.failure.push(index);
    if (row.notified) this.signs.notified.push(index);
  }

  #change(index: number): void {
    const before = this.lastChange;
    this.lastChange = index;
    this.firstChange ??= index;
    if (before === undefined) return;
    this.gaps.add(this.#times, before, index);
    this.writtenGaps.add(this.#written, before, index);
  }

  #nth(group: string): number {
    const known = this.#nthGroup.get(group);
    if (known !== undefined) return known;
    this.#nthGroup.set(group, this.groups.length);
    return this.groups.push(group) - 1;
  }
}
