import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROJECT = join(import.meta.dirname, '../../..');
export const PROGRAM = join(PROJECT, 'out/main/cli.js');

/** How a command of the real terminal ended. */
export interface Ending {
  /** `hang`: not within its processor time, or ten times that on the clock. `death`: by a signal that we did not send, or with a code that no command has. */
  readonly end: 'well' | 'hang' | 'death';
  readonly code: number | null;
  readonly seconds: number;
  /** What it wrote, on both outputs. */
  readonly output: string;
  /** A stack was shown, of our own code or of Node's. */
  readonly isRaw: boolean;
  /** How long it took to end after a SIGTERM, in milliseconds; `undefined` where none was sent. */
  readonly answered: number | undefined;
}

/** The exit codes of the terminal: done, failed, bad usage, ended by SIGHUP, SIGINT or SIGTERM. */
const CODES = new Set([0, 1, 2, 129, 130, 143]);

/** A stack, or an error that Orrery takes for its own. */
export const RAW =
  /^\s+at .*(?:node:internal|out\/main|\(native\)|file:\/\/)|^(?:Uncaught|node:internal)|triggerUncaughtException|FATAL ERROR|This is a bug of Orrery/m;

const MAX_OUTPUT = 200_000; // characters

/** The time between a SIGTERM and a SIGKILL, in milliseconds. */
const FAREWELL = 5_000;

/** The kernel counts a process's time in hundredths of a second. */
const TICKS = 100;

/**
 * Seconds of processor time that process `root` has used, and all that it started unless `whole` is false; 0 where the system
 * does not tell.
 */
export function processorTime(root: number, whole = true): number {
  if (process.platform !== 'linux') return 0;
  const all = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'latin1') : '';
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      // Fields 4 and 14 to 17 of proc(5): its parent, and the time of it and its children that have ended.
      const used = fields.slice(11, whole ? 15 : 13).reduce((sum, ticks) => sum + ticks, 0);
      return stat === '' ? [] : [{ id: Number(name), parent: fields[1]!, used }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const sum = (id: number): number =>
    all.reduce(
      (time, one) => time + (one.id === id ? one.used / TICKS : whole && one.parent === id ? sum(one.id) : 0),
      0,
    );
  return sum(root);
}

/** How often the processor time is read, in seconds. */
const INTERVAL = 1;

/**
 * Runs a command of the terminal in `folder`. When it has used `within` seconds of processor time it gets a SIGTERM, and later
 * a SIGKILL; after `until` seconds it gets a SIGTERM that is part of the case.
 */
export async function runTerminal(
  folder: string,
  args: readonly string[],
  {
    within,
    until,
    around,
  }: { readonly within: number; readonly until?: number | undefined; readonly around?: string | undefined },
): Promise<Ending> {
  const began = performance.now();
  const command = [process.execPath, '--max-old-space-size=1024', PROGRAM, ...args];
  const [program, ...rest] = around === undefined ? command : ['/bin/sh', '-c', around, 'sh', ...command];
  const child = spawn(program!, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MAX_OUTPUT) output += text;
    });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = once(child, 'exit');
  const isOver = (seconds: number): Promise<boolean> =>
    Promise.race([ended.then(() => true), sleep(seconds * 1000, false)]);

  const isOverInTime = async (): Promise<boolean> => {
    while (performance.now() - began < 10_000 * within && processorTime(child.pid!) < within)
      if (await isOver(INTERVAL)) return true;
    return false;
  };

  let answered: number | undefined;
  let end: Ending['end'] = 'well';
  if (!(await (until === undefined ? isOverInTime() : isOver(until)))) {
    if (until === undefined) end = 'hang';
    const asked = performance.now();
    child.kill('SIGTERM');
    const isGone = await isOver(FAREWELL / 1000);
    answered = performance.now() - asked;
    if (!isGone) {
      end = 'hang';
      child.kill('SIGKILL');
    }
  }
  const [code, signal] = await Promise.race([
    closed,
    ended.then(() => sleep(2_000)).then(() => [child.exitCode, child.signalCode] as const),
  ]);
  const isOurs = answered !== undefined && (signal === 'SIGTERM' || signal === 'SIGKILL');
  if (end === 'well' && !isOurs && (code === null || !CODES.has(code))) end = 'death';
  const seconds = (performance.now() - began) / 1000;
  return { end, code, seconds, output, isRaw: RAW.test(output), answered };
}
