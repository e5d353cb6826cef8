import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { hasFailed, report, runFolder } from '../conformance/run-folder.ts';
import { print, tell } from './print.ts';
import { UsageError } from './usage-error.ts';

/** Adds `conformance <folder>`: runs a folder of cases and says how they differ. `ended` is told whether none failed. */
export function addConformance(program: Command, ended: (well: boolean) => void): void {
  program
    .command('conformance')
    .description('run a folder of conformance cases against the engine')
    .argument('<folder>', 'with one JSON file for each case')
    .action(async (folder: string) => {
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw new UsageError(`${folder}: found no folder, wanted one of cases`);
      const results = runFolder(folder);
      if (results.length === 0) tell(`${folder}: found no case, wanted a JSON file for each`);
      await print(report(results).join('\n'));
      ended(results.length > 0 && !hasFailed(results));
    });
}
