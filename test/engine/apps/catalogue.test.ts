import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { apartmentListing } from '../../../engine/apps/apartments/apartments.ts';
import type { AppInstance } from '../../../engine/world/app.ts';
import { cab } from '../../../engine/apps/cab/cab.ts';
import { calendar } from '../../../engine/apps/calendar/calendar.ts';
import {
  classNames,
  fromRecorded,
  mainClassNames,
  RecordedStateError,
} from '../../../engine/apps/catalogue.ts';
import { city } from '../../../engine/apps/city/city.ts';
import { contacts } from '../../../engine/apps/contacts/contacts.ts';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { fileSystem, virtualFileSystem } from '../../../engine/apps/files/files.ts';
import { messaging } from '../../../engine/apps/messaging/messaging.ts';
import { namedMessaging } from '../../../engine/apps/messaging/named-messaging.ts';
import { reminderApp } from '../../../engine/apps/reminder/reminder.ts';
import { shopping } from '../../../engine/apps/shopping/shopping.ts';
import { systemApp } from '../../../engine/apps/system/system.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import { AppUnderTest } from './app-under-test.ts';
import { tries } from '../../tries.ts';

const filled: Readonly<Record<string, () => AppInstance>> = {
  AgentUserInterface: () => {
    const app = new AppUnderTest(agentUserInterface());
    app.ask('send_message_to_agent', { content: 'Hello' });
    return { ...agentUserInterface(), state: app.state };
  },
  EmailClientV2: () => emailClient({ inbox: [{ email_id: 'x', sender: 'ada@example.org' }], sent: [{}] }),
  CalendarV2: () =>
    calendar({ events: [{ event_id: 'x', start_datetime: '2026-01-05T09:00:00Z', tag: 'x' }] }),
  ApartmentListingApp: () =>
    apartmentListing({ apartments: [{ apartment_id: 'x', name: 'Loft', price: 900, saved: true }] }),
  ContactsApp: () =>
    contacts({ contacts: [{ contact_id: 'x', first_name: 'Ada', last_name: 'Lovelace', is_user: true }] }),
  MessagingAppV2: () =>
    messaging({
      id_to_name: { x: 'Ada' },
      conversations: [{ conversation_id: 'x', participant_ids: ['x'], messages: [{ sender_id: 'x' }] }],
    }),
  MessagingApp: () =>
    namedMessaging({
      conversations: [{ conversation_id: 'x', participants: ['Ada', 'Me'], messages: [{ sender: 'Ada' }] }],
    }),
  CityApp: () => city({ crime_data: { x: { violent_crime: 1, property_crime: 2 } } }),
  CabApp: () => {
    const app = new AppUnderTest(
      cab({ rides: [{ start_location: 'Home', end_location: 'Work', price: 9 }] }),
    );
    app.ask('order_ride', { start_location: 'Home', end_location: 'Park', service_type: 'Van' });
    return { ...cab(), state: app.state };
  },
  ShoppingApp: () =>
    shopping({
      products: [{ product_id: 'x', name: 'Mug', variants: [{ item_id: 'x', price: 9.5 }] }],
      cart: [{ item_id: 'x' }],
      discount_codes: { x: { SPRING: 10 } },
      orders: [{ order_id: 'x', order_items: [{ item_id: 'x' }] }],
    }),
  SandboxLocalFileSystem: () => fileSystem({ files: { x: 'Hello' }, folders: ['y'] }),
  VirtualFileSystem: () => virtualFileSystem({ files: { x: 'Hello' }, folders: ['y'] }),
  ReminderApp: () => {
    const app = new AppUnderTest(reminderApp());
    app.ask('add_reminder', { title: 'x', due_datetime: '2026-01-05 09:00:00', description: '' });
    return { ...reminderApp(), state: app.state };
  },
  SystemApp: () => systemApp(),
};

/** Argument values for all tools; each call gets only its required arguments. */
const handy: JsonObject = {
  email_id: 'x',
  event_id: 'x',
  apartment_id: 'x',
  contact_id: 'x',
  conversation_id: 'x',
  user_id: 'x',
  user_name: 'Ada',
  user_ids: ['x'],
  participant: 'Ada',
  path: 'x',
  file_path: 'x',
  start_location: 'Home',
  end_location: 'Work',
  service_type: 'Default',
  product_id: 'x',
  order_id: 'x',
  product_name: 'e',
  idx: 0,
  query: 'e',
  tag: 'x',
  sender: 'ada@example.org',
  who_add: 'Ada',
  who_delete: 'Ada',
  start_datetime: '2026-01-05 00:00:00',
  end_datetime: '2026-01-06 00:00:00',
};

/** An empty state that fits every app. */
const nothing: JsonObject = {
  messages: [],
  folders: {},
  events: {},
  contacts: {},
  conversations: {},
  crime_data: {},
  products: {},
  apartments: {},
  d_service_config: {},
  files: { name: '', type: 'directory', children: [] },
  reminders: {},
};

const allTools = Object.entries(filled).flatMap(([className, make]) =>
  Object.entries(make().tools).map(([name, tool]) => ({ className, name, tool, make })),
);

describe('every tool', () => {
  it('belongs to an app that these tests cover', () => {
    // CalendarApp has the tools of CalendarV2, except one.
    expect(mainClassNames.filter((name) => !Object.hasOwn(filled, name))).toEqual(['CalendarApp']);
  });

  it.each(allTools.filter(({ tool }) => tool.effect === 'read'))(
    'of $className that only reads leaves the state unchanged: $name',
    ({ name, tool, make }) => {
      const app = new AppUnderTest(make());
      const before = JSON.stringify(app.state);
      const needed = Object.entries(tool.args).filter(([, { fallback }]) => fallback === undefined);
      const args = Object.fromEntries(needed.map(([argument]) => [argument, handy[argument]!]));

      const { outcome, changes } = app.call(name, args);

      expect(outcome.status).toBe('done');
      expect(changes).toEqual([]);
      expect(JSON.stringify(app.state)).toBe(before);
    },
  );

  it('has the expected roles, counted by app', () => {
    const roles = Object.fromEntries(
      Object.entries(filled).map(([className, make]) => [
        className,
        ['agent', 'user', 'environment', 'data'].map(
          (caller) =>
            Object.values(make().tools).filter(({ callers }) => callers.some((one) => one === caller)).length,
        ),
      ]),
    );

    expect(roles).toEqual({
      AgentUserInterface: [5, 1, 0, 5],
      EmailClientV2: [10, 0, 3, 1],
      CalendarV2: [9, 0, 2, 5],
      ApartmentListingApp: [6, 0, 3, 9],
      ContactsApp: [7, 0, 0, 6],
      MessagingAppV2: [16, 0, 5, 0],
      MessagingApp: [11, 0, 4, 7],
      CityApp: [3, 0, 2, 0],
      CabApp: [8, 0, 3, 7],
      ShoppingApp: [12, 0, 6, 9],
      SandboxLocalFileSystem: [12, 0, 0, 0],
      VirtualFileSystem: [10, 0, 0, 0],
      ReminderApp: [5, 0, 1, 0],
      SystemApp: [2, 0, 0, 0],
    });
  });
});

describe('fromRecorded()', () => {
  it.each(Object.entries(filled))('restores the exact state of %s', (className, make) => {
    const { state } = make();

    const recorded = fromRecorded(className, copyJson(state));

    expect(JSON.stringify(recorded?.state)).toBe(JSON.stringify(state));
  });

  it.each(classNames)('keeps the class name %s', (className) => {
    expect(fromRecorded(className, nothing)?.class).toBe(className);
  });

  it('accepts null as the recorded state of an app without a state', () => {
    expect(fromRecorded('ReminderApp', null)?.state).toEqual({ reminders: {} });
    expect(fromRecorded('SystemApp', null)?.state).toEqual({});
  });

  it('restores an app’s alarm and files', () => {
    expect(fromRecorded('ReminderApp', null)?.alarm).toBe(reminderApp().alarm);
    expect(fromRecorded('Files', nothing)?.keeps).toBe('files');
  });

  it('returns undefined for an unknown class', () => {
    expect(fromRecorded('TramApp', {})).toBeUndefined();
    expect(fromRecorded('toString', {})).toBeUndefined();
  });

  it('fills in fields that older recordings lack', () => {
    const emails: Json = [{ sender: 'ada@example.org', cc: null, attachments: null, priority: 'high' }];

    const mail = fromRecorded('Mail', { folders: { INBOX: { folder_name: 'INBOX', emails } } });

    expect(mail?.state).toMatchObject({
      user_email: 'user@meta.com',
      folders: {
        INBOX: {
          emails: [{ email_id: 'inbox-1', recipients: [], cc: [], attachments: null, is_read: false }],
        },
        TRASH: { folder_name: 'TRASH', emails: [] },
      },
    });
  });

  it('keeps emails and messages in their recorded order and at their recorded times', () => {
    const emails = [3, 9, 6].map((timestamp) => ({ sender: 'ada@example.org', timestamp }));
    const messages = [{ sender: 'User', content: 'Hi', timestamp: 7, id: null }];

    const mail = fromRecorded('EmailClientV2', { folders: { INBOX: { folder_name: 'INBOX', emails } } });
    const chat = fromRecorded('AgentUserInterface', { messages });

    expect(mail?.state).toMatchObject({ folders: { INBOX: { emails } } });
    expect(chat?.state).toMatchObject({ messages: [{ timestamp: 7, time_read: null, id: 'message-1' }] });
  });

  it('gives CalendarApp no edit_calendar_event', () => {
    const toolsOf = (name: string): string[] => Object.keys(fromRecorded(name, { events: {} })?.tools ?? {});

    expect([...toolsOf('CalendarApp'), 'edit_calendar_event'].sort()).toEqual(toolsOf('CalendarV2').sort());
  });

  const clock = { start_datetime: 0, end_datetime: 0 };

  it.each<[string, Json, string]>([
    ['AgentUserInterface', null, 'AgentUserInterface: null is not an object.'],
    [
      'AgentUserInterface',
      { messages: [{ sender: 'Cat' }] },
      'AgentUserInterface.messages[0].sender: "Cat" is not one of "User", "Agent".',
    ],
    ['EmailClientV2', { folders: { INBOX: [] } }, 'EmailClientV2.folders.INBOX: A list is not an object.'],
    [
      'EmailClientV2',
      { folders: { INBOX: { folder_name: 'INBOX', emails: [{ sender: 'ada' }] } } },
      'EmailClientV2: Invalid email address: ada',
    ],
    [
      'CalendarV2',
      { events: { x: { ...clock, start_datetime: 'noon' } } },
      'CalendarV2.events.x.start_datetime: "noon" is not a number.',
    ],
  ])('refuses an invalid state of %s', (className, state, message) => {
    expect(() => fromRecorded(className, state)).toThrow(RecordedStateError);
    expect(() => fromRecorded(className, state)).toThrow(message);
  });

  it('restores or refuses a state with any value replaced, and throws only RecordedStateError', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          ...Object.keys(filled).filter((name) => placesIn(filled[name]!().state as Json).length > 0),
        ),
        fc.nat(),
        fc.oneof(fc.jsonValue(), fc.double()) as fc.Arbitrary<Json>,
        (className, where, value) => {
          const state = copyJson(filled[className]!().state) as JsonObject;
          const places = placesIn(state);
          const [owner, key] = places[where % places.length]!;
          owner[key] = value;

          try {
            new AppUnderTest(fromRecorded(className, state)!);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(RecordedStateError);
          }
        },
      ),
      { numRuns: tries(2000) },
    );
  });
});

type Owner = Record<string, Json>;

const placesIn = (part: Json): [Owner, string][] =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([key, value]) => [[part as Owner, key], ...placesIn(value)])
    : [];
