import { about, bool, float, int, list, nullable, optional, str, type ValuesOf } from '../argument.ts';
import type { AsIs } from '../as-is.ts';
import type { Apartment } from './state.ts';

/** What flats are looked for by. Null, empty and 0 stand for any. */
export const filters = {
  name: optional(nullable(about(str, 'any part of the name')), null),
  location: optional(nullable(about(str, 'any part of the location')), null),
  zip_code: optional(nullable(str), null),
  min_price: optional(nullable(float), null),
  max_price: optional(nullable(float), null),
  number_of_bedrooms: optional(nullable(int), null),
  number_of_bathrooms: optional(nullable(int), null),
  property_type: optional(nullable(about(str, 'such as Apartment, Condo or House')), null),
  square_footage: optional(nullable(about(int, 'at least so many square feet')), null),
  furnished_status: optional(nullable(str), null),
  floor_level: optional(nullable(str), null),
  pet_policy: optional(nullable(str), null),
  lease_term: optional(nullable(str), null),
  amenities: optional(nullable(about(list(str), 'it must have all of them')), null),
  saved_only: optional(about(bool, 'among the favourites only'), false),
};

/** True where `flat` is all that is wanted of it. */
export function matches(flat: AsIs<Apartment>, wanted: ValuesOf<typeof filters>): boolean {
  const amenities = new Set((flat.amenities ?? []).map(lower));
  return (
    contains(flat.name, wanted.name) &&
    contains(flat.location, wanted.location) &&
    equals(flat.zip_code, wanted.zip_code) &&
    flat.price >= (wanted.min_price ?? -Infinity) &&
    flat.price <= unlessZero(wanted.max_price, Infinity) &&
    flat.bedrooms === unlessZero(wanted.number_of_bedrooms, flat.bedrooms) &&
    flat.bathrooms === unlessZero(wanted.number_of_bathrooms, flat.bathrooms) &&
    equals(lower(flat.property_type), lower(wanted.property_type)) &&
    flat.square_footage >= (wanted.square_footage ?? 0) &&
    equals(lower(flat.furnished_status), lower(wanted.furnished_status)) &&
    equals(flat.floor_level, wanted.floor_level) &&
    equals(lower(flat.pet_policy), lower(wanted.pet_policy)) &&
    equals(lower(flat.lease_term), lower(wanted.lease_term)) &&
    (wanted.amenities ?? []).every((amenity) => amenities.has(lower(amenity))) &&
    (flat.saved || !wanted.saved_only)
  );
}

const lower = (text: string | null): string => text?.toLowerCase() ?? '';

const contains = (text: string, part: string | null): boolean => lower(text).includes(lower(part));

const equals = (text: string, wanted: string | null): boolean =>
  wanted === null || wanted === '' || text === wanted;

const unlessZero = (wanted: number | null, otherwise: number): number =>
  wanted === null || wanted === 0 ? otherwise : wanted;
