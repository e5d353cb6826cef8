import * as z from 'zod';
import { idOr, mapped, text } from '../recorded.ts';
import { GENDERS, newContact, STATUSES, type Contact, type ContactsState } from './state.ts';

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
  return { contacts: mapped(contacts, (card, key) => filledIn(card, key)), view_limit };
}

/** A card with its fields, `id` where it brings none. @throws {ZodError | ToolError} when it is none. */
export const contactIn = (fields: unknown, id: string): Contact => filledIn(contact.parse(fields), id);

const filledIn = ({ contact_id, age, ...card }: z.infer<typeof contact>, id: string): Contact =>
  newContact({ ...card, age: age ?? null, contact_id: idOr(contact_id, id) });
