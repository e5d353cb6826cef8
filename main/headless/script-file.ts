import { basename, dirname } from 'node:path';
import { readScript } from '../runs/agents.ts';
import { existingFile } from './files.ts';

/** What an agent follows: the name it goes by among a run's files, and its text. */
export interface Script {
  readonly name: string;
  readonly text: string;
}

/** The script in `file`, as the command line names it. @throws {UsageError} when it is not there. */
export async function scriptFile(file: string): Promise<Script> {
  const absolute = existingFile(file, 'the script of an agent');
  const name = basename(absolute);
  return { name, text: await readScript(dirname(absolute), name) };
}
