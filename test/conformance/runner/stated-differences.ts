import type { Json } from '../../../engine/model/values/json.ts';
import type { CallDifference } from './calls.ts';

/** An intended difference in calls of tools; docs/apps.md explains each one. */
interface StatedDifference {
  readonly classes?: readonly string[];
  readonly tools?: readonly string[];
  readonly when?: (found: CallDifference) => boolean;
  readonly why: string;
}

/** The reason why `found` is an intended difference; `undefined` when it is not intended. */
export const statedDifference = (found: CallDifference): string | undefined =>
  stated.find(
    ({ classes, tools, when }) =>
      (classes?.includes(found.class) ?? true) &&
      (tools?.includes(found.call.tool) ?? true) &&
      (when?.(found) ?? true),
  )?.why;

const typeOf = (error: Json | undefined): string =>
  (error as { type?: string } | null | undefined)?.type ?? '';
const messageOf = (error: Json | undefined): string =>
  (error as { message?: string } | null | undefined)?.message ?? '';

const oursRefuses = ({ path, expected, actual }: CallDifference, type: string): boolean =>
  path === 'error' && expected === null && typeOf(actual) === type;

const CALENDARS = ['CalendarV2', 'CalendarApp', 'Calendar'];
const CONTACTS = ['ContactsApp', 'Contacts', 'InternalContacts'];
const FILES = ['SandboxLocalFileSystem', 'Files', 'VirtualFileSystem'];
const FLATS = ['ApartmentListingApp', 'RentAFlat'];
const MAIL = ['EmailClientV2', 'EmailClientApp', 'Mail'];

const SHOPS = ['ShoppingApp', 'Shopping'];

const stated: readonly StatedDifference[] = [
  {
    when: ({ path, call }) => path.startsWith('states.') && call.error !== null,
    why: 'A call that fails changes nothing.',
  },
  {
    when: ({ path, expected }) =>
      path === 'error' && /float.*got <class '(?:int|dict)'>/.test(messageOf(expected)),
    why: 'JSON has one kind of number: a whole one is good where ARE wants a float.',
  },
  {
    classes: FILES,
    when: ({ path, actual }) => path === 'error' && messageOf(actual).includes(' has no argument '),
    why: 'File tools refuse arguments that they do not declare; ARE passes them on.',
  },
  {
    when: ({ path, actual }) =>
      path === 'error' &&
      typeOf(actual) === 'TypeError' &&
      / must be | needs the argument /.test(messageOf(actual)),
    why: 'All tools check the types of their arguments first; some of ARE fail later, or go on.',
  },
  {
    when: ({ path, actual }) =>
      path === 'error' &&
      typeOf(actual) === 'ValueError' &&
      messageOf(actual).endsWith('must be non-negative'),
    why: 'A negative limit or offset is a mistake.',
  },
  {
    when: ({ path, expected }) => /_strftime$/.test(path) && /, \d{1,3}-/.test(JSON.stringify(expected)),
    why: 'Years have four digits; those below 1000 have fewer where ARE runs on Linux.',
  },
  {
    classes: ['ReminderApp'],
    when: ({ earlier }) => earlier.some(({ error, tool }) => tool === 'add_reminder' && error !== null),
    why: 'A call that fails changes nothing; an earlier one kept what it had done.',
  },
  {
    classes: ['ReminderApp'],
    when: ({ call, earlier }) =>
      call.tool.startsWith('get_') && earlier.some(({ args }) => (args['repetition_unit'] ?? null) !== null),
    why: 'Repetitions are counted from the call, and deleted with their reminder.',
  },
  {
    classes: ['CityApp'],
    tools: ['get_api_call_count', 'get_crime_rate'],
    when: ({ earlier }) => earlier.some(({ error, tool }) => tool === 'get_crime_rate' && error !== null),
    why: 'A call that is refused does not count.',
  },
  {
    classes: ['MessagingApp'],
    tools: ['search'],
    when: ({ path }) => path.startsWith('result'),
    why: 'A search answers ids, as it is declared to.',
  },
  {
    classes: ['MessagingApp'],
    when: ({ path }) => path.endsWith('.title'),
    why: 'A title lists people in the order in which they were given; in ARE in none.',
  },
  {
    classes: ['MessagingApp'],
    tools: ['create_conversation'],
    when: ({ path }) => path.endsWith('.last_updated'),
    why: 'A conversation begins at the simulated time; in ARE at that of the machine.',
  },
  {
    classes: MAIL,
    tools: ['create_and_add_email_with_time'],
    when: ({ call, path }) => path.endsWith('.timestamp') && !Object.hasOwn(call.args, 'email_time'),
    why: 'An email without a time is of now; in ARE of the start of the process.',
  },
  {
    classes: ['MessagingApp', 'MessagingAppV2'],
    tools: ['download_attachment'],
    when: ({ path, expected }) => path === 'error' && typeOf(expected) === 'AttributeError',
    why: 'To download from a message without a file is a mistake of the caller.',
  },
  {
    classes: ['MessagingApp', 'MessagingAppV2'],
    tools: ['download_attachment'],
    when: ({ path, expected, actual }) =>
      path === 'error' && actual === null && messageOf(expected).startsWith('No attachment found'),
    why: 'An attached file that is empty is a file.',
  },
  {
    classes: [...MAIL, 'MessagingApp', 'MessagingAppV2'],
    when: ({ path, actual }) =>
      path === 'error' && messageOf(actual).includes('needs an app that keeps files'),
    why: 'Attachments are files of the world, never of the disk.',
  },
  {
    classes: ['MessagingAppV2', 'Messages', 'Chats'],
    tools: ['send_message'],
    when: ({ path, expected, actual }) =>
      path === 'error' &&
      messageOf(expected).includes('is not a valid phone number') &&
      typeOf(actual) === '',
    why: 'The user may have any id, also where the others have phone numbers.',
  },
  {
    classes: SHOPS,
    tools: ['list_all_products', 'search_product'],
    when: ({ path }) => path.startsWith('result'),
    why: 'Products of one name are all listed.',
  },
  {
    classes: SHOPS,
    tools: ['add_order'],
    when: ({ path, expected }) => path === 'error' && typeOf(expected) === 'TypeError',
    why: 'An order can be added; in ARE this always fails.',
  },
  {
    when: ({ path, actual }) => path === 'error' && messageOf(actual).includes('does not have the content'),
    why: 'The content of a recorded file is not known, and the call says so.',
  },
  {
    classes: FILES,
    tools: ['rm', 'mv', 'rmdir'],
    when: ({ path, actual }) => path === 'error' && messageOf(actual).includes('root cannot be'),
    why: 'A file system has a root.',
  },
  {
    classes: ['AgentUserInterface'],
    when: ({ path }) => path.endsWith('.time_read'),
    why: 'A message is read once, and keeps the time.',
  },
  {
    classes: ['CabApp'],
    tools: ['get_quotation', 'list_rides'],
    when: ({ path }) => path.includes('quotation_history'),
    why: 'Reading the price of a ride records nothing.',
  },
  {
    classes: ['CabApp'],
    tools: ['get_current_ride_status'],
    when: ({ path }) => path.includes('delay_history'),
    why: 'The history of a delay says when it was looked at; ARE repeats the time of the ride.',
  },
  {
    classes: ['CabApp'],
    tools: ['get_quotation', 'list_rides', 'order_ride'],
    when: ({ path, actual }) => path === 'error' && messageOf(actual).includes(' drives at most '),
    why: 'A way is as long as in earlier rides, in both directions.',
  },
  {
    classes: ['CabApp'],
    when: ({ path, expected }) => path === 'error' && typeOf(expected) === 'AssertionError',
    why: 'The current ride is known by its id, also after add_new_ride.',
  },
  {
    classes: CALENDARS,
    tools: ['add_calendar_event', 'add_calendar_event_by_attendee'],
    when: ({ call }) => (call.args['end_datetime'] ?? null) === null,
    why: 'An event without an end ends an hour after its start; in ARE an hour from now.',
  },
  {
    classes: CALENDARS,
    tools: ['get_calendar_events_from_to', 'read_today_calendar_events'],
    when: ({ path }) => path.startsWith('result'),
    why: 'Events are listed earliest first, and all of today.',
  },
  {
    classes: CONTACTS,
    tools: ['edit_contact'],
    when: ({ call }) => JSON.stringify(call.args['updates'] ?? null).includes('"contact_id":'),
    why: 'The id of a contact stays.',
  },
  {
    classes: FLATS,
    tools: ['delete_apartment'],
    when: ({ path }) => path.includes('saved_apartments'),
    why: 'An apartment that is deleted is no favourite any more.',
  },
  {
    classes: FLATS,
    tools: ['search_apartments'],
    when: ({ path }) => path.startsWith('result'),
    why: 'An apartment without a value for furniture, pets or lease does not match a filter for it.',
  },
  {
    classes: MAIL,
    tools: ['get_email_by_index'],
    when: ({ path, expected }) => path === 'error' && typeOf(expected) === 'IndexError',
    why: 'An email that is not there is a ValueError at every index.',
  },
  {
    when: (found) => oursRefuses(found, 're.error'),
    why: 'Patterns that could take for ever are refused.',
  },
  {
    classes: FILES,
    tools: ['info', 'ls'],
    when: ({ path }) => path.startsWith('result'),
    why: 'Sizes and times are those of the run, not of a disk.',
  },
];
