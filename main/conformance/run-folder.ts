import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCase, type CaseResult } from './run-case.ts';

/** Runs every case in `folder`, in the order of their names. @throws when the folder cannot be read. */
export function runFolder(folder: string): readonly CaseResult[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => runFile(join(folder, file)));
}

/** A file that cannot be read, as a folder or a link that leads nowhere, is a case that failed. */
function runFile(path: string): CaseResult {
  const name = basename(path, '.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    return { name, kind: 'unknown', quirk: false, difference: `file: ${(thrown as Error).message}` };
  }
  return runCase(name, text);
}

/** What a person reads of `results`: a line for each case that differs, and the counts. */
export function report(results: readonly CaseResult[]): readonly string[] {
  const plain = results.filter(({ quirk }) => !quirk);
  const quirks = results.filter(({ quirk }) => quirk);
  const failed = plain.filter(isDifferent);
  const different = quirks.filter(isDifferent);
  return [
    ...failed.map(({ name, difference }) => `${name}: ${difference ?? ''}`),
    ...different.map(({ name, difference }) => `${name} (quirk): ${difference ?? ''}`),
    `quirk cases: ${quirks.length - different.length} equal, ${different.length} different`,
    `${plain.length - failed.length} passed, ${failed.length} failed`,
  ];
}

/** True when a case without quirk differs. */
export const hasFailed = (results: readonly CaseResult[]): boolean =>
  results.some((result) => !result.quirk && isDifferent(result));

const isDifferent = ({ difference }: CaseResult): boolean => difference !== undefined;
