import { app } from '../app.ts';
import { lookingTools } from './looking.ts';
import { offeringTools } from './offering.ts';
import { listingWith } from './state.ts';

/** Flats to rent, and the user's favourites among them. */
export const apartmentListing = app({
  class: 'ApartmentListingApp',
  initial: listingWith,
  tools: { ...lookingTools, ...offeringTools },
});
