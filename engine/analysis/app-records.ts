import { canonicalClass } from '../agents/index.ts';
import { type Change, getOwn, isJsonObject, type Json, type JsonObject, type Path } from '../model/index.ts';

/** A kind of record that apps hold, such as an email or a file. */
export interface RecordKind {
  readonly name: string;
  /** @param folders Names of the folders around the record. @returns `undefined` if `record` is not of this kind. */
  readonly idOf: (record: JsonObject, folders: readonly string[]) => string | undefined;
  /** Returns the text that identifies the record if its id does not occur. */
  readonly textOf: (record: JsonObject) => string | undefined;
}

/** Describes the parts of a value that are records. */
export interface RecordSchema {
  /** The kind of the value itself, if it may be a record. */
  readonly kind?: RecordKind;
  /** The schema of a field or item; `undefined` if there are no records in it. */
  readonly child: (key: string | number) => RecordSchema | undefined;
}

/** A record in the state of an app. */
export interface FoundRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly record: JsonObject;
  readonly path: Path;
}

/** The schema of the states of apps of class `className`. */
export const recordSchema = (className: string): RecordSchema =>
  getOwn(schemas, canonicalClass(className)) ?? anyRecord;

/** All records in a state, in the order of the state. */
export const recordsInState = (state: Json, schema: RecordSchema): Iterable<FoundRecord> =>
  recordsBelow({ value: state, schema, folders: [] }, []);

/** The records that a change removes, inserts or writes into. */
export interface ChangedRecords {
  readonly removed: readonly FoundRecord[];
  /** Returns the inserted records. Call it after the change was applied. */
  readonly inserted: () => readonly FoundRecord[];
  /** The record into which the change writes. */
  readonly around: FoundRecord | undefined;
}

/** The effects on records of `change`, which is about to be applied to `state`. */
export function recordsChangedBy(state: Json, schema: RecordSchema, change: Change): ChangedRecords {
  const { path } = change;
  const containerPath = change.op === 'splice' ? path : path.slice(0, -1);
  let container: Position = { value: state, schema, folders: [] };
  let around: FoundRecord | undefined;
  for (const [depth, key] of containerPath.entries()) {
    container = childOf(container, key);
    around = recordAt(container, containerPath.slice(0, depth + 1)) ?? around;
  }
  // The container stays the same object when the change is applied, so it can be read again afterwards.
  const recordsFrom = (first: number, count: number): readonly FoundRecord[] =>
    Array.from({ length: count }, (_, index) => first + index).flatMap((key) => recordsUnder(container, key));
  if (change.op === 'splice')
    return {
      removed: recordsFrom(change.at, change.remove),
      inserted: () => recordsFrom(change.at, change.insert.length),
      around,
    };
  const key = path.at(-1)!;
  return {
    removed: recordsUnder(container, key),
    inserted: () => (change.op === 'set' ? recordsUnder(container, key) : []),
    around,
  };
}

/** A position in a walk through a state. */
interface Position {
  readonly value: Json | undefined;
  readonly schema: RecordSchema | undefined;
  /** Names of the folders along the path. */
  readonly folders: readonly string[];
}

function childOf({ value, schema, folders }: Position, key: string | number): Position {
  const exists = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const name = isJsonObject(value) ? value['name'] : undefined;
  return {
    value: exists ? (value as Readonly<Record<string | number, Json>>)[key] : undefined,
    schema: schema?.child(key),
    folders: typeof name === 'string' && key === 'children' ? [...folders, name] : folders,
  };
}

function recordAt({ value, schema, folders }: Position, path: Path): FoundRecord | undefined {
  if (schema?.kind === undefined || !isJsonObject(value)) return undefined;
  const id = schema.kind.idOf(value, folders);
  return id === undefined ? undefined : { kind: schema.kind, id, record: value, path };
}

function* recordsBelow(position: Position, path: Path): Generator<FoundRecord> {
  const { value, schema } = position;
  if (schema === undefined || typeof value !== 'object' || value === null) return;
  const found = recordAt(position, path);
  if (found !== undefined) yield found;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) yield* recordsBelow(childOf(position, key), [...path, key]);
}

const recordsUnder = (container: Position, key: string | number): readonly FoundRecord[] => [
  ...recordsBelow(childOf(container, key), []),
];

/** The path of records in the states of a class of apps. */
interface RecordPath {
  /** Keys; `*` is any key or position. */
  readonly keys: readonly string[];
  readonly kind: RecordKind;
}

/** Records called `name` at `path`, such as `folders.*.emails.*`. `idField` and `textField` name the fields with their id and text. */
const recordPath = (name: string, path: string, idField: string, textField?: string): RecordPath => ({
  keys: path.split('.'),
  kind: {
    name,
    idOf: (record) => readTextField(record, idField),
    textOf: (record) => (textField === undefined ? undefined : readTextField(record, textField)),
  },
});

function readTextField(record: JsonObject, field: string): string | undefined {
  const value = getOwn(record, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function schemaFromPaths(...paths: readonly RecordPath[]): RecordSchema {
  const here = paths.find(({ keys }) => keys.length === 0);
  const after = (key: string) =>
    paths.filter(({ keys }) => keys[0] === key).map(({ keys, kind }) => ({ keys: keys.slice(1), kind }));
  const children = new Map(
    paths.flatMap(({ keys: [key] }) =>
      key === undefined ? [] : [[key, schemaFromPaths(...after(key))] as const],
    ),
  );
  return {
    ...(here === undefined ? {} : { kind: here.kind }),
    child: (key) => children.get('*') ?? children.get(String(key)),
  };
}

const calendar = schemaFromPaths(recordPath('calendar event', 'events.*', 'event_id', 'description'));
const contacts = schemaFromPaths(recordPath('contact', 'contacts.*', 'contact_id', 'description'));

/** A file. Its id is its path. */
const FILE: RecordKind = {
  name: 'file',
  idOf: (entry, folders) =>
    entry['type'] === 'file' && typeof entry['name'] === 'string'
      ? [...folders, entry['name']].join('/')
      : undefined,
  textOf: (entry) => readTextField(entry, 'text'),
};

const fileEntry: RecordSchema = {
  kind: FILE,
  child: (key) => (key === 'children' ? fileEntries : undefined),
};
const fileEntries: RecordSchema = { child: () => fileEntry };
const files: RecordSchema = { child: (key) => (key === 'files' ? fileEntry : undefined) };

/** A record of an app of another class: any object with an id. */
const ANY_RECORD: RecordKind = {
  name: 'record',
  idOf: (record) => {
    const key = Object.keys(record).find((field) => /(?:^|_)id$/.test(field));
    return key === undefined ? undefined : readTextField(record, key);
  },
  textOf: (record) => readTextField(record, 'content') ?? readTextField(record, 'text'),
};

const anyRecord: RecordSchema = { kind: ANY_RECORD, child: () => anyRecord };
const noRecords: RecordSchema = { child: () => undefined };

/** The record schema of each class of app. Objects that exist only once in an app, or have no id, are not records. */
const schemas: Readonly<Record<string, RecordSchema>> = {
  AgentUserInterface: schemaFromPaths(recordPath('message', 'messages.*', 'id', 'content')),
  EmailClientApp: schemaFromPaths(recordPath('email', 'folders.*.emails.*', 'email_id', 'content')),
  MessagingAppV2: schemaFromPaths(
    recordPath('conversation', 'conversations.*', 'conversation_id'),
    recordPath('message', 'conversations.*.messages.*', 'message_id', 'content'),
  ),
  CalendarApp: calendar,
  CalendarV2: calendar,
  ContactsApp: contacts,
  Contacts: contacts,
  InternalContacts: contacts,
  ReminderApp: schemaFromPaths(recordPath('reminder', 'reminders.*', 'reminder_id', 'description')),
  ShoppingApp: schemaFromPaths(
    recordPath('product', 'products.*', 'product_id'),
    recordPath('item', 'products.*.variants.*', 'item_id'),
    recordPath('order', 'orders.*', 'order_id'),
  ),
  ApartmentListingApp: schemaFromPaths(recordPath('apartment', 'apartments.*', 'apartment_id')),
  CabApp: schemaFromPaths(recordPath('ride', 'ride_history.*', 'ride_id')),
  SandboxLocalFileSystem: files,
  Files: files,
  VirtualFileSystem: files,
  CityApp: noRecords,
  SystemApp: noRecords,
};
