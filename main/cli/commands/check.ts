import type { Command } from 'commander';
import { kindOfFile, type Problem } from '../../../engine/model/index.ts';
import { checkScenario, plannerHere, variantsOfScenario } from '../../host/runs/index.ts';
import type { CheckTypes } from '../../host/scenarios/index.ts';
import { type WorkspaceFile, scenarioFile } from '../files.ts';
import { print, problemLine } from '../print.ts';
import type { CommandContext } from '../program.ts';

/** Adds `check <scenario...>`, which lists errors and warnings. It succeeds when all scenarios can run. */
export function addCheckCommand(program: Command, { checkTypes, ended }: CommandContext): void {
  program
    .command('check')
    .description('list the problems of scenarios without running them; exits with 1 on an error')
    .argument('<scenario...>', 'scenarios in TypeScript, or scenarios or traces of ARE in JSON')
    .option('--json', 'print a JSON list of problems')
    .action(async (files: string[], { json = false }: { json?: boolean }) => {
      const places = files.map(scenarioFile);
      const found = [];
      for (const place of places)
        found.push({ path: place.path, problems: await problemsOf(place, checkTypes) });
      const all = found.flatMap(({ path, problems }) =>
        problems.map((problem) => ({ scenario: path, ...problem, place: problem.place ?? null })),
      );
      await print(json ? JSON.stringify(all, null, 2) : found.flatMap(problemLines).join('\n'));
      ended(all.every(({ severity }) => severity !== 'error'));
    });
}

/** The problems of all variants, without duplicates. */
async function problemsOf(
  { folder, path }: WorkspaceFile,
  checkTypes: CheckTypes,
): Promise<readonly Problem[]> {
  const checks = { checkTypes, planner: plannerHere };
  const first = await checkScenario(folder, path, checks);
  if (kindOfFile(path) === 'trace' || first.some(({ severity }) => severity === 'error')) return first;
  const [, ...others] = await variantsOfScenario(folder, path, checks);
  const more = [];
  for (const variant of others) more.push(...(await checkScenario(folder, path, checks, variant)));
  return [...new Map([...first, ...more].map((problem) => [JSON.stringify(problem), problem])).values()];
}

function problemLines({
  path,
  problems,
}: {
  readonly path: string;
  readonly problems: readonly Problem[];
}): string[] {
  if (problems.length === 0) return [`${path}: no problems`];
  return problems.map((problem) => problemLine(problem, path));
}
