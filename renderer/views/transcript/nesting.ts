import type { Subagent, TranscriptStep } from '../../../engine/model/index.ts';

/** A step of the agent's, or of an opened subagent. */
export interface StepRow {
  readonly kind: 'step';
  readonly step: TranscriptStep;
  /** Its position among all steps. */
  readonly nth: number;
  /** How many subagents it is within. */
  readonly depth: number;
}

/** A subagent, above its steps when it is open. */
export interface SubagentRow {
  readonly kind: 'subagent';
  readonly subagent: Subagent;
  /** The position of its first step. */
  readonly nth: number;
  readonly depth: number;
  readonly isOpen: boolean;
  readonly steps: number;
  readonly calls: number;
  /** Failed calls, refusals and limits. */
  readonly failed: number;
}

export type TranscriptRow = StepRow | SubagentRow;

/** The steps of a transcript with those of subagents within the calls that they work for. */
export class Nesting {
  readonly rows: readonly TranscriptRow[];
  readonly #steps: readonly TranscriptStep[];
  /** The positions of each one's steps; `undefined` is the agent. */
  readonly #own = new Map<number | undefined, number[]>();
  readonly #subagents = new Map<number, Subagent>();
  /** The subagents that work for a call, by its position, and those of which no call is there, by who called them. */
  readonly #ofCall = new Map<number, Subagent[]>();
  readonly #loose = new Map<number | undefined, Subagent[]>();
  /** Who called each subagent. */
  readonly #callers = new Map<number, number | undefined>();

  /**
   * @param steps in the order of time
   * @param opened the numbers of the subagents whose steps are shown
   */
  constructor(steps: readonly TranscriptStep[], opened: ReadonlySet<number>) {
    this.#steps = steps;
    const calls = new Map<number, number>();
    for (const [nth, { subagent, kind, index }] of steps.entries()) {
      addToList(this.#own, subagent?.nth, nth);
      for (let one = subagent; one !== undefined && !this.#subagents.has(one.nth); one = one.of)
        this.#subagents.set(one.nth, one);
      if (kind === 'call' && index !== undefined) calls.set(index, nth);
    }
    for (const subagent of this.#subagents.values()) {
      const call = subagent.call === undefined ? undefined : calls.get(subagent.call);
      this.#callers.set(subagent.nth, call === undefined ? subagent.of?.nth : steps[call]!.subagent?.nth);
      if (call === undefined) addToList(this.#loose, subagent.of?.nth, subagent);
      else addToList(this.#ofCall, call, subagent);
    }
    const shown = new Set<number>();
    const rows = [...this.#rowsOf(undefined, 0, opened, shown)];
    // A stranger's file may have subagents that called each other.
    for (const subagent of this.#subagents.values())
      if (!this.#isWithinShown(subagent.nth, shown))
        rows.push(...this.#subagentRows(subagent, 0, opened, shown));
    this.rows = rows;
  }

  /** The subagents around a step, the innermost first. */
  around(nth: number): readonly number[] {
    const around: number[] = [];
    for (
      let subagent = this.#steps[nth]?.subagent?.nth;
      subagent !== undefined && !around.includes(subagent);
      subagent = this.#callers.get(subagent)
    )
      around.push(subagent);
    return around;
  }

  /** The row of a step; while it is hidden, that of the subagent around it. −1 for none. */
  rowOf(nth: number): number {
    const own = this.rows.findIndex((row) => row.kind === 'step' && row.nth === nth);
    if (own !== -1) return own;
    for (const subagent of this.around(nth)) {
      const row = this.rows.findIndex((one) => one.kind === 'subagent' && one.subagent.nth === subagent);
      if (row !== -1) return row;
    }
    return -1;
  }

  /** The subagents that a row opens: itself, or those that work for its call. */
  subagentsAt(row: TranscriptRow): readonly number[] {
    return row.kind === 'subagent'
      ? [row.subagent.nth]
      : (this.#ofCall.get(row.nth) ?? []).map((subagent) => subagent.nth);
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
        yield* this.#subagentRows(loose[next++]!, depth, opened, shown);
      yield { kind: 'step', step: this.#steps[nth]!, nth, depth };
      for (const subagent of this.#ofCall.get(nth) ?? [])
        yield* this.#subagentRows(subagent, depth, opened, shown);
    }
    for (const subagent of loose.slice(next)) yield* this.#subagentRows(subagent, depth, opened, shown);
  }

  *#subagentRows(
    subagent: Subagent,
    depth: number,
    opened: ReadonlySet<number>,
    shown: Set<number>,
  ): Generator<TranscriptRow> {
    if (shown.has(subagent.nth)) return;
    shown.add(subagent.nth);
    const own = (this.#own.get(subagent.nth) ?? []).map((nth) => this.#steps[nth]!);
    const isOpen = opened.has(subagent.nth);
    yield {
      kind: 'subagent',
      subagent,
      nth: this.#first(subagent),
      depth,
      isOpen,
      steps: own.length,
      calls: own.filter(({ kind }) => kind === 'call').length,
      failed: own.filter(({ status }) => status === 'failed').length,
    };
    if (isOpen) yield* this.#rowsOf(subagent.nth, depth + 1, opened, shown);
  }

  /** The position of its first step; one without steps comes last. */
  #first({ nth }: Subagent): number {
    return this.#own.get(nth)?.[0] ?? this.#steps.length;
  }

  /** Whether a subagent is shown, or within one that is. */
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

function addToList<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
