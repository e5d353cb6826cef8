import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/typescript/register';
import { language } from 'monaco-editor/languages/definitions/typescript/typescript';
import {
  getTypeScriptWorker,
  ModuleKind,
  ScriptTarget,
  typescriptDefaults,
} from 'monaco-editor/languages/features/typescript/register';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';
import type { Declarations } from '../../../preload/contract.ts';

export { monaco };

let startTypes: () => void;
const started = new Promise<void>((resolve) => (startTypes = resolve));

/**
 * Starts the editor's own type checker, once for the window. Nobody needs it to open and run a scenario, whose types main checks,
 * and it takes 1.8 s of processor time.
 */
export const needTypes = (): void => {
  startTypes();
};

self.MonacoEnvironment = {
  // Monaco wants the type checker as soon as a source is shown, and keeps its questions until there is one.
  getWorker: (_id, label) =>
    label === 'typescript' ? started.then(() => new TypeScriptWorker()) : new EditorWorker(),
};

/** Language id for TypeScript that is highlighted but not checked, for reading only. */
export const READ_ONLY_LANGUAGE = 'typescript-to-read';
monaco.languages.register({ id: READ_ONLY_LANGUAGE });
monaco.languages.setMonarchTokensProvider(READ_ONLY_LANGUAGE, language);

/** `ts.ModuleResolutionKind.Bundler`, which Monaco's own list leaves out. */
const BUNDLER = 100 as number as never;
/** `ts.ModuleDetectionKind.Force`, also left out: makes a file a module before it has an import. */
const FORCE = 3;

/** The editor's URI of a workspace file or declaration file. */
export const uriOf = (path: string): monaco.Uri => monaco.Uri.from({ scheme: 'file', path: `/${path}` });

let typesSetUp: Promise<void> | undefined;

/**
 * Gives the editor the types that scenarios may import, once for the window: each change of options ends Monaco's worker, which
 * then loads TypeScript again. Without declarations the editor has no types.
 */
export const setUpTypes = (read: () => Promise<Declarations | undefined>): Promise<void> =>
  (typesSetUp ??= read().then((declarations) => {
    if (declarations !== undefined) setUpTypeScript(declarations);
  }));

/** A source that nobody sees, with what most scenarios use. The marker of its unused import says that it was checked. */
const TYPICAL_SOURCE = `// Typical
import { agentUserInterface, emailClient, scenario, seconds } from 'orrery';
export default scenario({
  name: 'typical',
  apps: () => ({ user: agentUserInterface(), mail: emailClient({}) }),
  events({ user }) {
    user.send_message_to_agent({ content: '' });
  },
});
`;

/** Starts the type checker, and lets it read and check all types before a source is opened. */
export function loadTypes(): void {
  needTypes();
  // The check of an open source loads them, too.
  if (monaco.editor.getModels().length > 0) return;
  const model = monaco.editor.createModel(TYPICAL_SOURCE, 'typescript', uriOf('typical.ts'));
  // Monaco checks only what an editor shows.
  const editor = monaco.editor.create(document.createElement('div'), { model });
  const checked = monaco.editor.onDidChangeMarkers((changed) => {
    if (!changed.some(({ path }) => path === model.uri.path)) return;
    checked.dispose();
    editor.dispose();
    model.dispose();
  });
}

/** Uses the compiler options of main's type check. */
function setUpTypeScript({ entry, files }: Declarations): void {
  typescriptDefaults.setCompilerOptions({
    target: ScriptTarget.ESNext,
    lib: ['lib.es2023.d.ts'],
    types: [],
    module: ModuleKind.ESNext,
    moduleResolution: BUNDLER,
    moduleDetection: FORCE,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    allowJs: true,
    isolatedModules: true,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { orrery: [uriOf(entry).toString()] },
  });
  typescriptDefaults.setExtraLibs(
    Object.entries(files).map(([path, content]) => ({ content, filePath: uriOf(path).toString() })),
  );
  typescriptDefaults.setEagerModelSync(true);
  // Imported files have models too, but nobody sees their problems.
  typescriptDefaults.setDiagnosticsOptions({
    ...typescriptDefaults.getDiagnosticsOptions(),
    onlyVisible: true,
  });
}

let looks = 0;
let nextLook: ReturnType<typeof setTimeout> | undefined;

/** A scenario's imports are loaded one by one, but soon after each other. */
const RECHECK_MILLISECONDS = 100;

/** Rechecks the sources on show soon, because a file that one of them imports was loaded. */
export function recheck(): void {
  clearTimeout(nextLook);
  nextLook = setTimeout(() => void sendAll().then(checkAgain), RECHECK_MILLISECONDS);
}

/** Sends all sources to the type checker. By itself Monaco sends a running one only those that it checks. */
async function sendAll(): Promise<void> {
  const send = await getTypeScriptWorker();
  await send(...monaco.editor.getModels().map(({ uri }) => uri));
}

/** Nothing else triggers a check without a new worker. */
const checkAgain = (): void => {
  typescriptDefaults.addExtraLib(`// ${(looks += 1)}`, uriOf('looks.d.ts').toString());
};

/** Applies the window's current colours to the editor. */
export function applyTheme(): void {
  const style = getComputedStyle(document.documentElement);
  // Monaco needs six hex digits; minified CSS may have three.
  const colour = (token: string): string =>
    style
      .getPropertyValue(token)
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  monaco.editor.defineTheme('orrery', {
    base: matchMedia('(prefers-color-scheme: dark)').matches ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [{ token: 'comment', foreground: colour('--ink-faint').slice(1) }],
    colors: {
      'editor.background': colour('--surface'),
      'editor.foreground': colour('--ink'),
      'editorLineNumber.foreground': colour('--ink-faint'),
      'editorLineNumber.activeForeground': colour('--ink'),
      'editorWidget.background': colour('--raised'),
      'editorWidget.border': colour('--line-strong'),
      'editorWidget.foreground': colour('--ink'),
      'editorHoverWidget.foreground': colour('--ink'),
      'input.background': colour('--surface'),
      'input.foreground': colour('--ink'),
      'input.border': colour('--line-strong'),
      'input.placeholderForeground': colour('--ink-faint'),
      'editorHoverWidget.background': colour('--raised'),
      'editorHoverWidget.border': colour('--line-strong'),
      'editorHoverWidget.statusBarBackground': colour('--sunken'),
      'editorHoverWidget.highlightForeground': colour('--accent'),
      'editorSuggestWidget.background': colour('--raised'),
      'editorSuggestWidget.border': colour('--line-strong'),
      'editorSuggestWidget.selectedBackground': colour('--accent-soft'),
      'editorSuggestWidget.selectedForeground': colour('--ink'),
      'editorSuggestWidget.selectedIconForeground': colour('--ink'),
      'editorSuggestWidget.highlightForeground': colour('--accent'),
      'editorSuggestWidget.focusHighlightForeground': colour('--accent'),
      'scrollbarSlider.background': colour('--line-strong'),
      'scrollbarSlider.hoverBackground': colour('--ink-faint'),
      'scrollbarSlider.activeBackground': colour('--ink-faint'),
      'textLink.foreground': colour('--accent'),
      'textLink.activeForeground': colour('--accent'),
      'menu.background': colour('--raised'),
      'menu.foreground': colour('--ink'),
      'menu.border': colour('--line-strong'),
      'menu.separatorBackground': colour('--line'),
      'menu.selectionBackground': colour('--accent-soft'),
      'menu.selectionForeground': colour('--ink'),
      focusBorder: colour('--accent'),
    },
  });
  monaco.editor.setTheme('orrery');
}
