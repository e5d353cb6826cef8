import { extname } from 'node:path';
import { Fault } from '../fault.ts';
import { AGENTS } from '../workspace/confine.ts';
import { listFiles } from '../workspace/list-files.ts';

/** What starts a program, by the ending of its file. */
const STARTERS: Readonly<Record<string, string>> = { '.mjs': 'node', '.py': 'python3', '.sh': 'sh' };

/** Names that a shell takes as they are. */
const PLAIN = /^[\w./-]+$/;

/** The commands that start the programs in the folder `agents/` of the workspace, there. */
export async function programsIn(folder: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    Object.keys(STARTERS).map((ending) => listFiles(folder, { ...AGENTS, ending })),
  );
  const paths = lists
    .flatMap(({ files }) => files.map(({ path }) => path))
    .filter((path) => PLAIN.test(path));
  return paths.toSorted().map((path) => `${STARTERS[extname(path)]!} ${path}`);
}

/** The page starts no other programs. @throws {Fault} when `command` is none of those in the workspace. */
export async function demandProgram(folder: string, command: string): Promise<void> {
  const known = await programsIn(folder);
  if (known.includes(command)) return;
  throw new Fault(
    'no-such-agent',
    `agent: found "${command}", wanted ${known.length === 0 ? 'a program in agents/' : known.join(' or ')}`,
  );
}
