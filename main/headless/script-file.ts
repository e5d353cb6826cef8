import { readScript } from '../runs/agents.ts';
import { placeOf } from './files.ts';

/** What an agent follows: the name it goes by among a run's files, and its text. */
export interface Script {
  readonly name: string;
  readonly text: string;
}

/**
 * The script in `file`, as the command line names it. It goes by its path in its workspace.
 *
 * @throws {UsageError} when it is not there.
 * @throws {Fault} when it cannot be one.
 */
export async function scriptFile(file: string): Promise<Script> {
  const { folder, path } = placeOf(file, 'the script of an agent');
  return { name: path, text: await readScript(folder, path) };
}
