import { readFileSync } from 'node:fs';

let own: string | undefined;

/** Name of this process in the runs it writes. */
export const ownName = (): string => (own ??= nameOf(process.pid));

/** Whether the process with the name `owner` still runs. */
export function isAlive(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  return isRunning(pid) && nameOf(pid) === owner;
}

/** Process ids are reused, so the name includes the start time where the system reports it. */
function nameOf(pid: number): string {
  return `${pid} ${startOf(pid) ?? ''}`.trim();
}

/** In ticks since the machine booted; Linux only. `undefined` for a zombie process. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain anything; the state is field 3, the start 22.
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
    // The process exists but belongs to another user.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
