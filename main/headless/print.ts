/** Writes to standard output, and waits when it is full: logs can be longer than a pipe. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Tells the person something that is not the answer. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** `count` of something, such as `1 event` or `12,000 events`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
