import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCase, type CaseResult } from './run-case.ts';

/** Runs every case in `folder`, in the order of their names. @throws when the folder cannot be read. */
export function runFolder(folder: string): readonly CaseResult[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => runCase(file.slice(0, -'.json'.length), readFileSync(join(folder, file), 'utf8')));
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
