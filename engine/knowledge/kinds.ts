import type { JsonObject } from '../model/json.ts';
import { own } from '../model/own.ts';
import { plainClass } from '../notify/told.ts';
import { placeOf, type Place, type RecordKind } from './place.ts';

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
export const recordsOf = (className: string): Place => own(places, plainClass(className)) ?? anything;

function textIn(record: JsonObject, field: string): string | undefined {
  const value = own(record, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
