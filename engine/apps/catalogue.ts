import * as z from 'zod';
import { type Json, OrreryError } from '../model/index.ts';
import { type AppInstance, ToolError, type Tools } from '../world/index.ts';
import { firstProblem } from './shared/recordings.ts';
import { agentUserInterface, recordedChat } from './chat/chat.ts';
import { apartmentListing } from './apartments/apartments.ts';
import { recordedListing } from './apartments/recorded.ts';
import { cab } from './cab/cab.ts';
import { recordedCab } from './cab/recorded.ts';
import { calendar } from './calendar/calendar.ts';
import { recordedCalendar } from './calendar/recorded.ts';
import { city, recordedCity } from './city/city.ts';
import { contacts } from './contacts/contacts.ts';
import { recordedContacts } from './contacts/recorded.ts';
import { emailClient } from './email/email.ts';
import { recordedMail } from './email/recorded.ts';
import { fileSystem, virtualFileSystem } from './files/files.ts';
import { recordedFiles } from './files/state.ts';
import { messaging } from './messaging/messaging.ts';
import { namedMessaging } from './messaging/named-messaging.ts';
import { recordedMessaging, recordedNamedMessaging } from './messaging/recorded.ts';
import { recordedReminders, reminderApp } from './reminder/reminder.ts';
import { recordedShop } from './shopping/recorded.ts';
import { shopping } from './shopping/shopping.ts';
import { systemApp } from './system/system.ts';

/** A recorded state is not one of the app it says it is of. */
export class RecordedStateError extends OrreryError {
  override readonly name = 'RecordedStateError';
  readonly code = 'state-unreadable';
}

/** An app of the field. */
interface AppClass {
  /** What it is called in recordings: older and other names of one thing. */
  readonly classes: readonly string[];
  /** With nothing in it. */
  readonly app: AppInstance;
  /** @throws {ZodError | ToolError} when it is no state of this app. */
  readonly read: (state: unknown) => object;
}

/** The field's first calendar could not edit. */
const calendarWithoutEditing: AppInstance = {
  ...calendar(),
  tools: Object.fromEntries(
    Object.entries(calendar().tools).filter(([name]) => name !== 'edit_calendar_event'),
  ),
};

const appClasses: readonly AppClass[] = [
  { classes: ['AgentUserInterface'], app: agentUserInterface(), read: recordedChat },
  { classes: ['EmailClientV2', 'EmailClientApp', 'Mail'], app: emailClient(), read: recordedMail },
  { classes: ['CalendarV2'], app: calendar(), read: recordedCalendar },
  { classes: ['CalendarApp', 'Calendar'], app: calendarWithoutEditing, read: recordedCalendar },
  { classes: ['ContactsApp', 'Contacts', 'InternalContacts'], app: contacts(), read: recordedContacts },
  { classes: ['MessagingAppV2', 'Messages', 'Chats'], app: messaging(), read: recordedMessaging },
  { classes: ['MessagingApp'], app: namedMessaging(), read: recordedNamedMessaging },
  { classes: ['CityApp'], app: city(), read: recordedCity },
  { classes: ['CabApp'], app: cab(), read: recordedCab },
  { classes: ['ShoppingApp', 'Shopping'], app: shopping(), read: recordedShop },
  { classes: ['ApartmentListingApp', 'RentAFlat'], app: apartmentListing(), read: recordedListing },
  { classes: ['SandboxLocalFileSystem', 'Files'], app: fileSystem(), read: recordedFiles },
  { classes: ['VirtualFileSystem'], app: virtualFileSystem(), read: recordedFiles },
  { classes: ['ReminderApp'], app: reminderApp(), read: recordedReminders },
  { classes: ['SystemApp'], app: systemApp(), read: () => systemApp().state },
];

const classByName = new Map(
  appClasses.flatMap((family) => family.classes.map((name) => [name, family] as const)),
);

/** The classes of apps that are built here, the older names of the field among them. */
export const classNames: readonly string[] = [...classByName.keys()];

/** Those of them that are no other name of another. */
export const mainClassNames: readonly string[] = appClasses.map(({ classes: [name] }) => name!);

/** True for two names of one class, and for a class with itself. */
export const isSameClass = (one: string, other: string): boolean =>
  one === other || (classByName.has(one) && classByName.get(one) === classByName.get(other));

/** The tools of the class `className`, `undefined` when it is not built here. */
export const toolsOf = (className: string): Tools<never> | undefined => classByName.get(className)?.app.tools;

/** An app of the class `className` with nothing in it, `undefined` when that class is not built here. */
export function emptyApp(className: string): AppInstance | undefined {
  const family = classByName.get(className);
  return family && { ...family.app, class: className };
}

/**
 * An app of the class `className` as it was recorded, `undefined` when that class is not built here.
 *
 * What a recording leaves out is filled in as the field's own loader does.
 *
 * @throws {RecordedStateError} naming the place, when `state` is not a state of that class.
 */
export function fromRecorded(className: string, state: Json): AppInstance | undefined {
  const family = classByName.get(className);
  if (family === undefined) return undefined;
  try {
    return { ...family.app, class: className, state: family.read(state) };
  } catch (thrown) {
    if (thrown instanceof z.ZodError) throw new RecordedStateError(firstProblem(className, thrown, state));
    if (thrown instanceof ToolError) throw new RecordedStateError(`${className}: ${thrown.message}`);
    throw thrown;
  }
}
