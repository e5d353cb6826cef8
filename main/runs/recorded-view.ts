import {
  applyChanges,
  notificationsOf,
  notificationRulesOf,
  type Store,
  type NotificationRules,
} from '../../engine/index.ts';
import type { AppName, Json, LogEntry, Notification, RunSummary } from '../../engine/model/index.ts';
import type { View } from './tripwires.ts';

/** What breakpoints look at, in a run that is over: some apps' states and what the agent was told, entry by entry. */
export class RecordedView implements View {
  readonly #telling: NotificationRules;
  readonly #states: Map<AppName, Json>;
  readonly names: readonly string[];
  /** What it was told since entry `at`, read or not: only that there is more counts. */
  readonly unread: Notification[] = [];

  /** Begins right after entry `at`. */
  constructor(store: Store, run: RunSummary, watched: readonly string[], at: number) {
    this.names = run.apps.map(({ name }) => name);
    const known = run.apps.filter(({ name }) => watched.includes(name));
    this.#states = new Map(known.map(({ name }) => [name, store.stateAt(run.id, name, at)]));
    this.#telling = notificationRulesOf(run);
  }

  stateOf(app: string): Json | undefined {
    return this.#states.get(app as AppName);
  }

  /** Goes on by `entry`. */
  take(entry: LogEntry): void {
    applyChanges(this.#states, entry.changes);
    for (const news of notificationsOf(entry, this.#telling)) this.unread.push(news);
  }
}
