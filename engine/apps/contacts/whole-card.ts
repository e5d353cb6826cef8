import type { JsonObject } from '../../model/json.ts';
import { printedFields, whole } from '../printed.ts';
import { givenWhole } from '../recorded.ts';
import { toolOf } from '../tool.ts';
import { contactIn } from './recorded.ts';
import type { ContactsState } from './state.ts';

const tool = toolOf<ContactsState>();

/** A tool for nobody in particular: scenarios of the field put whole cards into the book with it. */
export const wholeCardTools = {
  add_contact: tool({
    summary: 'Put a whole card into the address book. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { contact: whole('Contact', 'the fields of a card') },
    apply({ contacts }, { contact }, context) {
      const fields = typeof contact === 'string' ? fieldsOf(contact) : contact;
      const card = givenWhole('contact', fields, () => contactIn(fields, context.newId()));
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

function fieldsOf(text: string): JsonObject {
  const names = Object.values(PRINTED);
  const values = printedFields('contact', text, Object.keys(PRINTED));
  const fields = Object.fromEntries(names.map((name, at) => [name, values[at]!]));
  const { age = null, gender = null, status = null, is_user } = fields;
  return {
    ...fields,
    age: age !== null && /^\d+$/.test(age) ? Number(age) : age,
    gender: wordOf(gender),
    status: wordOf(status),
    is_user: is_user === 'True',
  };
}

/** Members of Python's enumerations print themselves in capitals: `Gender.FEMALE`. */
function wordOf(printed: string | null): string {
  const word = printed?.split('.').at(-1) ?? 'Unknown';
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
