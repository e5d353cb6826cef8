import type { SimTime } from '../model/time.ts';
import { mayFire, type Due } from './due.ts';
import { EventQueue } from './event-queue.ts';

/**
 * What is due, in the order in which it fires. All that is due at a tick is taken from the queue as one batch; what the
 * batch releases for the same tick makes the next batch.
 */
export class Agenda {
  readonly #queue = new EventQueue();
  #batch: readonly Due[] = [];
  #cursor = 0;

  /** When the next event that may fire is due, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    for (let at = this.#cursor; at < this.#batch.length; at++)
      if (mayFire(this.#batch[at]!)) return this.#batch[at]!.time;
    return this.#queue.nextTime;
  }

  /** All that waits for its time, in firing order. */
  get pending(): readonly Due[] {
    return [...this.#batch.slice(this.#cursor), ...this.#queue.list()];
  }

  push(due: Due): void {
    this.#queue.push(due);
  }

  /** See {@link EventQueue.renew}; between two ticks only. */
  renew(change: (due: Due) => Due | undefined): void {
    this.#queue.renew(change);
  }

  /** Puts `first` before all else. */
  precede(first: readonly Due[]): void {
    this.#batch = [...first, ...this.#batch.slice(this.#cursor)];
    this.#cursor = 0;
  }

  /** Takes the next event that is due by `now`. */
  take(now: SimTime): Due | undefined {
    if (this.#cursor === this.#batch.length) {
      this.#batch = this.#queue.takeUntil(now);
      this.#cursor = 0;
    }
    return this.#cursor < this.#batch.length ? this.#batch[this.#cursor++] : undefined;
  }
}
