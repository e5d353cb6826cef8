import type { Action } from '../model/action.ts';
import type { ActionEntry } from '../model/log-entry.ts';
import type { Notification } from '../model/notification.ts';
import type { SimSpan, SimTime } from '../model/time.ts';

/** What an agent sees when it is its turn. */
export interface Sight {
  readonly now: SimTime;
  /** What it was told since it last looked, oldest first. */
  readonly messages: readonly Notification[];
  /** What its last action came to. */
  readonly last: ActionEntry | undefined;
}

/** What an agent does next. */
export type Move =
  | { readonly kind: 'act'; readonly action: Action }
  /** Waits to be told something, for `span` at most. */
  | { readonly kind: 'wait'; readonly span: SimSpan }
  /** Waits until an instant, whatever it is told. */
  | { readonly kind: 'wait-until'; readonly time: SimTime }
  | { readonly kind: 'finish' };

/** A move, and how long it took to think of it. */
export interface Thought {
  readonly move: Move;
  readonly took: SimSpan;
}

/** Whoever does the agent's part. Those that think outside hand their moves in one by one. */
export interface Agent {
  next(sight: Sight): Thought;
}
