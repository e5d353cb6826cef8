import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './sample-workspace.ts';

const SAMPLE = 'resources/sample-workspace';
const PREFIX = 'npm run -s orrery -- ';

/** Copies the sample workspace to the place in `folder` where the commands of the pages expect it. */
export function copySampleFor(folder: string): void {
  cpSync(join(PROJECT, SAMPLE), join(folder, SAMPLE), { recursive: true });
}

/** The commands that a page of the project shows, without `orrery`. */
export const commandsOn = (page: string): readonly string[] =>
  readFileSync(join(PROJECT, page), 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith(PREFIX))
    .map((line) => line.slice(PREFIX.length));

/** The words of `command` as a shell in `folder` takes them, which expands `*` and leaves out comments. */
export function wordsOf(folder: string, command: string): readonly string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${command}`], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}
