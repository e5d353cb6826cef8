import { posix } from 'node:path';

/** The name that `text` goes by among `files`: the one that is `wanted`, with a number where another text has that. */
export function freeName(files: ReadonlyMap<string, string>, wanted: string, text: string): string {
  const extension = posix.extname(wanted);
  const stem = wanted.slice(0, wanted.length - extension.length);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${stem}-${count}${extension}`;
    if ((files.get(name) ?? text) === text) return name;
  }
}
