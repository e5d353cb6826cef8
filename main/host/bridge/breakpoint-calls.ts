import { findNearestHit } from '../breakpoints/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { requireExpression, requireTrustedExpression } from './probe-calls.ts';
import { existingRun } from './run-database.ts';

/** Handlers for breakpoints. */
export const breakpointHandlers = ({
  breakpoints,
  database,
  trust,
}: Services): HandlersOf<'breakpoints'> => ({
  'breakpoints.find': async ({ run, ...way }) => {
    const { list } = breakpoints;
    for (const { condition, enabled } of list)
      if (enabled && condition.on === 'probe') requireTrustedExpression(condition.expression, trust);
    return (await findNearestHit(database, existingRun(database, run), list, way)) ?? null;
  },
  'breakpoints.read': () => breakpoints.list,
  'breakpoints.set': async ({ breakpoints: list }) => {
    for (const { condition } of list) if (condition.on === 'probe') requireExpression(condition.expression);
    await breakpoints.set(list);
    database.isolated.breakpointsChanged();
    return null;
  },
});
