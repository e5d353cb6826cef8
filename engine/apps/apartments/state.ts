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

/** An apartment to rent, with its fields in ARE's order. */
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
  /** Whether the apartment is a favourite. */
  saved: boolean;
}

export interface ListingState {
  /** By id, in the order in which they were added. */
  apartments: Record<string, Apartment>;
  /** The ids of the favourites, in the order in which they were saved. */
  saved_apartments: string[];
}

/** An apartment of the initial state. Without an id it is numbered: `apartment-1` is the first. */
export type GivenApartment = Partial<Apartment> & Pick<Apartment, 'name' | 'price'>;

/** Options for the initial state of a listing. */
export interface ListingOptions {
  readonly apartments?: readonly GivenApartment[];
}

/** The initial state of a listing. @throws {ToolError} `ValueError` when two apartments have one id. */
export function listingWith({ apartments = [] }: ListingOptions): ListingState {
  const all = apartments.map((given, index) =>
    newApartment({ apartment_id: `apartment-${index + 1}`, ...given }),
  );
  return withFavourites(
    byId('apartments', all, ({ apartment_id }) => apartment_id),
    [],
  );
}

/** An apartment with all its fields. */
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

/** A listing whose favourites are the apartments with an id in `named` and the apartments with `saved`. */
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

/** The apartment `id`. @throws {ToolError} `ValueError` when there is none. */
export const apartmentOf = ({ apartments }: ListingState, id: string): Apartment =>
  Object.hasOwn(apartments, id) ? apartments[id]! : refuse('ValueError', `There is no apartment "${id}".`);

/** Removes the apartment `id` from the favourites. Returns false if it was not a favourite. */
export function removeFavourite({ saved_apartments: saved }: ListingState, id: string): boolean {
  const index = saved.indexOf(id);
  if (index >= 0) saved.splice(index, 1);
  return index >= 0;
}

/** Arguments to filter apartments by. Null, empty and 0 match every apartment. */
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
  amenities: optional(nullable(about(list(str), 'all of which the apartment must have')), null),
  saved_only: optional(about(bool, 'favourites only'), false),
};

/** Whether `apartment` matches all filters. */
export function matchesFilters(
  apartment: ReadOnly<Apartment>,
  wanted: ValuesOf<typeof filterArguments>,
): boolean {
  const amenities = new Set((apartment.amenities ?? []).map(lower));
  return (
    contains(apartment.name, wanted.name) &&
    contains(apartment.location, wanted.location) &&
    equals(apartment.zip_code, wanted.zip_code) &&
    apartment.price >= (wanted.min_price ?? -Infinity) &&
    apartment.price <= unlessZero(wanted.max_price, Infinity) &&
    apartment.bedrooms === unlessZero(wanted.number_of_bedrooms, apartment.bedrooms) &&
    apartment.bathrooms === unlessZero(wanted.number_of_bathrooms, apartment.bathrooms) &&
    equals(lower(apartment.property_type), lower(wanted.property_type)) &&
    apartment.square_footage >= (wanted.square_footage ?? 0) &&
    equals(lower(apartment.furnished_status), lower(wanted.furnished_status)) &&
    equals(apartment.floor_level, wanted.floor_level) &&
    equals(lower(apartment.pet_policy), lower(wanted.pet_policy)) &&
    equals(lower(apartment.lease_term), lower(wanted.lease_term)) &&
    (wanted.amenities ?? []).every((amenity) => amenities.has(lower(amenity)))
  );
}

const lower = (text: string | null): string => text?.toLowerCase() ?? '';

const contains = (text: string, part: string | null): boolean => lower(text).includes(lower(part));

const equals = (text: string, wanted: string | null): boolean =>
  wanted === null || wanted === '' || text === wanted;

const unlessZero = (wanted: number | null, otherwise: number): number =>
  wanted === null || wanted === 0 ? otherwise : wanted;
