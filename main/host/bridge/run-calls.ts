import { findNearestHit } from '../breakpoints/index.ts';
import { exportRunFile, fileNameOf } from '../export/index.ts';
import { hasOwnApps, describeApps, toolsOfStoredRun } from '../inspect/index.ts';
import { isPath, expressionProblem } from '../probes/index.ts';
import { removeRuns, scriptIn, scriptsFor, Verifications } from '../runs/index.ts';
import type { Trust } from '../settings/index.ts';
import { ProblemError } from '../system/index.ts';
import { requireProgram, nextVersion } from '../workspace/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { existingRun } from './run-database.ts';

/** Runs, live and database. */
export function runHandlers(services: Services): HandlersOf<'run' | 'breakpoints'> {
  const { database } = services;
  const { folder } = services.workspace;
  const verifications = new Verifications((run, same) => {
    services.verifyProgressed({ run: run.id, share: same / Math.max(1, run.entries) });
  });
  return {
    'run.start': async ({ seed, mode, choices, paused, pace, open, instead, until, ...what }) => {
      services.trust.require();
      if (choices?.agent !== undefined) await requireProgram(folder, choices.agent.command);
      const before = 'of' in what ? database.store.source(what.of)?.files : undefined;
      const scripts = await scriptsFor(folder, choices, before);
      const made = 'of' in what ? what : { path: what.scenario };
      if (instead !== undefined) database.runs.stopIfActive(instead);
      const run = await database.runs.start(
        { folder, ...made, mode, seed, choices, scripts },
        { paused, pace, open, until },
      );
      services.workspaceChanged();
      return run;
    },
    'run.pause': ({ run }) => {
      database.runs.pause(run);
      return null;
    },
    'run.resume': ({ run }) => {
      database.runs.resume(run);
      return null;
    },
    'run.step': ({ run, by }) => {
      database.runs.step(run, by);
      return null;
    },
    'run.until': ({ run, ...goal }) => {
      database.runs.until(run, goal);
      return null;
    },
    'run.tools': async ({ run }) => {
      const live = database.runs.appsOf(run);
      if (live !== undefined) return describeApps(live);
      const summary = existingRun(database, run);
      if (hasOwnApps(summary)) services.trust.require();
      return toolsOfStoredRun(database.store, summary);
    },
    'run.act': ({ run, actor, action }) => database.runs.act(run, actor, action),
    'run.nextVersion': async ({ run }) => {
      const path = await nextVersion(database.store, services.workspace, existingRun(database, run));
      services.workspaceChanged();
      return path;
    },
    'run.pace': ({ run, pace }) => {
      database.runs.pace(run, pace);
      return null;
    },
    'run.branch': async ({ run, at, intervention, paused, agent: asked }) => {
      services.trust.require();
      if (asked !== undefined) await requireProgram(folder, asked.command);
      const agent = asked && { ...asked, folder };
      const script = await scriptIn(folder, intervention);
      const branch = await database.runs.branch(run, at, intervention, { paused, script, agent });
      services.workspaceChanged();
      return branch;
    },
    'run.verify': ({ run }) => {
      services.trust.require();
      return verifications.verify(database.store, existingRun(database, run));
    },
    'run.cancelVerify': ({ run }) => {
      verifications.cancel(run);
      return null;
    },
    'run.stop': ({ run }) => {
      database.runs.stop(run);
      return null;
    },
    'run.delete': async ({ runs }) => {
      await removeRuns(database.runs, runs);
      services.workspaceChanged();
      return null;
    },
    'run.source': ({ run }) =>
      Array.from(database.store.source(run)?.files ?? [], ([path, text]) => ({ path, text })),
    'run.export': async ({ run: id, format }) => {
      const run = existingRun(database, id);
      const file = await services.pickTarget(fileNameOf(run, format), format);
      if (file === undefined) return null;
      const notes = await exportRunFile(database.store, run, file, format);
      services.workspaceChanged();
      return { file, notes };
    },
    'breakpoints.find': async ({ run, ...way }) => {
      const { list } = services.breakpoints;
      for (const { condition, enabled } of list)
        if (enabled && condition.on === 'probe')
          requireTrustedExpression(condition.expression, services.trust);
      return (await findNearestHit(database, existingRun(database, run), list, way)) ?? null;
    },
    'breakpoints.read': () => services.breakpoints.list,
    'breakpoints.set': async ({ breakpoints }) => {
      for (const { condition } of breakpoints)
        if (condition.on === 'probe') requireExpression(condition.expression);
      await services.breakpoints.set(breakpoints);
      return null;
    },
  };
}

/** Expressions that are watched over whole runs. */
export const probeHandlers = ({ database, probes, trust }: Services): HandlersOf<'probes'> => ({
  'probes.read': () => probes.list,
  'probes.set': async ({ probes: list }) => {
    await probes.set(list);
    return null;
  },
  'probes.follow': ({ run, expression, from }) => {
    requireTrustedExpression(expression, trust);
    return database.probing.values({ run: existingRun(database, run).id, expression, from });
  },
});

/** @throws {ProblemError} when `expression` is none. */
function requireExpression(expression: string): void {
  const problem = expressionProblem(expression);
  if (problem !== undefined) throw new ProblemError('bad-expression', problem);
}

/** @throws {ProblemError} when `expression` is none, or runs code in a folder that is not trusted. */
function requireTrustedExpression(expression: string, trust: Trust): void {
  if (!isPath(expression)) trust.require();
  requireExpression(expression);
}
