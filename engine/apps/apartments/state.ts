import type { ReadOnly } from '../../state/index.ts';
import {
  about,
  bool,
  float,
  int,
  list,
  nullable,
  optional,
  refuse,
  str,
  type ValuesOf,
} from '../../world/index.ts';
import { byId } from '../shared/lists.ts';

/** One flat on offer. */
export interface Apartment {
  name: string;
  location: string;
  zip_code: string;
  price: number;
  bedrooms: number;
  bathrooms: number;
  property_type: string;
  square_footage: number;
  furnished_status: string;
  floor_level: string;
  pet_policy: string;
  lease_term: string | null;
  apartment_id: string;
  amenities: string[] | null;
  /** Whether it is among the favourites. */
  saved: boolean;
}

export interface ListingState {
  /** By id, in the order in which they were put on offer. */
  apartments: Record<string, Apartment>;
  /** The ids of the favourites, in the order in which they were saved. */
  saved_apartments: string[];
}

/** A flat that is there from the start. Ids that are left out go by position: `apartment-1` for the first. */
export type GivenApartment = Partial<Apartment> & Pick<Apartment, 'name' | 'price'>;

/** @throws {ToolError} `ValueError` when two have one id. */
export function listingWith({
  apartments = [],
}: {
  readonly apartments?: readonly GivenApartment[];
}): ListingState {
  const all = apartments.map((given, at) => newApartment({ apartment_id: `apartment-${at + 1}`, ...given }));
  return withFavourites(
    byId('apartments', all, ({ apartment_id }) => apartment_id),
    [],
  );
}

/** A flat with all its fields, in the field's order. */
export const newApartment = (given: GivenApartment & Pick<Apartment, 'apartment_id'>): Apartment => ({
  name: given.name,
  location: given.location ?? '',
  zip_code: given.zip_code ?? '',
  price: given.price,
  bedrooms: given.bedrooms ?? 1,
  bathrooms: given.bathrooms ?? 1,
  property_type: given.property_type ?? '',
  square_footage: given.square_footage ?? 0,
  furnished_status: given.furnished_status ?? '',
  floor_level: given.floor_level ?? '',
  pet_policy: given.pet_policy ?? '',
  lease_term: given.lease_term === undefined ? '' : given.lease_term,
  apartment_id: given.apartment_id,
  amenities: given.amenities === undefined ? [] : given.amenities,
  saved: given.saved ?? false,
});

/** Flats with their favourites: those named and those marked, each both from then on. */
export function withFavourites(
  apartments: Readonly<Record<string, Apartment>>,
  named: readonly string[],
): ListingState {
  const marked = Object.values(apartments).filter(({ saved }) => saved);
  const favourites = new Set([...named, ...marked.map(({ apartment_id }) => apartment_id)]);
  const all = Object.entries(apartments).map(([id, one]) => [id, { ...one, saved: favourites.has(id) }]);
  return {
    apartments: Object.fromEntries(all) as ListingState['apartments'],
    saved_apartments: [...favourites].filter((id) => Object.hasOwn(apartments, id)),
  };
}

/** The flat `id`. @throws {ToolError} `ValueError` when there is none. */
export const apartmentOf = ({ apartments }: ListingState, id: string): Apartment =>
  Object.hasOwn(apartments, id) ? apartments[id]! : refuse('ValueError', `There is no apartment "${id}".`);

/** Takes the flat `id` off the favourites. False when it was none. */
export function removeFavourite({ saved_apartments: saved }: ListingState, id: string): boolean {
  const at = saved.indexOf(id);
  if (at >= 0) saved.splice(at, 1);
  return at >= 0;
}

/** What flats are looked for by. Null, empty and 0 stand for any. */
export const filterArguments = {
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
export function matchesFilters(flat: ReadOnly<Apartment>, wanted: ValuesOf<typeof filterArguments>): boolean {
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
