import type { Writable } from 'node:stream';
import type { Store } from '../../engine/index.ts';
import {
  formatLocation,
  legible,
  type Problem,
  type RunSummary,
  withCodes,
} from '../../engine/model/index.ts';

/** Where a command prints. */
export interface CommandOutput {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

let output: CommandOutput = process;

/** Where the command that runs now prints. */
export const currentOutput = (): CommandOutput => output;

/** Does `work`, during which everything is printed to `to`. */
export async function withOutput<Answer>(to: CommandOutput, work: () => Promise<Answer>): Promise<Answer> {
  const before = output;
  output = to;
  try {
    return await work();
  } finally {
    output = before;
  }
}

/** Writes text or JSON to standard output, with control characters spelled out. */
export const print = (text: string): Promise<void> => printData(visible(text));

/**
 * Writes data to standard output: as it is for another program, and with control characters spelled out on a terminal. Waits while
 * it is full, because logs can be longer than a pipe's buffer.
 */
export function printData(text: string): Promise<void> {
  const isTerminal = 'isTTY' in output.stdout && output.stdout.isTTY === true;
  return new Promise((resolve, reject) => {
    output.stdout.write(`${isTerminal ? visible(text) : text}\n`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Writes a message for the person to standard error, apart from the result. */
export function printNote(text: string): void {
  output.stderr.write(`${visible(text)}\n`);
}

/**
 * A function that prints a note of progress, unless one was printed in the last `every` milliseconds. With `later`, the first is
 * printed only after that time.
 */
export function progressNotes(
  every: number,
  first: 'at-once' | 'later' = 'later',
): (text: () => string) => void {
  let printedAt = first === 'at-once' ? -Infinity : performance.now();
  return (text) => {
    const now = performance.now();
    if (now - printedAt < every) return;
    printedAt = now;
    printNote(text());
  };
}

/** Passes on a process's standard error piece by piece. Waits until a piece is written, because a flood would fill the memory. */
export function printStderr(text: string): Promise<void> {
  return new Promise((resolve) => {
    output.stderr.write(visible(text.replaceAll('\r\n', '\n')), () => {
      resolve();
    });
  });
}

/** What a terminal takes for a line break or for a turn of direction, besides what is shown as a code everywhere. */
const LINE_BREAKS_AND_DIRECTIONS = /[\r\u061c\u200e\u200f\u2028\u2029\ufff9-\ufffb]/g;

/**
 * `text` with escape codes for characters that control a terminal or disguise a line, because traces and scenarios may come
 * from strangers. JSON keeps its meaning.
 */
export const visible = (text: string): string => withCodes(legible(text), LINE_BREAKS_AND_DIRECTIONS);

/** A text from elsewhere, on one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Entries read and printed at once. */
export const ENTRIES_PER_PAGE = 2_000;

/** Prints the whole log of `run` as one JSON list. */
export async function printEntries({ id, entries }: RunSummary, store: Store): Promise<void> {
  await print('[');
  for (let from = 0; from < entries; from += ENTRIES_PER_PAGE) {
    const page = store.entries(id, from, ENTRIES_PER_PAGE).map((entry) => JSON.stringify(entry));
    await print(`${page.join(',\n')}${from + ENTRIES_PER_PAGE < entries ? ',' : ''}`);
  }
  await print(']');
}

/** `scenarios/dinner.ts:3:5: warning: …`: a problem of the scenario at `path`. */
export const problemLine = ({ severity, place, message }: Problem, path: string): string =>
  `${place === undefined ? path : formatLocation(place)}: ${severity}: ${message}`;

/** Wider cells do not widen their column. */
const WIDEST = 40; // characters

/** Rows as lines with aligned columns. The columns in `right`, by index, are aligned to the right. */
export function inColumns(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, { length }] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, Math.min(length, WIDEST));
  const padded = (text: string, nth: number): string =>
    right.includes(nth) ? text.padStart(widths[nth]!) : text.padEnd(widths[nth]!);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}
