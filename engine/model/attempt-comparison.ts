import type { StoredAttempt } from './attempt.ts';
import type { ComparedRow } from './comparison.ts';
import type { StepKind } from './transcript.ts';

/** A step of an attempt, in the form in which attempts are compared. The result of a call is a separate step after the call. */
export interface AttemptStep {
  readonly kind: Exclude<StepKind, 'log' | 'hint' | 'note'> | 'result';
  /** The called tool with its app, as in `mail.send_email`; empty for other steps than calls and results. */
  readonly tool: string;
  /** The text of a message or thought, the arguments of a call line by line, or a result. */
  readonly text: string;
  /** The most informative line of the step; for a call, its most informative argument. */
  readonly lead: string;
  readonly failed: boolean;
  /** The log index of the step's entry. For a thought, and for a step that only a file has, the index of the next entry. */
  readonly entry: number | undefined;
  /** Its position among the steps that only a file has. */
  readonly log?: number | undefined;
}

/** Whether the step has an entry of its own. */
export const hasEntry = ({ kind, log, entry }: Omit<AttemptStep, 'text'>): boolean =>
  kind !== 'thought' && log === undefined && entry !== undefined;

/** Steps of two attempts that correspond to each other, by position, or one without a counterpart. */
export type AlignedSteps = Pick<ComparedRow, 'kind' | 'a' | 'b'>;

/** The point at which two attempts begin to differ. */
export interface AttemptDivergence {
  /** The index of the row. */
  readonly row: number;
  /** What each attempt did at this point, as a sentence. */
  readonly sentence: string;
}

/** The comparison of two attempts, step by step. */
export interface AttemptComparison {
  readonly rows: readonly AlignedSteps[];
  /** The point at which the attempts begin to differ; `undefined` if they did the same steps in the same order. */
  readonly parting: AttemptDivergence | undefined;
}

/** A step of one attempt in a table of several. */
export interface StepCell {
  /** The index of the step in its attempt. */
  readonly step: number;
  /** Whether the text of the step differs from the first step in its row. */
  readonly differs: boolean;
  readonly moved: boolean;
}

/** The corresponding steps of several attempts, one per attempt; `undefined` for an attempt without that step. */
export type StepsRow = readonly (StepCell | undefined)[];

/** Ranges of a text, in order, each from its first character up to but excluding `to`. */
export type TextRanges = readonly (readonly [from: number, to: number])[];

/** How two runs are compared: entry by entry, or by the steps of their agents. */
export type ComparedBy = (typeof COMPARED_BY)[number];
export const COMPARED_BY = ['entries', 'steps'] as const;

/** Two compared attempts. Each step has only the beginning of its text, or the first part that differs. */
export interface ComparedAttempts extends AttemptComparison {
  readonly a: readonly AttemptStep[];
  readonly b: readonly AttemptStep[];
  /** The task, scores and cost of each attempt; `undefined` for runs of Orrery. */
  readonly facts: readonly (StoredAttempt | undefined)[];
}

/** A comparison of several attempts. Its steps have no texts. */
export interface StepTable {
  readonly rows: readonly StepsRow[];
  readonly steps: readonly (readonly AttemptStep[])[];
  readonly facts: readonly (StoredAttempt | undefined)[];
}

/** The full text of a step, up to the length that is compared. */
export interface StepText {
  readonly text: string;
  /** The number of characters left out at the end. */
  readonly cut: number;
}

/** The full text of a step, and the ranges that differ from the compared step. */
export interface MarkedStep extends StepText {
  readonly differing: TextRanges;
}

/** A pair of corresponding steps. */
export interface MarkedSteps {
  readonly a: MarkedStep | undefined;
  readonly b: MarkedStep | undefined;
}
