import type { VerdictOutcome } from './judge.ts';
import type { RunTerm } from './run-query.ts';
import type { StepKind } from './transcript.ts';
import type { RunId } from './values/ids.ts';

/** Kinds of what is said and done, for a search in all runs. */
export const SAID_KINDS = ['message', 'thought', 'call', 'result', 'note', 'other'] as const;

export type SaidKind = (typeof SAID_KINDS)[number];

/** A question for what was said and done in all runs. */
export interface SaidQuery {
  /** Words, "phrases" and -words. */
  readonly text: string;
  /** Only these kinds. */
  readonly kinds: readonly SaidKind[];
  /** Only in runs that meet all of these. */
  readonly terms: readonly RunTerm[];
}

/** A place where words were found. */
export interface SaidHit {
  readonly run: RunId;
  readonly kind: SaidKind;
  /** How the transcript shows the place. */
  readonly step: StepKind;
  /** The called tool, or the kind of log. */
  readonly title: string;
  /** The entry to go to: of the place, or the one after it; `undefined` where there is none. */
  readonly entry: number | undefined;
  /** The number of the step among those that only a trace's file has. */
  readonly log: number | undefined;
  /** The words with some of the text around them. */
  readonly text: string;
  /** The positions in `text` of the words, each from its first character up to, not including, its last. */
  readonly marks: readonly (readonly [number, number])[];
}

/** A run in which words were found. */
export interface SaidRun {
  readonly id: RunId;
  readonly scenario: string;
  readonly outcome: VerdictOutcome | undefined;
  readonly model: string | undefined;
}

/** What was found: the newest runs first, in each the places in their order. */
export interface SaidPage {
  readonly hits: readonly SaidHit[];
  readonly runs: readonly SaidRun[];
  /** Whether there may be more. */
  readonly isCut: boolean;
  /** The number of runs that are not indexed yet, so that nothing is found in them. */
  readonly left: number;
}
