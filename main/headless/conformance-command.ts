import type { Command } from 'commander';
import { hasFailed, report, runFolder } from '../conformance/run-folder.ts';
import { existingFolder } from './files.ts';
import { print } from './print.ts';
import { UsageError } from './usage-error.ts';

/** Adds `conformance <folder>`: runs a folder of cases and says how they differ. `ended` is told whether none failed. */
export function addConformance(program: Command, ended: (well: boolean) => void): void {
  program
    .command('conformance')
    .description('run a folder of conformance cases against the engine; exits with 1 when one fails')
    .argument('<folder>', 'with one JSON file for each case')
    .option('--json', 'print a JSON list of cases')
    .action(async (folder: string, { json = false }: { json?: boolean }) => {
      const results = runFolder(existingFolder(folder, 'a folder of cases'));
      await print(json ? JSON.stringify(results, null, 2) : report(results).join('\n'));
      if (results.length === 0)
        throw new UsageError(`${folder}: found no cases, wanted one JSON file for each`);
      ended(!hasFailed(results));
    });
}
