import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ScenarioError } from '../../../engine/index.ts';
import { compileFiles, type CompiledScenario } from './compile.ts';
import { filesFrom, filesIn, type ScenarioFiles } from './source-files.ts';
import { type Read, storedCompilations } from './stored-compilations.ts';

interface Compilation {
  readonly outcome: { readonly compiled: CompiledScenario } | { readonly error: ScenarioError };
  readonly reads: readonly Read[];
}

/** As many scenarios as a person has open at once. Dropped ones are compiled again. */
const MAX_KEPT = 16;

const compilations = new Map<string, Promise<Compilation>>();

/**
 * Compiles the scenario at `path` of the workspace `folder` and its imports into one script, without checking types. Returns
 * the same object until a file changes, so that checking, planning, listing variants and running share one compilation.
 *
 * @throws {ScenarioError} when the file is missing, is not valid TypeScript, or has an import that is not allowed.
 */
export async function compileScenario(folder: string, path: string): Promise<CompiledScenario> {
  const files = filesIn(await realpath(folder));
  const key = `${folder}\0${path}`;
  for (;;) {
    const known = compilations.get(key);
    const pending = known ?? start(key, files, path);
    keep(key, pending);
    const { outcome, reads } = await pending;
    if (known === undefined || (await areSame(files, reads))) {
      if ('error' in outcome) throw outcome.error;
      return outcome.compiled;
    }
    // The first caller to find it out of date starts a new compilation; the others wait for it.
    if (compilations.get(key) === known) compilations.delete(key);
  }
}

/**
 * Compiles the scenario at `path` from the source files in `texts`, which are stored with a run and never change.
 *
 * @throws {ScenarioError} when they are not valid TypeScript, or have an import that is not allowed.
 */
export async function compileTexts(
  texts: ReadonlyMap<string, string>,
  path: string,
): Promise<CompiledScenario> {
  const key = JSON.stringify([path, ...[...texts].sort(([one], [other]) => (one < other ? -1 : 1))]);
  const pending = compilations.get(key) ?? start(key, filesFrom(texts), path);
  keep(key, pending);
  const { outcome } = await pending;
  if ('error' in outcome) throw outcome.error;
  return outcome.compiled;
}

const stored = storedCompilations();

function start(key: string, files: ScenarioFiles, path: string): Promise<Compilation> {
  return compile(files, path).catch((thrown: unknown) => {
    compilations.delete(key);
    throw thrown;
  });
}

/** Compiles the scenario at `path` of `files`, or takes what another process has compiled. */
async function compile(files: ScenarioFiles, path: string): Promise<Compilation> {
  const known = await stored?.find(files, path);
  if (known !== undefined) return { outcome: { compiled: known.compiled }, reads: known.reads };
  const reads: Read[] = [];
  try {
    const compiled = await compileFiles(recording(files, reads), path);
    await stored?.keep(files, path, compiled, reads);
    return { outcome: { compiled }, reads };
  } catch (thrown) {
    if (thrown instanceof ScenarioError) return { outcome: { error: thrown }, reads };
    throw thrown;
  }
}

/** Marks a compilation as used last, and drops the least recently used one if there are too many. */
function keep(key: string, compiling: Promise<Compilation>): void {
  compilations.delete(key);
  compilations.set(key, compiling);
  const [oldest] = compilations.keys();
  if (compilations.size > MAX_KEPT && oldest !== undefined) compilations.delete(oldest);
}

/** `files`, with every question and its answer added to `reads`. */
export function recording(files: ScenarioFiles, reads: Read[]): ScenarioFiles {
  const asked = async <Answer>(
    about: Read['about'],
    path: string,
    answering: Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await answering;
      reads.push({ about, path, answer });
      return answer;
    } catch (thrown) {
      // A symbol equals no later answer.
      reads.push({ about, path, answer: Symbol('not read') });
      throw thrown;
    }
  };
  return {
    find: (wanted) => asked('find', wanted, files.find(wanted)),
    read: (path) => asked('read', path, files.read(path)),
    list: (folder) => asked('list', folder, files.list(folder)),
  };
}

async function areSame(files: ScenarioFiles, reads: readonly Read[]): Promise<boolean> {
  try {
    const answers = await Promise.all(reads.map(({ about, path }) => files[about](path)));
    return reads.every(({ answer }, nth) => isDeepStrictEqual(answer, answers[nth]));
  } catch {
    return false;
  }
}
