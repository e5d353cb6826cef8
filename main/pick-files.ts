import { dialog, type BrowserWindow } from 'electron';

const FILTERS = [{ name: 'Traces', extensions: ['json'] }];

/** Lets the person pick traces; none when they change their mind. */
export async function pickTraces(window: BrowserWindow | undefined): Promise<readonly string[]> {
  if (window === undefined) return [];
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import traces',
    filters: FILTERS,
    properties: ['openFile', 'multiSelections'],
  });
  return filePaths;
}

/** Lets the person say where a trace goes, best to `defaultPath`; `undefined` when they change their mind. */
export async function pickTarget(
  window: BrowserWindow | undefined,
  defaultPath: string,
): Promise<string | undefined> {
  if (window === undefined) return undefined;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Export the run',
    defaultPath,
    filters: FILTERS,
  });
  return canceled || filePath === '' ? undefined : filePath;
}

/** Lets the person pick a folder of scenarios; none when they change their mind. */
export async function pickFolder(window: BrowserWindow | undefined): Promise<string | undefined> {
  if (window === undefined) return undefined;
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Open a folder of scenarios',
    properties: ['openDirectory', 'createDirectory'],
  });
  return filePaths[0];
}
