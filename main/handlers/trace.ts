import type { HandlersOf } from '../ipc.ts';
import { importAll, importTraceFile, importTraceText } from '../traces.ts';
import type { Office } from './office.ts';

/** Traces from elsewhere. */
export function traceHandlers(office: Office): HandlersOf<'trace'> {
  const { workspace, kept } = office;
  return {
    'trace.import': async ({ path, dropped }) => {
      const { store } = kept;
      try {
        if (dropped !== undefined)
          return await importAll(
            dropped.map(
              ({ name, text }) =>
                () =>
                  importTraceText(store, text, name),
            ),
          );
        const files = path === undefined ? await office.pickTraces() : [await workspace.trace(path)];
        return await importAll(files.map((file) => () => importTraceFile(store, file)));
      } finally {
        office.workspaceChanged();
      }
    },
  };
}
