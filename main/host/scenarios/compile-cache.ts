import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ScenarioError } from '../../../engine/index.ts';
import { compileFiles, type CompiledScenario } from './compile.ts';
import { filesFrom, filesIn, type ScenarioFiles } from './source-files.ts';

/** A question that a compilation asked about the workspace, and the answer. */
interface Read {
  readonly ask: (files: ScenarioFiles) => Promise<unknown>;
  readonly answer: unknown;
}

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

function start(key: string, files: ScenarioFiles, path: string): Promise<Compilation> {
  const reads: Read[] = [];
  const compiling = compileFiles(recording(files, reads), path).then(
    (compiled) => ({ outcome: { compiled }, reads }),
    (thrown: unknown) => {
      if (thrown instanceof ScenarioError) return { outcome: { error: thrown }, reads };
      compilations.delete(key);
      throw thrown;
    },
  );
  return compiling;
}

/** Marks a compilation as used last, and drops the least recently used one if there are too many. */
function keep(key: string, compiling: Promise<Compilation>): void {
  compilations.delete(key);
  compilations.set(key, compiling);
  const [oldest] = compilations.keys();
  if (compilations.size > MAX_KEPT && oldest !== undefined) compilations.delete(oldest);
}

/** `files`, with every question and its answer added to `reads`. */
function recording(files: ScenarioFiles, reads: Read[]): ScenarioFiles {
  const asked = async <Answer>(ask: (of: ScenarioFiles) => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await ask(files);
      reads.push({ ask, answer });
      return answer;
    } catch (thrown) {
      // A symbol equals no later answer.
      reads.push({ ask, answer: Symbol('not read') });
      throw thrown;
    }
  };
  return {
    find: (wanted) => asked((of) => of.find(wanted)),
    read: (path) => asked((of) => of.read(path)),
    list: (folder) => asked((of) => of.list(folder)),
  };
}

async function areSame(files: ScenarioFiles, reads: readonly Read[]): Promise<boolean> {
  try {
    const answers = await Promise.all(reads.map(({ ask }) => ask(files)));
    return reads.every(({ answer }, nth) => isDeepStrictEqual(answer, answers[nth]));
  } catch {
    return false;
  }
}
