import * as z from 'zod';
import {
  type JobResult,
  type JudgedRun,
  type Note,
  RUN_NUMBERS,
  RUN_WORDS,
  type RunLibrary,
  type RunQuery,
  type RunSummary,
} from '../engine/model/index.ts';
import type { ComparedSweeps, SweepJobs, SweepLine, SweepView } from './answers.ts';
import { LIMITS } from './limits.ts';
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

const query = z.strictObject({
  terms: z
    .array(z.strictObject({ test, not: z.boolean() }))
    .max(LIMITS.queryTerms)
    .readonly(),
  group: z.enum(['none', 'scenario', 'seed', 'branches']),
  order: z.enum(['started', 'scenario', 'seed', 'mode', 'verdict', 'events', 'simulated', 'wall']),
  descending: z.boolean(),
}) satisfies z.ZodType<RunQuery>;

/** All runs of the workspace, however many. */
export const libraryCalls = {
  'library.find': call(query, { untrusted: 'allowed' }).answers<RunLibrary>(),
  /** The newest runs, a few, that have all of `words` in what they are called, where they are from or their tags. */
  'library.named': call(z.strictObject({ words: z.array(words.min(1)).min(1).max(LIMITS.namedWords) }), {
    untrusted: 'allowed',
  }).answers<readonly RunSummary[]>(),
  /** A run that lists may not show. */
  'library.read': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<RunSummary>(),
  /** The run that `run` is most usefully held against: its parent, else the one of its scenario before it. */
  'library.counterpart': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<RunSummary | null>(),
  /** Puts tags on runs and takes others off. */
  'library.tag': call(z.strictObject({ runs, add: tags, remove: tags }), {
    untrusted: 'allowed',
  }).answers<null>(),
  /**
   * Judges runs again, without running them: under `configuration`, which is JSON, or under their scenarios' own, which becomes
   * the runs' verdict. Answers what each came to, and what it was before. All but traces run code of the workspace.
   */
  'library.judge': call(
    z.strictObject({ runs, configuration: z.string().max(LIMITS.configurationCharacters).optional() }),
    { untrusted: 'without-code' },
  ).answers<readonly JudgedRun[]>(),
  /** Holds the runs of its scenario against `run`, in the place of the one before; or no more. */
  'library.pin': call(z.strictObject({ run, pinned: z.boolean() }), { untrusted: 'allowed' }).answers<null>(),
};

const id = z.int().min(1);

/** What a note may say, in characters. */
const text = z.string().max(LIMITS.noteCharacters);

const range = z
  .strictObject({ from: position, to: position })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins.');

/** What people write about runs. */
export const noteCalls = {
  /** Those on a run: what is on all of it, then by entry. */
  'note.list': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<readonly Note[]>(),
  /** Writes one, on entries, on a value right after the last of them, or, without either, on the run. */
  'note.add': call(
    z.strictObject({
      ...{ run, text, tags },
      range: range.optional(),
      value: z.strictObject({ app, path: keys }).optional(),
    }),
    { untrusted: 'allowed' },
  ).answers<Note>(),
  'note.change': call(z.strictObject({ id, text, tags }), { untrusted: 'allowed' }).answers<Note>(),
  'note.remove': call(z.strictObject({ id }), { untrusted: 'allowed' }).answers<null>(),
};

/** Pages that show runs to others. */
export const reportCalls = {
  /**
   * Writes a page about a run, or about how the run `beside` differs from it, where the person says in a dialog. Answers
   * the file; null when they change their mind.
   */
  'report.save': call(z.strictObject({ run, beside: run.optional() }), { untrusted: 'allowed' }).answers<
    string | null
  >(),
  /** Writes a picture of a run's timeline, a PNG in base64, where the person says; null when they change their mind. */
  'timeline.save': call(
    z.strictObject({
      run,
      png: z
        .string()
        .max(LIMITS.pictureCharacters)
        .regex(/^[A-Za-z0-9+/]+=*$/),
    }),
    { untrusted: 'allowed' },
  ).answers<string | null>(),
  /** Opens a file that was written since the window was opened, or shows it in its folder. */
  'file.show': call(z.strictObject({ file: z.string().max(4000), how: z.enum(['open', 'folder']) }), {
    untrusted: 'allowed',
  }).answers<null>(),
};

/** Whatever a grid may have in its rows and columns. */
const factor = z.enum(['task', 'seed', 'contender', 'variant', 'settings']);
const axes = { rows: factor, columns: factor };

/** The folder of a sweep's plan, within the workspace. Main refuses what leads out of it. */
const sweep = path;
const value = z.string().max(LIMITS.lineCharacters);

/** Many runs of a declared grid. */
export const sweepCalls = {
  'sweep.list': call(z.strictObject({}), { untrusted: 'allowed' }).answers<readonly SweepLine[]>(),
  /** Writes the file of a sweep, plans it and starts it. Answers its path. */
  'sweep.make': call(
    z.strictObject({
      /** Of its file and its plan. */
      name: z
        .string()
        .regex(/^[\w()+-][\w .()+-]{0,79}$/, 'letters, digits, spaces and . _ - + ( ), at most 80'),
      scenario: path,
      variants: z.enum(['first', 'all']),
      /** The scenario's own, or a list such as `1, 2, 10..19`. */
      seeds: z.union([z.literal('own'), z.array(z.int().min(0)).min(1).max(LIMITS.runs)]),
      /** `oracle`, `nobody`, the path of a script, or the command that starts a program of the workspace. */
      agents: z.array(value.min(1)).min(1).max(LIMITS.sweepAgents),
      repeats: z.int().min(1).max(LIMITS.sweepRepeats),
    }),
    { untrusted: 'refused' },
  ).answers<string>(),
  /** Runs the jobs of a sweep that have no run yet. */
  'sweep.start': call(z.strictObject({ sweep }), { untrusted: 'refused' }).answers<null>(),
  /** Stops it; runs that have ended stay. */
  'sweep.stop': call(z.strictObject({ sweep }), { untrusted: 'allowed' }).answers<null>(),
  /** Its jobs by two factors; by those that say most where none are asked for. */
  'sweep.view': call(z.strictObject({ sweep, rows: factor.optional(), columns: factor.optional() }), {
    untrusted: 'allowed',
  }).answers<SweepView>(),
  /** The jobs of a cell of its grid, of a row, a column or all of it. */
  'sweep.jobs': call(
    z.strictObject({ sweep, ...axes, row: value.optional(), column: value.optional(), from: position }),
    { untrusted: 'allowed' },
  ).answers<SweepJobs>(),
  /** The sweep beside the earlier one `before`. */
  'sweep.compare': call(z.strictObject({ sweep, before: sweep, ...axes }), {
    untrusted: 'allowed',
  }).answers<ComparedSweeps>(),
  /** The job that passed and has most in common with a job; null where none of its scenario passed. */
  'sweep.passing': call(z.strictObject({ sweep, job: value }), {
    untrusted: 'allowed',
  }).answers<JobResult | null>(),
  /** Copies the run of a job into the workspace's runs, where it is not there yet, and answers it. */
  'sweep.copy': call(z.strictObject({ sweep, job: value }), { untrusted: 'allowed' }).answers<RunSummary>(),
};
