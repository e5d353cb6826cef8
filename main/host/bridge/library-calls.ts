import { arrangeRuns } from '../../../engine/index.ts';
import { compareBeside } from '../compare/index.ts';
import { fileNameOf, saveReport, type Subject } from '../export/index.ts';
import type { HandlersOf, Office } from './handlers.ts';
import { summaryOf } from './run-database.ts';

/** Beyond so many nobody reads on. */
const MOST_NAMED = 20;

/** All runs of the workspace, however many. */
export function libraryHandlers(office: Office): HandlersOf<'library'> {
  const { kept } = office;
  return {
    'library.find': ({ terms, ...view }) => arrangeRuns(kept.store.find(terms), view, kept.store.count()),
    'library.named': ({ words }) =>
      kept.store
        .find(
          words.map((text) => ({ test: { kind: 'text', text }, not: false })),
          MOST_NAMED,
        )
        .map(({ id }) => summaryOf(kept, id)),
    'library.read': ({ run }) => summaryOf(kept, run),
    'library.counterpart': ({ run }) => {
      const { origin } = summaryOf(kept, run);
      const parent = origin && kept.runs.summary(origin.parent);
      return parent ?? kept.store.previousRun(run) ?? null;
    },
    'library.tag': ({ runs, add, remove }) => {
      for (const run of runs) {
        const tags = new Set([...summaryOf(kept, run).tags, ...add]);
        for (const tag of remove) tags.delete(tag);
        kept.store.tag(run, [...tags]);
      }
      office.workspaceChanged();
      return null;
    },
    'library.pin': ({ run, pinned }) => {
      kept.store.setBaseline(run, pinned);
      office.workspaceChanged();
      return null;
    },
  };
}

/** What people write about runs. */
export function noteHandlers(office: Office): HandlersOf<'note'> {
  const { kept } = office;
  const changed = <Answer>(answer: Answer): Answer => {
    office.workspaceChanged();
    return answer;
  };
  return {
    'note.list': ({ run }) => kept.store.notes(run),
    'note.add': ({ range, value, ...note }) =>
      changed(kept.store.addNote({ ...note, range, value, made: Date.now() })),
    'note.change': ({ id, text, tags }) => changed(kept.store.changeNote(id, text, tags)),
    'note.remove': ({ id }) => {
      kept.store.removeNote(id);
      return changed(null);
    },
  };
}

/** Pages that show runs to others. */
export function reportHandlers(office: Office): HandlersOf<'report'> {
  const { kept } = office;

  const subjectOf = async (runs: Subject['runs']): Promise<Subject> => {
    const [a, b] = runs;
    if (b === undefined) return { runs: [a] };
    return { runs: [a, b], comparison: await compareBeside({ file: kept.file, a, b }) };
  };

  return {
    'report.save': async ({ run, beside }) => {
      const a = summaryOf(kept, run);
      const runs = beside === undefined ? ([a] as const) : ([a, summaryOf(kept, beside)] as const);
      const id = runs.map((one) => one.id).join('-');
      const file = await office.pickTarget(fileNameOf({ scenario: a.scenario, id }, 'report'), 'report');
      if (file === undefined) return null;
      await saveReport(kept.store, await subjectOf(runs), file);
      return file;
    },
  };
}
