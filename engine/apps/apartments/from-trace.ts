import * as z from 'zod/mini';
import { mapValues, text, texts } from '../shared/from-trace.ts';
import { withFavourites, type ListingState, newApartment } from './state.ts';

const listing = z.lazy(() =>
  z.object({
    apartments: z.record(
      text,
      z.object({
        name: text,
        location: text,
        zip_code: text,
        price: z.number(),
        bedrooms: z.int(),
        bathrooms: z.int(),
        property_type: text,
        square_footage: z.int(),
        furnished_status: text,
        floor_level: text,
        pet_policy: text,
        lease_term: z._default(z.nullable(text), ''),
        amenities: texts,
        saved: z._default(z.boolean(), false),
      }),
    ),
    saved_apartments: z._default(z.array(text), []),
  }),
);

/** The state of a listing, as recorded. @throws {ZodError} when `state` is something else. */
export function recordedListing(state: unknown): ListingState {
  const { apartments, saved_apartments } = listing.parse(state);
  const all = mapValues(apartments, ({ amenities = [], ...rest }, apartment_id) =>
    newApartment({ ...rest, amenities, apartment_id }),
  );
  return withFavourites(all, saved_apartments);
}
