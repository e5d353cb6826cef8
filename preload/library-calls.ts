import * as z from 'zod';
import {
  COMPARED_BY,
  type JobResult,
  type JudgedRun,
  type Note,
  RATE_BASES,
  type AttemptMatrix,
  type ComparedSets,
  RUN_GROUPINGS,
  RUN_NUMBERS,
  RUN_ORDERS,
  RUN_WORDS,
  type RunId,
  type RunPage,
  type RunPageQuery,
  type RunSummary,
  type RunValues,
  TRANSCRIPT_TEXT_KINDS,
  SETS_BY,
  type TranscriptHits,
  type SweepStatistics,
} from '../engine/model/index.ts';
import type { ComparedSweeps, SweepJobs, SweepLine, SweepView } from './answers.ts';
import { LIMITS } from './limits.ts';
import { keptModel } from './model-calls.ts';
import { modelLimits } from './run-calls.ts';
import { app, call, keys, path, position, run, runs, tags } from './values.ts';

const words = z.string().max(LIMITS.lineCharacters);

const test = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('word'),
    key: z.enum(Object.keys(RUN_WORDS) as (keyof typeof RUN_WORDS)[]),
    values: z.array(words).max(100).readonly(),
    within: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('number'),
    key: z.enum(RUN_NUMBERS),
    is: z.enum(['=', '<', '<=', '>', '>=']),
    value: z.number(),
  }),
  z.strictObject({ kind: z.literal('note'), text: words }),
  z.strictObject({ kind: z.literal('text'), text: words }),
]);

const terms = z
  .array(z.strictObject({ test, not: z.boolean() }))
  .max(LIMITS.queryTerms)
  .readonly();

const query = z.strictObject({
  terms,
  group: z.enum(RUN_GROUPINGS),
  order: z.enum(RUN_ORDERS),
  descending: z.boolean(),
  folded: z.array(words).max(LIMITS.runs).readonly(),
  from: position,
  limit: z.int().min(1).max(LIMITS.listedLines),
  at: run.optional(),
  selected: z.array(run).max(LIMITS.runs).readonly(),
}) satisfies z.ZodType<RunPageQuery>;

/** Calls for all runs of the workspace. */
export const libraryCalls = {
  /** A part of the runs that meet all terms, in order and in groups. */
  'library.find': call(query, {
    untrusted: 'allowed',
    atMost: 'Read the list of runs.',
  }).answers<RunPage>(),
  /** The ids of all runs that meet all terms: as many as one request may name. */
  'library.ids': call(z.strictObject({ terms }), {
    untrusted: 'allowed',
    atMost: 'Read the list of runs.',
  }).answers<readonly RunId[]>(),
  /** Which tasks each model passed, in the runs that meet all terms. */
  'library.matrix': call(z.strictObject({ terms }), {
    untrusted: 'allowed',
    atMost: 'Read the list of runs.',
  }).answers<AttemptMatrix>(),
  /** Two sets or two models, over the runs that meet all terms; without keys, the two with most runs. */
  'library.compareSets': call(
    z.strictObject({ terms, by: z.enum(SETS_BY), first: words.optional(), second: words.optional() }),
    { untrusted: 'allowed', atMost: 'Read the list of runs.' },
  ).answers<ComparedSets>(),
  /** What was said and done in all runs, with some words in it. */
  'library.said': call(
    z.strictObject({
      text: words,
      kinds: z.array(z.enum(TRANSCRIPT_TEXT_KINDS)).max(TRANSCRIPT_TEXT_KINDS.length),
      terms,
    }),
    { untrusted: 'allowed', atMost: 'Read what was said and done in runs.' },
  ).answers<TranscriptHits>(),
  /** Values of runs to complete a query with. */
  'library.values': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the list of runs.',
  }).answers<RunValues>(),
  /** A few of the newest runs that have all of `words` in their name, source or tags. */
  'library.named': call(z.strictObject({ words: z.array(words.min(1)).min(1).max(LIMITS.namedWords) }), {
    untrusted: 'allowed',
    atMost: 'Read the list of runs.',
  }).answers<readonly RunSummary[]>(),
  /** Any run, even if no list shows it. */
  'library.read': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the summary of a run.',
  }).answers<RunSummary>(),
  /** The best run to compare `run` with: its parent, else its scenario's pinned run, else the run before it. */
  'library.counterpart': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the summary of a run.',
  }).answers<RunSummary | null>(),
  /** Adds and removes tags of runs. */
  'library.tag': call(z.strictObject({ runs, add: tags, remove: tags }), {
    untrusted: 'allowed',
    atMost: 'Change the tags of runs.',
  }).answers<null>(),
  /**
   * Judges runs again without running them: under `configuration`, which is JSON, or under their scenarios' own, which sets the
   * runs' verdicts. Returns each new and previous outcome. For all runs but traces this runs code of the workspace.
   */
  'library.judge': call(
    z.strictObject({ runs, configuration: z.string().max(LIMITS.configurationCharacters).optional() }),
    {
      untrusted: 'without-code',
      atMost: "Run the trusted code of runs' oracles in a worker process, and replace the runs' verdicts.",
    },
  ).answers<readonly JudgedRun[]>(),
  /** Sets or clears `run` as the baseline that the runs of its scenario are compared with. */
  'library.pin': call(z.strictObject({ run, pinned: z.boolean() }), {
    untrusted: 'allowed',
    atMost: 'Choose the run that others are compared with.',
  }).answers<null>(),
};

const id = z.int().min(1);

/** The text of a note. */
const text = z.string().max(LIMITS.noteCharacters);

const range = z
  .strictObject({ from: position, to: position })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins.');

/** Calls for notes on runs. */
export const noteCalls = {
  /** The notes of a run: first those on the whole run, then by entry. */
  'note.list': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the notes on a run.',
  }).answers<readonly Note[]>(),
  /** Adds a note on entries, on a value right after the last of them, or on the whole run. */
  'note.add': call(
    z.strictObject({
      run,
      text,
      tags,
      range: range.optional(),
      value: z.strictObject({ app, path: keys }).optional(),
    }),
    { untrusted: 'allowed', atMost: 'Add a note to a run.' },
  ).answers<Note>(),
  'note.change': call(z.strictObject({ id, text, tags }), {
    untrusted: 'allowed',
    atMost: 'Change a note.',
  }).answers<Note>(),
  'note.remove': call(z.strictObject({ id }), {
    untrusted: 'allowed',
    atMost: 'Remove a note.',
  }).answers<null>(),
};

/** Calls for report pages. */
export const reportCalls = {
  /**
   * Writes a page about a run, or about the comparison of several, to a file that the person chooses in a dialog. Returns the
   * file; null if they cancel.
   */
  'report.save': call(
    z.strictObject({
      runs: z.array(run).min(1).max(LIMITS.comparedRuns).readonly(),
      by: z.enum(COMPARED_BY).optional(),
    }),
    {
      untrusted: 'allowed',
      atMost: 'Write a report about runs to a file that the person chooses.',
    },
  ).answers<string | null>(),
  /** Writes a picture of a run's timeline, a PNG in base64, to a file that the person chooses; null if they cancel. */
  'timeline.save': call(
    z.strictObject({
      run,
      png: z
        .string()
        .max(LIMITS.pictureCharacters)
        .regex(/^[A-Za-z0-9+/]+=*$/),
    }),
    {
      untrusted: 'allowed',
      atMost: 'Write bytes of its own, as a picture, to a file that the person chooses.',
    },
  ).answers<string | null>(),
  /** Opens a file that this window has written, or shows it in its folder. */
  'file.show': call(z.strictObject({ file: z.string().max(4000), how: z.enum(['open', 'folder']) }), {
    untrusted: 'allowed',
    atMost: "Open a file that the person chose and this window wrote, with the system's program for it.",
  }).answers<null>(),
};

/** Factors for the rows and columns of a grid. */
const factor = z.enum(['task', 'seed', 'contender', 'variant', 'settings']);
const axes = { rows: factor, columns: factor };

/** The folder of a sweep's plan, within the workspace. The main process refuses paths that lead out of it. */
const sweep = path;
const value = z.string().max(LIMITS.lineCharacters);
/** The runs that tests and intervals are of. */
const basis = z.enum(RATE_BASES);

const sweepName = z
  .string()
  .regex(/^[\w()+-][\w .()+-]{0,79}$/, 'letters, digits, spaces and . _ - + ( ), at most 80');

/** Run options of a sweep's jobs; what is missing is left to the scenario. */
const sweepSettings = z.strictObject({
  name: sweepName,
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  toolFailures: z.number().min(0).max(1).optional(),
  /** Events per minute. */
  noise: z.number().min(0).optional(),
});

/** Calls for sweeps. */
export const sweepCalls = {
  'sweep.list': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the list of sweeps.',
  }).answers<readonly SweepLine[]>(),
  /** Writes the file of a sweep, plans it and starts it. Returns the path of its plan. */
  'sweep.make': call(
    z.strictObject({
      /** Name of the sweep's file and plan. */
      name: sweepName,
      scenarios: z.array(path).min(1).max(LIMITS.sweepScenarios),
      /** Of each scenario. */
      variants: z.enum(['first', 'all']),
      /** The scenario's own, or a list such as `1, 2, 10..19`. */
      seeds: z.union([z.literal('own'), z.array(z.int().min(0)).min(1).max(LIMITS.runs)]),
      /** `oracle`, `nobody`, the path of a script or a program of the workspace, or a model. */
      agents: z
        .array(z.union([path, keptModel]))
        .min(1)
        .max(LIMITS.sweepAgents),
      /** What the models of all jobs may use, and how many jobs may ask one server at the same time. */
      limits: modelLimits.extend({ atOnce: z.int().min(1).max(LIMITS.sweepAtOnce).optional() }),
      settings: z.array(sweepSettings).min(1).max(LIMITS.sweepSettings),
      repeats: z.int().min(1).max(LIMITS.sweepRepeats),
    }),
    {
      untrusted: 'refused',
      atMost:
        'Write a sweep to `sweeps/` of scenarios and agents of a trusted folder, and run it. A model is asked on this machine, or on a host that the person allowed in a system dialog.',
    },
  ).answers<string>(),
  /** Runs the jobs of a sweep that have no run yet. */
  'sweep.start': call(z.strictObject({ sweep }), {
    untrusted: 'refused',
    atMost: 'Run a sweep that this installation planned or the person trusts.',
  }).answers<null>(),
  /** Stops a sweep; ended runs are kept. */
  'sweep.stop': call(z.strictObject({ sweep }), {
    untrusted: 'allowed',
    atMost: 'Stop a sweep of this window.',
  }).answers<null>(),
  /** The jobs of a sweep by two factors; by default those that show most. */
  'sweep.view': call(z.strictObject({ sweep, rows: factor.optional(), columns: factor.optional() }), {
    untrusted: 'allowed',
    atMost: 'Read the results of a sweep.',
  }).answers<SweepView>(),
  /** The jobs of a cell, a row, a column or all of a sweep's grid. */
  'sweep.jobs': call(
    z.strictObject({ sweep, ...axes, row: value.optional(), column: value.optional(), from: position }),
    { untrusted: 'allowed', atMost: 'Read the results of a sweep.' },
  ).answers<SweepJobs>(),
  /** Compares the sweep with the earlier one `before`. */
  'sweep.compare': call(z.strictObject({ sweep, before: sweep, ...axes, basis }), {
    untrusted: 'allowed',
    atMost: 'Read the results of two sweeps.',
  }).answers<ComparedSweeps>(),
  /** What the sweep's results say about its agents. Lists only the first flaky jobs and reasons. */
  'sweep.statistics': call(z.strictObject({ sweep, basis }), {
    untrusted: 'allowed',
    atMost: 'Read the results of a sweep.',
  }).answers<SweepStatistics>(),
  /**
   * Writes a report page of the sweep, or a table of its jobs, to a file that the person chooses in a dialog. Returns the file;
   * null if they cancel. A report may compare the sweep with the earlier one `before`.
   */
  'sweep.save': call(
    z.strictObject({ sweep, format: z.enum(['report', 'csv', 'jsonl']), before: sweep.optional() }),
    { untrusted: 'allowed', atMost: 'Write the results of a sweep to a file that the person chooses.' },
  ).answers<string | null>(),
  /** Writes a chart, an SVG, to a file that the person chooses; null if they cancel. */
  'sweep.chart': call(
    z.strictObject({
      sweep,
      chart: z.string().regex(/^[a-z-]{1,40}$/),
      svg: z.string().max(LIMITS.pictureCharacters),
    }),
    {
      untrusted: 'allowed',
      atMost: 'Write a text of its own, as a picture, to a file that the person chooses.',
    },
  ).answers<string | null>(),
  /** Moves a sweep that is not running, with its file and its runs, to the system's trash. */
  'sweep.remove': call(z.strictObject({ sweep }), {
    untrusted: 'allowed',
    atMost: 'Move a sweep to the trash, from where the person can take it back.',
  }).answers<null>(),
  /** The passed job that has most in common with `job`; null if none of its scenario passed. */
  'sweep.passing': call(z.strictObject({ sweep, job: value }), {
    untrusted: 'allowed',
    atMost: 'Read the results of a sweep.',
  }).answers<JobResult | null>(),
  /** Copies the run of a job into the workspace's runs, unless it is there. Returns the run. */
  'sweep.copy': call(z.strictObject({ sweep, job: value }), {
    untrusted: 'allowed',
    atMost: 'Copy a run of a sweep into the database of the workspace.',
  }).answers<RunSummary>(),
};
