import { type BrowserWindow, dialog } from 'electron';
import { ENDINGS, type FileKind } from '../host/export/index.ts';
import { ProblemError } from '../host/system/index.ts';

const NAMES = {
  orrery: 'Orrery runs',
  are: 'ARE traces',
  report: 'Reports',
  picture: 'Pictures',
  chart: 'Pictures',
  csv: 'Tables',
  jsonl: 'JSON lines',
} as const satisfies Record<FileKind, string>;

const TITLES = {
  orrery: 'Export the run',
  are: 'Export the run',
  report: 'Save the report',
  picture: 'Save the timeline',
  chart: 'Save the chart',
  csv: 'Save the jobs',
  jsonl: 'Save the jobs',
} as const satisfies Record<FileKind, string>;

/** Lets the person pick traces and portable files; empty if they cancel. */
export async function pickTraces(window: BrowserWindow | undefined): Promise<readonly string[]> {
  if (window === undefined) return [];
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import runs and traces',
    filters: [
      { name: 'Runs and traces', extensions: [ENDINGS.orrery, ENDINGS.are, 'traj', 'eval', 'jsonl'] },
    ],
    properties: ['openFile', 'multiSelections'],
  });
  return filePaths;
}

/** Lets the person choose where to save a file of `kind`; `undefined` if they cancel. */
export async function pickTarget(
  window: BrowserWindow | undefined,
  defaultPath: string,
  kind: FileKind,
): Promise<string | undefined> {
  if (window === undefined) return undefined;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: TITLES[kind],
    defaultPath,
    filters: [{ name: NAMES[kind], extensions: [ENDINGS[kind]] }],
  });
  return canceled || filePath === '' ? undefined : filePath;
}

/** Lets the person pick a folder of scenarios; `undefined` if they cancel. */
export async function pickFolder(window: BrowserWindow | undefined): Promise<string | undefined> {
  const options = {
    title: 'Open a folder of scenarios',
    properties: ['openDirectory' as const, 'createDirectory' as const],
  };
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0];
}

/**
 * Reports an error that prevents the window from opening. Returns the folder that the person opens instead; `undefined` if they
 * do not, or read the error in a terminal.
 */
export async function tellNotOpened(thrown: unknown): Promise<string | undefined> {
  const isBug = !(thrown instanceof ProblemError);
  console.error(isBug ? thrown : thrown.message);
  if (process.stderr.isTTY) return undefined;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Orrery',
    message: 'Orrery cannot open.',
    detail: thrown instanceof Error ? thrown.message : String(thrown),
    buttons: isBug ? ['Quit'] : ['Quit', 'Open folder…'],
    defaultId: isBug ? 0 : 1,
    cancelId: 0,
    noLink: true,
  });
  return response === 0 ? undefined : pickFolder(undefined);
}

/** Asks the person whether the code in `folder` may run. Only this dialog grants trust: the page cannot answer it. */
export async function confirmTrust(window: BrowserWindow | undefined, folder: string): Promise<boolean> {
  if (window === undefined) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Trust folder',
    message: 'Trust the code in this folder?',
    detail: `${folder}\n\nIts scenarios and agents run as programs on this computer, with your permissions. Trust it only if you know who wrote it.`,
    buttons: ['Trust', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
