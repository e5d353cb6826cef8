import { describe, expect, it } from 'vitest';
import { fromRecorded } from '../../../../engine/apps/catalogue.ts';
import { contacts } from '../../../../engine/apps/contacts/contacts.ts';
import type { Contact, ContactsState } from '../../../../engine/apps/contacts/state.ts';
import { AppUnderTest } from '../app-under-test.ts';

const told = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  gender: 'Female',
  age: 36,
  nationality: 'British',
  city_living: 'London',
  country: 'United Kingdom',
  status: 'Employed',
  job: 'Mathematician',
  description: 'Writes to Charles',
  phone: '+44 20 7946 0018',
  email: 'Ada@example.org',
  address: '12 St James Square',
} as const;

const ada: Contact = { ...told, contact_id: 'ada', is_user: false };

/** A contacts app with Ada and with the user, who has only a name. */
const book = (view_limit = 10): AppUnderTest<ContactsState> =>
  new AppUnderTest(
    contacts({
      contacts: [ada, { contact_id: 'me', first_name: 'Mary', last_name: 'Somerville', is_user: true }],
      view_limit,
    }),
  );

const idsOf = (found: unknown): string[] => (found as readonly Contact[]).map(({ contact_id }) => contact_id);

/** Eve's contact as Python prints it. */
const printed = (age: string): string => {
  const lines = [
    'Contact ID: eve',
    'First Name: Eve',
    'Last Name: Moss',
    'Gender: Gender.FEMALE',
    `Age: ${age}`,
    'Nationality: None',
    'City Living: Oslo',
    'Country: None',
    'Status: Status.EMPLOYED',
    'Job: None',
    'Description: Sings.',
    'Job: none that is one.',
    'Phone: +47 1',
    'Email: eve@example.org',
    'Is User: False',
    'Address: None',
  ];
  return `\n${lines.join('\n')}\n`;
};

describe('contacts()', () => {
  it('fills in the missing fields of its contacts', () => {
    const { state } = new AppUnderTest(
      contacts({ contacts: [{ first_name: 'Mary', last_name: 'Somerville' }] }),
    );

    expect(state).toEqual({
      contacts: {
        'contact-1': {
          first_name: 'Mary',
          last_name: 'Somerville',
          contact_id: 'contact-1',
          is_user: false,
          gender: 'Unknown',
          age: null,
          nationality: null,
          city_living: null,
          country: null,
          status: 'Unknown',
          job: null,
          description: null,
          phone: null,
          email: null,
          address: null,
        },
      },
      view_limit: 10,
    });
  });

  it('refuses a duplicate id and an invalid age', () => {
    expect(() => contacts({ contacts: [ada, ada] })).toThrow('Two contacts have the id "ada".');
    expect(() => contacts({ contacts: [{ ...ada, age: 101 }] })).toThrow('age must be 1 to 100, not 101.');
  });
});

describe('reading contacts', () => {
  it('lists contacts in pages', () => {
    expect(book().ask('get_contacts')).toEqual({
      contacts: Object.values(book().state.contacts),
      metadata: { range: [0, 2], total: 2 },
    });
    expect(book(1).ask('get_contacts', { offset: 1 })).toMatchObject({
      contacts: [{ contact_id: 'me' }],
      metadata: { range: [1, 2], total: 2 },
    });
  });

  it('returns a single contact and the user’s contact', () => {
    expect(book().ask('get_contact', { contact_id: 'ada' })).toEqual(ada);
    expect(book().ask('get_current_user_details')).toMatchObject({ contact_id: 'me' });
  });

  it.each([
    ['LOVE', ['ada']],
    ['ada love', ['ada']],
    ['lovelace ada', ['ada']],
    ['7946', ['ada']],
    ['ada@EXAMPLE', ['ada']],
    ['london', []],
    ['', ['ada', 'me']],
  ])('finds contacts by "%s"', (query, found) => {
    expect(idsOf(book().ask('search_contacts', { query }))).toEqual(found);
  });

  it.each([
    ['get_contacts', { offset: -1 }, 'ValueError: Offset must be non-negative'],
    ['get_contact', { contact_id: 'eve' }, 'KeyError: There is no contact "eve".'],
    ['get_contact', { contact_id: 'toString' }, 'KeyError: There is no contact "toString".'],
    ['search_contacts', {}, 'TypeError: search_contacts needs the argument query: str.'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(book().refusal(tool, args)).toBe(refusal);
  });

  it('refuses get_current_user_details when no contact is the user', () => {
    expect(new AppUnderTest(contacts()).refusal('get_current_user_details')).toBe(
      'KeyError: No contact is the user.',
    );
  });
});

describe('changing contacts', () => {
  it('adds a contact', () => {
    const app = new AppUnderTest(contacts());

    expect(app.ask('add_new_contact', told)).toBe('id-1');

    expect(app.state.contacts['id-1']).toEqual({ ...ada, contact_id: 'id-1' });
  });

  it('adds a complete contact, even with the name of another contact', () => {
    const app = book();

    expect(app.ask('add_contact', { contact: { ...ada, contact_id: 'twin' } })).toBe('twin');
    expect(app.ask('add_contact', { contact: { first_name: 'Eve', is_user: true } })).toBe('id-2');

    expect(app.state.contacts['twin']).toEqual({ ...ada, contact_id: 'twin' });
    expect(app.state.contacts['id-2']).toMatchObject({ first_name: 'Eve', last_name: '', is_user: true });
  });

  it('adds a contact from printed text', () => {
    const app = book();

    expect(app.ask('add_contact', { contact: printed('41') })).toBe('eve');

    expect(app.state.contacts['eve']).toEqual({
      first_name: 'Eve',
      last_name: 'Moss',
      contact_id: 'eve',
      is_user: false,
      gender: 'Female',
      age: 41,
      nationality: null,
      city_living: 'Oslo',
      country: null,
      status: 'Employed',
      job: null,
      description: 'Sings.\nJob: none that is one.',
      phone: '+47 1',
      email: 'eve@example.org',
      address: null,
    });
  });

  it('changes only the given fields', () => {
    const app = book();

    const answer = app.ask('edit_contact', {
      contact_id: 'ada',
      updates: { last_name: 'King', age: null, gender: 'Gender.OTHER', status: 'retired', phone: null },
    });

    expect(answer).toBe('Contact ada updated successfully.');
    expect(app.state.contacts['ada']).toEqual({
      ...ada,
      last_name: 'King',
      age: null,
      gender: 'Other',
      status: 'Retired',
      phone: null,
    });
  });

  it('deletes a contact', () => {
    const app = book();

    expect(app.ask('delete_contact', { contact_id: 'ada' })).toBe('Contact ada successfully deleted.');

    expect(Object.keys(app.state.contacts)).toEqual(['me']);
  });

  const genders = 'gender must be one of Female, Male, Other, Unknown';
  const edits = (updates: object): object => ({ contact_id: 'ada', updates: { job: 'Poet', ...updates } });
  const eve = { first_name: 'Eve', last_name: 'Online' };

  it.each([
    [
      'add_new_contact',
      { first_name: 'ADA', last_name: 'lovelace' },
      'ValueError: There is already a contact "ADA lovelace", with the id ada.',
    ],
    ['add_new_contact', { ...eve, gender: 'female' }, `ValueError: ${genders}, not "female".`],
    [
      'add_new_contact',
      { ...eve, status: 'Busy' },
      'ValueError: status must be one of Student, Employed, Unemployed, Retired, Unknown, not "Busy".',
    ],
    ['add_new_contact', { ...eve, age: 0 }, 'ValueError: age must be 1 to 100, not 0.'],
    ['add_contact', { contact: { ...ada, age: 0 } }, 'ValueError: age must be 1 to 100, not 0.'],
    ['add_contact', { contact: { ...ada, job: 7 } }, /^AssertionError: contact\.job: /],
    [
      'add_contact',
      { contact: { ...ada, is_user: 5 } },
      'AssertionError: contact.is_user: 5 is not true or false.',
    ],
    ['add_contact', { contact: printed('old') }, 'AssertionError: contact.age: "old" is not a number.'],
    [
      'add_contact',
      { contact: 'Contact ID: eve\nName: Eve' },
      'AssertionError: contact has no line "First Name: …".',
    ],
    ['edit_contact', { contact_id: 'eve', updates: {} }, 'KeyError: There is no contact "eve".'],
    [
      'edit_contact',
      edits({ colour: 'red' }),
      /^AttributeError: A contact has no field "colour". It has first_name, /,
    ],
    [
      'edit_contact',
      edits({ contact_id: 'x' }),
      /^AttributeError: A contact has no field "contact_id". It has /,
    ],
    ['edit_contact', edits({ email: 7 }), 'TypeError: updates.email must be str | None, not 7.'],
    ['edit_contact', edits({ age: 101 }), 'ValueError: age must be 1 to 100, not 101.'],
    ['edit_contact', edits({ gender: 'cat' }), `ValueError: ${genders}, not "cat".`],
    ['delete_contact', { contact_id: 'eve' }, 'KeyError: There is no contact "eve".'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(book().refusal(tool, args as never)).toMatch(refusal);
  });
});

describe('recorded contacts', () => {
  const recorded = { first_name: 'Ida', last_name: 'Berg', gender: 'Female', status: 'Retired' };

  it('fill in missing fields as ARE does, except for the age', () => {
    expect(fromRecorded('Contacts', { contacts: { ida: { ...recorded, phone: null } } })?.state).toEqual({
      contacts: {
        ida: {
          ...recorded,
          contact_id: 'ida',
          is_user: false,
          age: null,
          nationality: '',
          city_living: '',
          country: '',
          job: '',
          description: '',
          phone: null,
          email: '',
          address: '',
        },
      },
      view_limit: 10,
    });
  });

  it.each([
    [{ ...recorded, gender: 'FEMALE' }, 'ContactsApp.contacts.ida.gender: '],
    [{ ...recorded, age: 0 }, 'ContactsApp: age must be 1 to 100, not 0.'],
    [{ ...recorded, last_name: null }, 'ContactsApp.contacts.ida.last_name: '],
  ])('are refused: %j', (ida, message) => {
    expect(() => fromRecorded('ContactsApp', { contacts: { ida } })).toThrow(message);
  });
});
