import type { Helper, TranscriptStep } from '../../../engine/model/index.ts';

/** A step of the agent's, or of an opened helper. */
export interface StepRow {
  readonly kind: 'step';
  readonly step: TranscriptStep;
  /** Its position among all steps. */
  readonly nth: number;
  /** How many helpers it is within. */
  readonly depth: number;
}

/** A helper, above its steps when it is open. */
export interface HelperRow {
  readonly kind: 'helper';
  readonly helper: Helper;
  /** The position of its first step. */
  readonly nth: number;
  readonly depth: number;
  readonly isOpen: boolean;
  readonly steps: number;
  readonly calls: number;
  /** Failed calls, refusals and limits. */
  readonly failed: number;
}

export type TranscriptRow = StepRow | HelperRow;

/** The steps of a transcript with those of helpers within the calls that they work for. */
export class Nesting {
  readonly rows: readonly TranscriptRow[];
  readonly #steps: readonly TranscriptStep[];
  /** The positions of each one's steps; `undefined` is the agent. */
  readonly #own = new Map<number | undefined, number[]>();
  readonly #helpers = new Map<number, Helper>();
  /** The helpers that work for a call, by its position, and those of which no call is there, by who called them. */
  readonly #ofCall = new Map<number, Helper[]>();
  readonly #loose = new Map<number | undefined, Helper[]>();
  /** Who called each helper. */
  readonly #callers = new Map<number, number | undefined>();

  /**
   * @param steps in the order of time
   * @param opened the numbers of the helpers whose steps are shown
   */
  constructor(steps: readonly TranscriptStep[], opened: ReadonlySet<number>) {
    this.#steps = steps;
    const calls = new Map<number, number>();
    for (const [nth, { helper, kind, index }] of steps.entries()) {
      add(this.#own, helper?.nth, nth);
      for (let one = helper; one !== undefined && !this.#helpers.has(one.nth); one = one.of)
        this.#helpers.set(one.nth, one);
      if (kind === 'call' && index !== undefined) calls.set(index, nth);
    }
    for (const helper of this.#helpers.values()) {
      const call = helper.call === undefined ? undefined : calls.get(helper.call);
      this.#callers.set(helper.nth, call === undefined ? helper.of?.nth : steps[call]!.helper?.nth);
      if (call === undefined) add(this.#loose, helper.of?.nth, helper);
      else add(this.#ofCall, call, helper);
    }
    const shown = new Set<number>();
    const rows = [...this.#rowsOf(undefined, 0, opened, shown)];
    // A stranger's file may have helpers that called each other.
    for (const helper of this.#helpers.values())
      if (!this.#isWithinShown(helper.nth, shown)) rows.push(...this.#helperRows(helper, 0, opened, shown));
    this.rows = rows;
  }

  /** The helpers around a step, the innermost first. */
  around(nth: number): readonly number[] {
    const around: number[] = [];
    for (
      let helper = this.#steps[nth]?.helper?.nth;
      helper !== undefined && !around.includes(helper);
      helper = this.#callers.get(helper)
    )
      around.push(helper);
    return around;
  }

  /** The row of a step; while it is hidden, that of the helper around it. −1 for none. */
  rowOf(nth: number): number {
    const own = this.rows.findIndex((row) => row.kind === 'step' && row.nth === nth);
    if (own !== -1) return own;
    for (const helper of this.around(nth)) {
      const row = this.rows.findIndex((one) => one.kind === 'helper' && one.helper.nth === helper);
      if (row !== -1) return row;
    }
    return -1;
  }

  /** The helpers that a row opens: itself, or those that work for its call. */
  helpersAt(row: TranscriptRow): readonly number[] {
    return row.kind === 'helper'
      ? [row.helper.nth]
      : (this.#ofCall.get(row.nth) ?? []).map((helper) => helper.nth);
  }

  *#rowsOf(
    who: number | undefined,
    depth: number,
    opened: ReadonlySet<number>,
    shown: Set<number>,
  ): Generator<TranscriptRow> {
    const loose = (this.#loose.get(who) ?? []).toSorted(
      (one, other) => this.#first(one) - this.#first(other),
    );
    let next = 0;
    for (const nth of this.#own.get(who) ?? []) {
      while (next < loose.length && this.#first(loose[next]!) < nth)
        yield* this.#helperRows(loose[next++]!, depth, opened, shown);
      yield { kind: 'step', step: this.#steps[nth]!, nth, depth };
      for (const helper of this.#ofCall.get(nth) ?? []) yield* this.#helperRows(helper, depth, opened, shown);
    }
    for (const helper of loose.slice(next)) yield* this.#helperRows(helper, depth, opened, shown);
  }

  *#helperRows(
    helper: Helper,
    depth: number,
    opened: ReadonlySet<number>,
    shown: Set<number>,
  ): Generator<TranscriptRow> {
    if (shown.has(helper.nth)) return;
    shown.add(helper.nth);
    const own = (this.#own.get(helper.nth) ?? []).map((nth) => this.#steps[nth]!);
    const isOpen = opened.has(helper.nth);
    yield {
      kind: 'helper',
      helper,
      nth: this.#first(helper),
      depth,
      isOpen,
      steps: own.length,
      calls: own.filter(({ kind }) => kind === 'call').length,
      failed: own.filter(({ status }) => status === 'failed').length,
    };
    if (isOpen) yield* this.#rowsOf(helper.nth, depth + 1, opened, shown);
  }

  /** The position of its first step; one without steps comes last. */
  #first({ nth }: Helper): number {
    return this.#own.get(nth)?.[0] ?? this.#steps.length;
  }

  /** Whether a helper is shown, or within one that is. */
  #isWithinShown(nth: number, shown: ReadonlySet<number>): boolean {
    const seen = new Set<number>();
    for (
      let one: number | undefined = nth;
      one !== undefined && !seen.has(one);
      one = this.#callers.get(one)
    ) {
      if (shown.has(one)) return true;
      seen.add(one);
    }
    return false;
  }
}

function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
