import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { print, printNote } from '../../../main/cli/print.ts';
import { explanationsIn, hasFailed, report, runFolder } from './run-cases.ts';

const USAGE = `Usage: npm run -s conformance -- [--json] <folder>...

Runs folders of conformance cases, one JSON file for each, and says of each whether it is equal, differs on purpose
and why, or differs. Cases of calls end in .calls.json, files of ARE in .trace.json and .scenario.json.
Exit codes: 0 no case failed, 1 a case failed, 2 bad usage.

  --json  print a JSON list of cases`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const asked = asRequested(args);
  if (typeof asked === 'string') {
    printNote(asked);
    return 2;
  }
  if (asked.help) {
    await print(USAGE);
    return 0;
  }
  // Relative to the bundle, which is in out/.
  const differences = new URL('../test/conformance/differences.md', import.meta.url);
  const explanations = explanationsIn(readFileSync(differences, 'utf8'));
  const results = asked.folders.map((folder) => ({ folder, cases: runFolder(folder, explanations) }));
  const cases = results.flatMap((one) => one.cases);
  await print(asked.json ? JSON.stringify(cases, null, 2) : report(cases).join('\n'));
  const empty = results.find((one) => one.cases.length === 0);
  if (empty !== undefined) {
    printNote(`${empty.folder}: found no cases, wanted one JSON file for each`);
    return 2;
  }
  return hasFailed(cases) ? 1 : 0;
}

/** The parsed arguments, or what is wrong with them. */
function asRequested(
  args: readonly string[],
): { readonly folders: readonly string[]; readonly json: boolean; readonly help: boolean } | string {
  try {
    const { positionals: folders, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (folders.length === 0 && !values.help) return USAGE;
    const missing = folders.find((folder) => !existsSync(folder));
    if (missing !== undefined) return `${missing}: found nothing, wanted a folder of cases`;
    const file = folders.find((folder) => !statSync(folder).isDirectory());
    if (file !== undefined) return `${file}: found no folder, wanted a folder of cases`;
    return { folders, ...values };
  } catch (thrown) {
    return (thrown as Error).message;
  }
}
