import type { StoredAttempt } from './attempt.ts';
import type { ComparedRow } from './comparison.ts';
import type { StepKind } from './transcript.ts';

/** A step of an attempt, as it is compared with those of other attempts. The result of a call is a step after it. */
export interface AttemptStep {
  readonly kind: Exclude<StepKind, 'log' | 'hint' | 'note'> | 'result';
  /** The called tool with its app, as in `mail.send_email`; empty for other steps than calls and results. */
  readonly tool: string;
  /** What was said or thought, a call's arguments in lines, or a result. */
  readonly text: string;
  /** What tells most of it, in a line: of a call, its telling argument. */
  readonly lead: string;
  readonly failed: boolean;
  /** The entry of the step; of a thought, and of a step that only a file has, the entry after it. */
  readonly entry: number | undefined;
  /** Its position among the steps that only a file has. */
  readonly log?: number | undefined;
}

/** Whether the step has an entry of its own. */
export const hasEntry = ({ kind, log, entry }: Omit<AttemptStep, 'text'>): boolean =>
  kind !== 'thought' && log === undefined && entry !== undefined;

/** Steps of two attempts that correspond to each other, by position, or one without a counterpart. */
export type StepRow = Pick<ComparedRow, 'kind' | 'a' | 'b'>;

/** Where the approaches of two attempts part. */
export interface Parting {
  /** Position among the rows. */
  readonly row: number;
  /** What each did there, as a sentence. */
  readonly sentence: string;
}

/** The comparison of two attempts by what was done. */
export interface AttemptComparison {
  readonly rows: readonly StepRow[];
  /** `undefined` when both did the same in the same order. */
  readonly parting: Parting | undefined;
}

/** A step of one attempt in a table of several. */
export interface StepCell {
  /** Position among the attempt's steps. */
  readonly step: number;
  /** How it differs from the first step in its row: in its words, or in the order in which it comes. */
  readonly differs: boolean;
  readonly moved: boolean;
}

/** What several attempts did at one point: by attempt, its step. Attempts that did not do it have none. */
export type StepsRow = readonly (StepCell | undefined)[];

/** Ranges of a text, in order, each from its first character up to, not including, its second. */
export type TextRanges = readonly (readonly [from: number, to: number])[];

/** How two runs are compared: entry by entry, or by the steps of their agents. */
export type ComparedBy = (typeof COMPARED_BY)[number];
export const COMPARED_BY = ['entries', 'steps'] as const;

/** Two attempts beside each other. Of the texts of their steps there is the beginning, or the part that differs first. */
export interface ComparedAttempts extends AttemptComparison {
  readonly a: readonly AttemptStep[];
  readonly b: readonly AttemptStep[];
  /** What each attempted, with scores and cost; `undefined` for runs of Orrery's own. */
  readonly facts: readonly (StoredAttempt | undefined)[];
}

/** Several attempts beside each other. Their steps have no texts. */
export interface AttemptTable {
  readonly rows: readonly StepsRow[];
  readonly steps: readonly (readonly AttemptStep[])[];
  readonly facts: readonly (StoredAttempt | undefined)[];
}

/** The whole text of a step, as far as texts are compared. */
export interface StepText {
  readonly text: string;
  /** The number of characters at its end that are left out. */
  readonly cut: number;
}

/** A step with its whole text, and what of it differs from the step that it is compared with. */
export interface MarkedStep extends StepText {
  readonly differing: TextRanges;
}

/** Steps that stand beside each other. */
export interface MarkedSteps {
  readonly a: MarkedStep | undefined;
  readonly b: MarkedStep | undefined;
}
