import { basename, dirname, relative, sep } from 'node:path';
import { readScript } from '../runs/agents.ts';
import { existingFile } from './files.ts';

/** What an agent follows: the name it goes by among a run's files, and its text. */
export interface Script {
  readonly name: string;
  readonly text: string;
}

/**
 * The script in `file`, as the command line names it. It goes by its path in `workspace` where it is in there, else by its name.
 *
 * @throws {UsageError} when it is not there.
 */
export async function scriptFile(file: string, workspace?: string): Promise<Script> {
  const absolute = existingFile(file, 'the script of an agent');
  const [folder, alone] = [dirname(absolute), basename(absolute)];
  const path = workspace === undefined ? alone : relative(workspace, absolute).split(sep).join('/');
  return { name: path.startsWith('../') ? alone : path, text: await readScript(folder, alone) };
}
