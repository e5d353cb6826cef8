import * as z from 'zod';
import { type JobResult, RATE_BASES, type RunSummary, type SweepStatistics } from '../engine/model/index.ts';
import type { ComparedSweeps, SweepJobs, SweepLine, SweepView } from './answers.ts';
import { LIMITS } from './limits.ts';
import { keptModel } from './model-calls.ts';
import { modelLimits } from './run-choices.ts';
import { call, path, position } from './values.ts';

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
