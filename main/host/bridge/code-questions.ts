import { setImmediate } from 'node:timers/promises';
import type { RunSummary } from '../../../engine/model/index.ts';
import { untrustedCode } from '../runs/index.ts';
import type { SweepCode } from '../sweeps/index.ts';
import { isTrustedCode, ProblemError, trustCode } from '../system/index.ts';
import type { RunDatabase } from './run-database.ts';

/** The code that a person is asked to trust. */
export interface CodeQuestion {
  /** The names of scenarios with code, such as `scenarios/dinner.ts of r3`. */
  readonly scenarios: readonly string[];
  /** The complete commands that would be run. */
  readonly commands: readonly string[];
}

/** The number of runs after which other work of the main process gets a turn. */
const RUNS_AT_ONCE = 100;

/** Asks the person whether code from a portable file, a database or a sweep may run: once for each content. */
export class CodeQuestions {
  readonly #confirm: (question: CodeQuestion) => Promise<boolean>;
  #isAsking = false;

  /** @param confirm asks the person in a system dialog */
  constructor(confirm: (question: CodeQuestion) => Promise<boolean>) {
    this.#confirm = confirm;
  }

  /** Allows the stored code of `runs` if the person trusts it. @throws {ProblemError} `code-not-trusted` otherwise. */
  async allowRuns({ store }: Pick<RunDatabase, 'store'>, runs: readonly RunSummary[]): Promise<void> {
    const asked = new Map<string, string>();
    for (let from = 0; from < runs.length; from += RUNS_AT_ONCE) {
      if (from > 0) await setImmediate();
      for (const [hash, what] of untrustedCode(store, runs.slice(from, from + RUNS_AT_ONCE)))
        if (!asked.has(hash)) asked.set(hash, what);
    }
    await this.#allow([...asked.keys()], { scenarios: [...asked.values()], commands: [] });
  }

  /** Allows the code of a planned sweep, as {@link allowRuns} does. */
  async allowSweep({ hashes, ...question }: SweepCode): Promise<void> {
    await this.#allow(
      hashes.filter((hash) => !isTrustedCode(hash)),
      question,
    );
  }

  async #allow(hashes: readonly string[], question: CodeQuestion): Promise<void> {
    if (hashes.length === 0) return;
    const [first = ''] = question.scenarios;
    const refusal = new ProblemError(
      'code-not-trusted',
      `The code of ${first} came from elsewhere and never ran here. Trust it to run it.`,
    );
    // The page could show one question over another.
    if (this.#isAsking) throw refusal;
    this.#isAsking = true;
    try {
      if (!(await this.#confirm(question))) throw refusal;
      trustCode(hashes);
    } finally {
      this.#isAsking = false;
    }
  }
}
