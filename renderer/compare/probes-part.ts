import type { ComparedRow } from '../../engine/model/index.ts';
import type { ProbeValue } from '../../preload/contract.ts';
import type { ProbeSeries } from '../state/probes.ts';

/** Whether a probe came to the same, as far as is known of both. */
export const isSame = (one: ProbeValue | undefined, other: ProbeValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The first row after which a probe stands otherwise in one run than in the other; `undefined` where it never does, as far as
 * both are known. Linear in the rows.
 */
export function partingRow(rows: readonly ComparedRow[], a: ProbeSeries, b: ProbeSeries): number | undefined {
  const [inA, inB] = [new Reading(a), new Reading(b)];
  let isFirst = true;
  for (const [place, row] of rows.entries()) {
    // What has moved comes early on one side only.
    if (row.kind === 'moved') continue;
    if (!isKnownAt(a, row.a) || !isKnownAt(b, row.b)) return undefined;
    const [news, others] = [inA.goTo(row.a), inB.goTo(row.b)];
    if ((isFirst || news || others) && !isSame(inA.value, inB.value)) return place;
    isFirst = false;
  }
  return undefined;
}

const isKnownAt = ({ next }: ProbeSeries, at = -1): boolean => at < next;

/** A series, read from its beginning on. */
class Reading {
  readonly #series: ProbeSeries;
  #nth = 0;

  constructor(series: ProbeSeries) {
    this.#series = series;
  }

  get value(): ProbeValue | undefined {
    return this.#series.values[this.#nth];
  }

  /** Goes on to entry `at`, where the run has it. Answers whether that brought another value. */
  goTo(at: number | undefined): boolean {
    const before = this.#nth;
    if (at !== undefined) while ((this.#series.entries[this.#nth + 1] ?? Infinity) <= at) this.#nth += 1;
    return this.#nth !== before;
  }
}
