import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const OPTION = '--workspace';
const TRUST = '--trust';

/** The folder in `--workspace DIR` or `--workspace=DIR` of the window's arguments. */
export function workspaceArgument(args: readonly string[], here: string): string | undefined {
  const index = args.findIndex((argument) => argument === OPTION || argument.startsWith(`${OPTION}=`));
  const folder = args[index] === OPTION ? args[index + 1] : args[index]?.slice(OPTION.length + 1);
  return folder === undefined || folder === '' ? undefined : resolve(here, folder);
}

/** Whether the person trusts the folder for as long as the window is open. */
export const trustArgument = (args: readonly string[]): boolean => args.includes(TRUST);

/** The arguments for a window on `folder`, based on those of this window. */
export function withWorkspace(args: readonly string[], folder: string): readonly string[] {
  const index = args.indexOf(OPTION);
  const others = args.filter(
    (argument, nth) => !(index >= 0 && (nth === index || nth === index + 1)) && argument !== TRUST,
  );
  return [...others.filter((argument) => !argument.startsWith(`${OPTION}=`)), `${OPTION}=${folder}`];
}

/** Opens a new window on `folder` in a new process, because each workspace has its own process and profile. */
export function openBeside(folder: string): void {
  const [, ...given] = process.argv;
  spawn(process.execPath, withWorkspace(given, folder), { detached: true, stdio: 'ignore' }).unref();
}
