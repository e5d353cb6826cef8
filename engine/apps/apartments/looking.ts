import { str } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { refuse, toolOf } from '../tool.ts';
import { filters, matches } from './matching.ts';
import { apartmentOf, forget, type Apartment, type ListingState } from './state.ts';

const tool = toolOf<ListingState>();

/** What an agent looks for a flat with. */
export const lookingTools = {
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
    args: filters,
    apply: (listing, wanted) => those(listing, (flat) => matches(flat, wanted)),
  }),
  list_saved_apartments: tool({
    summary: 'List the favourites, by apartment id.',
    returns: 'dict[str, Apartment]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: {},
    apply: (listing) => those(listing, ({ saved }) => saved),
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
      if (!forget(listing, apartment_id))
        refuse('ValueError', `apartment_id: found no apartment "${apartment_id}" among the favourites`);
      apartmentOf(listing, apartment_id).saved = false;
      return null;
    },
  }),
};

const those = (
  { apartments }: ListingState,
  holds: (flat: AsIs<Apartment>) => boolean,
): Readonly<Record<string, AsIs<Apartment>>> =>
  Object.fromEntries(Object.entries(asIs(apartments)).filter(([, flat]) => holds(flat)));
