import { isJsonObject, type Json, type JsonObject } from '../../../../engine/model/index.ts';
import { formatPrice } from '../../../ui/format/numbers.ts';
import { fieldAt, numberAt, objectsIn, textAt } from '../../../ui/format/values.ts';
import { type Card, cardFacts, type Shelf } from './cards.ts';

const NAMES = {
  location: 'Location',
  zip_code: 'Zip code',
  price: 'Price',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  property_type: 'Type',
  square_footage: 'Square feet',
  furnished_status: 'Furniture',
  floor_level: 'Floor',
  pet_policy: 'Pets',
  lease_term: 'Lease',
  amenities: 'Amenities',
  saved: 'Saved',
  apartment_id: 'Id',
};

/** All flats of a listing and the saved ones; `undefined` if the state is not that of a listing. */
export function readFlats(state: Json): readonly Shelf[] | undefined {
  const flats = isJsonObject(state) ? objectsIn(fieldAt(state, 'apartments')) : undefined;
  if (flats === undefined) return undefined;
  const cards = flats.map(([id, flat]) => cardOf(String(id), flat));
  const saved = cards.filter((_card, index) => fieldAt(flats[index]![1], 'saved') === true);
  return [
    { name: 'All flats', path: ['apartments'], cards },
    { name: 'Saved', path: ['saved_apartments'], cards: saved },
  ];
}

function cardOf(id: string, flat: JsonObject): Card {
  const path = ['apartments', id];
  const rooms = numberAt(flat, 'bedrooms');
  return {
    key: id,
    path,
    title: textAt(flat, 'name') ?? id,
    get aside() {
      return formatPrice(numberAt(flat, 'price') ?? 0);
    },
    under: [rooms === undefined ? '' : `${rooms} bed`, textAt(flat, 'location') ?? '']
      .filter((text) => text !== '')
      .join(' · '),
    tag: fieldAt(flat, 'saved') === true ? 'saved' : undefined,
    open: () => ({ facts: cardFacts(flat, path, NAMES) }),
  };
}
