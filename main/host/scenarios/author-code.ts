import { createRequire } from 'node:module';
import type ts from 'typescript';
import type { DiagnosticWithLocation, Node, SourceFile, Statement } from 'typescript';
import type { Problem, SourceLocation } from '../../../engine/model/index.ts';

/** The `typescript` package. It takes a sixth of a second to load, so whoever needs it asks when it does. */
export type TypeScript = typeof ts;

/** Required and not imported: an import reads all nine megabytes through for names first, which takes twice as long again. */
export const loadTypeScript = (): TypeScript => createRequire(import.meta.url)('typescript') as TypeScript;

/** Reads `text` of the workspace's `file`, which goes by its path within the workspace. */
export const parse = (ts: TypeScript, file: string, text: string): SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ES2023);

/** The place of the character at `position`. */
export function placeOf(source: SourceFile, position: number): SourceLocation {
  const { line, character } = source.getLineAndCharacterOfPosition(position);
  return { file: source.fileName, line: line + 1, column: character + 1 };
}

/** What keeps `source` from being read, in TypeScript's words. */
export function syntaxProblems(ts: TypeScript, source: SourceFile): readonly Problem[] {
  // TypeScript keeps them here but does not declare it; asking for them otherwise costs a whole program.
  const { parseDiagnostics = [] } = source as { parseDiagnostics?: readonly DiagnosticWithLocation[] };
  return parseDiagnostics.map(({ messageText, start }) => ({
    severity: 'error',
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    place: placeOf(source, start),
  }));
}

/** Whatever in `source` would wait for real time: it would come back after the run has gone on without it. */
export function findWaiting(ts: TypeScript, source: SourceFile): readonly Problem[] {
  const problems: Problem[] = [];

  const found = (node: Node, message: string): void => {
    problems.push({ severity: 'error', message, place: placeOf(source, node.getStart(source)) });
  };
  const visit = (node: Node): void => {
    if (node.kind === ts.SyntaxKind.AsyncKeyword)
      found(node, 'found an async function, wanted one that answers at once: simulated time does not wait');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found(node, 'found import(…), wanted an import at the top of the file');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

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
