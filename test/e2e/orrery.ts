import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import type { RunId } from '../../engine/model/values/ids.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunState } from '../../engine/model/run.ts';
import type { Verdict } from '../../engine/model/verdict.ts';
import type * as CommandLine from '../../main/cli/command-line.ts';
import { PROJECT } from './sample-workspace.ts';

const BUILT = join(PROJECT, 'out/main');
const PROGRAM = join(BUILT, 'cli.js');

// It starts its process in the folder in which it was first loaded, which may be one that a test has removed.
await import('esbuild');

/** The built command line without the process around it. */
const { runCommandLine } = (await import(
  pathToFileURL(join(BUILT, 'command-line.js')).href
)) as typeof CommandLine;

export interface Answer {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command lines that run in this process, one after the other: the folder and the environment belong to all of it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command line in `folder` to its end, within this process: starting one takes several times as long as most
 * commands.
 */
export function orreryIn(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = last.then(() => answerIn(folder, args, env));
  last = answer.catch(() => undefined);
  return answer;
}

async function answerIn(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Answer> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const before = process.cwd();
  process.chdir(folder);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const code = await runCommandLine(args, { stdout, stderr }).finally(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
    stdout.end();
    stderr.end();
  });
  const [out, error] = await printed;
  return { code, stdout: out, stderr: error };
}

/** Runs the built command line in `folder` to its end, in a process of its own as a person does. */
export async function orreryProcessIn(
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

/** Like {@link orreryProcessIn}, as a user without root's rights: root may write to read-only files. */
export const orreryOfOthersIn = (folder: string, args: readonly string[]): Promise<Answer> =>
  orreryProcessIn(folder, args, {}, process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

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

/** Whether {@link orreryOfflineIn} is permitted here. */
export const canGoOffline = (): boolean => spawnSync('unshare', ['-rn', 'true']).status === 0;

/** Runs the built command line in `folder`, in a network of its own without any interface. Linux only. */
export async function orreryOfflineIn(folder: string, args: readonly string[]): Promise<Answer> {
  const program = spawn('unshare', ['-rn', process.execPath, PROGRAM, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [stdout, stderr, code] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close').then(([status]) => status as number | null),
  ]);
  return { code, stdout, stderr };
}

/** The output of `run --json`. */
export interface RunReport {
  readonly run: RunId;
  readonly state: RunState;
  readonly events: number;
  readonly simulatedSeconds: number;
  readonly verdict: Verdict | null;
  readonly logHash: string | null;
  readonly logHashVersion: number | null;
  readonly log: readonly LogEntry[];
}

/** Runs the built command line in `folder` and parses its output. */
export async function jsonOf<Printed>(folder: string, args: readonly string[]): Promise<Printed> {
  const { stdout, stderr } = await orreryIn(folder, args);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Printed;
}
