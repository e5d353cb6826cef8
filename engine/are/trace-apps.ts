import { toolsOf } from '../apps/index.ts';
import {
  type Action,
  type AppName,
  appName,
  type AppSummary,
  getOwn,
  type Json,
  OrreryError,
} from '../model/index.ts';
import type { AppInstance, Tool } from '../world/index.ts';
import type { AreTrace } from './trace-format.ts';

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

/** Makes an app as it was recorded; `undefined` when its class is not built here. */
export type Build = (className: string, state: Json) => AppInstance | undefined;

/** The field's own importer takes the chat and the clock for granted, so a file may leave out them or their states. */
const empty: Readonly<Record<string, Json>> = { AgentUserInterface: { messages: [] }, SystemApp: {} };

/** Everyone who takes part: those built here, and those whose state stands as recorded. */
export interface Cast {
  readonly apps: readonly AppSummary[];
  readonly built: ReadonlyMap<AppName, AppInstance>;
  readonly states: ReadonlyMap<AppName, Json>;
  readonly notes: readonly string[];
}

/** Who takes part in `trace`, in its order, and after them those of `called` that it leaves out. */
export function castOf(trace: AreTrace, called: Iterable<AppName>, build: Build): Cast {
  const built = new Map<AppName, AppInstance>();
  const states = new Map<AppName, Json>();
  const apps: AppSummary[] = [];
  const notes: string[] = [];

  for (const { name, class_name, app_state } of trace.apps) {
    const app = builtOf(class_name, app_state ?? getOwn(empty, class_name) ?? null, build);
    if (app instanceof OrreryError) notes.push(`apps: ${name} stands as recorded: ${app.message}`);
    const instance = app instanceof OrreryError ? undefined : app;
    if (instance !== undefined) built.set(appName(name), instance);
    states.set(appName(name), instance === undefined ? app_state : (instance.state as Json));
    apps.push({ name: appName(name), class: class_name, known: instance !== undefined });
  }

  for (const name of called) {
    if (states.has(name)) continue;
    const state = getOwn(empty, name);
    const app = state === undefined ? undefined : build(name, state);
    if (app !== undefined) built.set(name, app);
    states.set(name, app === undefined ? null : (app.state as Json));
    apps.push({ name, class: name, known: app !== undefined });
    notes.push(
      `apps: ${name} is called but has no state in this file${app === undefined ? '' : ': it begins empty'}.`,
    );
  }
  return { apps, built, states, notes: [...notes, ...unbuiltNotes(apps)] };
}

/** A state that cannot be read is no reason to refuse the trace: that app stands as recorded. */
function builtOf(className: string, state: Json, build: Build): AppInstance | OrreryError | undefined {
  try {
    return build(className, state);
  } catch (thrown) {
    if (thrown instanceof OrreryError) return thrown;
    throw thrown;
  }
}

function unbuiltNotes(apps: readonly AppSummary[]): readonly string[] {
  const names = apps.filter(({ known }) => !known).map(({ name }) => name);
  return names.length === 0 ? [] : [`apps: ${names.join(', ')}: not built here; shown as they began.`];
}
