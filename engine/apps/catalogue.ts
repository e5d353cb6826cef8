import { $ZodError } from 'zod/v4/core';
import { type Json, OrreryError } from '../model/index.ts';
import { type AppInstance, ToolError, type Tools } from '../world/index.ts';
import { firstProblem } from './shared/from-trace.ts';
import { agentUserInterface, recordedChat } from './chat/chat.ts';
import { apartmentListing } from './apartments/apartments.ts';
import { recordedListing } from './apartments/from-trace.ts';
import { cab } from './cab/cab.ts';
import { recordedCab } from './cab/from-trace.ts';
import { calendar } from './calendar/calendar.ts';
import { recordedCalendar } from './calendar/from-trace.ts';
import { city, recordedCity } from './city/city.ts';
import { contacts } from './contacts/contacts.ts';
import { recordedContacts } from './contacts/from-trace.ts';
import { emailClient } from './email/email.ts';
import { recordedMail } from './email/from-trace.ts';
import { fileSystem, virtualFileSystem } from './files/files.ts';
import { recordedFiles } from './files/state.ts';
import { messaging } from './messaging/messaging.ts';
import { namedMessaging } from './messaging/named-messaging.ts';
import { recordedMessaging, recordedNamedMessaging } from './messaging/from-trace.ts';
import { recordedReminders, reminderApp } from './reminder/reminder.ts';
import { recordedShop } from './shopping/from-trace.ts';
import { shopping } from './shopping/shopping.ts';
import { systemApp } from './system/system.ts';

/** Thrown when a recorded state does not fit its app. */
export class RecordedStateError extends OrreryError {
  override readonly name = 'RecordedStateError';
  readonly code = 'state-unreadable';
}

/** A class of apps in ARE, with all names it has had. */
interface AppClass {
  /** The class's names: the main name first, then older names and other names in recordings. */
  readonly names: readonly string[];
  /** Creates an app with the default initial state. */
  readonly create: () => AppInstance;
  /**
   * Parses a recorded state. `note` is called for values that are left out.
   * @throws {ZodError | ToolError} when it is not a state of this app.
   */
  readonly read: (state: unknown, note: (text: string) => void) => object;
}

/** ARE's first calendar had no tool to edit events. */
const calendarWithoutEditing = (): AppInstance => {
  const { edit_calendar_event: _, ...tools } = calendar().tools;
  return { ...calendar(), tools: Object.freeze(tools) };
};

const appClasses: readonly AppClass[] = [
  { names: ['AgentUserInterface'], create: agentUserInterface, read: recordedChat },
  { names: ['EmailClientV2', 'EmailClientApp', 'Mail'], create: emailClient, read: recordedMail },
  { names: ['CalendarV2'], create: calendar, read: recordedCalendar },
  { names: ['CalendarApp', 'Calendar'], create: calendarWithoutEditing, read: recordedCalendar },
  { names: ['ContactsApp', 'Contacts', 'InternalContacts'], create: contacts, read: recordedContacts },
  { names: ['MessagingAppV2', 'Messages', 'Chats'], create: messaging, read: recordedMessaging },
  { names: ['MessagingApp'], create: namedMessaging, read: recordedNamedMessaging },
  { names: ['CityApp'], create: city, read: recordedCity },
  { names: ['CabApp'], create: cab, read: recordedCab },
  { names: ['ShoppingApp', 'Shopping'], create: shopping, read: recordedShop },
  { names: ['ApartmentListingApp', 'RentAFlat'], create: apartmentListing, read: recordedListing },
  { names: ['SandboxLocalFileSystem', 'Files'], create: fileSystem, read: recordedFiles },
  { names: ['VirtualFileSystem'], create: virtualFileSystem, read: recordedFiles },
  { names: ['ReminderApp'], create: reminderApp, read: recordedReminders },
  { names: ['SystemApp'], create: systemApp, read: () => systemApp().state },
];

const classByName = new Map(appClasses.flatMap((one) => one.names.map((name) => [name, one] as const)));

/** All class names of the built-in apps, with older and other names. */
export const classNames: readonly string[] = [...classByName.keys()];

/** The main name of each class. */
export const mainClassNames: readonly string[] = appClasses.map(({ names: [name] }) => name!);

/** Whether two names are names of the same class. */
export const isSameClass = (one: string, other: string): boolean =>
  one === other || (classByName.has(one) && classByName.get(one) === classByName.get(other));

/** The tools of the class `className`; `undefined` when the class is unknown. */
export const toolsOf = (className: string): Tools<never> | undefined => appOf(className)?.tools;

const apps = new Map<AppClass, AppInstance>();

/** The app of class `className` with the default initial state, shared by all callers. */
function appOf(className: string): AppInstance | undefined {
  const known = classByName.get(className);
  if (known !== undefined && !apps.has(known)) apps.set(known, known.create());
  return known && apps.get(known);
}

/** An app of the class `className` with the default initial state; `undefined` when the class is unknown. */
export function emptyApp(className: string): AppInstance | undefined {
  const known = appOf(className);
  return known && { ...known, class: className };
}

/**
 * An app of the class `className` with a recorded state; `undefined` when the class is unknown. Missing fields get the values
 * that ARE's loader gives them.
 * @param note is called for values that are left out of the state, with their paths
 * @throws {RecordedStateError} with the path of the first problem, when `state` is not a state of the class.
 */
export function fromRecorded(
  className: string,
  state: Json,
  note: (text: string) => void = () => undefined,
): AppInstance | undefined {
  const known = classByName.get(className);
  if (known === undefined) return undefined;
  try {
    return { ...appOf(className)!, class: className, state: known.read(state, note) };
  } catch (thrown) {
    if (thrown instanceof $ZodError) throw new RecordedStateError(firstProblem(className, thrown, state));
    if (thrown instanceof ToolError) throw new RecordedStateError(`${className}: ${thrown.message}`);
    throw thrown;
  }
}
