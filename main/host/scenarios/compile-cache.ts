import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ScenarioError } from '../../../engine/index.ts';
import { compileFiles, type CompiledScenario } from './compile.ts';
import { filesFrom, filesIn, type ScenarioFiles } from './source-files.ts';

/** What a compilation asked of the workspace, and what it was answered. */
interface Read {
  readonly ask: (files: ScenarioFiles) => Promise<unknown>;
  readonly answer: unknown;
}

interface Compilation {
  readonly outcome: { readonly compiled: CompiledScenario } | { readonly error: ScenarioError };
  readonly reads: readonly Read[];
}

/** The scenarios a person has open at once; what is dropped is compiled again. */
const MOST_KEPT = 16;

const compilations = new Map<string, Promise<Compilation>>();

/**
 * Puts the scenario at `path` of the workspace `folder` and what it imports into one script. Types are not checked. While the
 * files have the same content it is compiled once: checking, planning, listing variants and running share the same object.
 *
 * @throws {ScenarioError} when the file is not there, cannot be read as TypeScript, or imports what it may not.
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
    // Whoever finds it out of date first starts the next; the others wait for that.
    if (compilations.get(key) === known) compilations.delete(key);
  }
}

/**
 * The same of texts that are kept with runs and do not change.
 *
 * @throws {ScenarioError} when they cannot be read as TypeScript, or import what they may not.
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

/** Keeps a compilation as the one used last, and drops the one that was not used for longest. */
function keep(key: string, compiling: Promise<Compilation>): void {
  compilations.delete(key);
  compilations.set(key, compiling);
  const [oldest] = compilations.keys();
  if (compilations.size > MOST_KEPT && oldest !== undefined) compilations.delete(oldest);
}

/** `files`, with all that is asked of them added to `reads`. */
function recording(files: ScenarioFiles, reads: Read[]): ScenarioFiles {
  const asked = async <Answer>(ask: (of: ScenarioFiles) => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await ask(files);
      reads.push({ ask, answer });
      return answer;
    } catch (thrown) {
      // Nothing that is read again equals this.
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
