import { toolsOf } from '../apps/index.ts';
import type { Tool } from '../world/index.ts';
import { type Action, type AppSummary, getOwn } from '../model/index.ts';

/** Finds the tool that an action calls, where its app is built here. */
export type FindTool = (action: Pick<Action, 'app' | 'tool'>) => Tool<never> | undefined;

export function toolsIn(apps: readonly Pick<AppSummary, 'name' | 'class'>[]): FindTool {
  const tools = new Map<string, ReturnType<typeof toolsOf>>(
    apps.map(({ name, class: className }) => [name, toolsOf(className)]),
  );
  return ({ app, tool }) => {
    const declared = tools.get(app);
    return declared && getOwn(declared, tool);
  };
}

/** What the field's recordings call a tool, which is not always what it is. */
export const recordedEffect = ({ effect, recordedAs = effect }: Tool<never>): 'read' | 'write' | 'none' =>
  recordedAs;
