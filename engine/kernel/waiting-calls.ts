import {
  earlier,
  type LogEntry,
  type ScenarioEvent,
  type SimTime,
  type Waited,
  type WaitEntry,
  type WaitingCall,
} from '../model/index.ts';
import { unplannedEvent } from './fire.ts';
import type { ScheduledEvent } from './scheduler.ts';

/** A planned action whose caller still waits for a notification. */
interface WaitingAction {
  readonly scheduled: ScheduledEvent;
  readonly call: WaitingCall;
  readonly until: SimTime;
}

/** The calls whose callers wait until a time or until a notification, in the order in which they began to wait. */
export class WaitingCalls {
  #waits: readonly WaitingAction[] = [];

  get length(): number {
    return this.#waits.length;
  }

  /** When the first wait ends without a notification; `undefined` if nobody waits. */
  get firstEnd(): SimTime | undefined {
    const [first, ...others] = this.#waits;
    return first && others.reduce((end, { until }) => earlier(end, until), first.until);
  }

  /** Adds a call whose wait began with `entry`. */
  add(scheduled: ScheduledEvent, { call, until }: WaitEntry): void {
    this.#waits = [...this.#waits, { scheduled, call, until }];
  }

  /** Begins or ends the wait of a recorded entry, which `planned` caused if it was planned. */
  replay(entry: LogEntry, planned: ScenarioEvent | undefined): void {
    const { due: time, event: id, causes } = entry;
    if (entry.kind === 'wait') {
      const { kind, action } = entry.call;
      const event = planned ?? { ...unplannedEvent(kind, action, action.args, ''), id };
      this.add({ time, key: id, event, causes, checks: 0 }, entry);
    } else if ('waited' in entry)
      this.#waits = this.#waits.filter(({ scheduled }) => scheduled.event.id !== id);
  }

  /**
   * Removes and returns the first call whose wait has ended by `now`. A notification of which the agent is `told` ends all waits,
   * and so does the end of the run.
   */
  takeEnded(
    now: SimTime,
    told: boolean,
    runEnds: boolean,
  ): (Omit<WaitingAction, 'until'> & { readonly waited: Waited }) | undefined {
    const ended = this.#waits.find(({ until }) => told || runEnds || until <= now);
    if (ended === undefined) return undefined;
    this.#waits = this.#waits.filter((one) => one !== ended);
    const { scheduled, call, until } = ended;
    return { scheduled, call, waited: told || until > now ? 'told' : 'timed-out' };
  }
}
