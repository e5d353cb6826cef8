import type { Notification, SimTime } from '../model/index.ts';

/** The agent's unread notifications, sorted by time; notifications of the same time keep their order. */
export class Inbox {
  #unread: Notification[] = [];

  get unread(): readonly Notification[] {
    return this.#unread;
  }

  /** The time of the oldest unread notification. */
  get firstTime(): SimTime | undefined {
    return this.#unread[0]?.time;
  }

  push(notification: Notification): void {
    const { time } = notification;
    let at = this.#unread.length;
    while (at > 0 && this.#unread[at - 1]!.time > time) at -= 1;
    this.#unread.splice(at, 0, notification);
  }

  /** Removes and returns the notifications up to `now`. */
  take(now: SimTime): readonly Notification[] {
    const taken = this.#unread.filter(({ time }) => time <= now);
    this.#unread = this.#unread.slice(taken.length);
    return taken;
  }
}
