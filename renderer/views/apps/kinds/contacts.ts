import { isJsonObject, type Json, type JsonObject } from '../../../../engine/model/index.ts';
import { fieldAt, numberAt, objectsIn, textAt } from '../../../ui/format/values.ts';
import { type Card, cardFacts, type Shelf } from './cards.ts';

const NAMES = {
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  city_living: 'City',
  country: 'Country',
  nationality: 'Nationality',
  age: 'Age',
  gender: 'Gender',
  status: 'Status',
  job: 'Job',
  description: 'About',
  contact_id: 'Id',
};

/** The contacts of an address book; `undefined` if the state is not that of one. */
export function readContacts(state: Json): readonly Shelf[] | undefined {
  const contacts = isJsonObject(state) ? objectsIn(fieldAt(state, 'contacts')) : undefined;
  return (
    contacts && [
      { name: 'Contacts', path: ['contacts'], cards: contacts.map(([id, one]) => cardOf(String(id), one)) },
    ]
  );
}

function cardOf(id: string, contact: JsonObject): Card {
  const path = ['contacts', id];
  const age = numberAt(contact, 'age');
  return {
    key: id,
    path,
    title: joined(' ', contact, 'first_name', 'last_name') || id,
    ...(age === undefined ? {} : { aside: String(age) }),
    under: joined(' · ', contact, 'job', 'city_living', 'country'),
    tag: fieldAt(contact, 'is_user') === true ? 'user' : undefined,
    open: () => ({ facts: cardFacts(contact, path, NAMES) }),
  };
}

const joined = (by: string, object: JsonObject, ...keys: readonly string[]): string =>
  keys
    .map((key) => textAt(object, key) ?? '')
    .filter((text) => text !== '')
    .join(by);
