import { type NotificationRules, notificationsOf } from '../agents/index.ts';
import {
  type AppKnowledge,
  type AppName,
  type Awareness,
  type Change,
  isJsonObject,
  type Json,
  type LogEntry,
  type LostRecord,
} from '../model/index.ts';
import { applyChange } from '../state/index.ts';
import { MentionIndex } from './mention-index.ts';
import {
  type FoundRecord,
  recordsChangedBy,
  type RecordSchema,
  recordSchema,
  recordsInState,
} from './app-records.ts';

/**
 * Reconstructs the agent's knowledge of its world, entry by entry.
 *
 * The agent knows a record from the first entry in which one of these happens: it created the record; the record's id occurs in
 * the arguments or result of its successful call or in a notification; the record's text occurs in such a result or notification.
 * Its knowledge is stale when somebody else changed the record after the agent last saw it.
 *
 * Each entry is added once; then the knowledge right after any earlier entry can be queried.
 */
export class KnowledgeReconstruction {
  readonly #apps: ReadonlyMap<AppName, ObservedApp>;
  readonly #mentions = new MentionIndex<RecordHistory>();
  readonly #rules: NotificationRules;
  #entries = 0;

  /**
   * @param states the apps' states before the first entry; {@link add} changes them in place
   * @param rules determine the agent's notifications
   */
  constructor(states: Iterable<readonly [AppName, Json]>, rules: NotificationRules) {
    this.#rules = rules;
    this.#apps = new Map(
      Array.from(states, ([name, state]) => {
        const schema = recordSchema(rules.classes.get(name) ?? name);
        const app: ObservedApp = {
          schema,
          state,
          histories: new Map<string, RecordHistory>(),
          removed: new Set<RecordHistory>(),
          callEntries: [],
          otherWrites: [],
        };
        for (const found of recordsInState(state, schema)) this.#historyOf(app, found);
        return [name, app];
      }),
    );
  }

  /** The number of entries added. */
  get entries(): number {
    return this.#entries;
  }

  /** Adds the next entry of the log. */
  add(entry: LogEntry): void {
    const { index } = entry;
    const affected = this.#apply(entry.changes);
    const seen = this.#seenIn(entry, affected);
    const byAgent = entry.kind === 'agent';
    if (byAgent) for (const one of affected.created) seen.add(one);
    else for (const one of [...affected.created, ...affected.changed]) one.changed(index);
    for (const one of seen) one.seen(index);
    for (const one of affected.removed) one.removed(index, byAgent || seen.has(one));
    if (byAgent && entry.outcome.status === 'done') this.#apps.get(entry.action.app)?.callEntries.push(index);
    for (const app of new Set(entry.changes.map((change) => change.app)))
      if (!byAgent || entry.action.app !== app) this.#apps.get(app)?.otherWrites.push(index);
    this.#entries = index + 1;
  }

  /**
   * The agent's knowledge of `app` right after entry `at`.
   *
   * @param state the app's state right after that entry
   */
  at(app: AppName, state: Json, at: number): AppKnowledge {
    const observed = this.#apps.get(app);
    if (observed === undefined) return { records: [], lost: [] };
    const { schema, histories, removed, callEntries, otherWrites } = observed;
    const records = Array.from(recordsInState(state, schema), ({ kind, id, path }) => {
      const awareness = histories.get(keyOf(kind.name, id))?.awareness(at) ?? UNKNOWN;
      return { kind: kind.name, id, path, awareness };
    });
    const lost = Array.from(removed, (one) => one.lost(at)).filter((one) => one !== undefined);
    const looked = callEntries.findLast((index) => index <= at);
    const changed = otherWrites.findLast((index) => index <= at);
    return {
      records,
      lost,
      ...(looked === undefined ? {} : { looked }),
      ...(looked === undefined || changed === undefined || changed < looked ? {} : { changed }),
    };
  }

  /** The records that the agent saw in `entry`. */
  #seenIn(entry: LogEntry, affected: AffectedRecords): Set<RecordHistory> {
    const seen = new Set<RecordHistory>();
    const { given = [], answered = [] } = agentCallTexts(entry) ?? {};
    for (const text of given) {
      this.#mentions.findIds(text, seen);
      // A path may be given without the leading root.
      this.#mentions.findIds(`/${text.replace(/^\.?\//, '')}`, seen);
    }
    const notifications = notificationsOf(entry, this.#rules);
    for (const text of [...answered, ...notifications.map((one) => one.text)]) {
      this.#mentions.findIds(text, seen);
      this.#mentions.findTexts(text, seen);
    }
    // The agent reads a user's message in full, however short it is.
    for (const { kind, text } of notifications)
      if (kind === 'user-message')
        for (const one of affected.created)
          if (one.text !== undefined && text.includes(one.text)) seen.add(one);
    return seen;
  }

  #apply(changes: readonly Change[]): AffectedRecords {
    const affected: AffectedRecords = { created: new Set(), changed: new Set(), removed: new Set() };
    for (const change of changes) {
      const app = this.#apps.get(change.app);
      if (app === undefined) continue;
      const { removed, inserted, around } = recordsChangedBy(app.state, app.schema, change);
      for (const found of removed) {
        const one = this.#historyOf(app, found);
        app.removed.add(one);
        affected.changed.delete(one);
        if (!affected.created.delete(one)) affected.removed.add(one);
      }
      applyChange(app.state, change);
      for (const found of inserted()) {
        const one = this.#historyOf(app, found);
        (affected.removed.delete(one) ? affected.changed : affected.created).add(one);
      }
      if (around !== undefined) affected.changed.add(this.#historyOf(app, around));
    }
    return affected;
  }

  #historyOf({ histories }: ObservedApp, { kind, id, record }: FoundRecord): RecordHistory {
    const key = keyOf(kind.name, id);
    let history = histories.get(key);
    if (history === undefined) {
      histories.set(key, (history = new RecordHistory(kind.name, id)));
      this.#mentions.addId(id, history);
    }
    const text = kind.textOf(record);
    if (text !== undefined && text !== history.text) this.#mentions.addText(text, history);
    history.text = text;
    return history;
  }
}

/** An app's state and records after the last added entry. */
interface ObservedApp {
  readonly schema: RecordSchema;
  readonly state: Json;
  /** The history of each record, by kind and id. */
  readonly histories: Map<string, RecordHistory>;
  /** All records that were ever removed. */
  readonly removed: Set<RecordHistory>;
  /** Log indexes of the agent's successful calls of the app's tools. */
  readonly callEntries: number[];
  /** Log indexes of the entries in which somebody else changed the app. */
  readonly otherWrites: number[];
}

/** The records that one entry affected. A record that it removed and inserted again counts as changed. */
interface AffectedRecords {
  readonly created: Set<RecordHistory>;
  readonly changed: Set<RecordHistory>;
  readonly removed: Set<RecordHistory>;
}

const UNKNOWN: Awareness = { status: 'unknown' };

const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

/** A change of the status of the agent's knowledge of a record, at entry `at`. */
interface StatusChange {
  readonly at: number;
  /** The new status. `lost`: removed without the agent's knowledge; `gone`: removed with the agent's knowledge. */
  readonly to: 'known' | 'stale' | 'lost' | 'gone';
  /** The index of the entry in which the agent last saw the record. */
  readonly seen: number;
}

/** The agent's knowledge of one record over time. Only entries that change it are kept. */
class RecordHistory {
  readonly kind: string;
  readonly id: string;
  /** The record's current text. */
  text: string | undefined;
  readonly #changes: StatusChange[] = [];
  #lastSeen = -1;

  constructor(kind: string, id: string) {
    this.kind = kind;
    this.id = id;
  }

  /** Records that the agent saw the record. */
  seen(at: number): void {
    this.#lastSeen = at;
    if (this.#status !== 'known') this.#setStatus(at, 'known');
  }

  /** Records that somebody else changed or restored the record. */
  changed(at: number): void {
    if (this.#status !== undefined && this.#status !== 'stale') this.#setStatus(at, 'stale');
  }

  /** Records that the record was removed, and whether the agent noticed. */
  removed(at: number, noticed: boolean): void {
    if (this.#status !== undefined) this.#setStatus(at, noticed || this.#status === 'gone' ? 'gone' : 'lost');
  }

  /** The agent's knowledge right after entry `at`, while the record exists. */
  awareness(at: number): Awareness {
    const change = this.#changeBefore(at);
    if (change === undefined) return UNKNOWN;
    const since = this.#changes[0]!.at;
    return change.to === 'stale'
      ? { status: 'stale', since, seen: change.seen, changed: change.at }
      : { status: 'known', since };
  }

  /** The lost record, if the agent does not know of its removal right after entry `at`; otherwise `undefined`. */
  lost(at: number): LostRecord | undefined {
    const change = this.#changeBefore(at);
    if (change?.to !== 'lost') return undefined;
    const { kind, id } = this;
    return { kind, id, since: this.#changes[0]!.at, seen: change.seen, gone: change.at };
  }

  get #status(): StatusChange['to'] | undefined {
    return this.#changes.at(-1)?.to;
  }

  #setStatus(at: number, to: StatusChange['to']): void {
    this.#changes.push({ at, to, seen: this.#lastSeen });
  }

  /** The last change at or before entry `at`. */
  #changeBefore(at: number): StatusChange | undefined {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#changes[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    return this.#changes[low - 1];
  }
}

/** The texts in the arguments and the result of a call by the agent; `undefined` for all other entries. */
function agentCallTexts(
  entry: LogEntry,
): { readonly given: readonly string[]; readonly answered: readonly string[] } | undefined {
  if (entry.kind !== 'agent' || entry.outcome.status !== 'done') return undefined;
  const { args, resolved = args } = entry.action;
  return { given: textsIn(resolved, []), answered: textsIn(entry.outcome.value, []) };
}

/** Adds every text in `value` to `texts`, including field names, because records are often keyed by their ids. */
function textsIn(value: Json, texts: string[]): readonly string[] {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value as Json[]) textsIn(item, texts);
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) {
      texts.push(key);
      textsIn(value[key]!, texts);
    }
  return texts;
}
