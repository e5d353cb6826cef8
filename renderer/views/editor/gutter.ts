import type { LogRow } from '../../../preload/contract.ts';
import { formatClock } from '../../ui/format/clock.ts';
import type { LineMarks } from './line-marks.ts';
import { type LineMark } from './line-marks.ts';
import { monaco } from './monaco.ts';

const WORDS = {
  fired: 'Fired',
  failed: 'Failed',
  waiting: 'Still waiting at the end',
  never: 'Not fired',
} as const satisfies Record<LineMark['state'], string>;

/** Shows a mark beside each line that declares events; a click goes to their entries. */
export class Gutter {
  readonly #shown: monaco.editor.IEditorDecorationsCollection;
  readonly #click: monaco.IDisposable;
  #lines: LineMarks | undefined;
  #marks: readonly LineMark[] = [];
  /** The last clicked line and the number of clicks: each further click goes one entry on. */
  #last = { line: 0, nth: 0 };

  constructor(editor: monaco.editor.IStandaloneCodeEditor, seek: (entry: number) => void) {
    this.#shown = editor.createDecorationsCollection();
    this.#click = editor.onMouseDown(({ target }) => {
      if (target.type !== monaco.editor.MouseTargetType.GUTTER_GLYPH_MARGIN) return;
      const { lineNumber: line } = target.position;
      const entries = this.#marks.find((mark) => mark.line === line)?.entries ?? [];
      if (entries.length === 0) return;
      this.#last = { line, nth: this.#last.line === line ? this.#last.nth + 1 : 0 };
      seek(entries[this.#last.nth % entries.length]!);
    });
  }

  /** Updates the marks from `lines` and the log `rows`; clears them when `lines` is `undefined`. */
  show(lines: LineMarks | undefined, rows: readonly LogRow[]): void {
    const grown = lines?.grow() ?? false;
    if (lines === this.#lines && !grown) return;
    this.#lines = lines;
    this.#marks = lines?.marks ?? [];
    this.#shown.set(
      this.#marks.map(({ line, state, entries }) => ({
        range: new monaco.Range(line, 1, line, 1),
        options: {
          glyphMarginClassName: `line-mark line-${state}`,
          glyphMarginHoverMessage: { value: wordsOf(state, entries, rows) },
        },
      })),
    );
  }

  dispose(): void {
    this.#click.dispose();
  }
}

function wordsOf(state: LineMark['state'], entries: readonly number[], rows: readonly LogRow[]): string {
  const [first] = entries;
  const row = first === undefined ? undefined : rows[first];
  if (row === undefined) return WORDS[state];
  const more = entries.length > 1 ? ` and ${entries.length - 1} more` : '';
  return `${WORDS[state]} at ${formatClock(row.time)} (#${row.index}${more}). Click to go there.`;
}
