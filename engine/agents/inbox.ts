import type { Notification, SimTime } from '../model/index.ts';

/** What the agent was told and has not read: by time, and among equals in the order it came. */
export class Inbox {
  #unread: Notification[] = [];

  /** The unread messages. */
  get unread(): readonly Notification[] {
    return this.#unread;
  }

  /** When the oldest unread message came. */
  get firstTime(): SimTime | undefined {
    return this.#unread[0]?.time;
  }

  push(notification: Notification): void {
    const { time } = notification;
    let at = this.#unread.length;
    while (at > 0 && this.#unread[at - 1]!.time > time) at -= 1;
    this.#unread.splice(at, 0, notification);
  }

  /** Takes out all that came by `now`. */
  take(now: SimTime): readonly Notification[] {
    const taken = this.#unread.filter(({ time }) => time <= now);
    this.#unread = this.#unread.slice(taken.length);
    return taken;
  }
}
