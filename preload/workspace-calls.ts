import * as z from 'zod';
import type { PlanOutline, Problem, RunSummary } from '../engine/model/index.ts';
import type { Declarations, WorkspaceView } from './answers.ts';
import { LIMITS } from './limits.ts';
import { call, path } from './values.ts';

const lanes = z.enum(['app', 'actor', 'kind']);

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
    lanes,
    clock: z.enum(['simulated', 'entry', 'wall']),
    skipGaps: z.boolean(),
    /** The lanes that are not shown, by what lanes stand for. */
    hidden: z.partialRecord(lanes, z.array(z.string().max(200)).max(500).readonly()).optional(),
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
  .max(LIMITS.commands);

/** Folders, settings and menus. */
export const workspaceCalls = {
  'workspace.read': call(z.strictObject({}), { untrusted: 'allowed' }).answers<WorkspaceView>(),
  /** Opens a window on another folder: one opened before, or, without one, that which the person picks in a dialog. */
  'workspace.open': call(z.strictObject({ folder: z.string().min(1).max(4000).optional() }), {
    untrusted: 'allowed',
  }).answers<null>(),
  /** Has main ask the person, in a dialog of its own, whether the workspace's code may run, now and whenever it is opened again. */
  'workspace.trust': call(z.strictObject({}), { untrusted: 'allowed' }).answers<null>(),
  'workspace.declarations': call(z.strictObject({}), { untrusted: 'allowed' }).answers<Declarations>(),
  /** Those that were chosen ever. */
  'preferences.read': call(z.strictObject({}), { untrusted: 'allowed' }).answers<Partial<Preferences>>(),
  'preferences.write': call(preferences, { untrusted: 'allowed' }).answers<null>(),
  /** Makes the menus of the page's commands. */
  'menu.set': call(z.strictObject({ commands }), { untrusted: 'allowed' }).answers<null>(),
};

const source = z.string().max(LIMITS.sourceCharacters);

/** Scenarios' files. */
export const scenarioCalls = {
  'scenario.read': call(z.strictObject({ path }), { untrusted: 'allowed' }).answers<string>(),
  /** Writes a scenario where its file still holds the text that is replaced, or is still not there; else refused as `file-changed`. */
  'scenario.save': call(z.strictObject({ path, text: source, replaces: source.nullable() }), {
    untrusted: 'allowed',
  }).answers<null>(),
  /** Makes a scenario that begins as the template does. Refused where there is a file already. */
  'scenario.create': call(z.strictObject({ path, template: z.enum(['blank', 'mail', 'calendar']) }), {
    untrusted: 'allowed',
  }).answers<null>(),
  /** What the saved scenario is to do, and where each event is written; runs nothing of it but its declarations. */
  'scenario.plan': call(z.strictObject({ path }), { untrusted: 'refused' }).answers<PlanOutline>(),
  /** The names of the saved scenario's variants; none where it has no variants. */
  'scenario.variants': call(z.strictObject({ path }), { untrusted: 'refused' }).answers<readonly string[]>(),
  /** Whether runs of a scenario have processes of their own from now on. */
  'scenario.isolate': call(z.strictObject({ path, isolated: z.boolean() }), {
    untrusted: 'allowed',
  }).answers<null>(),
  'scenario.rename': call(z.strictObject({ path, to: path }), { untrusted: 'allowed' }).answers<null>(),
  /** Moves it to the system's trash. */
  'scenario.trash': call(z.strictObject({ path }), { untrusted: 'allowed' }).answers<null>(),
  /** Compiles the saved scenario, checks its types and, in a trusted workspace, its event graph, which runs its declarations. */
  'scenario.check': call(z.strictObject({ path }), { untrusted: 'without-code' }).answers<
    readonly Problem[]
  >(),
};

const dropped = z.strictObject({
  name: z.string().min(1).max(255),
  text: z.string().max(LIMITS.traceBytes),
});

/** Traces from elsewhere. */
export const traceCalls = {
  /**
   * Reads a trace of the workspace, those that were dropped on the window, or, without either, those that the person
   * picks in a dialog. What is none is refused, and the others come in all the same.
   */
  'trace.import': call(
    z.strictObject({ path: path.optional(), dropped: z.array(dropped).max(LIMITS.droppedFiles).optional() }),
    { untrusted: 'allowed' },
  ).answers<readonly RunSummary[]>(),
  /** Calls off the imports that are under way; what is not written whole is not written at all. */
  'trace.cancel': call(z.strictObject({}), { untrusted: 'allowed' }).answers<null>(),
};
