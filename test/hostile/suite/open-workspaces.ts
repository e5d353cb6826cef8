import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import { compileScenario } from '../../../main/host/scenarios/compile-cache.ts';
import { TypeChecker } from '../../../main/host/scenarios/type-checker.ts';
import { Workspace } from '../../../main/host/workspace/workspace.ts';
import { pantry } from '../../main/host/scenarios/pantry.ts';

/** What came of opening a workspace, and of reading, checking and compiling its scenario. */
export interface Opened {
  readonly said: readonly string[];
  readonly code: string;
}

/** Opens the workspace in `folder` as the window does before anything runs. */
export async function openWorkspace(folder: string): Promise<Opened> {
  const said: string[] = [];
  const attempt = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      const problems = 'problems' in thrown ? thrown.problems : [];
      said.push(thrown.message, JSON.stringify(problems));
      return undefined;
    }
  };
  const workspace = new Workspace(folder);
  await attempt(() => workspace.files());
  await attempt(() => workspace.readScenario('scenarios/first.ts'));
  said.push(JSON.stringify(new TypeChecker(workspace.folder, pantry).check('scenarios/first.ts')));
  const compiled = await attempt(() => compileScenario(workspace.folder, 'scenarios/first.ts'));
  return { said, code: compiled === undefined ? '' : compiled.code + compiled.places.data.map };
}

const [list] = process.argv.slice(2);
if (list !== undefined && relative(process.argv[1] ?? '', import.meta.filename) === '')
  for (const folder of JSON.parse(readFileSync(list, 'utf8')) as string[]) await openWorkspace(folder);
