import type { Node, SourceFile } from 'typescript';
import type { Problem } from '../../engine/model/index.ts';
import { placeOf } from './source.ts';
import type { TypeScript } from './typescript.ts';

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
