import { about, int, optional, str } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { pageOf } from '../page.ts';
import { refuse, toolOf } from '../tool.ts';
import { contactOf, type Contact, type ContactsState } from './state.ts';

const tool = toolOf<ContactsState>();

/** What an agent looks people up with. */
export const contactReadingTools = {
  get_contacts: tool({
    summary: 'List the contacts, a page at a time. The metadata say which of how many they are.',
    returns: 'dict[str, list[Contact] | dict]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { offset: optional(about(int, 'the first to list, from 0'), 0) },
    apply(book, { offset }) {
      const { items, range, total } = pageOf(all(book), offset, book.view_limit);
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
      all(book).find(({ is_user }) => is_user) ?? refuse('KeyError', 'found no card of the user, wanted one'),
  }),
  search_contacts: tool({
    summary: 'Find the contacts with a text in their names, phone number or email address.',
    returns: 'list[Contact]',
    effect: 'read',
    callers: ['agent'],
    args: { query: about(str, 'any part, in capitals or not; names in either order') },
    apply(book, { query }) {
      const wanted = query.toLowerCase();
      return all(book).filter(({ first_name: first, last_name: last, phone, email }) =>
        [`${first} ${last}`, `${last} ${first}`, phone ?? '', email ?? ''].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      );
    },
  }),
};

const all = ({ contacts }: ContactsState): readonly AsIs<Contact>[] => Object.values(asIs(contacts));
