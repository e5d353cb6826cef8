import type { CatchClause, DiagnosticWithLocation, Node, SourceFile, Statement } from 'typescript';
import type { Problem, SourceLocation } from '../../../engine/model/index.ts';
import type { TypeScript } from './typescript.ts';

/** Parses `text`. `file` is its path within the workspace. */
export const parse = (ts: TypeScript, file: string, text: string): SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);

export function sourceLocation(source: SourceFile, position: number): SourceLocation {
  const { line, character } = source.getLineAndCharacterOfPosition(position);
  return { file: source.fileName, line: line + 1, column: character + 1 };
}

/** The syntax errors of `source`, in TypeScript's words. */
export function syntaxProblems(ts: TypeScript, source: SourceFile): readonly Problem[] {
  // TypeScript stores them here without declaring it. The declared way needs a whole program.
  const { parseDiagnostics = [] } = source as { parseDiagnostics?: readonly DiagnosticWithLocation[] };
  return parseDiagnostics.map(({ messageText, start }) => ({
    severity: 'error',
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    place: sourceLocation(source, start),
  }));
}

export const IMPORTS_LATER = 'import(…) cannot be used here: import at the top of the file.';

/** Async code and dynamic imports in `source`, which would continue only after the run has moved on. */
export function findWaiting(ts: TypeScript, source: SourceFile): readonly Problem[] {
  const problems: Problem[] = [];

  const found = (node: Node, message: string): void => {
    problems.push({ severity: 'error', message, place: sourceLocation(source, node.getStart(source)) });
  };
  const visit = (node: Node): void => {
    if (node.kind === ts.SyntaxKind.AsyncKeyword)
      found(node, 'An async function cannot be used here: simulated time does not wait for it.');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found(node, IMPORTS_LATER);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** Calls of Node's `require` in `source`, which scenarios do not have. Bundled code has its own `require`, as a parameter. */
export function findRequires(ts: TypeScript, source: SourceFile): readonly Problem[] {
  const calls: Node[] = [];
  const own: Node[] = [];
  const isRequire = (node: Node | undefined): boolean =>
    node !== undefined && ts.isIdentifier(node) && node.text === 'require';
  const visit = (node: Node): void => {
    if (ts.isExternalModuleReference(node)) calls.push(node);
    else if (ts.isCallExpression(node) && isRequire(node.expression)) calls.push(node);
    else if (
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
      isRequire(node.name)
    )
      own.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (own.length > 0) return [];
  return calls.map((node) => ({
    severity: 'error',
    message: 'require(…) cannot be used here: import at the top of the file.',
    place: sourceLocation(source, node.getStart(source)),
  }));
}

/** The prefix of names that the compiler adds. Authors' code may not use such names. */
const RESERVED = '$orrery_';

/** The function that is called at the start of every loop iteration. */
export const LAP_NAME = `${RESERVED}lap`;

/** The one-item array that holds the number of the last executed statement. */
export const AT_NAME = `${RESERVED}at`;

/** The function that is called with every caught value. */
export const CAUGHT_NAME = `${RESERVED}caught`;

/** A caught value that the author's code destructures. */
const THROWN_NAME = `${RESERVED}thrown`;

/** The function through which the gate enters code. */
export const ENTER_NAME = `${RESERVED}enter`;

/** An error for each name in `source` that is reserved for Orrery, also when it is written with escapes. */
export function findReserved(ts: TypeScript, source: SourceFile): readonly Problem[] {
  const problems: Problem[] = [];
  const visit = (node: Node): void => {
    if (ts.isIdentifier(node) && node.text.startsWith(RESERVED))
      problems.push({
        severity: 'error',
        message: `Names that begin with ${RESERVED} belong to Orrery: choose another.`,
        place: sourceLocation(source, node.getStart(source)),
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** A text inserted into an author's line. Lines and columns count from 0, in the author's text. */
export interface Insertion {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The start of the author's loop or statement for which this text was inserted. */
  readonly means: { readonly line: number; readonly column: number };
}

export interface Guarded {
  readonly text: string;
  /** The insertions, in text order. */
  readonly insertions: readonly Insertion[];
}

/** A text to insert before position `at`. */
interface InsertedText {
  readonly at: number;
  readonly text: string;
  /** The position of the loop or statement that the text belongs to. */
  readonly of: number;
  /** Set on closing text. At one position closing text comes before opening text, and the innermost comes first. */
  readonly closes?: true;
}

/**
 * Inserts a call of {@link LAP_NAME} into every loop of `source`, a call of {@link CAUGHT_NAME} into every `catch`, and before every
 * statement an assignment of its number to {@link AT_NAME}, because V8 does not report where it stopped code that timed out.
 * `numbered` returns the number for a character position. Lines do not move; columns do, by the insertions.
 */
export function guard(ts: TypeScript, source: SourceFile, numbered: (at: number) => number): Guarded {
  const pieces: InsertedText[] = [];

  const mark = (node: Node): string => `${AT_NAME}[0]=${numbered(node.getStart(source))}`;
  const guardLoop = (node: Node, body: Statement): void => {
    const of = node.getStart(source);
    if (ts.isBlock(body)) pieces.push({ at: body.getStart(source) + 1, text: `${LAP_NAME}();`, of });
    else
      pieces.push(
        { at: body.getStart(source), text: `{${LAP_NAME}();`, of },
        { at: body.end, text: '}', of: body.end, closes: true },
      );
  };
  const guardCatch = ({ variableDeclaration: caught, block }: CatchClause): void => {
    if (caught === undefined) return;
    const of = caught.getStart(source);
    const inBlock = block.getStart(source) + 1;
    if (ts.isIdentifier(caught.name)) {
      pieces.push({ at: inBlock, text: `${CAUGHT_NAME}(${caught.name.text});`, of });
      return;
    }
    // catch ({ message }) { … }  →  catch (thrown) { let { message } = caught(thrown); { … } }
    pieces.push(
      { at: of, text: `${THROWN_NAME}){let `, of },
      { at: caught.end, text: `=${CAUGHT_NAME}(${THROWN_NAME}`, of },
      { at: block.getStart(source), text: ';', of },
      { at: block.end, text: '}', of: block.end, closes: true },
    );
  };
  const visit = (node: Node): void => {
    if (ts.isCatchClause(node)) guardCatch(node);
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

/** Whether `node` is in a statement list, so that another statement can be inserted before it. */
const isInList = (ts: TypeScript, { parent }: Node): boolean =>
  (parent as Node | undefined) !== undefined &&
  (ts.isSourceFile(parent) ||
    ts.isBlock(parent) ||
    ts.isModuleBlock(parent) ||
    ts.isCaseOrDefaultClause(parent));

/** Whether `node` is a statement that executes, unlike a declaration or a directive. */
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

function withPieces(source: SourceFile, pieces: readonly InsertedText[]): Guarded {
  const sorted = pieces
    .map((piece, index) => ({ ...piece, rank: piece.closes === true ? -1 - index : index }))
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
