import type { Json } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  about,
  app,
  type Arguments,
  bool,
  choice,
  dict,
  int,
  nullable,
  optional,
  refuse,
  str,
  toolOf,
} from '../../world/index.ts';
import { pageOf } from '../shared/lists.ts';
import { contactObjectTools } from './recorded.ts';
import {
  checkedAge,
  type Contact,
  contactOf,
  type ContactsState,
  contactsWith,
  GENDERS,
  newContact,
  STATUSES,
} from './state.ts';

const tool = toolOf<ContactsState>();

/** What an agent looks people up with. */
const contactReadingTools = {
  get_contacts: tool({
    summary: 'List the contacts, a page at a time. The metadata say which of how many they are.',
    returns: 'dict[str, list[Contact] | dict]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { offset: optional(about(int, 'the first to list, from 0'), 0) },
    apply(book, { offset }) {
      const { items, range, total } = pageOf(allContacts(book), offset, book.view_limit);
      return { contacts: items, metadata: { range, total } };
    },
  }),
  get_contact: tool({
    summary: 'Get one contact.',
    returns: 'Contact',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { contact_id: str },
    apply: (book, { contact_id }) => contactOf(book, contact_id),
  }),
  get_current_user_details: tool({
    summary: "Get the user's own card.",
    returns: 'Contact',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: (book) =>
      allContacts(book).find(({ is_user }) => is_user) ??
      refuse('KeyError', 'The contacts have no card of the user.'),
  }),
  search_contacts: tool({
    summary: 'Find the contacts with a text in their names, phone number or email address.',
    returns: 'list[Contact]',
    effect: 'read',
    callers: ['agent'],
    args: { query: about(str, 'any part, in capitals or not; names in either order') },
    apply(book, { query }) {
      const wanted = query.toLowerCase();
      return allContacts(book).filter(({ first_name: first, last_name: last, phone, email }) =>
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

/** What can be changed of a card: all but its id, which it is kept by. */
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

/** What an agent keeps its user's address book with. */
const contactWritingTools = {
  add_new_contact: tool({
    summary: 'Add a contact, whose name nobody else may have. Answers its id.',
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
    apply(book, { contact_id, updates }) {
      const contact = contactOf(book, contact_id);
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
    apply(book, { contact_id }) {
      contactOf(book, contact_id);
      Reflect.deleteProperty(book.contacts, contact_id);
      return `Contact ${contact_id} successfully deleted.`;
    },
  }),
};

const lowerCaseName = ({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.toLowerCase();

/** `value` as `field` of a card keeps it. @throws {ToolError} when there is no such field or it is no value of it. */
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

/** Also written like `Gender.FEMALE`, as the field's own code does. */
const wordInAnyCase = <Word extends string>(field: string, words: readonly Word[], written: string): Word =>
  words.find((word) => word.toLowerCase() === written.split('.').at(-1)!.toLowerCase()) ??
  checkedWord(field, words, written);

const checkedWord = <Word extends string>(field: string, words: readonly Word[], written: string): Word =>
  words.find((word) => word === written) ??
  refuse('ValueError', `${field} must be one of ${words.join(', ')}, not "${written}".`);

/** The user's address book, with the user's own card in it. */
export const contacts = app({
  class: 'ContactsApp',
  initial: contactsWith,
  tools: { ...contactReadingTools, ...contactWritingTools, ...contactObjectTools },
});
