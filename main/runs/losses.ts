import type { RunId, RunSummary } from '../../engine/model/index.ts';

/** Why runs ended whose end could not be written. */
export class Losses {
  readonly #reasons = new Map<RunId, string>();

  note(run: RunId, reason: string): void {
    this.#reasons.set(run, reason);
  }

  /** `summary` as it would be, could it have been written. */
  in(summary: RunSummary): RunSummary {
    const reason = this.#reasons.get(summary.id);
    if (reason === undefined || summary.state === 'interrupted') return summary;
    return { ...summary, state: 'interrupted', notes: [...summary.notes, reason] };
  }
}
