import path from 'node:path';
import type { CompilerOptions, Diagnostic, LanguageService, LanguageServiceHost } from 'typescript';
import type { Problem } from '../../../engine/model/index.ts';
import type { Declarations } from '../../../preload/contract.ts';
import { readTextNow, readTrustedNow, sha256Of } from '../system/index.ts';
import { sourceLocation } from './author-code.ts';
import type { ReadFile } from './check-cache.ts';
import { MAX_FILE_SIZE, type Unsaved } from './source-files.ts';
import { loadTypeScript } from './typescript.ts';

const ts = loadTypeScript();

/** Compiler options: strict, without style rules, and with the language's own library only. */
const OPTIONS: CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  allowJs: true,
  isolatedModules: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Checks the types of one workspace's scenarios. It caches the files it has read, so that later checks are quick. */
export class TypeChecker {
  readonly folder: string;
  /** The folder in which TypeScript sees the declarations of 'orrery'. */
  readonly #home: string;
  readonly #declared: ReadonlyMap<string, string>;
  readonly #service: LanguageService;
  readonly #texts = new Map<string, { readonly text: string | undefined; readonly version: number }>();
  /** Files already read during the current check. */
  readonly #fresh = new Set<string>();
  #entry = '';
  #unsaved: Unsaved = new Map();

  /** @param folder a real path */
  constructor(folder: string, { entry, files }: Declarations) {
    this.folder = folder.split(path.sep).join('/');
    this.#home = `${this.folder}/.orrery-declarations/`;
    this.#declared = new Map(Object.entries(files).map(([file, text]) => [`${this.#home}${file}`, text]));
    this.#service = ts.createLanguageService(
      this.#host({ ...OPTIONS, paths: { orrery: [`${this.#home}${entry}`] } }),
    );
  }

  /**
   * The type errors of the scenario at `file` and its imports, in TypeScript's words, with the texts in `unsaved` instead of
   * those on disk.
   */
  check(file: string, unsaved: Unsaved = new Map()): readonly Problem[] {
    this.#fresh.clear();
    this.#unsaved = unsaved;
    this.#entry = `${this.folder}/${file}`;
    const program = this.#service.getProgram()!;
    const found = program
      .getSourceFiles()
      .filter(({ fileName }) => this.#isAuthors(fileName))
      .flatMap((source) => [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ]);
    return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...found].flatMap(
      (diagnostic) => this.#problemOf(diagnostic),
    );
  }

  /** The workspace files that checks have read so far, or found missing. */
  reads(): readonly ReadFile[] {
    return [...this.#texts]
      .filter(([file]) => this.#isAuthors(file))
      .map(([file, { text }]) => [
        file.slice(this.folder.length + 1),
        text === undefined ? null : sha256Of(text),
      ]);
  }

  #problemOf({ category, messageText, file, start = 0 }: Diagnostic): readonly Problem[] {
    if (category !== ts.DiagnosticCategory.Error && category !== ts.DiagnosticCategory.Warning) return [];
    const place = file === undefined ? undefined : sourceLocation(file, start);
    return [
      {
        severity: category === ts.DiagnosticCategory.Error ? 'error' : 'warning',
        message: shortened(ts.flattenDiagnosticMessageText(messageText, '\n')),
        place: place && { ...place, file: place.file.slice(this.folder.length + 1) },
      },
    ];
  }

  /** The files that TypeScript sees: the workspace, its own library, and the declarations as if they were in the workspace. */
  #host(options: CompilerOptions): LanguageServiceHost {
    return {
      getCompilationSettings: () => options,
      getCurrentDirectory: () => this.folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [this.#entry, ...this.#declared.keys()],
      getScriptVersion: (file) => String(this.#read(file).version),
      getScriptSnapshot: (file) => {
        const { text } = this.#read(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (file) => this.#read(file).text !== undefined,
      readFile: (file) => this.#read(file).text,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      // Comments hold no types, except in JavaScript. To read them takes a sixth of the first check.
      jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    };
  }

  /** A file's text and how often it has changed. Reads each file once per check. */
  #read(file: string): { readonly text: string | undefined; readonly version: number } {
    const known = this.#texts.get(file);
    if (known !== undefined && (this.#fresh.has(file) || isLibrary(file))) return known;
    this.#fresh.add(file);
    const text = this.#declared.get(file) ?? this.#textOnDisk(file);
    if (known !== undefined && known.text === text) return known;
    const now = { text, version: (known?.version ?? 0) + 1 };
    this.#texts.set(file, now);
    return now;
  }

  #textOnDisk(file: string): string | undefined {
    try {
      if (isLibrary(file)) return readTrustedNow(file).toString();
      if (!this.#isAuthors(file)) return undefined;
      const unsaved = this.#unsaved.get(file.slice(this.folder.length + 1));
      if (unsaved !== undefined) return unsaved;
      const within = this.folder.split('/').join(path.sep);
      return readTextNow(file.split('/').join(path.sep), { most: MAX_FILE_SIZE, within });
    } catch (error) {
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    }
  }

  #isAuthors(file: string): boolean {
    return file.startsWith(`${this.folder}/`) && !file.startsWith(this.#home) && !isLibrary(file);
  }
}

const LIBRARY = path.posix.dirname(ts.getDefaultLibFilePath(OPTIONS).split(path.sep).join('/'));

const isLibrary = (file: string): boolean => file.startsWith(`${LIBRARY}/`);

/**
 * `message` with long types shortened, because they hide the message, and without TypeScript's advice to install or configure
 * something.
 */
const shortened = (message: string): string =>
  message
    .replace(/ Do you need to (?:install|change) [^]*$/, '')
    .replace(/'([^'\n]{160})[^'\n]*'/g, (_whole, start: string) => `'${start}…'`);
