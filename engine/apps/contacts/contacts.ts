import type { Json } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  about,
  type Arguments,
  bool,
  choice,
  dict,
  int,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  toolOf,
} from '../../world/index.ts';
import { pageOf } from '../shared/lists.ts';
import { contactObjectTools } from './from-trace.ts';
import {
  checkedAge,
  type Contact,
  contactOf,
  type ContactsState,
  contactsWith,
  GENDERS,
  newContact,
  STATUSES,
  type ContactsOptions,
} from './state.ts';

const tool = toolOf<ContactsState>();

/** Tools for the agent to list and search contacts. */
const contactReadingTools = {
  get_contacts: tool({
    summary: 'List the contacts, a page at a time. The metadata has the range and the total.',
    returns: 'dict[str, list[Contact] | dict]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { offset: optional(about(int, 'position of the first contact, from 0'), 0) },
    apply(state, { offset }) {
      const { items, range, total } = pageOf(allContacts(state), offset, state.view_limit);
      return { contacts: items, metadata: { range, total } };
    },
  }),
  get_contact: tool({
    summary: 'Get one contact.',
    returns: 'Contact',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { contact_id: str },
    apply: (state, { contact_id }) => contactOf(state, contact_id),
  }),
  get_current_user_details: tool({
    summary: "Get the user's own contact.",
    returns: 'Contact',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: (state) =>
      allContacts(state).find(({ is_user }) => is_user) ?? refuse('KeyError', 'No contact is the user.'),
  }),
  search_contacts: tool({
    summary: 'Find the contacts with a text in their names, phone number or email address.',
    returns: 'list[Contact]',
    effect: 'read',
    callers: ['agent'],
    args: { query: about(str, 'any part, in upper or lower case; names in either order') },
    apply(state, { query }) {
      const wanted = query.toLowerCase();
      return allContacts(state).filter(({ first_name: first, last_name: last, phone, email }) =>
        [`${first} ${last}`, `${last} ${first}`, phone ?? '', email ?? ''].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      );
    },
  }),
};

const allContacts = ({ contacts }: ContactsState): readonly ReadOnly<Contact>[] =>
  Object.values(readOnly(contacts));

const gender = choice(GENDERS);
const status = choice(STATUSES);
const text = nullable(str);

/** The fields of a contact that can be changed: all but the id. */
const fieldArguments: Arguments = {
  first_name: str,
  last_name: str,
  is_user: bool,
  gender,
  age: nullable(int),
  nationality: text,
  city_living: text,
  country: text,
  status,
  job: text,
  description: text,
  phone: text,
  email: text,
  address: text,
};

/** Tools for the agent to change contacts. */
const contactWritingTools = {
  add_new_contact: tool({
    summary: 'Add a contact. No other contact may have the same name. Returns the id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data'],
    args: {
      first_name: str,
      last_name: str,
      gender: optional(nullable(gender), null),
      age: optional(nullable(about(int, '1 to 100')), null),
      nationality: optional(text, null),
      city_living: optional(text, null),
      country: optional(text, null),
      status: optional(nullable(status), null),
      job: optional(text, null),
      description: optional(text, null),
      phone: optional(text, null),
      email: optional(text, null),
      address: optional(text, null),
    },
    apply({ contacts }, { gender, status, ...given }, context) {
      const { first_name, last_name } = given;
      const name = lowerCaseName({ first_name, last_name });
      const namesake = Object.entries(readOnly(contacts)).find(
        ([, contact]) => lowerCaseName(contact) === name,
      );
      if (namesake !== undefined)
        refuse(
          'ValueError',
          `There is already a contact "${first_name} ${last_name}", with the id ${namesake[0]}.`,
        );
      const contact_id = context.newId();
      contacts[contact_id] = newContact({
        ...given,
        contact_id,
        gender: checkedWord('gender', GENDERS, gender ?? 'Unknown'),
        status: checkedWord('status', STATUSES, status ?? 'Unknown'),
      });
      return contact_id;
    },
  }),
  edit_contact: tool({
    summary: 'Change fields of a contact.',
    returns: 'str | None',
    effect: 'write',
    callers: ['agent', 'data'],
    args: {
      contact_id: str,
      updates: about(dict, `new values by field: ${Object.keys(fieldArguments).join(', ')}`),
    },
    apply(state, { contact_id, updates }) {
      const contact = contactOf(state, contact_id);
      for (const [field, value] of Object.entries(updates))
        Object.assign(contact, { [field]: checkedValue(field, value) });
      return `Contact ${contact_id} updated successfully.`;
    },
  }),
  delete_contact: tool({
    summary: 'Delete a contact.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { contact_id: str },
    apply(state, { contact_id }) {
      contactOf(state, contact_id);
      Reflect.deleteProperty(state.contacts, contact_id);
      return `Contact ${contact_id} successfully deleted.`;
    },
  }),
};

const lowerCaseName = ({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.toLowerCase();

/** `value` in the form that the state keeps. @throws {ToolError} when the field does not exist or cannot have the value. */
function checkedValue(field: string, value: Json): Json {
  const declared = Object.hasOwn(fieldArguments, field)
    ? fieldArguments[field]!
    : refuse(
        'AttributeError',
        `A contact has no field "${field}". It has ${Object.keys(fieldArguments).join(', ')}.`,
      );
  if (!declared.accepts(value))
    refuse('TypeError', `updates.${field} must be ${declared.type}, not ${JSON.stringify(value)}.`);
  if (field === 'age') return checkedAge(value as number | null);
  if (field === 'gender') return wordInAnyCase(field, GENDERS, value as string);
  return field === 'status' ? wordInAnyCase(field, STATUSES, value as string) : value;
}

/** The word in upper or lower case, also with its enumeration's name: `Gender.FEMALE`, as ARE's own code writes it. */
const wordInAnyCase = <Word extends string>(field: string, words: readonly Word[], written: string): Word =>
  words.find((word) => word.toLowerCase() === written.split('.').at(-1)!.toLowerCase()) ??
  checkedWord(field, words, written);

const checkedWord = <Word extends string>(field: string, words: readonly Word[], written: string): Word =>
  words.find((word) => word === written) ??
  refuse('ValueError', `${field} must be one of ${words.join(', ')}, not "${written}".`);

const newContacts = ownApp({
  class: 'ContactsApp',
  initial: contactsWith,
  tools: { ...contactReadingTools, ...contactWritingTools, ...contactObjectTools },
});

/** The app that {@link contacts} makes. Its name keeps the types of an editor's hints short. */
export interface Contacts extends ReturnType<typeof newContacts> {}

/** The user's contacts. One of them may be the user. */
export const contacts: (options?: ContactsOptions) => Contacts = newContacts;
