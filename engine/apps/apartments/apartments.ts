import { readOnly, type ReadOnly } from '../../state/index.ts';
import { app, float, int, list, nullable, optional, refuse, str, toolOf } from '../../world/index.ts';
import {
  type Apartment,
  apartmentOf,
  filterArguments,
  removeFavourite,
  type ListingState,
  listingWith,
  matchesFilters,
  newApartment,
} from './state.ts';

const tool = toolOf<ListingState>();

/** What an agent looks for a flat with. */
const apartmentSearchTools = {
  list_all_apartments: tool({
    summary: 'List all apartments, by apartment id.',
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
      'Find the apartments that are all that is asked for. What is left out, empty or 0 may be anything.',
    returns: 'dict[str, Apartment]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: filterArguments,
    apply: (listing, wanted) => apartmentsThat(listing, (flat) => matchesFilters(flat, wanted)),
  }),
  list_saved_apartments: tool({
    summary: 'List the favourites, by apartment id.',
    returns: 'dict[str, Apartment]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: (listing) => apartmentsThat(listing, ({ saved }) => saved),
  }),
  save_apartment: tool({
    summary: 'Put an apartment among the favourites.',
    returns: 'None',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { apartment_id: str },
    apply(listing, { apartment_id }) {
      const flat = apartmentOf(listing, apartment_id);
      if (!flat.saved) listing.saved_apartments.push(apartment_id);
      flat.saved = true;
      return null;
    },
  }),
  remove_saved_apartment: tool({
    summary: 'Take an apartment off the favourites.',
    returns: 'None',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { apartment_id: str },
    apply(listing, { apartment_id }) {
      if (!removeFavourite(listing, apartment_id))
        refuse('ValueError', `Apartment "${apartment_id}" is not among the favourites.`);
      apartmentOf(listing, apartment_id).saved = false;
      return null;
    },
  }),
};

const apartmentsThat = (
  { apartments }: ListingState,
  holds: (flat: ReadOnly<Apartment>) => boolean,
): Readonly<Record<string, ReadOnly<Apartment>>> =>
  Object.fromEntries(Object.entries(readOnly(apartments)).filter(([, flat]) => holds(flat)));

/** What the world changes in the listing. */
export const listingManagementTools = {
  add_new_apartment: tool({
    summary: 'Put an apartment on offer. Answers its id.',
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
      { number_of_bedrooms: bedrooms, number_of_bathrooms: bathrooms, amenities, ...flat },
      context,
    ) {
      const apartment_id = context.newId();
      apartments[apartment_id] = newApartment({
        ...flat,
        bedrooms,
        bathrooms,
        amenities: [...(amenities ?? [])],
        apartment_id,
      });
      return apartment_id;
    },
  }),
  update_apartment: tool({
    summary: 'Change the price of an apartment. Answers its id.',
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
    summary: 'Take an apartment off the market, and off the favourites.',
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

/** Flats to rent, and the user's favourites among them. */
export const apartmentListing = app({
  class: 'ApartmentListingApp',
  initial: listingWith,
  tools: { ...apartmentSearchTools, ...listingManagementTools },
});
