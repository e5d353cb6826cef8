import type { AppInstance, Tools } from '../apps/app.ts';
import { anything, optional } from '../apps/argument.ts';
import { refuse, type Tool } from '../apps/tool.ts';
import type { BuiltEvent } from './built-event.ts';

/** `app` with tools for those that `events` call and it has not. They take anything, and fail. */
export function withMissingTools(name: string, app: AppInstance, events: readonly BuiltEvent[]): AppInstance {
  const missing = new Map<string, Set<string>>();
  for (const { app: called, tool, args } of events) {
    if (called !== name || Object.hasOwn(app.tools, tool)) continue;
    const names = missing.get(tool) ?? new Set();
    for (const argument of Object.keys(args)) names.add(argument);
    missing.set(tool, names);
  }
  if (missing.size === 0) return app;
  const tools = Array.from(missing, ([tool, args]) => [tool, missingTool(`${app.class}.${tool}`, args)]);
  return { ...app, tools: { ...app.tools, ...(Object.fromEntries(tools) as Tools<never>) } };
}

const missingTool = (name: string, args: ReadonlySet<string>): Tool<never> => ({
  summary: 'Not built here.',
  effect: 'read',
  callers: ['agent', 'user', 'environment'],
  args: Object.fromEntries(Array.from(args, (argument) => [argument, optional(anything, null)])),
  apply: () => refuse('NotImplementedError', `${name} is not built here: found a call of it, wanted none`),
});
