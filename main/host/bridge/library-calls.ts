import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { modelLabel } from '../../../engine/model/index.ts';
import { type KeptModel, LIMITS, type Parsed } from '../../../preload/contract.ts';
import { type FileKind, fileNameOf, reportSubject, saveReport } from '../export/index.ts';
import { judgeInWorker, readConfiguration } from '../runs/index.ts';
import { foreignHost, ProblemError, writeOut } from '../system/index.ts';
import { requireProgram, requireScript } from '../workspace/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { counterpartOf, existingRun } from './run-database.ts';

/** Handlers for the list of all runs of the workspace. */
export function libraryHandlers(services: Services): HandlersOf<'library'> {
  const { database } = services;
  return {
    'library.find': (query) => database.library.find(query),
    'library.ids': ({ terms }) => database.library.ids(terms, LIMITS.runs),
    'library.values': () => database.library.values(),
    'library.matrix': ({ terms }) => database.library.matrix(terms),
    'library.compareSets': ({ terms, by, first, second }) =>
      database.library.compareSets(terms, by, first, second),
    'library.said': (query) => database.everything.find(query),
    'library.named': ({ words }) =>
      database.store
        .findRuns(
          words.map((text) => ({ test: { kind: 'text', text }, not: false })),
          LIMITS.namedRuns,
        )
        .map(({ id }) => existingRun(database, id)),
    'library.read': ({ run }) => existingRun(database, run),
    'library.counterpart': ({ run }) => counterpartOf(database, run) ?? null,
    'library.tag': async ({ runs, add, remove }) => {
      await database.runs.write(() => {
        database.store.transaction(() => {
          for (const run of runs) {
            const tags = new Set([...existingRun(database, run).tags, ...add]);
            for (const tag of remove) tags.delete(tag);
            database.store.setTags(run, [...tags]);
          }
        });
      });
      services.workspaceChanged();
      return null;
    },
    'library.judge': async ({ runs, configuration }) => {
      const asked = runs.map((id) => existingRun(database, id));
      if (asked.some(({ mode }) => mode !== 'trace')) services.trust.require();
      await services.code.allowRuns(database, asked);
      const judged = await judgeInWorker({
        file: database.file,
        runs: asked,
        configuration: configuration === undefined ? undefined : readConfiguration(configuration),
      });
      services.workspaceChanged();
      return judged;
    },
    'library.pin': async ({ run, pinned }) => {
      await database.runs.write(() => {
        database.store.setBaseline(existingRun(database, run).id, pinned);
      });
      services.workspaceChanged();
      return null;
    },
  };
}

/** Handlers for notes on runs. */
export function noteHandlers(services: Services): HandlersOf<'note'> {
  const { database } = services;
  const written = async <Answer>(work: () => Answer): Promise<Answer> => {
    const answer = await database.runs.write(work);
    services.workspaceChanged();
    return answer;
  };
  return {
    'note.list': ({ run }) => database.store.notes(existingRun(database, run).id),
    'note.add': ({ range, value, ...note }) =>
      written(() => database.store.addNote({ ...note, range, value, made: Date.now() })),
    'note.change': ({ id, text, tags }) => written(() => database.store.changeNote(id, text, tags)),
    'note.remove': ({ id }) =>
      written(() => {
        database.store.removeNote(id);
        return null;
      }),
  };
}

/** Handlers for report pages. */
export function reportHandlers(services: Services): HandlersOf<'report' | 'timeline' | 'file'> {
  const { database } = services;

  return {
    'report.save': async ({ runs: [first, ...others], by }) => {
      const a = existingRun(database, first!);
      const runs = [a, ...others.map((id) => existingRun(database, id))] as const;
      const id = runs.map((one) => one.id).join('-');
      const file = await services.pickTarget(fileNameOf({ scenario: a.scenario, id }, 'report'), 'report');
      if (file === undefined) return null;
      await saveReport(database.store, await reportSubject(database, runs, by), file);
      services.written.add(file);
      return file;
    },
    'timeline.save': async ({ run, png }) => {
      const file = await services.pickTarget(fileNameOf(existingRun(database, run), 'picture'), 'picture');
      if (file === undefined) return null;
      await writeOut(file, [Buffer.from(png, 'base64')]);
      services.written.add(file);
      return file;
    },
    'file.show': async ({ file, how }) => {
      // The page may open no other files.
      if (!services.written.has(file))
        throw new ProblemError('bad-path', `${file} was not written by this window.`);
      await services.showFile(file, how);
      return null;
    },
  };
}

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
const sweepFileName = (path: string, id: string, kind: FileKind): string =>
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
  const host = foreignHost(url);
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
