import type { AppInstance } from '../apps/app.ts';
import { apartmentListing } from '../apps/apartments/apartment-listing.ts';
import { emailClient } from '../apps/email/email-client.ts';
import { namedMessaging } from '../apps/messaging/named-messaging.ts';
import { shopping } from '../apps/shopping/shopping.ts';

/** What goes on around anybody: letters, small talk and offers that no task is about. */
export const bystanders = (): readonly AppInstance[] => [
  emailClient({ inbox: LETTERS.map(([sender, subject, content]) => ({ sender, subject, content })) }),
  namedMessaging({
    conversations: TALKS.map((said) => ({
      participants: ['Me', 'Somebody'],
      messages: said.map((content) => ({ sender: 'Somebody', content })),
    })),
  }),
  shopping({
    products: [
      { name: 'Desk lamp', variants: [{ price: 34.5, options: { colour: 'brass' } }] },
      { name: 'Wool blanket', variants: [{ price: 59 }, { price: 72, options: { size: 'large' } }] },
      { name: 'Tea strainer', variants: [{ price: 6.9 }] },
      { name: 'Umbrella', variants: [{ price: 21, options: { colour: 'grey' } }] },
    ],
  }),
  apartmentListing({
    apartments: [
      { name: 'Loft by the canal', location: 'Harbour', zip_code: '10117', price: 1480, bedrooms: 2 },
      { name: 'Attic with a view', location: 'Hill Street', zip_code: '10409', price: 890 },
      { name: 'Garden flat', location: 'Mill Lane', zip_code: '10999', price: 1120, bedrooms: 3 },
    ],
  }),
];

const LETTERS = [
  ['news@gazette.example', 'This week in town', 'Street music on Friday, the market moves to the square.'],
  ['library@town.example', 'Opening hours', 'The reading room closes at six from next week on.'],
  ['offers@papershop.example', 'Notebooks, three for two', 'Until the end of the month, while they last.'],
  ['no-reply@parcels.example', 'Your parcel is on its way', 'It will be with you in two to four days.'],
  ['club@rowing.example', 'Boathouse cleaning', 'Bring gloves. There will be soup.'],
  ['survey@transit.example', 'How was your journey?', 'Five questions, two minutes.'],
  ['office@school.example', 'Lost property', 'A blue scarf and one left shoe are waiting to be fetched.'],
  ['team@photoprints.example', 'Your album is ready', 'Look through it and tell us what to print.'],
] as const;

const TALKS = [
  ['Did you see the fog this morning?', 'You could not see the bridge from the bridge.'],
  ['I am at the bakery. Anything?', 'They are out of rye.', 'I take the seeded one.'],
  ['My bicycle has a flat tyre again.'],
  ['What was the name of that film?', 'The one with the lighthouse.', 'Never mind, it came to me.'],
  ['Thanks for last night!', 'The recipe please, when you find a moment.'],
];
