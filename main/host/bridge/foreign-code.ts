import { setImmediate } from 'node:timers/promises';
import type { RunSummary } from '../../../engine/model/index.ts';
import { foreignCodeOf } from '../runs/index.ts';
import type { SweepCode } from '../sweeps/index.ts';
import { isTrustedCode, ProblemError, trustCode } from '../system/index.ts';
import type { RunDatabase } from './run-database.ts';

/** What a person is asked to trust. */
export interface CodeQuestion {
  /** What has the code, such as `scenarios/dinner.ts of r3`. */
  readonly scenarios: readonly string[];
  /** The commands that would be run, whole. */
  readonly commands: readonly string[];
}

/** After so many runs other work of the main process gets its turn. */
const RUNS_AT_ONCE = 100;

/** Asks the person about code that came from elsewhere, in a portable file, a database or a sweep: once for each content. */
export class ForeignCode {
  readonly #confirm: (question: CodeQuestion) => Promise<boolean>;
  #isAsking = false;

  /** `confirm` asks the person in a system dialog. */
  constructor(confirm: (question: CodeQuestion) => Promise<boolean>) {
    this.#confirm = confirm;
  }

  /** Lets the stored code of `runs` run, if the person trusts it. @throws {ProblemError} `code-not-trusted` otherwise. */
  async allowRuns({ store }: Pick<RunDatabase, 'store'>, runs: readonly RunSummary[]): Promise<void> {
    const asked = new Map<string, string>();
    for (let from = 0; from < runs.length; from += RUNS_AT_ONCE) {
      if (from > 0) await setImmediate();
      for (const [hash, what] of foreignCodeOf(store, runs.slice(from, from + RUNS_AT_ONCE)))
        if (!asked.has(hash)) asked.set(hash, what);
    }
    await this.#allow([...asked.keys()], { scenarios: [...asked.values()], commands: [] });
  }

  /** As {@link allowRuns}, for the code of a planned sweep. */
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
