import { readFileSync } from 'node:fs';

let own: string | undefined;

/** Names this process in the rows of the runs it writes. */
export const ownName = (): string => (own ??= nameOf(process.pid));

/** False when the process that called itself `owner` is gone. */
export function isAlive(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  return isRunning(pid) && nameOf(pid) === owner;
}

/** Numbers of processes are given again, so the moment of the start stands with them where the system tells it. */
function nameOf(pid: number): string {
  return `${pid} ${startOf(pid) ?? ''}`.trim();
}

/** In ticks since the machine came up; Linux only. A process that is dead but not yet buried has none. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold anything; the state is field 3, the start 22.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // It is there but belongs to somebody else.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
