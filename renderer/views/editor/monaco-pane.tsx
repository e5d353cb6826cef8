import { type JSX, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { seek } from '../../stores/selection.ts';
import { ask } from '../../stores/sync.ts';
import { useStores, useCount, useRows } from '../../stores/use-stores.ts';
import { Gutter } from './gutter.ts';
import { LineMarks } from './line-marks.ts';
import { syncModels, markProblems } from './models.ts';
import { monaco, applyTheme, setUpTypeScript, uriOf } from './monaco.ts';
import { loadImportedFiles } from './neighbours.ts';
import styles from './editor.module.css';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;

/** The source of the scenario at `path`, in an editor that knows the engine's types. */
export default function MonacoPane({ path }: { readonly path: string }): JSX.Element {
  const { lab, documents, panels, problems, preferences } = useStores();
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor>();
  const read = useStore(documents, ({ texts }) => texts[path] !== undefined);
  const fontSize = useStore(preferences, (state) => state.fontSize);
  const reveal = useStore(panels, (state) => state.reveal);
  const found = useStore(problems);

  useEffect(() => {
    void ask(lab, 'workspace.declarations', {}).then((reply) => {
      if (reply.ok) setUpTypeScript(reply.value);
    });
    const stops = [syncModels(documents), loadImportedFiles(lab, documents)];
    const made = monaco.editor.create(frame.current!, {
      model: null,
      ariaLabel: 'Scenario source',
      automaticLayout: true,
      fixedOverflowWidgets: true,
      fontFamily: "'JetBrains Mono Variable', monospace",
      glyphMargin: true,
      minimap: { enabled: false },
      renderFinalNewline: 'on',
      overviewRulerBorder: false,
      padding: { top: 10, bottom: 10 },
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
      scrollBeyondLastLine: false,
      // Beside the name its type leaves the name no room.
      suggest: { showInlineDetails: false },
      tabSize: 2,
    });
    const colours = matchMedia('(prefers-color-scheme: dark)');
    applyTheme();
    colours.addEventListener('change', applyTheme);
    setEditor(made);
    return () => {
      colours.removeEventListener('change', applyTheme);
      made.dispose();
      for (const stop of stops) stop();
    };
  }, [lab, documents]);

  useEffect(() => {
    editor?.updateOptions({ fontSize, lineHeight: Math.round(fontSize * 1.55) });
  }, [editor, fontSize]);

  useEffect(() => {
    if (editor === undefined || !read) return undefined;
    editor.setModel(monaco.editor.getModel(uriOf(path)));
    const view = views.get(path);
    if (view !== undefined) editor.restoreViewState(view);
    return () => {
      const left = editor.saveViewState();
      if (left !== null) views.set(path, left);
    };
  }, [editor, path, read]);

  useEffect(() => {
    if (!read || found.scenario !== path) return undefined;
    markProblems(path, found.problems);
    const again = monaco.editor.onDidChangeMarkers(() => {
      markProblems(path, found.problems);
    });
    return () => {
      again.dispose();
    };
  }, [editor, path, read, found]);

  useGutter(editor, read ? path : undefined);

  useEffect(() => {
    if (editor === undefined || reveal?.file !== path || !read) return;
    const position = { lineNumber: reveal.line, column: reveal.column };
    editor.setPosition(position);
    editor.revealPositionInCenter(position);
    editor.focus();
  }, [editor, path, read, reveal]);

  return <div ref={frame} className={styles.monacoPane} />;
}

/** Keeps the marks beside the lines of `path` those of the run on show. */
function useGutter(editor: CodeEditor | undefined, path: string | undefined): void {
  const { log, places: stored, selection } = useStores();
  const places = useStore(stored, (state) => state.places);
  const rows = useRows();
  const count = useCount();
  const loading = useStore(log, (state) => state.loading);
  const lines = useMemo(
    () => (path === undefined ? undefined : new LineMarks(path, places, rows)),
    [path, places, rows],
  );
  const gutter = useRef<Gutter>(undefined);
  useEffect(() => {
    if (editor === undefined) return undefined;
    const made = new Gutter(editor, (entry) => {
      seek(selection, entry, log.getState().rows.length);
    });
    gutter.current = made;
    return () => {
      made.dispose();
    };
  }, [editor, log, selection]);
  useEffect(() => {
    gutter.current?.show(loading ? undefined : lines, rows);
  }, [editor, lines, rows, count, loading]);
}

/** Cursor and scroll of each source, as they were left. */
const views = new Map<string, monaco.editor.ICodeEditorViewState>();
