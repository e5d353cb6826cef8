import { hasFailed, report, runFolder } from '../conformance/run-folder.ts';
import { print } from './print.ts';

/** Runs a folder of conformance cases and prints how they differ. Answers false when a case without quirk does. */
export async function runConformance(folder: string): Promise<boolean> {
  const results = runFolder(folder);
  await print(report(results).join('\n'));
  return !hasFailed(results);
}
