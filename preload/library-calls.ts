import * as z from 'zod';
import {
  COMPARED_BY,
  type JudgedRun,
  type Note,
  type AttemptMatrix,
  type ComparedSets,
  RUN_GROUPINGS,
  RUN_NUMBERS,
  RUN_WORDS,
  type RunId,
  type RunPage,
  type RunPageQuery,
  type RunSummary,
  type RunValues,
  SEARCH_KINDS,
  SETS_BY,
  type SearchHits,
} from '../engine/model/index.ts';
import { LIMITS } from './limits.ts';
import { app, call, keys, position, run, runOrder, runs, tags } from './values.ts';

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
  order: runOrder,
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
  'library.search': call(
    z.strictObject({
      text: words,
      kinds: z.array(z.enum(SEARCH_KINDS)).max(SEARCH_KINDS.length),
      terms,
    }),
    { untrusted: 'allowed', atMost: 'Read what was said and done in runs.' },
  ).answers<SearchHits>(),
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
      atMost: 'Run the trusted code of runs’ oracles in a worker process, and replace the runs’ verdicts.',
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
    atMost: 'Open a file that the person chose and this window wrote, with the system’s program for it.',
  }).answers<null>(),
};
