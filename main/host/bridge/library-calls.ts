import { LIMITS } from '../../../preload/contract.ts';
import { fileNameOf, reportSubject, saveReport } from '../export/index.ts';
import { judgeInWorker, readConfiguration } from '../runs/index.ts';
import { ProblemError, writeOut } from '../system/index.ts';
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
    'library.search': (query) => database.allRunsSearch.find(query),
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
