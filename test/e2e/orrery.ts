import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { RunId } from '../../engine/model/values/ids.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunState } from '../../engine/model/run.ts';
import type { Verdict } from '../../engine/model/verdict.ts';
import { PROJECT } from './sample-workspace.ts';

const PROGRAM = join(PROJECT, 'out/main/cli.js');

export interface Answer {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line in `folder` to its end. */
export async function orreryIn(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<Answer> {
  const program = startOrrery(folder, args, env, user);
  const [stdout, stderr, code] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close').then(([status]) => status as number | null),
  ]);
  return { code, stdout, stderr };
}

type Piped = ChildProcess & {
  readonly stdout: Readable;
  readonly stderr: Readable;
};

/** Like {@link orreryIn}, as a user without root's rights: root may write to read-only files. */
export const orreryOfOthersIn = (folder: string, args: readonly string[]): Promise<Answer> =>
  orreryIn(folder, args, {}, process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

/** Whether {@link orreryOfOthersIn} can work: the program may be in a folder that others cannot read, such as root's home. */
export const isOpenToOthers = (): boolean =>
  process.getuid?.() !== 0 ||
  spawnSync(process.execPath, ['--check', PROGRAM], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0;

const NOBODY = 65_534;

/** Starts the built command line in `folder`; it ends with the test at the latest. */
export function startOrrery(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  user: { readonly uid?: number; readonly gid?: number } = {},
): Piped {
  const program = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  return program;
}

/** The output of `run --json`. */
export interface RunReport {
  readonly run: RunId;
  readonly state: RunState;
  readonly events: number;
  readonly simulatedSeconds: number;
  readonly verdict: Verdict | null;
  readonly logHash: string | null;
  readonly log: readonly LogEntry[];
}

/** Runs the built command line in `folder` and parses its output. */
export async function jsonOf<Printed>(folder: string, args: readonly string[]): Promise<Printed> {
  const { stdout, stderr } = await orreryIn(folder, args);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Printed;
}
