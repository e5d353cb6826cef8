import { float, int, list, nullable, optional, str } from '../argument.ts';
import { toolOf } from '../tool.ts';
import { apartmentOf, forget, newApartment, type ListingState } from './state.ts';

const tool = toolOf<ListingState>();

/** What the world changes in the listing. */
export const offeringTools = {
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
      forget(listing, apartment_id);
      Reflect.deleteProperty(listing.apartments, apartment_id);
      return null;
    },
  }),
};
