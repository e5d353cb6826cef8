import { fromRecorded, toolsOf } from '../apps/index.ts';
import {
  type Action,
  type AppName,
  appName,
  type AppSummary,
  getOwn,
  type Json,
  type JsonObject,
  OrreryError,
} from '../model/index.ts';
import type { AppInstance, Tool } from '../world/index.ts';
import type { AreTrace } from './trace-format.ts';

/** The apps of a trace. Apps that Orrery does not implement cannot be called; their states stay as recorded. */
export interface TraceApps {
  readonly apps: readonly AppSummary[];
  /** The apps that Orrery implements, with their initial states. */
  readonly known: ReadonlyMap<AppName, AppInstance>;
  /** The initial states of all apps. */
  readonly states: ReadonlyMap<AppName, Json>;
  readonly notes: readonly string[];
}

/** The apps of `trace` in its order, then the apps in `called` that it leaves out. */
export function traceApps(trace: AreTrace, called: Iterable<AppName>): TraceApps {
  const known = new Map<AppName, AppInstance>();
  const states = new Map<AppName, Json>();
  const apps: AppSummary[] = [];
  const notes: string[] = [];
  const add = (name: AppName, className: string, instance: AppInstance | undefined, recorded: Json): void => {
    if (instance !== undefined) known.set(name, instance);
    states.set(name, instance === undefined ? recorded : (instance.state as Json));
    apps.push({ name, class: className, known: instance !== undefined });
  };

  const last = new Map(trace.apps.map((app) => [app.name, app]));
  for (const app of trace.apps) {
    const { name, class_name, app_state } = app;
    // As in ARE, a later app replaces one with its name.
    if (last.get(name) !== app) {
      notes.push(
        `apps: ${name} is left out where the file has it before, ${class_name}: only the last app of a name counts.`,
      );
      continue;
    }
    const instance = readApp(class_name, app_state ?? getOwn(emptyStates, class_name) ?? null, (text) =>
      notes.push(`apps: ${name}: ${text}`),
    );
    if (instance instanceof OrreryError) notes.push(`apps: ${name} stands as recorded: ${instance.message}`);
    add(appName(name), class_name, instance instanceof OrreryError ? undefined : instance, app_state);
  }
  for (const name of called) {
    if (states.has(name)) continue;
    const empty = getOwn(emptyStates, name);
    add(name, name, empty === undefined ? undefined : fromRecorded(name, empty), null);
    notes.push(
      `apps: ${name} is called but has no state in this file${known.has(name) ? ': it begins empty' : ''}.`,
    );
  }
  const unknown = apps
    .filter((app) => !app.known && toolsOf(app.class) === undefined)
    .map(({ name }) => name);
  if (unknown.length > 0)
    notes.push(`apps: ${unknown.join(', ')}: not apps of Orrery; their first states are shown.`);
  return { apps, known, states, notes };
}

/** Initial states of apps whose states a file may leave out, because ARE's importer fills them in. */
const emptyStates: Readonly<Record<string, Json>> = { AgentUserInterface: { messages: [] }, SystemApp: {} };

/** The app with its recorded state; `undefined` for a class that Orrery does not implement, an error for a state that cannot be read. */
function readApp(
  className: string,
  state: Json,
  note: (text: string) => void,
): AppInstance | OrreryError | undefined {
  try {
    return fromRecorded(className, state, note);
  } catch (thrown) {
    if (thrown instanceof OrreryError) return thrown;
    throw thrown;
  }
}

/** Writes an app with its initial state in the form of trace files. */
export const writeApp = ({ name, class: class_name }: AppSummary, app_state: Json): JsonObject => ({
  name,
  class_name,
  app_state,
});

/** Returns the tool that an action calls; `undefined` when Orrery does not have it. */
export type FindTool = (action: Pick<Action, 'app' | 'tool'>) => Tool<never> | undefined;

/** Returns a function that finds the tools of `apps`. */
export function toolFinder(apps: readonly Pick<AppSummary, 'name' | 'class'>[]): FindTool {
  const tools = new Map<string, ReturnType<typeof toolsOf>>(
    apps.map(({ name, class: className }) => [name, toolsOf(className)]),
  );
  return ({ app, tool }) => {
    const declared = tools.get(app);
    return declared && getOwn(declared, tool);
  };
}

/** The effect that ARE's traces record for a tool. It differs from the tool's own effect where ARE declares the tool wrongly. */
export const recordedEffect = ({ effect, recordedAs = effect }: Tool<never>): 'read' | 'write' | 'none' =>
  recordedAs;
