import { readScript } from '../host/runs/index.ts';
import { placeOf } from './files.ts';

/** An agent's script: its name among a run's files, and its text. */
export interface Script {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the script `file` from the command line. Its name is its path in its workspace.
 *
 * @throws {UsageError} when it does not exist.
 * @throws {ProblemError} when it cannot be a script.
 */
export async function scriptFile(file: string): Promise<Script> {
  const { folder, path } = placeOf(file, 'the script of an agent');
  return { name: path, text: await readScript(folder, path) };
}
