import { Fault } from '../fault.ts';
import { isPath, problemIn } from '../probes/expression.ts';
import type { Trust } from '../trust.ts';

/** @throws {Fault} when `expression` is none. */
export function demandExpression(expression: string): void {
  const problem = problemIn(expression);
  if (problem !== undefined) throw new Fault('bad-expression', problem);
}

/** @throws {Fault} when `expression` is none, or runs code in a folder that is not trusted. */
export function demandAskable(expression: string, trust: Trust): void {
  if (!isPath(expression)) trust.demand();
  demandExpression(expression);
}
