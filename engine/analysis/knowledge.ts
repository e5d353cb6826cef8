import { notificationsOf, canonicalClass, type NotificationRules } from '../agents/index.ts';
import {
  type AppKnowledge,
  type AppName,
  type Awareness,
  type Change,
  isJsonObject,
  type Json,
  type JsonObject,
  type LogEntry,
  type LostRecord,
  getOwn,
  type Path,
} from '../model/index.ts';
import { applyChange } from '../state/index.ts';
import { MentionIndex } from './mentions.ts';

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
export class KnowledgeReconstruction {
  readonly #apps: ReadonlyMap<AppName, Watched>;
  readonly #mentions = new MentionIndex<History>();
  readonly #telling: NotificationRules;
  #entries = 0;

  /** Begins before the first entry, with the apps' `states`, which it goes on to change. */
  constructor(states: Iterable<readonly [AppName, Json]>, telling: NotificationRules) {
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
  add(entry: LogEntry): void {
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
      applyChange(app.state, change);
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

/** How the agent stands with a record from entry `at` on. `seen` is when it saw it last. */
interface Turn {
  readonly at: number;
  readonly to: 'known' | 'stale' | 'lost' | 'none';
  readonly seen: number;
}

/** What became of one record in the agent's eyes, entry by entry. It keeps only what makes a difference. */
class History {
  readonly kind: string;
  readonly id: string;
  /** What it says now. */
  text: string | undefined;
  readonly #turns: Turn[] = [];
  #seen = -1;

  constructor(kind: string, id: string) {
    this.kind = kind;
    this.id = id;
  }

  /** The agent saw it. */
  see(at: number): void {
    this.#seen = at;
    if (this.#now !== 'known') this.#turn(at, 'known');
  }

  /** Somebody else changed it, or put it back. */
  change(at: number): void {
    if (this.#now !== undefined && this.#now !== 'stale') this.#turn(at, 'stale');
  }

  /** It was taken away, which the agent has `noticed` or not. */
  remove(at: number, noticed: boolean): void {
    if (this.#now !== undefined) this.#turn(at, noticed || this.#now === 'none' ? 'none' : 'lost');
  }

  /** How it stood right after entry `at`. */
  awareness(at: number): Awareness {
    const turn = this.#turnAt(at);
    if (turn === undefined) return UNKNOWN;
    const since = this.#turns[0]!.at;
    return turn.to === 'stale'
      ? { status: 'stale', since, seen: turn.seen, changed: turn.at }
      : { status: 'known', since };
  }

  /** As a thing that the agent does not know to be gone; `undefined` where it is not so right after entry `at`. */
  lost(at: number): LostRecord | undefined {
    const turn = this.#turnAt(at);
    if (turn?.to !== 'lost') return undefined;
    const { kind, id } = this;
    return { kind, id, since: this.#turns[0]!.at, seen: turn.seen, gone: turn.at };
  }

  get #now(): Turn['to'] | undefined {
    return this.#turns.at(-1)?.to;
  }

  #turn(at: number, to: Turn['to']): void {
    this.#turns.push({ at, to, seen: this.#seen });
  }

  /** The last one at or before entry `at`: of several in one entry the last counts. */
  #turnAt(at: number): Turn | undefined {
    let low = 0;
    let high = this.#turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#turns[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    return this.#turns[low - 1];
  }
}

/** Records of `kind` that stand at `way`, where `*` is any key or position, and say in field `id` which they are. */
const kept = (kind: string, way: string, id: string, text?: string) => ({
  way: way.split('.'),
  kind: {
    name: kind,
    idOf: (record: JsonObject) => textIn(record, id),
    textOf: (record: JsonObject) => (text === undefined ? undefined : textIn(record, text)),
  },
});

const calendar = placeOf([kept('appointment', 'events.*', 'event_id', 'description')]);
const contacts = placeOf([kept('contact', 'contacts.*', 'contact_id', 'description')]);

/** A file goes by its path. */
const FILE: RecordKind = {
  name: 'file',
  idOf: (entry, names) =>
    entry['type'] === 'file' && typeof entry['name'] === 'string'
      ? [...names, entry['name']].join('/')
      : undefined,
  textOf: (entry) => textIn(entry, 'text'),
};

const entry: Place = { kind: FILE, into: (key) => (key === 'children' ? entries : undefined) };
const entries: Place = { into: () => entry };
const files: Place = { into: (key) => (key === 'files' ? entry : undefined) };

/** Of an app that nobody knows: whatever has a text for an id. */
const RECORD: RecordKind = {
  name: 'record',
  idOf: (record) => {
    const key = Object.keys(record).find((field) => /(?:^|_)id$/.test(field));
    return key === undefined ? undefined : textIn(record, key);
  },
  textOf: (record) => textIn(record, 'content') ?? textIn(record, 'text'),
};

const anything: Place = { kind: RECORD, into: () => anything };
const nothing: Place = { into: () => undefined };

/** Where the records of each class of app stand. What an app has one of is no record, nor what has no id of its own. */
const places: Readonly<Record<string, Place>> = {
  AgentUserInterface: placeOf([kept('message', 'messages.*', 'id', 'content')]),
  EmailClientApp: placeOf([kept('letter', 'folders.*.emails.*', 'email_id', 'content')]),
  MessagingAppV2: placeOf([
    kept('conversation', 'conversations.*', 'conversation_id'),
    kept('message', 'conversations.*.messages.*', 'message_id', 'content'),
  ]),
  CalendarApp: calendar,
  CalendarV2: calendar,
  ContactsApp: contacts,
  Contacts: contacts,
  InternalContacts: contacts,
  ReminderApp: placeOf([kept('reminder', 'reminders.*', 'reminder_id', 'description')]),
  ShoppingApp: placeOf([
    kept('product', 'products.*', 'product_id'),
    kept('item', 'products.*.variants.*', 'item_id'),
    kept('order', 'orders.*', 'order_id'),
  ]),
  ApartmentListingApp: placeOf([kept('flat', 'apartments.*', 'apartment_id')]),
  CabApp: placeOf([kept('ride', 'ride_history.*', 'ride_id')]),
  SandboxLocalFileSystem: files,
  Files: files,
  VirtualFileSystem: files,
  CityApp: nothing,
  SystemApp: nothing,
};

/** Where the records of an app of class `className` stand. */
export const recordsOf = (className: string): Place => getOwn(places, canonicalClass(className)) ?? anything;

function textIn(record: JsonObject, field: string): string | undefined {
  const value = getOwn(record, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What the records of one kind are called, and what tells one from the others. */
export interface RecordKind {
  readonly name: string;
  /** `names` are those of the folders around it. Nothing where it is no record. */
  readonly idOf: (record: JsonObject, names: readonly string[]) => string | undefined;
  /** What it has to say, by which it is known where its id does not stand. */
  readonly textOf: (record: JsonObject) => string | undefined;
}

/** A place in the states of a class of apps. */
export interface Place {
  /** What stands here, where it is a record. */
  readonly kind?: RecordKind;
  /** Nothing where there are no records on the way. */
  readonly into: (key: string | number) => Place | undefined;
}

/** A record where it stands. */
export interface Found {
  readonly kind: RecordKind;
  readonly id: string;
  readonly record: JsonObject;
  readonly path: Path;
}

/** The states in which records stand at the end of these ways. */
function placeOf(ways: readonly { readonly way: readonly string[]; readonly kind: RecordKind }[]): Place {
  const ended = ways.find(({ way }) => way.length === 0);
  const rest = (key: string) =>
    ways.filter(({ way }) => way[0] === key).map(({ way, kind }) => ({ way: way.slice(1), kind }));
  const next = new Map(
    ways.flatMap(({ way: [key] }) => (key === undefined ? [] : [[key, placeOf(rest(key))] as const])),
  );
  return {
    ...(ended === undefined ? {} : { kind: ended.kind }),
    into: (key) => next.get('*') ?? next.get(String(key)),
  };
}

/** Where a walk through a state has come to. */
export interface Spot {
  readonly value: Json | undefined;
  readonly place: Place | undefined;
  readonly names: readonly string[];
}

/** One step on. */
function stepInto({ value, place, names }: Spot, key: string | number): Spot {
  const held = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const name = isJsonObject(value) ? value['name'] : undefined;
  return {
    value: held ? (value as Readonly<Record<string | number, Json>>)[key] : undefined,
    place: place?.into(key),
    names: typeof name === 'string' && key === 'children' ? [...names, name] : names,
  };
}

/** The record that stands at `spot` itself. */
function recordAt({ value, place, names }: Spot, path: Path): Found | undefined {
  if (place?.kind === undefined || !isJsonObject(value)) return undefined;
  const id = place.kind.idOf(value, names);
  return id === undefined ? undefined : { kind: place.kind, id, record: value, path };
}

/** All records at `spot` and below it, in the order of the state. */
function* recordsIn(spot: Spot, path: Path): Generator<Found> {
  if (spot.place === undefined || typeof spot.value !== 'object' || spot.value === null) return;
  const found = recordAt(spot, path);
  if (found !== undefined) yield found;
  for (const key of keysOf(spot.value)) yield* recordsIn(stepInto(spot, key), [...path, key]);
}

const keysOf = (value: object): Iterable<string | number> =>
  Array.isArray(value) ? value.keys() : Object.keys(value);

/** The texts of a call: what it was given, and what it answered. */
export interface Call {
  readonly given: readonly string[];
  readonly answered: readonly string[];
}

/** The call of the agent's own that `entry` tells of, where it was carried out. */
function callOfAgent(entry: LogEntry): Call | undefined {
  if (entry.kind !== 'agent' || entry.outcome.status !== 'done') return undefined;
  const { args, resolved = args } = entry.action;
  return { given: textsIn(resolved, []), answered: textsIn(entry.outcome.value, []) };
}

/** `texts` with every text in `value`, names of fields among them: things are often kept by their ids. */
function textsIn(value: Json, texts: string[]): string[] {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value as Json[]) textsIn(item, texts);
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) {
      texts.push(key);
      textsIn(value[key]!, texts);
    }
  return texts;
}

/** What a change that is about to be made does to the records of a state. */
export interface Touched {
  readonly removed: readonly Found[];
  /** To be asked once the change is made. */
  readonly inserted: () => readonly Found[];
  /** The record within which it writes. */
  readonly around: Found | undefined;
}

/** What `change` does to the records of `state`, which is as it was before it. */
function touchedBy(state: Json, place: Place, change: Change): Touched {
  const { path } = change;
  const container = change.op === 'splice' ? path : path.slice(0, -1);
  let spot: Spot = { value: state, place, names: [] };
  let around: Found | undefined;
  for (const [depth, key] of container.entries()) {
    spot = stepInto(spot, key);
    around = recordAt(spot, container.slice(0, depth + 1)) ?? around;
  }
  // What holds them stays the same object while what it holds is put in and taken out.
  const recordsFrom = (first: number, count: number): readonly Found[] =>
    Array.from({ length: count }, (_, nth) => first + nth).flatMap((key) => below(spot, key));
  if (change.op === 'splice')
    return {
      removed: recordsFrom(change.at, change.remove),
      inserted: () => recordsFrom(change.at, change.insert.length),
      around,
    };
  const key = path.at(-1)!;
  return {
    removed: below(spot, key),
    inserted: () => (change.op === 'set' ? below(spot, key) : []),
    around,
  };
}

const below = (spot: Spot, key: string | number): readonly Found[] => [...recordsIn(stepInto(spot, key), [])];
