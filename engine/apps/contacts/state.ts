import { refuse } from '../../world/index.ts';
import { byId } from '../shared/lists.ts';

export const GENDERS = ['Female', 'Male', 'Other', 'Unknown'] as const;
export type Gender = (typeof GENDERS)[number];

export const STATUSES = ['Student', 'Employed', 'Unemployed', 'Retired', 'Unknown'] as const;
export type Status = (typeof STATUSES)[number];

/** A contact, with its fields in ARE's order. */
export interface Contact {
  first_name: string;
  last_name: string;
  contact_id: string;
  /** Whether the contact is the user. */
  is_user: boolean;
  gender: Gender;
  /** In years, 1 to 100. */
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
  /** The number of contacts on a page. */
  view_limit: number;
}

/** A contact of the initial state. Without an id it is numbered: `contact-1` is the first. */
export type GivenContact = Partial<Contact> & Pick<Contact, 'first_name' | 'last_name'>;

/** Options for the initial state of the contacts. */
export interface ContactsOptions {
  readonly contacts?: readonly GivenContact[];
  /** The most contacts that one call lists; 10 when left out. */
  readonly view_limit?: number;
}

/** The initial state of the contacts. @throws {ToolError} `ValueError` for a wrong age, or when two contacts have one id. */
export function contactsWith({ contacts = [], view_limit = 10 }: ContactsOptions): ContactsState {
  const all = contacts.map((given, index) => newContact({ contact_id: `contact-${index + 1}`, ...given }));
  return { contacts: byId('contacts', all, ({ contact_id }) => contact_id), view_limit };
}

/** A contact with all its fields. @throws {ToolError} `ValueError` for a wrong age. */
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

/** `age` itself. @throws {ToolError} `ValueError` when it is not 1 to 100. */
export function checkedAge(age: number | null): number | null {
  if (age !== null && (age < 1 || age > 100)) refuse('ValueError', `age must be 1 to 100, not ${age}.`);
  return age;
}

/** The contact `id`. @throws {ToolError} `KeyError` when there is none. */
export const contactOf = ({ contacts }: ContactsState, id: string): Contact =>
  Object.hasOwn(contacts, id) ? contacts[id]! : refuse('KeyError', `There is no contact "${id}".`);
