import { findNearestHit } from '../breakpoints/index.ts';
import { exportRunFile, fileNameOf } from '../export/index.ts';
import { hasOwnApps, toolsIn, toolsKept } from '../inspect/index.ts';
import { isPath, problemIn } from '../probes/index.ts';
import { removeRuns, scriptIn, scriptsFor, Verifications } from '../runs/index.ts';
import type { Trust } from '../settings/index.ts';
import { Fault } from '../system/index.ts';
import { demandProgram, nextVersion } from '../workspace/index.ts';
import type { HandlersOf, Office } from './handlers.ts';
import { summaryOf } from './run-database.ts';

/** Runs, live and kept. */
export function runHandlers(office: Office): HandlersOf<'run' | 'breakpoints'> {
  const { kept } = office;
  const { folder } = office.workspace;
  const verifications = new Verifications((run, same) => {
    office.verifyProgressed({ run: run.id, share: same / Math.max(1, run.entries) });
  });
  return {
    'run.start': async ({ seed, mode, choices, paused, pace, open, ...what }) => {
      office.trust.demand();
      if (choices?.agent !== undefined) await demandProgram(folder, choices.agent.command);
      const before = 'of' in what ? kept.store.source(what.of)?.files : undefined;
      const scripts = await scriptsFor(folder, choices, before);
      const made = 'of' in what ? what : { path: what.scenario };
      const run = await kept.runs.start(
        { folder, ...made, mode, seed, choices, scripts },
        { paused, pace, open },
      );
      office.workspaceChanged();
      return run;
    },
    'run.pause': ({ run }) => {
      kept.runs.pause(run);
      return null;
    },
    'run.resume': ({ run }) => {
      kept.runs.resume(run);
      return null;
    },
    'run.step': ({ run, by }) => {
      kept.runs.step(run, by);
      return null;
    },
    'run.until': (request) => {
      kept.runs.until(request.run, ({ index, event }) =>
        'entry' in request ? index >= request.entry : event === request.event,
      );
      return null;
    },
    'run.tools': async ({ run }) => {
      const live = kept.runs.appsOf(run);
      if (live !== undefined) return toolsIn(live);
      const summary = summaryOf(kept, run);
      if (hasOwnApps(summary)) office.trust.demand();
      return toolsKept(kept.store, summary);
    },
    'run.act': ({ run, actor, action }) => kept.runs.act(run, actor, action),
    'run.nextVersion': async ({ run }) => {
      const path = await nextVersion(kept.store, office.workspace, summaryOf(kept, run));
      office.workspaceChanged();
      return path;
    },
    'run.pace': ({ run, pace }) => {
      kept.runs.pace(run, pace);
      return null;
    },
    'run.branch': async ({ run, at, intervention, paused, agent: asked }) => {
      office.trust.demand();
      if (asked !== undefined) await demandProgram(folder, asked.command);
      const agent = asked && { ...asked, folder };
      const script = await scriptIn(folder, intervention);
      const branch = await kept.runs.branch(run, at, intervention, { paused, script, agent });
      office.workspaceChanged();
      return branch;
    },
    'run.verify': ({ run }) => {
      office.trust.demand();
      return verifications.verify(kept.store, summaryOf(kept, run));
    },
    'run.cancelVerify': ({ run }) => {
      verifications.cancel(run);
      return null;
    },
    'run.stop': ({ run }) => {
      kept.runs.stop(run);
      return null;
    },
    'run.delete': async ({ runs }) => {
      await removeRuns(kept.runs, runs);
      office.workspaceChanged();
      return null;
    },
    'run.source': ({ run }) =>
      Array.from(kept.store.source(run)?.files ?? [], ([path, text]) => ({ path, text })),
    'run.export': async ({ run: id, format }) => {
      const run = summaryOf(kept, id);
      const file = await office.pickTarget(fileNameOf(run, format), format);
      if (file === undefined) return null;
      const notes = await exportRunFile(kept.store, run, file, format);
      office.workspaceChanged();
      return { file, notes };
    },
    'breakpoints.find': async ({ run, ...way }) => {
      const { list } = office.breakpoints;
      for (const { condition, enabled } of list)
        if (enabled && condition.on === 'probe') demandAskable(condition.expression, office.trust);
      return (await findNearestHit(kept, summaryOf(kept, run), list, way)) ?? null;
    },
    'breakpoints.read': () => office.breakpoints.list,
    'breakpoints.set': async ({ breakpoints }) => {
      for (const { condition } of breakpoints)
        if (condition.on === 'probe') demandExpression(condition.expression);
      await office.breakpoints.set(breakpoints);
      return null;
    },
  };
}

/** Expressions that are watched over whole runs. */
export const probeHandlers = ({ kept, probes, trust }: Office): HandlersOf<'probes'> => ({
  'probes.read': () => probes.list,
  'probes.set': async ({ probes: list }) => {
    await probes.set(list);
    return null;
  },
  'probes.follow': ({ run, expression, from }) => {
    demandAskable(expression, trust);
    return kept.probing.follow({ run: summaryOf(kept, run).id, expression, from });
  },
});

/** @throws {Fault} when `expression` is none. */
function demandExpression(expression: string): void {
  const problem = problemIn(expression);
  if (problem !== undefined) throw new Fault('bad-expression', problem);
}

/** @throws {Fault} when `expression` is none, or runs code in a folder that is not trusted. */
function demandAskable(expression: string, trust: Trust): void {
  if (!isPath(expression)) trust.demand();
  demandExpression(expression);
}
