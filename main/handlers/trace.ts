import type { Signals } from '../../preload/contract.ts';
import { Imports } from '../import/imports.ts';
import type { HandlersOf } from '../ipc.ts';
import type { Office } from './office.ts';

/** Traces from elsewhere. */
export function traceHandlers(office: Office): HandlersOf<'trace'> {
  const { workspace, kept } = office;
  const imports = new Imports();
  const tell = (progress: Signals['import.progressed']): void => {
    office.importProgressed(progress);
  };
  return {
    'trace.import': async ({ path, dropped }) => {
      const { file } = kept;
      try {
        if (dropped !== undefined) return await imports.all(file, dropped, tell);
        const files = path === undefined ? await office.pickTraces() : [await workspace.trace(path)];
        const sources = files.map((one) => ({ file: one }));
        return await imports.all(file, sources, tell);
      } finally {
        office.workspaceChanged();
      }
    },
    'trace.cancel': () => {
      imports.cancel();
      return null;
    },
  };
}
