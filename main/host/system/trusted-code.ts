import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settingsFolder } from './installation.ts';
import { sha256Of } from './hash-and-compress.ts';
import { ProblemError } from './problem.ts';

/** The files of a scenario, by path, as they are stored with a run. */
type Files = ReadonlyMap<string, string>;

/**
 * The hash of the code among `files`; `undefined` if there is none. Data and agents' scripts, which are JSON, do not count: a
 * branch has the same code as its run.
 */
export function codeHash(files: Files): string | undefined {
  const code = [...files].filter(([path]) => !path.endsWith('.json'));
  if (code.length === 0) return undefined;
  return sha256Of(JSON.stringify(code.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/**
 * The file with trusted hashes, one per line, in the person's settings, so that no workspace, database or file from elsewhere can
 * add one. Several processes append to it.
 */
const trustedFile = (): string => join(settingsFolder(), 'trusted-code.txt');

/** The last read hashes, and those that this process trusts. */
const known = new Set<string>();
let readFrom = '';
let readSize = 0;

/** Whether the code with this hash may run, because a person trusts it, or this installation ran it from the files of a workspace. */
export function isTrustedCode(hash: string): boolean {
  if (!known.has(hash)) readTrusted();
  return known.has(hash);
}

/** Reads the file again if another process has written it. */
function readTrusted(): void {
  const file = trustedFile();
  try {
    const { size } = statSync(file);
    if (file === readFrom && size === readSize) return;
    [readFrom, readSize] = [file, size];
    for (const line of readFileSync(file, 'utf8').split('\n')) known.add(line);
  } catch (thrown) {
    // Nothing was trusted yet, or the settings cannot be read: then the person is asked again.
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
  }
}

/** Allows the code with these hashes to run, now and in the future. */
export function trustCode(hashes: Iterable<string>): void {
  const fresh = [...new Set(hashes)].filter((hash) => !isTrustedCode(hash));
  if (fresh.length === 0) return;
  for (const hash of fresh) known.add(hash);
  try {
    mkdirSync(settingsFolder(), { recursive: true });
    appendFileSync(trustedFile(), `${fresh.join('\n')}\n`);
  } catch (thrown) {
    // Settings that cannot be written: the next process asks the person again.
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
  }
}

/** Trusts the code of a workspace's own files, which a person runs, so that its stored runs need no confirmation. */
export function trustOwnCode(files: Files): void {
  const hash = codeHash(files);
  if (hash !== undefined) trustCode([hash]);
}

/** Trusts edited code of a workspace's own files in this process only. */
export function trustOwnEdit(files: Files): void {
  const hash = codeHash(files);
  if (hash !== undefined) known.add(hash);
}

/** Refuses to run stored code that nobody has trusted. @throws {ProblemError} `code-not-trusted` for such code of `run`. */
export function requireTrustedCode(run: string, files: Files): void {
  const hash = codeHash(files);
  if (hash === undefined || isTrustedCode(hash)) return;
  throw new ProblemError(
    'code-not-trusted',
    `The code of ${run} came from elsewhere and never ran here. Trust it to run it.`,
  );
}
