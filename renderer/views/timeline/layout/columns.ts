import type { LogRow } from '../../../../preload/contract.ts';
import { isFailure, isIdle, isWaiting } from '../../../ui/format/words.ts';
import { LongestGaps } from './gaps.ts';
import { groupOf, type LaneChoice, NTH_KIND } from './lanes.ts';

const LEAST = 1024;

interface Numbers<Self> {
  readonly length: number;
  set(from: Self): void;
}

/** `array`, or a copy of it twice as long, so that `count` numbers have room. */
export function ensureCapacity<Kind extends Numbers<Kind>>(array: Kind, count: number): Kind {
  if (count <= array.length) return array;
  const make = array.constructor as new (length: number) => Kind;
  const larger = new make(Math.max(LEAST, count, 2 * array.length));
  larger.set(array);
  return larger;
}

const NONE = -1;

/** Which entries each entry released: the log's causes, the other way round. Grows with the log. */
class Links {
  /** The last link of each entry. */
  #last = new Int32Array(0);
  /** Where each link leads, and the link of the same entry before it. */
  #to = new Int32Array(0);
  #before = new Int32Array(0);
  #count = 0;

  /** Notes what released entry `effect`; to be called for every entry in turn. */
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

export const FAILED = 1;
export const IDLE = 2;
/** A check that did nothing but wait. */
export const WAITS = 4;

/** The log as the picture needs it, in arrays that grow with it: a batch costs what the batch is long. */
export class Columns {
  readonly choice: LaneChoice;
  /** What has a lane, in the order of its first entry. */
  readonly groups: string[] = [];
  readonly gaps = new LongestGaps();
  readonly writtenGaps = new LongestGaps();
  readonly links = new Links();
  /** Validations that are over, other entries that went wrong, what the agent was told of: by index, ascending. */
  readonly signs: Readonly<Record<'passed' | 'failed' | 'failure' | 'notified', number[]>> = {
    passed: [],
    failed: [],
    failure: [],
    notified: [],
  };
  /** The first and the last entry that did more than wait. */
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

  /** Of each entry: when it happened, its place in {@link KINDS}, its flags, its group. */
  get times(): Float64Array {
    return this.#times;
  }
  /** When each entry was written: wall clock, microseconds since the run began; 0 where that was not kept. */
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

  /** True when `rows` begin with all that was taken in. */
  goOn(rows: readonly LogRow[]): boolean {
    return this.#count === 0 || rows[this.#count - 1] === this.#last;
  }

  /** Takes in the rows not yet known. Answers whether there were any. */
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
    const failure = isFailure(row);
    const written = (row.written ?? 0) * 1000;
    this.#times[index] = row.time;
    this.#written[index] = written;
    this.#kinds[index] = NTH_KIND[row.kind];
    this.#flags[index] = (failure ? FAILED : 0) | (isIdle(row) ? IDLE : 0) | (isWaiting(row) ? WAITS : 0);
    this.#groups[index] = this.#nth(groupOf(row, this.choice));
    if (!isWaiting(row)) this.#change(index);
    this.links.add(index, row.causes);
    const decided = row.kind === 'validation' ? row.verdict : undefined;
    if (decided === 'passed' || decided === 'failed') this.signs[decided].push(index);
    else if (failure) this.signs.failure.push(index);
    if (row.notified) this.signs.notified.push(index);
  }

  #change(index: number): void {
    const before = this.lastChange;
    this.lastChange = index;
    this.firstChange ??= index;
    if (before === undefined) return;
    const gap = { inside: before + 1, entry: index };
    this.gaps.add({ ...gap, from: this.#times[before]!, to: this.#times[index]! });
    this.writtenGaps.add({ ...gap, from: this.#written[before]!, to: this.#written[index]! });
  }

  #nth(group: string): number {
    const known = this.#nthGroup.get(group);
    if (known !== undefined) return known;
    this.#nthGroup.set(group, this.groups.length);
    return this.groups.push(group) - 1;
  }
}
