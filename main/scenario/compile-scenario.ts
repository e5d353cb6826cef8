import { build, type BuildFailure, type BuildOptions, type Message } from 'esbuild';
import { realpath } from 'node:fs/promises';
import { ScenarioError } from '../../engine/index.ts';
import type { SourceLocation, Problem } from '../../engine/model/index.ts';
import { AuthorPlaces, NAMESPACE, unguarded } from './author-places.ts';
import type { Insertion } from './loop-guard.ts';
import { loadTypeScript } from './typescript.ts';
import { filesIn, type Found, type ScenarioFiles } from './workspace-file.ts';
import { workspacePlugin, type Gathered } from './workspace-plugin.ts';

/** A scenario with its neighbours in one script, ready to be loaded any number of times. */
export interface Compiled {
  /** The scenario's file, within the workspace, with forward slashes. */
  readonly path: string;
  /** One CommonJS module that requires nothing but 'orrery'. */
  readonly code: string;
  /** What the author had written in each file that went into it, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly places: AuthorPlaces;
}

/**
 * Puts the scenario at `path` of the workspace `folder` and what it imports into one script. Types are not checked.
 *
 * @throws {ScenarioError} when the file is not there, cannot be read as TypeScript, or imports what it may not.
 */
export const compileScenario = async (folder: string, path: string): Promise<Compiled> =>
  compileFiles(filesIn(await realpath(folder)), path);

/** The same of any files. */
export async function compileFiles(files: ScenarioFiles, path: string): Promise<Compiled> {
  const entry = await files.find(path);
  if (entry.kind !== 'file') throw noScenario(path, entry.kind);

  const gathered: Gathered = { files: new Map(), insertions: new Map(), problems: [] };
  const plugin = workspacePlugin(loadTypeScript(), files, gathered);
  const result = await build({ ...OPTIONS, entryPoints: [entry.path], plugins: [plugin] }).catch(
    (failure: unknown) => {
      if (!isBuildFailure(failure)) throw failure;
      return failure;
    },
  );
  if (gathered.problems.length > 0) throw new ScenarioError(gathered.problems);
  if (result instanceof Error)
    throw new ScenarioError(result.errors.map((error) => problemOf(error, gathered.insertions)));

  const [map, code] = ['.map', '.js'].map(
    (ending) => result.outputFiles.find((output) => output.path.endsWith(ending))!.text,
  );
  return {
    path: entry.path,
    code: code!,
    files: gathered.files,
    places: new AuthorPlaces(map!, gathered.insertions),
  };
}

const OPTIONS = {
  bundle: true,
  write: false,
  outfile: 'scenario.js',
  format: 'cjs',
  platform: 'neutral',
  target: 'node20',
  keepNames: true,
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'silent',
  // Whatever configuration lies in or above the workspace has no say.
  tsconfigRaw: '{}',
} as const satisfies BuildOptions;

const isBuildFailure = (failure: unknown): failure is BuildFailure =>
  failure instanceof Error && 'errors' in failure;

function problemOf(
  { text, location }: Message,
  insertions: ReadonlyMap<string, readonly Insertion[]>,
): Problem {
  return { severity: 'error', message: text, place: location === null ? undefined : placeOf() };

  function placeOf(): SourceLocation {
    const { file, line, column, lineText } = location!;
    const path = file.slice(NAMESPACE.length + 1);
    // The bundler counts bytes, everyone else UTF-16 units.
    const units = Buffer.from(lineText).subarray(0, column).toString().length;
    const written = unguarded(insertions.get(path) ?? [], line - 1, units);
    return { file: path, line: written.line + 1, column: written.column + 1 };
  }
}

function noScenario(path: string, kind: Exclude<Found['kind'], 'file'>): ScenarioError {
  const found = {
    missing: 'found no such file, wanted a scenario',
    outside: 'found a file outside the workspace, wanted a scenario in it',
    unreadable: 'found a file of another kind, wanted a scenario that ends in .ts',
  }[kind];
  return new ScenarioError([
    { severity: 'error', message: found, place: { file: path, line: 1, column: 1 } },
  ]);
}
