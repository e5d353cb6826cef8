import { extname } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { legible, truncate, withCodes } from '../../engine/model/index.ts';
import type { CodeQuestion } from '../host/bridge/index.ts';
import { FILE_ENDINGS, type ExportFileKind } from '../host/export/index.ts';
import { ProblemError } from '../host/system/index.ts';

const NAMES = {
  orrery: 'Orrery runs',
  are: 'ARE traces',
  atif: 'Trajectories',
  otlp: 'Traces of OpenTelemetry',
  original: 'Originals',
  markdown: 'Transcripts',
  report: 'Reports',
  picture: 'Pictures',
  chart: 'Pictures',
  csv: 'Tables',
  jsonl: 'JSON lines',
} as const satisfies Record<ExportFileKind, string>;

const TITLES = {
  orrery: 'Export the run',
  are: 'Export the run',
  atif: 'Export the run',
  otlp: 'Export the run',
  original: 'Export the original',
  markdown: 'Export the transcript',
  report: 'Save the report',
  picture: 'Save the timeline',
  chart: 'Save the chart',
  csv: 'Save the jobs',
  jsonl: 'Save the jobs',
} as const satisfies Record<ExportFileKind, string>;

/** Lets the person pick a file with a model; `undefined` if they cancel. */
export async function pickModelFile(window: BrowserWindow | undefined): Promise<string | undefined> {
  if (window === undefined) return undefined;
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a model',
    filters: [{ name: 'Models', extensions: ['gguf'] }],
    properties: ['openFile'],
  });
  return filePaths[0];
}

/** Lets the person pick traces and portable files; empty if they cancel. */
export async function pickTraces(window: BrowserWindow | undefined): Promise<readonly string[]> {
  if (window === undefined) return [];
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import runs and traces',
    filters: [
      {
        name: 'Runs and traces',
        extensions: [
          FILE_ENDINGS.orrery,
          FILE_ENDINGS.are,
          'traj',
          'eval',
          'jsonl',
          'parquet',
          'zip',
          'gz',
          'tgz',
          'tar',
          'zst',
        ],
      },
    ],
    properties: ['openFile', 'multiSelections'],
  });
  return filePaths;
}

/** Lets the person pick a folder that runs are written to; `undefined` if they cancel. */
export async function pickExportFolder(window: BrowserWindow | undefined): Promise<string | undefined> {
  if (window === undefined) return undefined;
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Export the runs to a folder',
    properties: ['openDirectory', 'createDirectory'],
  });
  return filePaths[0];
}

/** Lets the person pick a folder whose files are imported; empty if they cancel. */
export async function pickTraceFolder(window: BrowserWindow | undefined): Promise<readonly string[]> {
  if (window === undefined) return [];
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import a folder of runs and traces',
    properties: ['openDirectory'],
  });
  return filePaths;
}

/** Lets the person choose where to save a file of `kind`; `undefined` if they cancel. */
export async function pickTarget(
  window: BrowserWindow | undefined,
  defaultPath: string,
  kind: ExportFileKind,
): Promise<string | undefined> {
  if (window === undefined) return undefined;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: TITLES[kind],
    defaultPath,
    filters: [{ name: NAMES[kind], extensions: [extname(defaultPath).slice(1) || FILE_ENDINGS[kind]] }],
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
export async function reportNotOpened(thrown: unknown): Promise<string | undefined> {
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

/** Asks the person whether models on another machine may be asked. Only this dialog allows it. */
export async function confirmHost(window: BrowserWindow | undefined, host: string): Promise<boolean> {
  if (window === undefined) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Ask another machine',
    message: `Send data to ${inOneLine(host)}?`,
    detail:
      'The model is on that machine. Its requests hold what the agent is told and reads in the apps of the scenario.',
    buttons: ['Allow', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** The most scenarios and commands that the question names, and the most characters of one. A dialog that is larger has no buttons. */
const MAX_NAMED = 10;
const MAX_LINE = 300;

/**
 * Asks the person whether code that came from elsewhere may run. Only this dialog grants it, and it shows each command whole.
 *
 * @throws {ProblemError} when the commands are too many or too long for that.
 */
export async function confirmCode(
  window: BrowserWindow | undefined,
  { scenarios, commands }: CodeQuestion,
): Promise<boolean> {
  if (window === undefined) return false;
  const shown = commands.map(inOneLine);
  if (shown.length > MAX_NAMED || shown.some(({ length }) => length > MAX_LINE))
    throw new ProblemError(
      'code-not-trusted',
      'The commands of its agents are too long for a question. Read them in its plan, and run it with orrery sweep run.',
    );
  const named = scenarios.slice(0, MAX_NAMED).map((one) => truncate(inOneLine(one), MAX_LINE));
  const left = scenarios.length - named.length;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Trust code',
    message: 'Run code that came from elsewhere?',
    detail: [
      'This code came with a file and never ran here:',
      ...named,
      ...(left === 0 ? [] : [`and ${left} more`]),
      ...(shown.length === 0 ? [] : ['', 'It starts these programs, with your permissions:', ...shown]),
      '',
      'Trust it only if you know who wrote it.',
    ].join('\n'),
    buttons: ['Trust', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** A text from elsewhere with codes for line breaks, tabs and blanks that are no blank, in which a command could hide. */
const inOneLine = (text: string): string => withCodes(legible(text), /[\p{Cc}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu);
