import * as z from 'zod';
import type { JsonObject } from '../../model/index.ts';
import { toolOf } from '../../world/index.ts';
import {
  parseArgument,
  idOrDefault,
  mapValues,
  parsePrinted,
  text,
  objectOrPrinted,
} from '../shared/recordings.ts';
import { type Contact, type ContactsState, GENDERS, newContact, STATUSES } from './state.ts';

const words = text.nullable().default('');

const contact = z.lazy(() =>
  z.object({
    first_name: text.default(''),
    last_name: text.default(''),
    contact_id: text.nullish(),
    is_user: z.boolean().default(false),
    gender: z.enum(GENDERS).default('Unknown'),
    age: z.int().nullish(),
    nationality: words,
    city_living: words,
    country: words,
    status: z.enum(STATUSES).default('Unknown'),
    job: words,
    description: words,
    phone: words,
    email: words,
    address: words,
  }),
);

const book = z.lazy(() =>
  z.object({ contacts: z.record(text, contact), view_limit: z.int().min(0).default(10) }),
);

/** @throws {ZodError | ToolError} when it is no state of an address book. */
export function recordedContacts(state: unknown): ContactsState {
  const { contacts, view_limit } = book.parse(state);
  return { contacts: mapValues(contacts, (card, key) => withDefaults(card, key)), view_limit };
}

/** A card with its fields, `id` where it brings none. @throws {ZodError | ToolError} when it is none. */
const parseContact = (fields: unknown, id: string): Contact => withDefaults(contact.parse(fields), id);

const withDefaults = ({ contact_id, age, ...card }: z.infer<typeof contact>, id: string): Contact =>
  newContact({ ...card, age: age ?? null, contact_id: idOrDefault(contact_id, id) });

const tool = toolOf<ContactsState>();

/** A tool for nobody in particular: scenarios of the field put whole cards into the book with it. */
export const contactObjectTools = {
  add_contact: tool({
    summary: 'Put a whole card into the address book. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { contact: objectOrPrinted('Contact', 'the fields of a card') },
    apply({ contacts }, { contact }, context) {
      const fields = typeof contact === 'string' ? parsePrintedContact(contact) : contact;
      const card = parseArgument('contact', fields, () => parseContact(fields, context.newId()));
      contacts[card.contact_id] = card;
      return card.contact_id;
    },
  }),
};

/** How a card prints itself: its fields by the names that stand there, in that order. */
const PRINTED = {
  'Contact ID': 'contact_id',
  'First Name': 'first_name',
  'Last Name': 'last_name',
  Gender: 'gender',
  Age: 'age',
  Nationality: 'nationality',
  'City Living': 'city_living',
  Country: 'country',
  Status: 'status',
  Job: 'job',
  Description: 'description',
  Phone: 'phone',
  Email: 'email',
  'Is User': 'is_user',
  Address: 'address',
} as const;

function parsePrintedContact(text: string): JsonObject {
  const names = Object.values(PRINTED);
  const values = parsePrinted('contact', text, Object.keys(PRINTED));
  const fields = Object.fromEntries(names.map((name, at) => [name, values[at]!]));
  const { age = null, gender = null, status = null, is_user } = fields;
  return {
    ...fields,
    age: age !== null && /^\d+$/.test(age) ? Number(age) : age,
    gender: enumMember(gender),
    status: enumMember(status),
    is_user: is_user === 'True',
  };
}

/** Members of Python's enumerations print themselves in capitals: `Gender.FEMALE`. */
function enumMember(printed: string | null): string {
  const word = printed?.split('.').at(-1) ?? 'Unknown';
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
