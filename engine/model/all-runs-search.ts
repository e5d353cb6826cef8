import type { VerdictOutcome } from './judge.ts';
import type { RunTerm } from './run-query.ts';
import type { StepKind } from './transcript.ts';
import type { RunId } from './values/ids.ts';

/** The kinds of transcript steps that a search in all runs can find. */
export const SEARCH_KINDS = ['message', 'thought', 'call', 'result', 'note', 'other'] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A search for texts in the transcripts of all runs. */
export interface SearchQuery {
  /** Words, "phrases" and -words. */
  readonly text: string;
  /** The kinds to search in. */
  readonly kinds: readonly SearchKind[];
  /** Filters that the runs must meet. */
  readonly terms: readonly RunTerm[];
}

/** A transcript step that contains the words. */
export interface SearchHit {
  readonly run: RunId;
  readonly kind: SearchKind;
  /** The kind of the step in the transcript. */
  readonly step: StepKind;
  /** The called tool, or the kind of log. */
  readonly title: string;
  /** The log index of the step's entry or of the next one; `undefined` if there is none. */
  readonly entry: number | undefined;
  /** For a step that only a trace file has, and the log does not: its index among these. */
  readonly log: number | undefined;
  /** The found words with some surrounding text. */
  readonly text: string;
  /** Ranges of the words in `text`, each from its first character up to but excluding the second number. */
  readonly marks: readonly (readonly [number, number])[];
}

/** A run with found steps. */
export interface SearchedRun {
  readonly id: RunId;
  readonly scenario: string;
  readonly outcome: VerdictOutcome | undefined;
  readonly model: string | undefined;
}

/** A page of search results: newest runs first, steps in log order. */
export interface SearchHits {
  readonly hits: readonly SearchHit[];
  readonly runs: readonly SearchedRun[];
  /** Whether there may be more results. */
  readonly isCut: boolean;
  /** The number of runs that are not indexed yet, so that the search does not cover them. */
  readonly left: number;
}
