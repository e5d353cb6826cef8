import * as z from 'zod';
import { RATE_BASES, RUN_GROUPINGS, SETS_BY } from '../engine/model/index.ts';
import type { CheckedSource, Declarations, ImportReport, WorkspaceView } from './answers.ts';
import { LIMITS } from './limits.ts';
import { choices } from './run-choices.ts';
import { call, path, runOrder, source, unsaved } from './values.ts';

const lanes = z.enum(['app', 'actor', 'kind']);

/** What is shown of the list of runs, and how. */
const runView = z.strictObject({
  name: z.string().min(1).max(60),
  /** The query. */
  text: z.string().max(LIMITS.lineCharacters),
  group: z.enum(RUN_GROUPINGS),
  /** The table that is shown in place of the list. */
  table: z.enum(['matrix', ...SETS_BY]).optional(),
  order: runOrder,
  descending: z.boolean(),
  /** Titles of the columns that are not shown. */
  hidden: z.array(z.string().max(200)).max(50).readonly(),
});

export type RunView = z.output<typeof runView>;

/** A person's preferences for the workbench. */
export const preferences = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Size of the window's text, in CSS px. */
  fontSize: z.int().min(10).max(24),
  /** Initial playback speed, in entries per second. */
  speed: z.number().positive().max(LIMITS.replaySpeed),
  /** Whether saving a scenario runs it. */
  rerunOnSave: z.boolean(),
  /** Whether a save may offer that. */
  offerRerun: z.boolean(),
  /** What the lanes stand for, the clock of the time axis, and whether long gaps are cut out. */
  timeline: z.strictObject({
    lanes,
    clock: z.enum(['simulated', 'entry', 'wall']),
    skipGaps: z.boolean(),
    /** Hidden lanes, by the meaning of lanes. */
    hidden: z.partialRecord(lanes, z.array(z.string().max(200)).max(500).readonly()).optional(),
  }),
  /** The runs that pass rates and comparisons are of. */
  passRates: z.enum(RATE_BASES),
  /** How a person likes to see the list of runs, by names of their own. */
  runViews: z.array(runView).max(50).readonly(),
  /** Keys that differ from the defaults, by command. */
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

/** Calls for folders, settings and menus. */
export const workspaceCalls = {
  'workspace.read': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the names of the scenarios, traces and agents, and the list of runs.',
  }).answers<WorkspaceView>(),
  /** Opens a window on another folder: one opened before, or one that the person picks in a dialog. */
  'workspace.open': call(z.strictObject({ folder: z.string().min(1).max(4000).optional() }), {
    untrusted: 'allowed',
    atMost:
      'Open a window on a folder that the person opened before, or show them the dialog that picks one.',
  }).answers<null>(),
  /** Asks the person in a system dialog whether the workspace's code may run, now and in future. */
  'workspace.trust': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Show the question for trust, which only the person can answer.',
  }).answers<null>(),
  'workspace.declarations': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the types of the scenario library.',
  }).answers<Declarations>(),
  /** Only the preferences that the person has set. */
  'preferences.read': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the preferences.',
  }).answers<Partial<Preferences>>(),
  'preferences.write': call(preferences, {
    untrusted: 'allowed',
    atMost: 'Change how the window looks and which keys it answers to.',
  }).answers<null>(),
  /** Builds the menus from the page's commands. */
  'menu.set': call(z.strictObject({ commands }), {
    untrusted: 'allowed',
    atMost: 'Change the titles in the menus, whose entries do nothing but tell the page.',
  }).answers<null>(),
};

/** Calls for scenario files. */
export const scenarioCalls = {
  'scenario.read': call(z.strictObject({ path }), {
    untrusted: 'allowed',
    atMost: 'Read a `.ts` file in `scenarios/`.',
  }).answers<string>(),
  /**
   * Writes a scenario if its file still has the text `replaces`, or, for null, does not exist; else refused as `file-changed`.
   */
  'scenario.save': call(z.strictObject({ path, text: source, replaces: source.nullable() }), {
    untrusted: 'allowed',
    atMost: 'Write any text to a `.ts` file in `scenarios/`.',
  }).answers<null>(),
  /** Creates a scenario from a template. Refused if the file exists. */
  'scenario.create': call(z.strictObject({ path, template: z.enum(['blank', 'mail', 'calendar']) }), {
    untrusted: 'allowed',
    atMost: 'Create a scenario from a template in `scenarios/`.',
  }).answers<null>(),
  /**
   * The plan of the scenario, with the place of each event: a {@link PlanOutline} as JSON, because it can be large. Runs only
   * its declarations.
   */
  'scenario.plan': call(z.strictObject({ path, unsaved }), {
    untrusted: 'refused',
    atMost: 'Run the declarations of a scenario in a worker process, in a trusted folder.',
  }).answers<string>(),
  /** The names of the scenario's variants; empty if it has none. */
  'scenario.variants': call(z.strictObject({ path, unsaved }), {
    untrusted: 'refused',
    atMost: 'Run the top level of a scenario in a worker process, in a trusted folder.',
  }).answers<readonly string[]>(),
  /** Sets whether runs of a scenario use worker processes. */
  'scenario.isolate': call(z.strictObject({ path, isolated: z.boolean() }), {
    untrusted: 'refused',
    atMost: 'Choose where a scenario of a trusted folder runs.',
  }).answers<null>(),
  'scenario.rename': call(z.strictObject({ path, to: path }), {
    untrusted: 'allowed',
    atMost: 'Give a scenario another name in `scenarios/`.',
  }).answers<null>(),
  /** Moves a scenario to the system's trash. */
  'scenario.trash': call(z.strictObject({ path }), {
    untrusted: 'allowed',
    atMost: 'Move a scenario to the trash, from where the person can take it back.',
  }).answers<null>(),
  /**
   * Compiles the scenario or module and checks its types. In a trusted workspace also checks its event graph, which runs its
   * declarations, and the files of those who are chosen to play.
   */
  'scenario.check': call(z.strictObject({ path, unsaved, choices: choices.optional() }), {
    untrusted: 'without-code',
    atMost:
      'Have the types of a scenario checked and, in a trusted folder, its declarations run in a worker process and scripts, prompts and prices read.',
  }).answers<CheckedSource>(),
};

const dropped = z.strictObject({
  name: z.string().min(1).max(255),
  bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= LIMITS.droppedBytes),
});

/** Calls for importing traces. */
export const traceCalls = {
  /**
   * Imports a trace or trajectory of the workspace, or its folder `trajectories`, files dropped on the window, or, without either, files or a folder that the person picks in a
   * dialog. Invalid files are skipped; the others are imported.
   */
  'trace.import': call(
    z.strictObject({
      path: path.optional(),
      dropped: z.array(dropped).max(LIMITS.droppedFiles).optional(),
      folder: z.literal(true).optional(),
    }),
    {
      untrusted: 'allowed',
      atMost:
        'Import what is in `traces/` and `trajectories/`, bytes of its own, or files or a folder that the person picks, as runs. Nothing in them runs.',
    },
  ).answers<ImportReport>(),
  /** Imports files and folders by their paths, which the preload script knows of what was dropped. The page itself cannot call it. */
  'trace.importDropped': call(
    z.strictObject({ paths: z.array(z.string().min(1).max(4_096)).max(LIMITS.droppedFiles) }),
    {
      untrusted: 'allowed',
      atMost: 'Import files and folders that the person dropped on the window. Nothing in them runs.',
    },
  ).answers<ImportReport>(),
  /** Imports what is in a folder that the person picks, and what comes into it, until {@link traceCalls} `trace.unwatch`. */
  'trace.watch': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Import what comes into a folder that the person picks, as runs. Nothing in it runs.',
  }).answers<{ readonly folder: string } | null>(),
  'trace.unwatch': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'End the watching of a folder.',
  }).answers<null>(),
  /** Cancels running imports; an incomplete one leaves nothing behind. */
  'trace.cancel': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Cancel imports.',
  }).answers<null>(),
};
