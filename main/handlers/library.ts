import { arrangeRuns } from '../../engine/index.ts';
import type { HandlersOf } from '../ipc.ts';
import type { Office } from './office.ts';
import { summaryOf } from './summary-of.ts';

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
