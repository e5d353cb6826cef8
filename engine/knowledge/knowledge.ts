import { apply } from '../journal/apply.ts';
import type { Change } from '../model/change.ts';
import type { AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { AppKnowledge, Awareness } from '../model/knowledge.ts';
import type { LogEntry } from '../model/log-entry.ts';
import { notificationsOf, type Telling } from '../notify/notifications.ts';
import { History } from './history.ts';
import { recordsOf } from './kinds.ts';
import { Mentions } from './mentions.ts';
import { recordsIn, type Found, type Place } from './place.ts';
import { callOfAgent } from './texts.ts';
import { touchedBy } from './touched.ts';

/** One app as it was after the last entry that was taken in. */
interface Watched {
  readonly place: Place;
  readonly state: Json;
  /** By kind and id. */
  readonly histories: Map<string, History>;
  /** Those that were ever taken away. */
  readonly removed: Set<History>;
}

/** What one entry did to records. What it took out and put in again it changed. */
interface Deeds {
  readonly made: Set<History>;
  readonly changed: Set<History>;
  readonly removed: Set<History>;
}

const UNKNOWN: Awareness = { status: 'unknown' };

/**
 * What the agent knows of its world, entry by entry. It knows a record from the first entry on at which it made the
 * record itself, or the record's id stood in a call of its own that was carried out, in the answer to that, or in what it
 * was told, or the record's text stood in such an answer or in what it was told. What somebody else changed after it saw
 * it last is stale.
 *
 * Each entry is taken in once; what was so after any of them can be asked.
 */
export class Knowledge {
  readonly #apps: ReadonlyMap<AppName, Watched>;
  readonly #mentions = new Mentions<History>();
  readonly #telling: Telling;
  #entries = 0;

  /** Begins before the first entry, with the apps' `states`, which it goes on to change. */
  constructor(states: Iterable<readonly [AppName, Json]>, telling: Telling) {
    this.#telling = telling;
    this.#apps = new Map(
      Array.from(states, ([name, state]) => {
        const place = recordsOf(telling.classes.get(name) ?? name);
        const app = { place, state, histories: new Map<string, History>(), removed: new Set<History>() };
        for (const found of allIn(state, place)) this.#historyOf(app, found);
        return [name, app];
      }),
    );
  }

  /** How many entries were taken in. */
  get entries(): number {
    return this.#entries;
  }

  /** Takes in the next entry of the log. */
  take(entry: LogEntry): void {
    const { index } = entry;
    const deeds = this.#follow(entry.changes);
    const seen = this.#seenIn(entry, deeds);
    const byAgent = entry.kind === 'agent';
    if (byAgent) for (const one of deeds.made) seen.add(one);
    else for (const one of [...deeds.made, ...deeds.changed]) one.change(index);
    for (const one of seen) one.see(index);
    for (const one of deeds.removed) one.remove(index, byAgent || seen.has(one));
    this.#entries = index + 1;
  }

  /** What it knew of `app`, whose state was `state` then, right after entry `at`, which must have been taken in. */
  at(app: AppName, state: Json, at: number): AppKnowledge {
    const watched = this.#apps.get(app);
    if (watched === undefined) return { records: [], lost: [] };
    const { place, histories, removed } = watched;
    const records = Array.from(allIn(state, place), ({ kind, id, path }) => {
      const awareness = histories.get(keyOf(kind.name, id))?.awareness(at) ?? UNKNOWN;
      return { kind: kind.name, id, path, awareness };
    });
    const lost = Array.from(removed, (one) => one.lost(at)).filter((one) => one !== undefined);
    return { records, lost };
  }

  /** What the agent came to see in `entry`. */
  #seenIn(entry: LogEntry, deeds: Deeds): Set<History> {
    const seen = new Set<History>();
    const { given = [], answered = [] } = callOfAgent(entry) ?? {};
    for (const text of given) {
      this.#mentions.findIds(text, seen);
      // Paths may be given from the root on without saying so.
      this.#mentions.findIds(`/${text.replace(/^\.?\//, '')}`, seen);
    }
    const told = notificationsOf(entry, this.#telling);
    for (const text of [...answered, ...told.map((news) => news.text)]) {
      this.#mentions.findIds(text, seen);
      this.#mentions.findTexts(text, seen);
    }
    // What the user says to it is read to it, however short it is.
    for (const { kind, text } of told)
      if (kind === 'user-message')
        for (const one of deeds.made) if (one.text !== undefined && text.includes(one.text)) seen.add(one);
    return seen;
  }

  /** Brings the states on by `changes`. */
  #follow(changes: readonly Change[]): Deeds {
    const deeds: Deeds = { made: new Set(), changed: new Set(), removed: new Set() };
    for (const change of changes) {
      const app = this.#apps.get(change.app);
      if (app === undefined) continue;
      const { removed, inserted, around } = touchedBy(app.state, app.place, change);
      for (const found of removed) {
        const one = this.#historyOf(app, found);
        app.removed.add(one);
        deeds.changed.delete(one);
        if (!deeds.made.delete(one)) deeds.removed.add(one);
      }
      apply(app.state, change);
      for (const found of inserted()) {
        const one = this.#historyOf(app, found);
        (deeds.removed.delete(one) ? deeds.changed : deeds.made).add(one);
      }
      if (around !== undefined) deeds.changed.add(this.#historyOf(app, around));
    }
    return deeds;
  }

  #historyOf({ histories }: Watched, { kind, id, record }: Found): History {
    const key = keyOf(kind.name, id);
    let history = histories.get(key);
    if (history === undefined) {
      histories.set(key, (history = new History(kind.name, id)));
      this.#mentions.addId(id, history);
    }
    const text = kind.textOf(record);
    if (text !== undefined && text !== history.text) this.#mentions.addText(text, history);
    history.text = text;
    return history;
  }
}

const allIn = (state: Json, place: Place): Iterable<Found> =>
  recordsIn({ value: state, place, names: [] }, []);

const keyOf = (kind: string, id: string): string => `${kind} ${id}`;
