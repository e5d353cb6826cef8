import { byId } from '../by-id.ts';
import { refuse } from '../tool.ts';

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
  return inStep(
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
export function inStep(
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
  Object.hasOwn(apartments, id)
    ? apartments[id]!
    : refuse('ValueError', `apartment_id: found no apartment "${id}"`);

/** Takes the flat `id` off the favourites. False when it was none. */
export function forget({ saved_apartments: saved }: ListingState, id: string): boolean {
  const at = saved.indexOf(id);
  if (at >= 0) saved.splice(at, 1);
  return at >= 0;
}
