import * as z from 'zod';
import type { PlanOutline, Problem, RunSummary } from '../engine/model/index.ts';
import type { Declarations, WorkspaceView } from './answers.ts';
import { call, path } from './values.ts';

/** How the person likes the workbench. */
export const preferences = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Of the window's text, CSS px. */
  fontSize: z.int().min(10).max(24),
  /** Entries a second that replaying begins with. */
  speed: z.number().positive().max(1000),
  /** Whether saving a scenario runs it. */
  rerunOnSave: z.boolean(),
  /** What each lane stands for, what the timeline is drawn along, and whether long gaps are cut out. */
  timeline: z.strictObject({
    lanes: z.enum(['app', 'actor', 'kind']),
    clock: z.enum(['simulated', 'entry', 'wall']),
    skipGaps: z.boolean(),
  }),
  /** Keys that are not those of the registry, by command. */
  keys: z.record(z.string().max(100), z.array(z.string().min(1).max(40)).max(4)),
});

export type Preferences = z.output<typeof preferences>;

const commands = z
  .array(
    z.strictObject({
      name: z.string().max(100),
      title: z.string().max(200),
      menu: z.string().max(100),
      key: z.string().max(40).optional(),
    }),
  )
  .max(500);

/** Folders, settings and menus. */
export const workspaceCalls = {
  'workspace.read': call(z.strictObject({})).answers<WorkspaceView>(),
  /** Opens a window on another folder: one opened before, or, without one, that which the person picks in a dialog. */
  'workspace.open': call(z.strictObject({ folder: z.string().min(1).max(4000).optional() })).answers<null>(),
  /** Lets the workspace's code run, now and whenever it is opened again. */
  'workspace.trust': call(z.strictObject({})).answers<null>(),
  'workspace.declarations': call(z.strictObject({})).answers<Declarations>(),
  /** Those that were chosen ever. */
  'preferences.read': call(z.strictObject({})).answers<Partial<Preferences>>(),
  'preferences.write': call(preferences).answers<null>(),
  /** Makes the menus of the page's commands. */
  'menu.set': call(z.strictObject({ commands })).answers<null>(),
};

/** What a scenario's source may weigh, in characters. */
export const LONGEST_SOURCE = 2_000_000;

/** Scenarios' files. */
export const scenarioCalls = {
  'scenario.read': call(z.strictObject({ path })).answers<string>(),
  'scenario.save': call(z.strictObject({ path, text: z.string().max(LONGEST_SOURCE) })).answers<null>(),
  /** Makes a scenario that begins as the template does. Refused where there is a file already. */
  'scenario.create': call(
    z.strictObject({ path, template: z.enum(['blank', 'mail', 'calendar']) }),
  ).answers<null>(),
  /** What the saved scenario is to do, and where each event is written; runs nothing of it but its declarations. */
  'scenario.plan': call(z.strictObject({ path })).answers<PlanOutline>(),
  /** The names of the saved scenario's variants; none where it has no variants. */
  'scenario.variants': call(z.strictObject({ path })).answers<readonly string[]>(),
  'scenario.rename': call(z.strictObject({ path, to: path })).answers<null>(),
  /** Moves it to the system's trash. */
  'scenario.trash': call(z.strictObject({ path })).answers<null>(),
  /** Compiles the saved scenario, checks its types and its event graph; runs nothing of it but its declarations. */
  'scenario.check': call(z.strictObject({ path })).answers<readonly Problem[]>(),
};

/** What a trace may weigh, in bytes and in characters: reading more would hold everything up. */
export const LARGEST_TRACE = 100_000_000;

/** How many files are taken in one go when they are dropped on the window. */
const MOST_DROPPED = 100;

const dropped = z.strictObject({
  name: z.string().min(1).max(255),
  text: z.string().max(LARGEST_TRACE),
});

/** Traces from elsewhere. */
export const traceCalls = {
  /**
   * Reads a trace of the workspace, those that were dropped on the window, or, without either, those that the person
   * picks in a dialog. What is none is refused, and the others come in all the same.
   */
  'trace.import': call(
    z.strictObject({ path: path.optional(), dropped: z.array(dropped).max(MOST_DROPPED).optional() }),
  ).answers<readonly RunSummary[]>(),
  /** Calls off the imports that are under way; what is not written whole is not written at all. */
  'trace.cancel': call(z.strictObject({})).answers<null>(),
};
