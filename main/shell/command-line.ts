import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const OPTION = '--workspace';
const TRUST = '--trust';

/** The folder that `--workspace DIR` or `--workspace=DIR` names among the arguments of the window. */
export function workspaceArgument(args: readonly string[], here: string): string | undefined {
  const at = args.findIndex((argument) => argument === OPTION || argument.startsWith(`${OPTION}=`));
  const folder = args[at] === OPTION ? args[at + 1] : args[at]?.slice(OPTION.length + 1);
  return folder === undefined || folder === '' ? undefined : resolve(here, folder);
}

/** Whether the person who started the window trusts the folder, for as long as it is open. */
export const trustArgument = (args: readonly string[]): boolean => args.includes(TRUST);

/** The arguments of a window on `folder`, made of those of this one. */
export function withWorkspace(args: readonly string[], folder: string): readonly string[] {
  const at = args.indexOf(OPTION);
  const others = args.filter(
    (argument, nth) => !(at >= 0 && (nth === at || nth === at + 1)) && argument !== TRUST,
  );
  return [...others.filter((argument) => !argument.startsWith(`${OPTION}=`)), `${OPTION}=${folder}`];
}

/** Opens a window of its own on `folder`: a workspace has a process and a profile to itself. */
export function openBeside(folder: string): void {
  const [, ...given] = process.argv;
  spawn(process.execPath, withWorkspace(given, folder), { detached: true, stdio: 'ignore' }).unref();
}
