import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { CompilerOptions, Diagnostic, LanguageService, LanguageServiceHost } from 'typescript';
import type { Problem } from '../../../engine/model/index.ts';
import type { Declarations } from '../../../preload/contract.ts';
import { sha256Of } from '../system/index.ts';
import { loadTypeScript, placeOf } from './author-code.ts';
import type { ReadFile } from './kept-checks.ts';

const ts = loadTypeScript();

/** As strict as the language goes without taste, and with the language's own library only. */
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

/** Checks the types of one workspace's scenarios. It remembers what it has read: checking again is quick. */
export class TypeChecker {
  readonly folder: string;
  /** Where the declarations of 'orrery' seem to lie. */
  readonly #home: string;
  readonly #declared: ReadonlyMap<string, string>;
  readonly #service: LanguageService;
  readonly #texts = new Map<string, { readonly text: string | undefined; readonly version: number }>();
  /** What was already read for the check under way. */
  readonly #fresh = new Set<string>();
  #entry = '';

  /** `folder` is a real path. */
  constructor(folder: string, { entry, files }: Declarations) {
    this.folder = folder.split(path.sep).join('/');
    this.#home = `${this.folder}/.orrery-declarations/`;
    this.#declared = new Map(Object.entries(files).map(([file, text]) => [`${this.#home}${file}`, text]));
    this.#service = ts.createLanguageService(
      this.#host({ ...OPTIONS, paths: { orrery: [`${this.#home}${entry}`] } }),
    );
  }

  /** What is wrong with the scenario at `file` and the files it imports, in TypeScript's words. */
  check(file: string): readonly Problem[] {
    this.#fresh.clear();
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

  /** The workspace's files that checks asked for so far, and those they found missing. */
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
    const place = file === undefined ? undefined : placeOf(file, start);
    return [
      {
        severity: category === ts.DiagnosticCategory.Error ? 'error' : 'warning',
        message: shortened(ts.flattenDiagnosticMessageText(messageText, '\n')),
        place: place && { ...place, file: place.file.slice(this.folder.length + 1) },
      },
    ];
  }

  /** What TypeScript may see: the workspace, its own library, and the declarations as if they lay in the workspace. */
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
    };
  }

  /** A file's text and how often it has changed. Read once for each check. */
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
    if (!isLibrary(file) && !this.#isAuthors(file)) return undefined;
    try {
      // A link may lead out of the workspace.
      const inside =
        isLibrary(file) || realpathSync(file).startsWith(this.folder.split('/').join(path.sep) + path.sep);
      return inside ? readFileSync(file, 'utf8') : undefined;
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

/** Types that are written out in full hide what is said of them; and what could be installed or set is of no use here. */
const shortened = (message: string): string =>
  message
    .replace(/ Do you need to (?:install|change) [^]*$/, '')
    .replace(/'([^'\n]{160})[^'\n]*'/g, (_whole, start: string) => `'${start}…'`);
