import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Runs a program with its arguments, `$@`, and the variable `$0` in its environment. When our end of pipe 3 is closed, which also
 * happens when we are killed, a process that does not have the variable itself kills those that have it, wherever they went, and
 * the process group. It looks again as long as it finds some: they may start others meanwhile. `exec` gives the child the program's
 * exit code and signals.
 */
const SUPERVISED_COMMAND = `(read -r _ <&3
  for round in 1 2 3 4 5 6 7 8 9; do
    found=$(grep -lsF "$0=" /proc/[0-9]*/environ)
    [ "$found" ] || break
    for one in $found; do one=\${one%/environ}; kill -KILL "\${one#/proc/}"; done
  done
  kill -KILL 0) </dev/null >/dev/null 2>&1 & export "$0=1"; exec "$@" 3<&-`;

interface OwnedProcessOptions {
  /** The folder in which the process starts; by default the current folder. */
  readonly folder?: string | undefined;
  /** The environment variables; by default those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The command for the shell of Windows. When left out, no shell is used there. */
  readonly inShell?: string | undefined;
}

/**
 * A program with pipes for its input, output and errors. All processes that it starts end when it is killed, and when this
 * process ends or is killed: on Linux also processes that left its process group; on Windows only while the program itself runs,
 * and not when this process is killed.
 */
export class OwnedProcess {
  readonly child: ChildProcess;
  /** The name of a unique variable in the environment of the process and of all processes that it starts. */
  readonly #mark = `ORRERY_OWNED_${randomBytes(8).toString('hex')}`;

  constructor(
    [program = '', ...args]: readonly string[],
    { folder, env, inShell }: OwnedProcessOptions = {},
  ) {
    const options = { stdio: 'pipe', ...(folder && { cwd: folder }), ...(env && { env }) } as const;
    this.child =
      process.platform !== 'win32'
        ? // A process group of its own, so that everything the program starts can be killed with it.
          spawn('/bin/sh', ['-c', SUPERVISED_COMMAND, this.#mark, program, ...args], {
            ...options,
            stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
            detached: true,
          })
        : inShell === undefined
          ? spawn(program, args, { ...options, windowsHide: true })
          : spawn(inShell, { ...options, shell: true });
    this.child.stdio[3]?.on('error', () => undefined);
    process.once('exit', this.#killAll);
  }

  /** Kills the process and all processes that it started. */
  kill(): void {
    process.off('exit', this.#killAll);
    this.#killAll();
    this.child.stdio[3]?.destroy();
  }

  readonly #killAll = (): void => {
    const { pid, exitCode } = this.child;
    try {
      if (pid === undefined) this.child.kill('SIGKILL');
      else if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
      // The id of one that has ended may be another's by now.
      else if (exitCode === null)
        spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
    } catch {
      // Everything has already ended.
    }
    killMarked(this.#mark);
  };
}

/** The number of searches for processes that others start while they are killed. */
const MAX_KILL_ROUNDS = 9;

/** Kills the processes with the variable `mark` in their environment, including those that left their group. Linux only. */
function killMarked(mark: string): void {
  for (let round = 0; round < MAX_KILL_ROUNDS; round += 1) {
    const found = processes().filter((pid) => environmentOf(pid).includes(`${mark}=`));
    if (found.length === 0) return;
    for (const pid of found)
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
  }
}

/** The ids of all processes; empty if the system does not list them as files. */
function processes(): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** The initial environment of the process `pid`; empty if it belongs to another user or has ended. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
