import {
  type Apartment,
  apartmentListing,
  incomingEmailTools,
  emailClient,
  type Item,
  type ListingState,
  type MailState,
  messageWritingTools,
  type MessagingState,
  namedMessaging,
  type NamedMessagingState,
  namedWritingTools,
  listingManagementTools,
  shopping,
  type ShopState,
  shopManagementTools,
} from '../apps/index.ts';
import type { AppInstance } from '../world/index.ts';
import {
  type ActionEvent,
  appName,
  eventId,
  type JsonObject,
  minutes,
  seconds,
  seededRandom,
  type SimSpan,
  toSeconds,
} from '../model/index.ts';

/** How much happens in a world that no scenario has planned. */
export interface Noise {
  /** Events a minute, on average over the whole world. */
  readonly perMinute: number;
  /** Of its own, so that runs with other seeds have the same noise. */
  readonly seed: number;
  /** What it is made of: mails, messages, products and flats of another world. A small one of Orrery's when left out. */
  readonly from?: () => Readonly<Record<string, AppInstance>>;
}

/** What a scenario or a run says of noise: 10 events a minute with the seed 0 unless it says otherwise. */
export type GivenNoise = Partial<Noise>;

const MOST_A_MINUTE = 600;

/** `given` with what was left out. @throws {RangeError} naming the field that is out of range. */
export function noiseOf({ perMinute = 10, seed = 0, from }: GivenNoise): Noise {
  if (!(perMinute >= 0 && perMinute <= MOST_A_MINUTE))
    throw new RangeError(`perMinute: ${String(perMinute)} is not a number from 0 to ${MOST_A_MINUTE}.`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${String(seed)} is not a whole number.`);
  return { perMinute, seed, ...(from === undefined ? {} : { from }) };
}

/** Mails that come in: those in the inboxes of the sources. */
const mails: Kind = (app, sources) => {
  const tool = incomingEmailTools[EMAIL_TOOL];
  if (stateBehind(app, EMAIL_TOOL, tool) === undefined) return undefined;
  const all = statesBehind<MailState>(sources, EMAIL_TOOL, tool).flatMap(
    ({ folders }) => folders.INBOX.emails,
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const { sender, subject, content } = pick(all);
    return () => [{ tool: EMAIL_TOOL, args: { sender, subject, content } }];
  };
};

/** Messages from people the user talks with already: what is said in the sources' conversations. */
const messages: Kind = (app, sources) => {
  const speakers = speakersIn(app);
  const talks = sources.flatMap(talksIn).filter(({ length }) => length > 0);
  if (speakers.length === 0 || talks.length === 0) return undefined;
  return (pick) => {
    const { conversation_id, as } = pick(speakers);
    const said = pick(talks).slice(0, LONGEST_TALK);
    return () => said.map((content) => ({ tool: MESSAGE_TOOL, args: { conversation_id, ...as, content } }));
  };
};

/** Products with their variants and discounts that a shop begins to sell: those of the sources' shops. */
const products: Kind = (app, sources) => {
  const tool = shopManagementTools.add_product;
  if (stateBehind(app, 'add_product', tool) === undefined) return undefined;
  const all = statesBehind<ShopState>(sources, 'add_product', tool).flatMap((shop) =>
    Object.values(shop.products).map((product) => ({ product, codes: shop.discount_codes })),
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const { product, codes } = pick(all);
    const variants = Object.values(product.variants).slice(0, MOST_VARIANTS);
    return (answer) => {
      const steps: Step[] = [{ tool: 'add_product', args: { name: product.name } }];
      for (const item of variants) {
        steps.push(variantOf(answer(0), item));
        const discount_code = Object.hasOwn(codes, item.item_id) ? codes[item.item_id] : undefined;
        if (discount_code === undefined) continue;
        const item_id = answer(steps.length - 1);
        steps.push({ tool: 'add_discount_code', args: { item_id, discount_code } });
      }
      return steps;
    };
  };
};

/** Flats that are put on offer: those of the sources' listings. */
const flats: Kind = (app, sources) => {
  const tool = listingManagementTools.add_new_apartment;
  if (stateBehind(app, 'add_new_apartment', tool) === undefined) return undefined;
  const all = statesBehind<ListingState>(sources, 'add_new_apartment', tool).flatMap(({ apartments }) =>
    Object.values(apartments),
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const args = offerOf(pick(all));
    return () => [{ tool: 'add_new_apartment', args }];
  };
};

const KINDS: readonly Kind[] = [mails, messages, products, flats];

/** How long there is noise in a run that has no end of its own. */
const UNBOUNDED = minutes(6);

/** What is put into a world. */
interface Quiet {
  readonly apps: Readonly<Record<string, AppInstance>>;
  readonly duration: SimSpan | undefined;
}

/**
 * Events that make a world less quiet, as often a minute as `noise` says on average and evenly shared by the apps in
 * which something can happen of itself. The same seed gives the same events, whatever else chance decides in the run.
 *
 * Their ids begin as those of the field do, by which its judges know them.
 */
export function noiseEvents(
  { apps, duration = UNBOUNDED }: Quiet,
  { perMinute, seed, from }: Noise,
): readonly ActionEvent[] {
  const sources = from === undefined ? bystanders() : Object.values(from());
  const tellers = Object.entries(apps).flatMap(([name, app]) => {
    const tell = KINDS.map((kind) => kind(app, sources)).find((told) => told !== undefined);
    return tell === undefined ? [] : [{ name, tell }];
  });
  const pause = perMinute === 0 ? Infinity : (60 * tellers.length) / perMinute; // mean, in seconds
  return tellers.flatMap(({ name, tell }, at) => happening(name, tell, { at, seed, pause, duration }));
}

/** What happens in one app: the pauses between are such that each moment is as likely as any other. */
function happening(
  name: string,
  tell: Teller,
  when: {
    readonly at: number;
    readonly seed: number;
    readonly pause: number;
    readonly duration: SimSpan;
  },
): readonly ActionEvent[] {
  const random = seededRandom(when.seed, `noise/${name}`);
  const idOf = (count: number): string =>
    `env_expansion-${when.at + 1}-${name.replace(/\W+/g, '-')}-${String(count + 1).padStart(4, '0')}`;
  const events: ActionEvent[] = [];
  for (let time = 0; ;) {
    const first = events.length;
    const story = tell((items) => items[random.int(0, items.length - 1)]!);
    for (const { tool, args } of story((step) => `{{${idOf(first + step)}}}`)) {
      time -= Math.log(1 - random.next()) * when.pause;
      if (time >= toSeconds(when.duration)) return events;
      events.push({
        id: eventId(idOf(events.length)),
        kind: 'environment',
        timing: { kind: 'from-start', delay: seconds(time) },
        place: undefined,
        action: { app: appName(name), tool, args },
        oracle: false,
        onFailure: 'continue',
        isNoise: true,
      });
    }
  }
}

/** One call of an app's tool. */
export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
}

/** Calls that hang together, one after the other. `answer(0)` stands for what the first of them will have answered. */
export type Story = (answer: (step: number) => string) => readonly Step[];

/** Draws a story out of what it is told from. */
export type Teller = (pick: Pick) => Story;

/** One of several, by chance; every caller has its own. */
export type Pick = <Item>(items: readonly Item[]) => Item;

/** Tells what can happen to `app` of itself, out of `sources` of its kind; `undefined` where it keeps quiet. */
export type Kind = (app: AppInstance, sources: readonly AppInstance[]) => Teller | undefined;

/** The state of `app` when `tool` is one of its own: then it is a state of the family that this tool is of. */
const stateBehind = <State>(app: AppInstance, name: string, tool: object): State | undefined =>
  Object.hasOwn(app.tools, name) && app.tools[name] === tool ? (app.state as State) : undefined;

/** The states of those of `apps` that have `tool`. */
const statesBehind = <State>(apps: readonly AppInstance[], name: string, tool: object): readonly State[] =>
  apps.flatMap((app) => stateBehind<State>(app, name, tool) ?? []);

const EMAIL_TOOL = 'send_email_to_user_only';

const MESSAGE_TOOL = 'create_and_add_message';

/** How much of a conversation is told at once. */
const LONGEST_TALK = 4;

// messages

/** Somebody other than the user, in a conversation that is there from the start. */
interface Speaker {
  readonly conversation_id: string;
  readonly as: { readonly sender: string } | { readonly sender_id: string };
}

function speakersIn(app: AppInstance): readonly Speaker[] {
  const people = stateBehind<MessagingState>(app, MESSAGE_TOOL, messageWritingTools[MESSAGE_TOOL]);
  const names = stateBehind<NamedMessagingState>(app, MESSAGE_TOOL, namedWritingTools[MESSAGE_TOOL]);
  return [
    ...Object.values(people?.conversations ?? {}).flatMap(({ conversation_id, participant_ids }) =>
      participant_ids
        .filter((sender_id) => sender_id !== people?.current_user_id)
        .map((sender_id) => ({ conversation_id, as: { sender_id } })),
    ),
    ...Object.values(names?.conversations ?? {}).flatMap(({ conversation_id, participants }) =>
      participants.filter((sender) => sender !== USER).map((sender) => ({ conversation_id, as: { sender } })),
    ),
  ];
}

/** What the user goes by in the first messenger. */
const USER = 'Me';

/** What is said in each conversation, in order. */
const talksIn = (app: AppInstance): readonly (readonly string[])[] =>
  [
    ...statesBehind<MessagingState>([app], MESSAGE_TOOL, messageWritingTools[MESSAGE_TOOL]),
    ...statesBehind<NamedMessagingState>([app], MESSAGE_TOOL, namedWritingTools[MESSAGE_TOOL]),
  ].flatMap(({ conversations }) =>
    Object.values<{ readonly messages: readonly { readonly content: string }[] }>(conversations).map((talk) =>
      talk.messages.map(({ content }) => content),
    ),
  );

const MOST_VARIANTS = 2;

const variantOf = (product_id: string, { price, options, available }: Item): Step => ({
  tool: 'add_item_to_product',
  args: { product_id, price, options, available },
});

const offerOf = (flat: Apartment): JsonObject => ({
  name: flat.name,
  location: flat.location,
  zip_code: flat.zip_code,
  price: flat.price,
  number_of_bedrooms: flat.bedrooms,
  number_of_bathrooms: flat.bathrooms,
  square_footage: flat.square_footage,
  property_type: flat.property_type,
  furnished_status: flat.furnished_status,
  floor_level: flat.floor_level,
  pet_policy: flat.pet_policy,
  lease_term: flat.lease_term ?? '',
  amenities: flat.amenities,
});

/** What goes on around anybody: letters, small talk and offers that no task is about. */
const bystanders = (): readonly AppInstance[] => [
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
