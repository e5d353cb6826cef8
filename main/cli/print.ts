import type { Store } from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/index.ts';

/** Writes words or JSON to standard output. */
export const print = (text: string): Promise<void> => printRaw(visible(text));

/** Writes to standard output, and waits when it is full: logs can be longer than a pipe. */
export function printRaw(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Tells the person something that is not the answer. */
export function printNote(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** Tells the person what a process writes to its standard error, in the pieces in which it comes. */
export function printStderr(text: string): void {
  process.stderr.write(visible(text.replaceAll('\r\n', '\n')));
}

/** Controls but line ends and tabs, marks of direction, and the separators that some terminals take for line ends. */
const STEERING = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * `text` with all spelt out that would steer a terminal or make a line read as another: traces and scenarios of strangers are
 * shown here. To JSON it makes no difference.
 */
export const visible = (text: string): string =>
  text.replace(STEERING, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text of others as a part of a line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** `count` of something, such as `1 event` or `12,000 events`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Entries that are read and printed at once. */
export const PAGE = 2_000;

/** Prints the whole log of `run` as one JSON list. */
export async function printEntries({ id, entries }: RunSummary, store: Store): Promise<void> {
  await print('[');
  for (let from = 0; from < entries; from += PAGE) {
    const page = store.entries(id, from, PAGE).map((entry) => JSON.stringify(entry));
    await print(`${page.join(',\n')}${from + PAGE < entries ? ',' : ''}`);
  }
  await print(']');
}
