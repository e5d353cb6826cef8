import type { Recorder } from '../journal/recorder.ts';
import type { AppName } from '../model/ids.ts';
import { own } from '../model/own.ts';
import type { AppInstance } from './app.ts';
import { refuse, type Tool, type ToolContext } from './tool.ts';

/** An app that lives in a world, with its state there. */
export interface Resident {
  readonly name: AppName;
  readonly app: AppInstance;
  readonly recorder: Recorder<object>;
  readonly context: ToolContext;
}

/** The tool that `resident` declares as `tool`, where it does. */
export const declaredIn = ({ app: { tools } }: Resident, tool: string): Tool<object> | undefined =>
  own(tools, tool);

/** The same. @throws {ToolError} where it does not. */
export function toolIn(resident: Resident, tool: string): Tool<object> {
  const { name, app } = resident;
  return (
    declaredIn(resident, tool) ?? refuse('LookupError', `found no tool "${tool}" in ${name} (${app.class})`)
  );
}
