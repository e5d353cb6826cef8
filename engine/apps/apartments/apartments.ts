import { readOnly, type ReadOnly } from '../../state/index.ts';
import { float, int, list, nullable, optional, ownApp, refuse, str, toolOf } from '../../world/index.ts';
import {
  type Apartment,
  apartmentOf,
  filterArguments,
  removeFavourite,
  type ListingState,
  listingWith,
  matchesFilters,
  newApartment,
  type ListingOptions,
} from './state.ts';

const tool = toolOf<ListingState>();

/** Tools for the agent to search apartments and to keep favourites. */
const apartmentSearchTools = {
  list_all_apartments: tool({
    summary: 'List all apartments by id.',
    returns: 'dict[str, Apartment]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: ({ apartments }) => apartments,
  }),
  get_apartment_details: tool({
    summary: 'Get one apartment.',
    returns: 'Apartment',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { apartment_id: str },
    apply: (listing, { apartment_id }) => apartmentOf(listing, apartment_id),
  }),
  search_apartments: tool({
    summary:
      'Find the apartments that match all filters. A filter that is left out, empty or 0 matches every apartment.',
    returns: 'dict[str, Apartment]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: filterArguments,
    apply: (listing, wanted) =>
      byApartmentId(
        (wanted.saved_only ? favouritesIn(listing) : Object.values(readOnly(listing.apartments))).filter(
          (apartment) => matchesFilters(apartment, wanted),
        ),
      ),
  }),
  list_saved_apartments: tool({
    summary: 'List the favourites by id, in the order in which they were saved.',
    returns: 'dict[str, Apartment]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: (listing) => byApartmentId(favouritesIn(listing)),
  }),
  save_apartment: tool({
    summary: 'Add an apartment to the favourites.',
    returns: 'None',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { apartment_id: str },
    apply(listing, { apartment_id }) {
      const apartment = apartmentOf(listing, apartment_id);
      if (!apartment.saved) listing.saved_apartments.push(apartment_id);
      apartment.saved = true;
      return null;
    },
  }),
  remove_saved_apartment: tool({
    summary: 'Remove an apartment from the favourites.',
    returns: 'None',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { apartment_id: str },
    apply(listing, { apartment_id }) {
      if (!removeFavourite(listing, apartment_id))
        refuse('ValueError', `Apartment "${apartment_id}" is not a favourite.`);
      apartmentOf(listing, apartment_id).saved = false;
      return null;
    },
  }),
};

type Apartments = readonly ReadOnly<Apartment>[];

/** The favourites, in the order in which they were saved. */
const favouritesIn = (listing: ListingState): Apartments =>
  readOnly(listing.saved_apartments).flatMap((id) => readOnly(listing.apartments)[id] ?? []);

const byApartmentId = (apartments: Apartments): Readonly<Record<string, ReadOnly<Apartment>>> =>
  Object.fromEntries(apartments.map((apartment) => [apartment.apartment_id, apartment]));

/** Tools for the environment to change the listing. */
export const listingManagementTools = {
  add_new_apartment: tool({
    summary: 'Add an apartment. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: {
      name: str,
      location: str,
      zip_code: str,
      price: float,
      number_of_bedrooms: int,
      number_of_bathrooms: int,
      square_footage: int,
      property_type: optional(str, ''),
      furnished_status: optional(str, ''),
      floor_level: optional(str, ''),
      pet_policy: optional(str, ''),
      lease_term: optional(str, ''),
      amenities: optional(nullable(list(str)), null),
    },
    apply(
      { apartments },
      { number_of_bedrooms: bedrooms, number_of_bathrooms: bathrooms, amenities, ...apartment },
      context,
    ) {
      const apartment_id = context.newId();
      apartments[apartment_id] = newApartment({
        ...apartment,
        bedrooms,
        bathrooms,
        amenities: [...(amenities ?? [])],
        apartment_id,
      });
      return apartment_id;
    },
  }),
  update_apartment: tool({
    summary: 'Change the price of an apartment. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { apartment_id: str, new_price: float },
    apply(listing, { apartment_id, new_price }) {
      apartmentOf(listing, apartment_id).price = new_price;
      return apartment_id;
    },
  }),
  delete_apartment: tool({
    summary: 'Remove an apartment, also from the favourites.',
    returns: 'None',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { apartment_id: str },
    apply(listing, { apartment_id }) {
      apartmentOf(listing, apartment_id);
      removeFavourite(listing, apartment_id);
      Reflect.deleteProperty(listing.apartments, apartment_id);
      return null;
    },
  }),
};

const newApartmentListing = ownApp({
  class: 'ApartmentListingApp',
  initial: listingWith,
  tools: { ...apartmentSearchTools, ...listingManagementTools },
});

/** The app that {@link apartmentListing} makes. Its name keeps the types of an editor's hints short. */
export interface ApartmentListing extends ReturnType<typeof newApartmentListing> {}

/** Apartments to rent, with the user's favourites. */
export const apartmentListing: (options?: ListingOptions) => ApartmentListing = newApartmentListing;
