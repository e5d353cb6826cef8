import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { modelLabel } from '../../../engine/model/index.ts';
import { type KeptModel, type Parsed } from '../../../preload/contract.ts';
import { type ExportFileKind, fileNameOf } from '../export/index.ts';
import { remoteHost, writeOut } from '../system/index.ts';
import { requireProgram, requireScript } from '../workspace/index.ts';
import type { HandlersOf, Services } from './handlers.ts';

/** Handlers for sweeps. */
export function sweepHandlers(services: Services): HandlersOf<'sweep'> {
  const { workspace, database, sweeps } = services;
  return {
    'sweep.list': async () => sweeps.list(await workspace.sweeps()),
    'sweep.make': async (request) => {
      for (const agent of request.agents)
        if (typeof agent !== 'string') await services.allowedModels.require(agent.url);
        else if (agent.endsWith('.json')) await requireScript(workspace.folder, agent);
        else if (!isNoProcess(agent)) await requireProgram(workspace.folder, { path: agent });
      const text = `${JSON.stringify(sweepFileOf(request), null, 2)}\n`;
      const file = await workspace.createSweep(request.name, text);
      const folder = await workspace.sweep(`sweeps/${request.name}.sweep`);
      try {
        await sweeps.plan(workspace.folder, file, folder);
      } catch (thrown) {
        await rm(file, { force: true });
        await rm(folder, { recursive: true, force: true });
        throw thrown;
      }
      sweeps.start(folder);
      return `sweeps/${request.name}.sweep`;
    },
    'sweep.start': async ({ sweep }) => {
      const folder = await workspace.sweep(sweep);
      await services.code.allowSweep(await sweeps.code(folder));
      sweeps.start(folder);
      return null;
    },
    'sweep.stop': async ({ sweep }) => {
      sweeps.stop(await workspace.sweep(sweep));
      return null;
    },
    'sweep.view': async ({ sweep, ...axes }) => sweeps.view(await workspace.sweep(sweep), axes),
    'sweep.jobs': async ({ sweep, from, ...cell }) => sweeps.jobs(await workspace.sweep(sweep), cell, from),
    'sweep.compare': async ({ sweep, before, ...axes }) =>
      sweeps.compare(await workspace.sweep(sweep), await workspace.sweep(before), axes),
    'sweep.statistics': async ({ sweep, basis }) => sweeps.statistics(await workspace.sweep(sweep), basis),
    'sweep.save': async ({ sweep, format, before }) => {
      const folder = await workspace.sweep(sweep);
      const file = await services.pickTarget(sweepFileName(sweep, 'sweep', format), format);
      if (file === undefined) return null;
      await sweeps.save(folder, before && (await workspace.sweep(before)), format, file);
      services.written.add(file);
      return file;
    },
    'sweep.chart': async ({ sweep, chart, svg }) => {
      await workspace.sweep(sweep);
      const file = await services.pickTarget(sweepFileName(sweep, chart, 'chart'), 'chart');
      if (file === undefined) return null;
      await writeOut(file, [svg]);
      services.written.add(file);
      return file;
    },
    'sweep.remove': async ({ sweep }) => {
      const folder = await workspace.sweep(sweep);
      await sweeps.requireIdle(folder);
      await services.moveToTrash(folder);
      const file = folder.replace(/\.sweep$/, '.json');
      if (existsSync(file)) await services.moveToTrash(file);
      return null;
    },
    'sweep.passing': async ({ sweep, job }) => sweeps.passing(await workspace.sweep(sweep), job),
    'sweep.copy': async ({ sweep, job }) => {
      const run = await sweeps.copyRun(await workspace.sweep(sweep), job, database.file);
      services.workspaceChanged();
      return run;
    },
  };
}

/** A suggested name for a file about the sweep at `path`. */
const sweepFileName = (path: string, id: string, kind: ExportFileKind): string =>
  fileNameOf({ scenario: posix.basename(path, '.sweep'), id }, kind);

const isNoProcess = (agent: string): boolean => agent === 'oracle' || agent === 'nobody';

/** The content of a sweep file, formatted as a person would write it. */
function sweepFileOf({
  name,
  scenarios,
  variants,
  seeds,
  agents,
  settings,
  repeats,
  limits,
}: Parsed<'sweep.make'>): object {
  const names = new Map<string, number>();
  const nameOf = (path: string): string => free(posix.basename(path, posix.extname(path)));
  const free = (name: string): string => {
    const base = name.replaceAll(/[^\w.-]/g, '-');
    const count = (names.get(base) ?? 0) + 1;
    names.set(base, count);
    return count === 1 ? base : `${base} (${count})`;
  };
  return {
    name,
    scenarios,
    variants,
    seeds: asRange(seeds),
    agents: agents.map((agent) => {
      if (typeof agent !== 'string') return { name: free(agent.name), ...modelInFile(agent) };
      if (isNoProcess(agent)) return agent;
      if (agent.endsWith('.json')) return { name: nameOf(agent), script: agent };
      return { name: nameOf(agent), program: agent };
    }),
    settings,
    ...(repeats === 1 ? {} : { repeats }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

/** A model in the form of a sweep file. */
function modelInFile({ url, name, wire, calls, parameters, prompt }: KeptModel): object {
  const host = remoteHost(url);
  return {
    model: modelLabel({ url, name, wire }),
    ...(wire === 'messages' ? { api: wire } : {}),
    ...(calls === 'native' ? {} : { calls }),
    ...(Object.keys(parameters).length === 0 ? {} : { set: parameters }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(host === undefined ? {} : { host }),
  };
}

/** Consecutive seeds as a range, such as `0..9`; other seeds as a list. */
function asRange(seeds: Parsed<'sweep.make'>['seeds']): string | readonly number[] {
  if (seeds === 'own') return seeds;
  const [first = 0] = seeds;
  const isRange = seeds.length > 1 && seeds.every((seed, index) => seed === first + index);
  return isRange ? `${first}..${seeds.at(-1)!}` : seeds;
}
