import { arrangeRuns } from '../../../engine/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { compareBeside } from '../compare/index.ts';
import { fileNameOf, saveReport, type Subject } from '../export/index.ts';
import { judgeInWorker, readConfiguration } from '../runs/index.ts';
import { ProblemError, writeOut } from '../system/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { counterpartOf, existingRun } from './run-database.ts';

/** All runs of the workspace, however many. */
export function libraryHandlers(services: Services): HandlersOf<'library'> {
  const { database } = services;
  return {
    'library.find': ({ terms, ...view }) =>
      arrangeRuns(database.store.find(terms), view, database.store.count()),
    'library.named': ({ words }) =>
      database.store
        .find(
          words.map((text) => ({ test: { kind: 'text', text }, not: false })),
          LIMITS.namedRuns,
        )
        .map(({ id }) => existingRun(database, id)),
    'library.read': ({ run }) => existingRun(database, run),
    'library.counterpart': ({ run }) => counterpartOf(database, run) ?? null,
    'library.tag': ({ runs, add, remove }) => {
      for (const run of runs) {
        const tags = new Set([...existingRun(database, run).tags, ...add]);
        for (const tag of remove) tags.delete(tag);
        database.store.tag(run, [...tags]);
      }
      services.workspaceChanged();
      return null;
    },
    'library.judge': async ({ runs, configuration }) => {
      const asked = runs.map((id) => existingRun(database, id));
      if (asked.some(({ mode }) => mode !== 'trace')) services.trust.require();
      const judged = await judgeInWorker({
        file: database.file,
        runs: asked,
        configuration: configuration === undefined ? undefined : readConfiguration(configuration),
      });
      services.workspaceChanged();
      return judged;
    },
    'library.pin': ({ run, pinned }) => {
      database.store.setBaseline(run, pinned);
      services.workspaceChanged();
      return null;
    },
  };
}

/** What people write about runs. */
export function noteHandlers(services: Services): HandlersOf<'note'> {
  const { database } = services;
  const changed = <Answer>(answer: Answer): Answer => {
    services.workspaceChanged();
    return answer;
  };
  return {
    'note.list': ({ run }) => database.store.notes(run),
    'note.add': ({ range, value, ...note }) =>
      changed(database.store.addNote({ ...note, range, value, made: Date.now() })),
    'note.change': ({ id, text, tags }) => changed(database.store.changeNote(id, text, tags)),
    'note.remove': ({ id }) => {
      database.store.removeNote(id);
      return changed(null);
    },
  };
}

/** Pages that show runs to others. */
export function reportHandlers(services: Services): HandlersOf<'report' | 'timeline' | 'file'> {
  const { database } = services;

  const subjectOf = async (runs: Subject['runs']): Promise<Subject> => {
    const [a, b] = runs;
    if (b === undefined) return { runs: [a] };
    return { runs: [a, b], comparison: await compareBeside({ file: database.file, a, b }) };
  };

  return {
    'report.save': async ({ run, beside }) => {
      const a = existingRun(database, run);
      const runs = beside === undefined ? ([a] as const) : ([a, existingRun(database, beside)] as const);
      const id = runs.map((one) => one.id).join('-');
      const file = await services.pickTarget(fileNameOf({ scenario: a.scenario, id }, 'report'), 'report');
      if (file === undefined) return null;
      await saveReport(database.store, await subjectOf(runs), file);
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
      // The page can have nothing else opened.
      if (!services.written.has(file))
        throw new ProblemError('bad-path', `${file} was not written by this window.`);
      await services.showFile(file, how);
      return null;
    },
  };
}
