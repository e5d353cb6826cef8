import { isPath, expressionProblem } from '../probes/index.ts';
import type { Trust } from '../settings/index.ts';
import { ProblemError } from '../system/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { existingRun } from './run-database.ts';

/** Handlers for probes. */
export const probeHandlers = ({ database, probes, trust }: Services): HandlersOf<'probes'> => ({
  'probes.read': () => probes.list,
  'probes.set': async ({ probes: list }) => {
    await probes.set(list);
    return null;
  },
  'probes.follow': ({ run, expression, from }) => {
    requireTrustedExpression(expression, trust);
    return database.probing.valuesInSlice({ run: existingRun(database, run).id, expression, from });
  },
});

/** @throws {ProblemError} when `expression` is not valid. */
export function requireExpression(expression: string): void {
  const problem = expressionProblem(expression);
  if (problem !== undefined) throw new ProblemError('bad-expression', problem);
}

/** @throws {ProblemError} when `expression` is not valid, or runs code in an untrusted folder. */
export function requireTrustedExpression(expression: string, trust: Trust): void {
  if (!isPath(expression)) trust.require();
  requireExpression(expression);
}
