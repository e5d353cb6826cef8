import { resolve } from 'node:path';

const OPTION = '--workspace';

/** The folder that `--workspace DIR` or `--workspace=DIR` names among the arguments of the window. */
export function workspaceArgument(args: readonly string[], here: string): string | undefined {
  const at = args.findIndex((argument) => argument === OPTION || argument.startsWith(`${OPTION}=`));
  const folder = args[at] === OPTION ? args[at + 1] : args[at]?.slice(OPTION.length + 1);
  return folder === undefined || folder === '' ? undefined : resolve(here, folder);
}
