import { createRequire } from 'node:module';
import type ts from 'typescript';
import type { DiagnosticWithLocation, Node, SourceFile, Statement } from 'typescript';
import type { Problem, SourceLocation } from '../../../engine/model/index.ts';

/** The `typescript` package. It takes a sixth of a second to load, so whoever needs it asks when it does. */
export type TypeScript = typeof ts;

/** Required and not imported: an import reads all nine megabytes through for names first, which takes twice as long again. */
export const loadTypeScript = (): TypeScript => createRequire(import.meta.url)('typescript') as TypeScript;

/** The version of that package, without loading it. */
export const typeScriptVersion = (): string =>
  (createRequire(import.meta.url)('typescript/package.json') as { readonly version: string }).version;

/** Reads `text` of the workspace's `file`, which goes by its path within the workspace. */
export const parse = (ts: TypeScript, file: string, text: string): SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);

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
      found(node, 'An async function cannot be used here: simulated time does not wait for it.');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found(node, 'import(…) cannot be used here: import at the top of the file.');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** What is called at the start of every round of every loop. */
export const LAP = '$lap';

/** A list whose one item is the number of the statement that ran last. */
export const AT = '$at';

/** A text put into an author's line. Lines and columns count from 0, in the author's text. */
export interface Insertion {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** What the author wrote that this text belongs to: the first character of a loop or a statement. */
  readonly means: { readonly line: number; readonly column: number };
}

export interface Guarded {
  readonly text: string;
  /** In the order of the text. */
  readonly insertions: readonly Insertion[];
}

/** A text that goes in before the character at `at`. */
interface Piece {
  readonly at: number;
  readonly text: string;
  /** The first character of what it belongs to. */
  readonly of: number;
  /** It ends something: of several at one place the innermost comes first, and all come before what begins there. */
  readonly closes?: true;
}

/**
 * Puts a call of {@link LAP} into every loop of `source`, and before every statement its number, from {@link AT}: V8 does not tell where
 * it stopped code that took too long. `numbered` answers the number of the place at a character. No line moves; columns do, as the
 * insertions tell.
 */
export function guard(ts: TypeScript, source: SourceFile, numbered: (at: number) => number): Guarded {
  const pieces: Piece[] = [];

  const mark = (node: Node): string => `${AT}[0]=${numbered(node.getStart(source))}`;
  const guardLoop = (node: Node, body: Statement): void => {
    const of = node.getStart(source);
    if (ts.isBlock(body)) pieces.push({ at: body.getStart(source) + 1, text: `${LAP}();`, of });
    else
      pieces.push(
        { at: body.getStart(source), text: `{${LAP}();`, of },
        { at: body.end, text: '}', of: body.end, closes: true },
      );
  };
  const visit = (node: Node): void => {
    if (isInList(ts, node) && doesSomething(ts, node)) {
      const at = node.getStart(source);
      pieces.push({ at, text: `${mark(node)};`, of: at });
    }
    if (ts.isIterationStatement(node, false)) guardLoop(node, node.statement);
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const at = node.body.getStart(source);
      pieces.push(
        { at, text: `(${mark(node.body)},`, of: at },
        { at: node.body.end, text: ')', of: node.body.end, closes: true },
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return withPieces(source, pieces);
}

/** Whether `node` is a statement that others may stand beside. */
const isInList = (ts: TypeScript, { parent }: Node): boolean =>
  (parent as Node | undefined) !== undefined &&
  (ts.isSourceFile(parent) ||
    ts.isBlock(parent) ||
    ts.isModuleBlock(parent) ||
    ts.isCaseOrDefaultClause(parent));

/** Whether `node` is a statement that runs where it stands. */
function doesSomething(ts: TypeScript, node: Node): boolean {
  if (ts.isExpressionStatement(node)) return !ts.isStringLiteral(node.expression); // Not 'use strict'.
  return (
    ts.isVariableStatement(node) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isIfStatement(node) ||
    ts.isSwitchStatement(node) ||
    ts.isIterationStatement(node, true) ||
    ts.isExportAssignment(node) ||
    ts.isClassDeclaration(node)
  );
}

function withPieces(source: SourceFile, pieces: readonly Piece[]): Guarded {
  const sorted = pieces
    .map((piece, nth) => ({ ...piece, rank: piece.closes === true ? -1 - nth : nth }))
    .sort(
      (one, other) =>
        one.at - other.at ||
        Number(other.closes ?? false) - Number(one.closes ?? false) ||
        one.rank - other.rank,
    );
  let text = '';
  let done = 0;
  for (const piece of sorted) {
    text += source.text.slice(done, piece.at) + piece.text;
    done = piece.at;
  }
  const placed = (at: number): { line: number; column: number } => {
    const { line, character } = source.getLineAndCharacterOfPosition(at);
    return { line, column: character };
  };
  return {
    text: text + source.text.slice(done),
    insertions: sorted.map((piece) => ({
      ...placed(piece.at),
      length: piece.text.length,
      means: placed(piece.of),
    })),
  };
}
