import type { Node, SourceFile, Statement } from 'typescript';
import type { TypeScript } from './typescript.ts';

/** What is called at the start of every round of every loop. */
export const LAP = '$lap';

/** A text put into an author's line. Lines and columns count from 0, in the author's text. */
export interface Insertion {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** What the author wrote that this text belongs to: the loop's first character. */
  readonly means: { readonly line: number; readonly column: number };
}

export interface Guarded {
  readonly text: string;
  /** In the order of the text. */
  readonly insertions: readonly Insertion[];
}

/** Puts a call of {@link LAP} into every loop of `source`. No line moves; columns do, as the insertions tell. */
export function guardLoops(ts: TypeScript, source: SourceFile): Guarded {
  const pieces: { at: number; text: string; loop: number }[] = [];

  const visit = (node: Node): void => {
    if (ts.isIterationStatement(node, false)) {
      const loop = node.getStart(source);
      const body: Statement = node.statement;
      if (ts.isBlock(body)) pieces.push({ at: body.getStart(source) + 1, text: `${LAP}();`, loop });
      else
        pieces.push(
          { at: body.getStart(source), text: `{${LAP}();`, loop },
          { at: body.end, text: '}', loop: body.end },
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);

  pieces.sort((one, other) => one.at - other.at);
  let text = '';
  let done = 0;
  for (const piece of pieces) {
    text += source.text.slice(done, piece.at) + piece.text;
    done = piece.at;
  }
  const placed = (at: number): { line: number; column: number } => {
    const { line, character } = source.getLineAndCharacterOfPosition(at);
    return { line, column: character };
  };
  return {
    text: text + source.text.slice(done),
    insertions: pieces.map((piece) => ({
      ...placed(piece.at),
      length: piece.text.length,
      means: placed(piece.loop),
    })),
  };
}
