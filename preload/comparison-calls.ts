import * as z from 'zod';
import type {
  StepTable,
  ComparedAttempts,
  ComparedBy,
  Divergence,
  MarkedSteps,
  PackedComparison,
  RunSummary,
} from '../engine/model/index.ts';
import type { StateDifferences } from './answers.ts';
import { LIMITS } from './limits.ts';
import { call, entryOfRun, position, run } from './values.ts';

/** A run, and where another run diverges from it; null if they are equal. */
export interface RunChange {
  readonly from: RunSummary;
  readonly divergence: Divergence | null;
}

const comparedRuns = z.array(run).min(2).max(LIMITS.comparedRuns).readonly();
const stepOfRun = z.strictObject({ run, step: position });

/** Calls for the comparison of two runs. */
export const comparisonCalls = {
  'comparison.runs': call(z.strictObject({ a: run, b: run }), {
    untrusted: 'allowed',
    atMost: 'Compare two runs in a worker process.',
  }).answers<PackedComparison>(),
  /** How runs are best compared: by steps if agents of their own played them, each its own way, else entry by entry. */
  'comparison.by': call(z.strictObject({ runs: comparedRuns }), {
    untrusted: 'allowed',
    atMost: 'Read the summaries of runs.',
  }).answers<ComparedBy>(),
  /** Compares two attempts by what was done. */
  'comparison.attempts': call(z.strictObject({ a: run, b: run }), {
    untrusted: 'allowed',
    atMost: 'Compare two runs in a worker process.',
  }).answers<ComparedAttempts>(),
  /** What several attempts did, as a table. */
  'comparison.attemptTable': call(z.strictObject({ runs: comparedRuns }), {
    untrusted: 'allowed',
    atMost: 'Compare runs in a worker process.',
  }).answers<StepTable>(),
  /** The texts of two steps, or of one, with the words that differ. A step is named by its position in its attempt. */
  'comparison.stepTexts': call(z.strictObject({ a: stepOfRun.optional(), b: stepOfRun.optional() }), {
    untrusted: 'allowed',
    atMost: 'Read steps of two runs.',
  }).answers<MarkedSteps>(),
  /** Cancels the comparisons that are under way. */
  'comparison.cancel': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Cancel comparisons.',
  }).answers<null>(),
  /** How an ended run differs from the run `before`, or from the best run to compare it with; null if there is none. */
  'comparison.change': call(z.strictObject({ run, before: run.optional() }), {
    untrusted: 'allowed',
    atMost: 'Compare two runs in a worker process.',
  }).answers<RunChange | null>(),
  /** The differences between the apps' states right after an entry of each of two runs; −1 is before the first. */
  'comparison.states': call(z.strictObject({ a: entryOfRun, b: entryOfRun }), {
    untrusted: 'allowed',
    atMost: 'Compare two states of runs.',
  }).answers<readonly StateDifferences[]>(),
};
