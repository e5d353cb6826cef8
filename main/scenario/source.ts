import type { DiagnosticWithLocation, SourceFile } from 'typescript';
import type { SourceLocation, Problem } from '../../engine/model/index.ts';
import type { TypeScript } from './typescript.ts';

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
