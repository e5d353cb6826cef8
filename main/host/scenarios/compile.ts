import { channel } from 'node:diagnostics_channel';
import path from 'node:path';
import type {
  BuildFailure,
  BuildOptions,
  Loader,
  Message,
  OnLoadResult,
  OnResolveResult,
  Plugin,
  transform,
  TransformOptions,
} from 'esbuild';
import { ScenarioError } from '../../../engine/index.ts';
import { MAX_JSON_DEPTH, type Problem, type SourceLocation } from '../../../engine/model/index.ts';
import {
  findRequires,
  findReserved,
  findWaiting,
  guard,
  type Insertion,
  IMPORTS_LATER,
  parse,
  sourceLocation as placeIn,
  syntaxProblems,
} from './author-code.ts';
import { ProblemError } from '../system/index.ts';
import { findImported, type FindResult, type ScenarioFiles } from './source-files.ts';
import { SourcePositions, NAMESPACE, unguarded } from './source-positions.ts';
import { keepTypeScript, loadTypeScript, type TypeScript } from './typescript.ts';

/** A scenario and its imports as one script that can be loaded any number of times. */
export interface CompiledScenario {
  /** The path of the scenario's file within the workspace, with forward slashes. */
  readonly path: string;
  /** A CommonJS module that requires only 'orrery'. */
  readonly code: string;
  /** The author's text of each file in the script, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly places: SourcePositions;
}

/** A compiled scenario in a form that can be sent to another process. */
export type CompiledData = Omit<CompiledScenario, 'places'> & { readonly places: SourcePositions['data'] };

export const dataOf = ({ places, ...compiled }: CompiledScenario): CompiledData => ({
  ...compiled,
  places: places.data,
});

/** The compiled scenario from the result of {@link dataOf}. */
export const compiledFrom = ({ places, ...compiled }: CompiledData): CompiledScenario => ({
  ...compiled,
  places: new SourcePositions(places),
});

/** A diagnostics channel with the path of each compiled scenario; tests count the messages. */
const compilations = channel('orrery.compile');

/**
 * Compiles the scenario at `path` of `files` and its imports into one script, without checking types.
 *
 * @throws {ScenarioError} when the file is missing, is not valid TypeScript, or has an import that is not allowed.
 */
export async function compileFiles(files: ScenarioFiles, path: string): Promise<CompiledScenario> {
  const entry = await files.find(path);
  if (entry.kind !== 'file') throw noScenario(path, entry.kind);

  compilations.publish({ path });
  // Loaded only here, because most scenarios were compiled by an earlier process.
  const { build, transform } = await import('esbuild');
  const gathered: BundleInput = { files: new Map(), insertions: new Map(), marks: [], problems: [] };
  const plugin = workspacePlugin(loadTypeScript(), transform, files, entry.path, gathered);
  const result = await build({ ...OPTIONS, plugins: [plugin] }).catch((failure: unknown) => {
    if (!isBuildFailure(failure)) throw failure;
    return failure;
  });
  await keepTypeScript();
  await readTypeImports(loadTypeScript(), files, gathered.files);
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
    places: new SourcePositions({ map: map!, insertions: gathered.insertions, marks: gathered.marks }),
  };
}

/** Reads the modules from which only types are imported. esbuild leaves them out, but the type check needs them. */
async function readTypeImports(
  ts: TypeScript,
  files: ScenarioFiles,
  bundled: ReadonlyMap<string, string>,
): Promise<void> {
  const seen = new Set(bundled.keys());
  const open = [...bundled].filter(([file]) => /\.[jt]s$/.test(file));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [importer, text] = next;
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (fileName.endsWith('/')) continue;
      const found = await findImported(files, importer, fileName);
      if (found.kind !== 'file' || seen.has(found.path)) continue;
      seen.add(found.path);
      // A module that cannot be read is the type checker's to report.
      const imported = await files.read(found.path).catch(() => '');
      if (/\.[jt]s$/.test(found.path)) open.push([found.path, imported]);
    }
  }
}

const OPTIONS = {
  // The plugin knows the file. In its name, esbuild would read an asterisk as a pattern.
  entryPoints: ['scenario'],
  bundle: true,
  write: false,
  outfile: 'scenario.js',
  format: 'cjs',
  platform: 'neutral',
  target: 'node20',
  // Becomes a call of the realm's Math.pow.
  supported: { 'exponent-operator': false },
  keepNames: true,
  sourcemap: 'external',
  sourcesContent: false,
  // V8 would take a kept `//# sourceURL=… @license` for the script's name, which places of errors are found by.
  legalComments: 'none',
  // A `require` of a computed path makes esbuild read every file that the path may mean, anywhere.
  define: { require: 'undefined' },
  logLevel: 'silent',
  // Ignores any tsconfig.json in the workspace or above it.
  tsconfigRaw: '{}',
  // Ignores any package.json there, which may be a pipe that nobody writes.
  absWorkingDir: path.dirname(process.execPath),
} as const satisfies BuildOptions;

/**
 * The last line of each text for esbuild, which would read the file named in the last such comment, wherever that is. This one
 * names no file.
 */
const NO_SOURCE_MAP = '\n//# sourceMappingURL=none';

/** Matches `import`, unless it begins an import at the top of a file. */
const COMPUTED_IMPORT = /\bimport\b(?!\s*[\w$*{'"])/;

/**
 * Whether esbuild finds an `import(…)` in `text`, for which it would read every file that a computed path may mean. TypeScript
 * may see a string in the same characters, such as after `await /` or `<!--`, so esbuild's own parser decides.
 * @throws {BuildFailure} when it cannot parse `text`.
 */
async function importsLater(transform: Transform, text: string, options: TransformOptions): Promise<boolean> {
  if (!COMPUTED_IMPORT.test(text)) return false;
  const [kept, replaced] = await Promise.all(
    [true, false].map((isSupported) =>
      transform(text, {
        ...options,
        target: OPTIONS.target,
        logLevel: 'silent',
        supported: { 'dynamic-import': isSupported },
      }),
    ),
  );
  return kept!.code !== replaced!.code;
}

type Transform = typeof transform;

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
    // esbuild counts columns in bytes, all others in UTF-16 units.
    const units = Buffer.from(lineText).subarray(0, column).toString().length;
    const written = unguarded(insertions.get(path) ?? [], line - 1, units);
    return { file: path, line: written.line + 1, column: written.column + 1 };
  }
}

function noScenario(path: string, kind: Exclude<FindResult['kind'], 'file'>): ScenarioError {
  const found = {
    missing: 'no such file: a scenario is a .ts file of the workspace',
    outside: 'this file is outside the workspace',
    unreadable: 'this is not a scenario: its name must end in .ts',
  }[kind];
  return new ScenarioError([
    { severity: 'error', message: found, place: { file: path, line: 1, column: 1 } },
  ]);
}

/** Data collected while esbuild bundles the workspace's files. */
export interface BundleInput {
  readonly files: Map<string, string>;
  readonly insertions: Map<string, readonly Insertion[]>;
  /** The positions of statements, by number from 1. */
  readonly marks: SourceLocation[];
  /** Problems found in the author's text before esbuild parses it. */
  readonly problems: Problem[];
}

/**
 * An esbuild plugin that restricts a bundle to 'orrery' and `files`, each guarded against endless loops. The entry point is
 * `entry`, a path in `files`.
 */
const workspacePlugin = (
  ts: TypeScript,
  transform: Transform,
  files: ScenarioFiles,
  entry: string,
  gathered: BundleInput,
): Plugin => ({
  name: NAMESPACE,
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, async ({ path: wanted, importer, kind }): Promise<OnResolveResult> => {
      if (kind === 'entry-point') return { path: entry, namespace: NAMESPACE };
      if (wanted === 'orrery') return { path: wanted, external: true };
      if (wanted.endsWith('/')) {
        const folder = folderMeant(importer, wanted);
        return folder === undefined
          ? { errors: [{ text: refusedImport(wanted, 'outside') }] }
          : { path: folder, namespace: NAMESPACE };
      }
      const found = await findImported(files, importer, wanted);
      return found.kind === 'file'
        ? { path: found.path, namespace: NAMESPACE }
        : { errors: [{ text: refusedImport(wanted, found.kind) }] };
    });

    bundle.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path: file }): Promise<OnLoadResult> => {
      if (file.endsWith('/')) return folderContents(files, file, gathered.files);
      const text = await files.read(file).catch((error: unknown) => error as Error);
      if (typeof text !== 'string') return { errors: [{ text: text.message }] };
      gathered.files.set(file, text);
      if (file.endsWith('.json')) {
        const place = placeTooDeep(file, text);
        if (place === undefined) return { contents: text, loader: 'json' };
        gathered.problems.push({ ...TOO_MANY_LEVELS, place });
        return { contents: '' };
      }

      try {
        const source = parse(ts, file, text);
        const problems = [
          ...syntaxProblems(ts, source),
          ...findWaiting(ts, source),
          ...findReserved(ts, source),
          ...findRequires(ts, source),
        ];
        gathered.problems.push(...problems);
        if (problems.length > 0) return { contents: '' };
        const guarded = guard(ts, source, (at) => gathered.marks.push(placeIn(source, at)));
        gathered.insertions.set(file, guarded.insertions);
        const loader = path.extname(file).slice(1) as Loader;
        if (await importsLater(transform, guarded.text, { loader, sourcefile: `${NAMESPACE}:${file}` })) {
          const place = placeIn(source, Math.max(0, text.search(COMPUTED_IMPORT)));
          gathered.problems.push({ severity: 'error', message: IMPORTS_LATER, place });
          return { contents: '' };
        }
        return { contents: guarded.text + NO_SOURCE_MAP, loader };
      } catch (thrown) {
        if (isBuildFailure(thrown)) return { errors: thrown.errors };
        // Whoever reads code calls itself for what is within, and runs out of stack.
        if (!(thrown instanceof RangeError)) throw thrown;
        gathered.problems.push({ ...TOO_DEEP, place: { file, line: 1, column: 1 } });
        return { contents: '' };
      }
    });
  },
});

const TOO_DEEP = {
  severity: 'error',
  message: 'The code is nested too deeply to be read. Put long lists into a .json file.',
} as const;

const TOO_MANY_LEVELS = {
  severity: 'error',
  message: `More than ${MAX_JSON_DEPTH} levels of lists and objects.`,
} as const;

/**
 * The location at which the JSON file `file` exceeds the maximum depth. esbuild and the type checker are recursive and would fail
 * without a location, or crash.
 */
function placeTooDeep(file: string, text: string): SourceLocation | undefined {
  let depth = 0;
  let isInText = false;
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') {
      line += 1;
      lineStart = at + 1;
    } else if (character === '"') isInText = !isInText;
    else if (isInText) {
      if (character === '\\') at += 1;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return { file, line, column: at - lineStart + 1 };
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return undefined;
}

function refusedImport(wanted: string, kind: Exclude<FindResult['kind'], 'file'>): string {
  switch (kind) {
    case 'missing':
      return `no file '${wanted}' in this workspace`;
    case 'outside':
      return `'${wanted}' cannot be imported: a scenario imports 'orrery' and files of this workspace`;
    case 'unreadable':
      return `'${wanted}' cannot be imported: its name must end in .ts, .js or .json`;
  }
}

/** The maximum total length of the files in an imported folder. */
const MAX_FOLDER_LENGTH = 5_000_000;

/** The folder that `wanted` refers to in the file `importer`; `undefined` when it is outside the workspace. */
function folderMeant(importer: string, wanted: string): string | undefined {
  if (!/^\.\.?\//.test(wanted)) return undefined;
  const folder = path.posix.join(path.posix.dirname(importer), wanted);
  return folder.startsWith('../') || folder === './' ? undefined : folder;
}

async function folderContents(
  files: ScenarioFiles,
  folder: string,
  /** Receives the texts read, by path. */
  gathered: Map<string, string>,
): Promise<OnLoadResult> {
  try {
    const paths = await files.list(folder.slice(0, -1));
    if (paths === undefined) throw new RangeError('no such folder with files in this workspace');
    const texts: Record<string, string> = {};
    let length = 0;
    for (const file of paths) {
      const text = await files.read(file);
      length += text.length;
      if (length > MAX_FOLDER_LENGTH)
        throw new RangeError(`more than ${MAX_FOLDER_LENGTH} characters in the files of one folder`);
      if (text.includes('\uFFFD')) throw new RangeError(`${file} is not UTF-8 text`);
      gathered.set(file, text);
      texts[file.slice(folder.length)] = text;
    }
    return { contents: JSON.stringify(texts), loader: 'json' };
  } catch (thrown) {
    if (thrown instanceof ProblemError) return { errors: [{ text: thrown.message }] };
    if (!(thrown instanceof RangeError)) throw thrown;
    return { errors: [{ text: `${folder}: ${thrown.message}` }] };
  }
}
