import type { Environment } from '../../engine/index.ts';
import type { Notification } from '../../engine/model/notification.ts';
import { Heap } from './heap.ts';

/** The agent's unread messages in the order in which the reference has them: ours are in the order in which they came. */
export class Mailbox {
  readonly #heap = new Heap<Notification>();
  readonly #known = new Set<Notification>();

  /** Takes out what has come by now. */
  take(environment: Environment): readonly Notification[] {
    this.#takeIn(environment);
    return [...this.#heap.takeUntil(environment.now), ...environment.takeNotifications().filter(isStop)];
  }

  unread(environment: Environment): readonly Notification[] {
    this.#takeIn(environment);
    return [...this.#heap.list(), ...environment.unread.filter(isStop)];
  }

  /** A stop is told of late, at the time at which it was decided; cases compare it apart from all else. */
  #takeIn({ unread }: Environment): void {
    for (const one of unread) {
      if (isStop(one) || this.#known.has(one)) continue;
      this.#known.add(one);
      this.#heap.push(one);
    }
  }
}

const isStop = ({ kind }: Notification): boolean => kind === 'environment-stop';
