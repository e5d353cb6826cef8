import * as z from 'zod/mini';
import type { JsonObject } from '../../model/index.ts';
import { toolOf } from '../../world/index.ts';
import {
  parseArgument,
  idOrDefault,
  mapValues,
  parsePrinted,
  text,
  objectOrPrinted,
} from '../shared/from-trace.ts';
import { type Contact, type ContactsState, GENDERS, newContact, STATUSES } from './state.ts';

const words = z._default(z.nullable(text), '');

const contact = z.lazy(() =>
  z.object({
    first_name: z._default(text, ''),
    last_name: z._default(text, ''),
    contact_id: z.nullish(text),
    is_user: z._default(z.boolean(), false),
    gender: z._default(z.enum(GENDERS), 'Unknown'),
    age: z.nullish(z.int()),
    nationality: words,
    city_living: words,
    country: words,
    status: z._default(z.enum(STATUSES), 'Unknown'),
    job: words,
    description: words,
    phone: words,
    email: words,
    address: words,
  }),
);

const state = z.lazy(() =>
  z.object({ contacts: z.record(text, contact), view_limit: z._default(z.int().check(z.minimum(0)), 10) }),
);

/** The state of the contacts, as recorded. @throws {ZodError | ToolError} when `recorded` is something else. */
export function recordedContacts(recorded: unknown): ContactsState {
  const { contacts, view_limit } = state.parse(recorded);
  return { contacts: mapValues(contacts, withDefaults), view_limit };
}

/** A contact from its fields, with the id `id` if it has none. @throws {ZodError | ToolError} when `fields` are something else. */
const parseContact = (fields: unknown, id: string): Contact => withDefaults(contact.parse(fields), id);

const withDefaults = ({ contact_id, age, ...rest }: z.infer<typeof contact>, id: string): Contact =>
  newContact({ ...rest, age: age ?? null, contact_id: idOrDefault(contact_id, id) });

const tool = toolOf<ContactsState>();

/** No agent or user may call this tool; ARE's scenarios plan contacts with it. */
export const contactObjectTools = {
  add_contact: tool({
    summary: 'Add a contact with all its fields. Returns the id.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { contact: objectOrPrinted('Contact', 'the fields of a contact') },
    apply({ contacts }, { contact }, context) {
      const fields = typeof contact === 'string' ? parsePrintedContact(contact) : contact;
      const added = parseArgument('contact', fields, () => parseContact(fields, context.newId()));
      contacts[added.contact_id] = added;
      return added.contact_id;
    },
  }),
};

/** The labels of the lines that ARE prints for a contact, with their fields. */
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
  const fields = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
  const { age = null, gender = null, status = null, is_user } = fields;
  return {
    ...fields,
    age: age !== null && /^\d+$/.test(age) ? Number(age) : age,
    gender: enumMember(gender),
    status: enumMember(status),
    is_user: is_user === 'True',
  };
}

/** A member of an enumeration, which Python prints as `Gender.FEMALE`. */
function enumMember(printed: string | null): string {
  const word = printed?.split('.').at(-1) ?? 'Unknown';
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
