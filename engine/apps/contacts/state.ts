import { refuse } from '../../world/index.ts';
import { byId } from '../shared/lists.ts';

export const GENDERS = ['Female', 'Male', 'Other', 'Unknown'] as const;
export type Gender = (typeof GENDERS)[number];

export const STATUSES = ['Student', 'Employed', 'Unemployed', 'Retired', 'Unknown'] as const;
export type Status = (typeof STATUSES)[number];

/** One card of the address book. */
export interface Contact {
  first_name: string;
  last_name: string;
  contact_id: string;
  /** Whether it is the user's own card. */
  is_user: boolean;
  gender: Gender;
  /** Years, 1 to 100. */
  age: number | null;
  nationality: string | null;
  city_living: string | null;
  country: string | null;
  status: Status;
  job: string | null;
  description: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
}

export interface ContactsState {
  /** By id, in the order in which they were added. */
  contacts: Record<string, Contact>;
  /** How many make a page. */
  view_limit: number;
}

/** A card that is there from the start. Ids that are left out go by position: `contact-1` for the first. */
export type GivenContact = Partial<Contact> & Pick<Contact, 'first_name' | 'last_name'>;

/** @throws {ToolError} `ValueError` when two have one id or an age is none. */
export function contactsWith({
  contacts = [],
  view_limit = 10,
}: {
  readonly contacts?: readonly GivenContact[];
  readonly view_limit?: number;
}): ContactsState {
  const all = contacts.map((given, at) => newContact({ contact_id: `contact-${at + 1}`, ...given }));
  return { contacts: byId('contacts', all, ({ contact_id }) => contact_id), view_limit };
}

/** A card with all its fields, in the field's order. @throws {ToolError} `ValueError` when its age is none. */
export function newContact(given: GivenContact & Pick<Contact, 'contact_id'>): Contact {
  return {
    first_name: given.first_name,
    last_name: given.last_name,
    contact_id: given.contact_id,
    is_user: given.is_user ?? false,
    gender: given.gender ?? 'Unknown',
    age: checkedAge(given.age ?? null),
    nationality: given.nationality ?? null,
    city_living: given.city_living ?? null,
    country: given.country ?? null,
    status: given.status ?? 'Unknown',
    job: given.job ?? null,
    description: given.description ?? null,
    phone: given.phone ?? null,
    email: given.email ?? null,
    address: given.address ?? null,
  };
}

/** `age`, when it is one. @throws {ToolError} `ValueError` otherwise. */
export function checkedAge(age: number | null): number | null {
  if (age !== null && (age < 1 || age > 100)) refuse('ValueError', `age must be 1 to 100, not ${age}.`);
  return age;
}

/** The card `id`. @throws {ToolError} `KeyError` when there is none. */
export const contactOf = ({ contacts }: ContactsState, id: string): Contact =>
  Object.hasOwn(contacts, id) ? contacts[id]! : refuse('KeyError', `There is no contact "${id}".`);
