import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type SourceLocation, TimedOutError } from '../../../../engine/model/index.ts';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { bundleProgram } from '../../../../main/host/scenarios/bundle-program.ts';
import type { ScenarioLimits } from '../../../../main/host/scenarios/gate.ts';
import { createRealm, type Realm } from '../../../../main/host/scenarios/realm.ts';
import type { Cooked, KitchenTable } from './kitchen-program.ts';

/** A workspace folder with `files`, deleted after the test. */
export async function workspace(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'orrery-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

/** A scenario's code in its realm. */
export interface Kitchen {
  readonly realm: Realm<KitchenTable>;
  /** The kitchen's next user finds nothing of this one. */
  readonly release: () => void;
}

interface Limits {
  readonly limits?: ScenarioLimits;
}

/** The given limits of one call. */
export function limitedTo({
  time = 10_000,
  rounds = Infinity,
}: {
  readonly time?: number;
  readonly rounds?: number;
}): { readonly limits: ScenarioLimits } {
  const limits = { time, rounds };
  return { limits: { running: limits, planning: limits } };
}

let program: string | undefined;

/** Compiles and loads the workspace's `dinner.ts`. */
export async function dinner(
  files: string | Readonly<Record<string, string>>,
  { limits }: Limits = {},
): Promise<Kitchen> {
  return (await kitchens(files, limits))();
}

/** Compiles `text`, and returns a function that loads it, in the realm that was released last or in a new one. */
export const dinnersInPool = (text: string): Promise<() => Kitchen> => kitchens(text, undefined);

async function kitchens(
  files: string | Readonly<Record<string, string>>,
  limits: ScenarioLimits | undefined,
): Promise<() => Kitchen> {
  const folder = await workspace(typeof files === 'string' ? { 'dinner.ts': files } : files);
  const { places, code } = await compileScenario(folder, 'dinner.ts');
  program ??= bundleProgram(path.join(import.meta.dirname, 'kitchen-program.ts'));
  const idle: Realm<KitchenTable>[] = [];
  return () => {
    const realm = idle.pop() ?? createRealm<KitchenTable>(places, program!, limits);
    answerOf(realm.table.load(realm.module(code)));
    const release = (): void => {
      realm.reset();
      idle.push(realm);
    };
    return { realm, release };
  };
}

/** Runs one step of the recipe as the engine does, through the gate. Returns the answer as JSON has it. */
export const cook = ({ realm }: Kitchen, step = 'cook'): unknown => answerOf(realm.table.cook(step));

function answerOf(text: string): unknown {
  const cooked = JSON.parse(text) as Cooked;
  if ('timedOut' in cooked) {
    const { what, place, isBetweenCalls } = cooked.timedOut;
    throw new TimedOutError(what, place, isBetweenCalls);
  }
  if ('thrown' in cooked) throw Object.assign(new Error(), cooked.thrown);
  return cooked.answer;
}

/** The error of `work`. */
export function thrownBy(work: () => unknown): {
  name: string;
  message: string;
  stack: string;
  place?: SourceLocation;
  isNative: boolean;
} {
  try {
    work();
  } catch (thrown) {
    return thrown as ReturnType<typeof thrownBy>;
  }
  throw new Error('nothing was thrown');
}
