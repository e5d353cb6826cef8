import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import type { ScenarioLimits } from '../../../../main/host/scenarios/gate.ts';
import {
  type LoadedScenario,
  loadScenario,
  RealmPool,
} from '../../../../main/host/scenarios/load-scenario.ts';

/** A stand-in for the engine: a scenario is a recipe whose steps are called by name. */
export interface Recipe {
  readonly recipe: Readonly<Record<string, (...args: never[]) => unknown>>;
}

const recipe = (steps: Recipe['recipe']): Recipe => ({ recipe: steps });

const isRecipe = (value: unknown): value is Recipe =>
  typeof value === 'object' && value !== null && 'recipe' in value;

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

interface Limits {
  readonly limits?: ScenarioLimits;
  /** Exports of 'orrery' beyond `recipe`. */
  readonly orrery?: object;
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

/** Compiles and loads the workspace's `dinner.ts`. */
export async function dinner(
  files: string | Readonly<Record<string, string>>,
  { orrery = {}, ...limits }: Limits = {},
): Promise<LoadedScenario<Recipe>> {
  const folder = await workspace(typeof files === 'string' ? { 'dinner.ts': files } : files);
  const compiled = await compileScenario(folder, 'dinner.ts');
  return loadScenario(compiled, { orrery: { recipe, ...orrery }, isScenario: isRecipe, ...limits });
}

/** Compiles `text`, and returns a function that loads it in a realm of a pool. `orrery`: exports of 'orrery' beyond `recipe`. */
export async function dinnersInPool(
  text: string,
  orrery: object = {},
): Promise<() => LoadedScenario<Recipe>> {
  const compiled = await compileScenario(await workspace({ 'dinner.ts': text }), 'dinner.ts');
  const realms = new RealmPool();
  return () => loadScenario(compiled, { orrery: { recipe, ...orrery }, isScenario: isRecipe, realms });
}

/** Runs one step of the recipe as the engine does, through the gate. */
export function cook(loaded: LoadedScenario<Recipe>, step = 'cook'): unknown {
  return loaded.host.enter(() => loaded.scenario.recipe[step]!());
}

/** The error of `work`, as the engine sees it: an error of another realm is not an `Error` here. */
export function thrownBy(work: () => unknown): { name: string; message: string; stack: string } {
  try {
    work();
  } catch (thrown) {
    return thrown as { name: string; message: string; stack: string };
  }
  throw new Error('nothing was thrown');
}
