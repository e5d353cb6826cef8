import type { LogRow, RowBatch, RowFace } from '../../preload/contract.ts';

/** The rows of a batch, each but a window on it: what nobody looks at is never made. */
export function rowsIn(batch: RowBatch): readonly LogRow[] {
  const rows: LogRow[] = [];
  for (let nth = 0; nth < batch.times.length; nth++) rows.push(new BatchRow(batch, nth));
  return rows;
}

const NONE: readonly number[] = [];

class BatchRow implements LogRow {
  readonly #batch: RowBatch;
  readonly #nth: number;

  constructor(batch: RowBatch, nth: number) {
    this.#batch = batch;
    this.#nth = nth;
  }

  get index(): number {
    return this.#batch.from + this.#nth;
  }
  get time(): LogRow['time'] {
    return this.#batch.times[this.#nth] as LogRow['time'];
  }
  get due(): LogRow['due'] {
    return this.#batch.dues[this.#nth] as LogRow['due'];
  }
  get written(): number | undefined {
    const written = this.#batch.written[this.#nth]!;
    return Number.isNaN(written) ? undefined : written;
  }
  get event(): string {
    return this.#text(2 * this.#nth);
  }
  get gist(): string {
    return this.#text(2 * this.#nth + 1);
  }
  get causes(): readonly number[] {
    const { causes, causeEnds } = this.#batch;
    const from = causeEnds[this.#nth - 1] ?? 0;
    const to = causeEnds[this.#nth]!;
    return from === to ? NONE : Array.from(causes.subarray(from, to));
  }
  get kind(): LogRow['kind'] {
    return this.#face.kind;
  }
  get oracle(): boolean {
    return this.#face.oracle;
  }
  get app(): LogRow['app'] {
    return this.#face.app;
  }
  get tool(): string | undefined {
    return this.#face.tool;
  }
  get status(): LogRow['status'] {
    return this.#face.status;
  }
  get verdict(): string | undefined {
    return this.#face.verdict;
  }
  get changed(): boolean {
    return this.#face.changed;
  }
  get told(): boolean {
    return this.#face.told;
  }

  get #face(): RowFace {
    const { faces, faceOf } = this.#batch;
    return faces[faceOf[this.#nth]!]!;
  }

  #text(nth: number): string {
    const { text, textEnds } = this.#batch;
    return text.slice(textEnds[nth - 1] ?? 0, textEnds[nth]);
  }
}
