import { type JSX, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import clsx from 'clsx';
import type { Problem, SourceLocation } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import type { EditorCommand } from '../../stores/panels.ts';
import type { EventPlace } from '../../stores/plan.ts';
import { Gutter } from './gutter.ts';
import { LineMarks } from './line-marks.ts';
import { markProblems } from './models.ts';
import { applyTheme, monaco, needTypes, uriOf } from './monaco.ts';
import styles from './editor.module.css';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;

/** The most lines at the top that show where the enclosing code begins, and then cover others: a fifth of the lines in sight. */
const STICKY_LINES = 5;
const STICKY_SHARE = 5;

interface MonacoPaneProps {
  readonly path: string;
  /** Whether its text has been read. */
  readonly read: boolean;
  /** CSS px. */
  readonly fontSize: number;
  /** Where to put the cursor; a new object for each request. */
  readonly reveal: SourceLocation | undefined;
  /** What main found in the file. */
  readonly problems: readonly Problem[];
  /** Marks of the shown run beside the lines. */
  readonly marks: GutterMarks;
  /** The line of the event of the entry at the playhead, and those with breakpoints. */
  readonly stops: LineStops;
  /** Toggles a breakpoint on a line. */
  readonly onToggle: (line: number) => void;
  /** Called with the line of the cursor; `undefined` while the focus is elsewhere. */
  readonly onCursor: (line: number | undefined) => void;
  /** Creates the models that the editor shows, until the returned function is called. */
  readonly onOpen: () => () => void;
  readonly onSeek: (entry: number) => void;
  /** Called with the editor's commands for the file. */
  readonly onCommands: (commands: readonly EditorCommand[]) => void;
}

/** The current line of the run in a scenario, and the lines with breakpoints. */
interface LineStops {
  readonly current: number | undefined;
  /** Whether to keep the current line visible. */
  readonly following: boolean;
  readonly breakpoints: readonly number[];
}

/** The data for the marks of a run beside the lines. */
interface GutterMarks {
  readonly places: readonly EventPlace[];
  /** One array that grows in place. */
  readonly rows: readonly LogRow[];
  readonly count: number;
  readonly loading: boolean;
}

/** The source of the scenario at `path`, in an editor that knows the engine's types. */
export default function MonacoPane(props: MonacoPaneProps): JSX.Element {
  const { path, read, fontSize, reveal, problems: found, marks, stops } = props;
  const { onOpen, onSeek, onToggle, onCursor, onCommands } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor>();

  useEffect(() => {
    const close = onOpen();
    const made = monaco.editor.create(frame.current!, {
      model: null,
      ariaLabel: 'Scenario source',
      automaticLayout: true,
      fixedOverflowWidgets: true,
      fontFamily: "'JetBrains Mono Variable', monospace",
      glyphMargin: true,
      // None are shown; asking for them after each edit would make the types of that edit before anyone needs them.
      inlayHints: { enabled: 'off' },
      // Room for the mark of a breakpoint.
      lineDecorationsWidth: 18,
      minimap: { enabled: false },
      renderFinalNewline: 'on',
      overviewRulerBorder: false,
      padding: { top: 10, bottom: 10 },
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
      scrollBeyondLastLine: false,
      // By indentation, which needs no types.
      stickyScroll: { maxLineCount: STICKY_LINES, defaultModel: 'indentationModel' },
      // The type beside a name would leave the name no room.
      suggest: { showInlineDetails: false },
      tabSize: 2,
    });
    const lineHeight = (): number => made.getOption(monaco.editor.EditorOption.lineHeight);
    const resized = made.onDidLayoutChange(({ height }) => {
      // The panel is hidden.
      if (height < lineHeight()) return;
      const maxLineCount = Math.floor(height / lineHeight() / STICKY_SHARE);
      made.updateOptions({
        stickyScroll: {
          enabled: maxLineCount > 0,
          maxLineCount: Math.min(STICKY_LINES, Math.max(1, maxLineCount)),
        },
      });
    });
    let drawing = 0;
    // Monaco draws the gutter before it knows that the widest line needs a scrollbar, which moves the lines.
    const scrolled = made.onDidScrollChange(({ scrollHeightChanged }) => {
      if (!scrollHeightChanged) return;
      cancelAnimationFrame(drawing);
      drawing = requestAnimationFrame(() => {
        const top = made.getScrollTop();
        made.setScrollTop(top - 1);
        made.render();
        made.setScrollTop(top);
      });
    });
    const colours = matchMedia('(prefers-color-scheme: dark)');
    applyTheme();
    colours.addEventListener('change', applyTheme);
    setEditor(made);
    onCommands(commandsOf(made));
    return () => {
      onCommands([]);
      colours.removeEventListener('change', applyTheme);
      cancelAnimationFrame(drawing);
      for (const one of [resized, scrolled]) one.dispose();
      made.dispose();
      close();
    };
  }, [onOpen, onCommands]);

  useEffect(() => {
    editor?.updateOptions({ fontSize, lineHeight: Math.round(fontSize * 1.55) });
  }, [editor, fontSize]);

  useEffect(() => {
    if (editor === undefined || !read) return undefined;
    editor.setModel(monaco.editor.getModel(uriOf(path)));
    const view = views.get(path);
    if (view !== undefined) editor.restoreViewState(view);
    // The panel was shown by a key before the editor was loaded.
    if (frame.current!.closest('[data-pane-body]') === document.activeElement) editor.focus();
    return () => {
      const left = editor.saveViewState();
      if (left !== null) views.set(path, left);
    };
  }, [editor, path, read]);

  useEffect(() => {
    if (read) markProblems(path, found);
  }, [editor, path, read, found]);

  useLineMarks(editor, read ? path : undefined, marks, onSeek);
  useStops(editor, read ? path : undefined, stops, onToggle);

  useEffect(() => {
    if (editor === undefined) return undefined;
    const tell = (): void => {
      onCursor(editor.hasTextFocus() ? editor.getPosition()?.lineNumber : undefined);
    };
    const listening = [
      editor.onDidChangeCursorPosition(tell),
      editor.onDidFocusEditorText(tell),
      editor.onDidBlurEditorText(tell),
    ];
    return () => {
      for (const one of listening) one.dispose();
      onCursor(undefined);
    };
  }, [editor, path, onCursor]);

  useEffect(() => {
    if (editor === undefined || reveal?.file !== path || !read) return;
    const position = { lineNumber: reveal.line, column: reveal.column };
    editor.setPosition(position);
    editor.revealPositionInCenter(position);
    editor.focus();
  }, [editor, path, read, reveal]);

  // Monaco sets its colours on this class. Its context menu is outside the editor but within this element.
  return (
    <div
      ref={frame}
      className={clsx(styles.monacoPane, 'monaco-component')}
      onPointerEnter={needTypes}
      onFocus={needTypes}
    />
  );
}

/** Monaco's own command palette, which the window's palette replaces. */
const PALETTE = 'editor.action.quickCommand';

/** The editor's own commands. Each focuses the editor first, because it acts on the focused one. */
const commandsOf = (editor: CodeEditor): readonly EditorCommand[] =>
  editor
    .getSupportedActions()
    .filter(({ id }) => id !== PALETTE)
    .map((action) => ({
      id: action.id,
      title: action.label,
      run: () => {
        editor.focus();
        void action.run();
      },
    }));

/** Keeps the marks beside the lines of `path` in step with the shown run. */
function useLineMarks(
  editor: CodeEditor | undefined,
  path: string | undefined,
  { places, rows, count, loading }: GutterMarks,
  onSeek: (entry: number) => void,
): void {
  const lines = useMemo(
    () => (path === undefined ? undefined : new LineMarks(path, places, rows)),
    [path, places, rows],
  );
  const gutter = useGutter(editor, onSeek);
  useEffect(() => {
    gutter.current?.show(loading ? undefined : lines, rows);
  }, [gutter, editor, lines, rows, count, loading]);
}

/** The gutter of `editor`. Beside the marks, the closure that ends it would hold the first log. */
function useGutter(
  editor: CodeEditor | undefined,
  onSeek: (entry: number) => void,
): RefObject<Gutter | undefined> {
  const gutter = useRef<Gutter>(undefined);
  useEffect(() => {
    if (editor === undefined) return undefined;
    const made = new Gutter(editor, onSeek);
    gutter.current = made;
    return () => {
      made.dispose();
    };
  }, [editor, onSeek]);
  return gutter;
}

/** The parts of the gutter in which a click sets a breakpoint. */
const BREAKPOINT_GUTTERS: readonly monaco.editor.MouseTargetType[] = [
  monaco.editor.MouseTargetType.GUTTER_LINE_NUMBERS,
  monaco.editor.MouseTargetType.GUTTER_LINE_DECORATIONS,
];

/** Marks the line of the entry at the playhead, keeps it visible, and marks the lines with breakpoints. */
function useStops(
  editor: CodeEditor | undefined,
  path: string | undefined,
  { current, following, breakpoints }: LineStops,
  onToggle: (line: number) => void,
): void {
  useEffect(() => {
    if (editor === undefined || path === undefined) return undefined;
    const shown = editor.createDecorationsCollection([
      ...breakpoints.map((line) => ({
        range: new monaco.Range(line, 1, line, 1),
        options: {
          linesDecorationsClassName: 'line-breakpoint',
          linesDecorationsTooltip: 'Breakpoint. Click or press F9 to remove it.',
        },
      })),
      ...(current === undefined
        ? []
        : [
            {
              range: new monaco.Range(current, 1, current, 1),
              options: { isWholeLine: true, className: 'line-current' },
            },
          ]),
    ]);
    return () => {
      shown.clear();
    };
  }, [editor, path, current, breakpoints]);
  useEffect(() => {
    // Do not scroll while the person types.
    if (!following || editor === undefined || path === undefined || current === undefined) return undefined;
    if (editor.hasTextFocus()) return undefined;
    const reveal = (): void => {
      const seen = editor.getVisibleRanges()[0];
      const isSeen =
        seen !== undefined && current >= seen.startLineNumber + STICKY_LINES && current <= seen.endLineNumber;
      if (!isSeen) editor.revealLineInCenter(current);
    };
    if (editor.getLayoutInfo().height > 0) reveal();
    // The panel is hidden, and has no height: the line is revealed once it is shown.
    else {
      const shown = editor.onDidLayoutChange(({ height }) => {
        if (height === 0) return;
        shown.dispose();
        reveal();
      });
      return () => {
        shown.dispose();
      };
    }
    return undefined;
  }, [editor, path, current, following]);
  useEffect(() => {
    const clicks = editor?.onMouseDown(({ target }) => {
      if (target.position !== null && BREAKPOINT_GUTTERS.includes(target.type))
        onToggle(target.position.lineNumber);
    });
    return () => clicks?.dispose();
  }, [editor, onToggle]);
}

/** Last cursor and scroll position of each source. */
const views = new Map<string, monaco.editor.ICodeEditorViewState>();
