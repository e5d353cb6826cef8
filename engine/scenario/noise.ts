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
  elementaryFunctions,
  eventId,
  type JsonObject,
  minutes,
  type Random,
  seconds,
  seededRandom,
  type SimSpan,
  toSeconds,
  USUAL_NOISE,
} from '../model/index.ts';

/** Events that the scenario does not plan, such as arriving emails. */
export interface Noise {
  /** Events a minute, on average over all apps. */
  readonly perMinute: number;
  /** The noise's own seed, so that runs with other seeds have the same noise. */
  readonly seed: number;
  /** Creates the apps whose emails, messages, products and apartments become noise; Orrery's own content when left out. */
  readonly from?: () => Readonly<Record<string, AppInstance>>;
}

/** The noise settings of a scenario or a run. Defaults: 10 events a minute, seed 0. */
export type GivenNoise = Partial<Noise>;

const MAX_PER_MINUTE = 600;

/** `given` with defaults filled in. @throws {RangeError} naming the field that is out of range. */
export function noiseOf({ perMinute = USUAL_NOISE, seed = 0, from }: GivenNoise): Noise {
  if (!(perMinute >= 0 && perMinute <= MAX_PER_MINUTE))
    throw new RangeError(`perMinute: ${String(perMinute)} is not a number from 0 to ${MAX_PER_MINUTE}.`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${String(seed)} is not a whole number.`);
  return { perMinute, seed, ...(from === undefined ? {} : { from }) };
}

/** The duration of noise in a run without a duration, as in ARE. */
const DEFAULT_DURATION = minutes(6);

/**
 * The events of `noise`, divided evenly among the apps that can receive noise. The same seed gives the same events, whatever
 * other random numbers the run draws. Their ids begin as ARE's do, because ARE's judges recognize noise by its id.
 */
export function noiseEvents(
  {
    apps,
    duration = DEFAULT_DURATION,
  }: { readonly apps: Readonly<Record<string, AppInstance>>; readonly duration: SimSpan | undefined },
  { perMinute, seed, from }: Noise,
): readonly ActionEvent[] {
  if (perMinute === 0) return [];
  const generators = generatorsFor(apps, from);
  const meanPause = (60 * generators.length) / perMinute;
  return generators.flatMap(({ name, generate }, index) => {
    const random = seededRandom(seed, `noise/${name}`);
    return appNoise(name, generate, random, { at: index, meanPause, end: toSeconds(duration) });
  });
}

/** Whether any of `apps` can receive noise. */
export const receivesNoise = (apps: Readonly<Record<string, AppInstance>>, { from }: Noise): boolean =>
  generatorsFor(apps, from).length > 0;

/** The apps that can receive noise, with their generators. */
function generatorsFor(
  apps: Readonly<Record<string, AppInstance>>,
  from: Noise['from'],
): readonly { readonly name: string; readonly generate: CallGenerator }[] {
  const sources = from === undefined ? defaultSources() : Object.values(from());
  return Object.entries(apps).flatMap(([name, app]) => {
    const generate = NOISE_KINDS.map((kind) => kind(app, sources)).find((one) => one !== undefined);
    return generate === undefined ? [] : [{ name, generate }];
  });
}

const { log } = elementaryFunctions();

/** The noise of one app as a Poisson process: the pauses between calls are distributed exponentially. Times are in seconds. */
function appNoise(
  name: string,
  generate: CallGenerator,
  random: Random,
  { at, meanPause, end }: { readonly at: number; readonly meanPause: number; readonly end: number },
): readonly ActionEvent[] {
  const idOf = (count: number): string =>
    `env_expansion-${at + 1}-${name.replace(/\W+/g, '-')}-${String(count + 1).padStart(4, '0')}`;
  const events: ActionEvent[] = [];
  for (let time = 0; ;) {
    const first = events.length;
    const sequence = generate((items) => items[random.int(0, items.length - 1)]!);
    for (const { tool, args } of sequence((call) => `{{${idOf(first + call)}}}`)) {
      time -= log(1 - random.next()) * meanPause;
      if (time >= end) return events;
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

/** A call that noise makes to one of the app's tools. */
interface NoiseCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** A sequence of related calls. `resultOf(0)` is a placeholder for the result of the first call. */
type CallSequence = (resultOf: (call: number) => string) => readonly NoiseCall[];

/** Picks one item at random. */
type Pick = <Item>(items: readonly Item[]) => Item;

/** Creates the next sequence of calls at random. */
type CallGenerator = (pick: Pick) => CallSequence;

/** Creates a noise generator for `app` from the states of `sources`; `undefined` when no noise of this kind fits the app or the sources. */
type NoiseKind = (app: AppInstance, sources: readonly AppInstance[]) => CallGenerator | undefined;

const NOISE_KINDS: readonly NoiseKind[] = [emails, messages, products, apartments];

/** The state of `app` if its tool `name` is `tool`, which determines the type of the state. */
const stateWith = <State>(app: AppInstance, name: string, tool: object): State | undefined =>
  Object.hasOwn(app.tools, name) && app.tools[name] === tool ? (app.state as State) : undefined;

/** The states of the `apps` that have `tool`. */
const statesWith = <State>(apps: readonly AppInstance[], name: string, tool: object): readonly State[] =>
  apps.flatMap((app) => stateWith<State>(app, name, tool) ?? []);

const EMAIL_TOOL = 'send_email_to_user_only';

/** Arriving emails, taken from the inboxes of the sources. */
function emails(app: AppInstance, sources: readonly AppInstance[]): CallGenerator | undefined {
  const tool = incomingEmailTools[EMAIL_TOOL];
  if (stateWith(app, EMAIL_TOOL, tool) === undefined) return undefined;
  const all = statesWith<MailState>(sources, EMAIL_TOOL, tool).flatMap(({ folders }) => folders.INBOX.emails);
  if (all.length === 0) return undefined;
  return (pick) => {
    const { sender, subject, content } = pick(all);
    return () => [{ tool: EMAIL_TOOL, args: { sender, subject, content } }];
  };
}

const MESSAGE_TOOL = 'create_and_add_message';

const MAX_MESSAGES = 4;

/** Messages from the user's contacts in existing conversations, taken from the conversations of the sources. */
function messages(app: AppInstance, sources: readonly AppInstance[]): CallGenerator | undefined {
  const senders = sendersIn(app);
  const conversations = sources.flatMap(conversationsIn).filter(({ length }) => length > 0);
  if (senders.length === 0 || conversations.length === 0) return undefined;
  return (pick) => {
    const { conversation_id, as } = pick(senders);
    const contents = pick(conversations).slice(0, MAX_MESSAGES);
    return () =>
      contents.map((content) => ({ tool: MESSAGE_TOOL, args: { conversation_id, ...as, content } }));
  };
}

/** A participant other than the user. */
interface Sender {
  readonly conversation_id: string;
  readonly as: { readonly sender: string } | { readonly sender_id: string };
}

/** The user's name in `MessagingApp`, which has no ids. */
const USER_NAME = 'Me';

function sendersIn(app: AppInstance): readonly Sender[] {
  const byId = stateWith<MessagingState>(app, MESSAGE_TOOL, messageWritingTools[MESSAGE_TOOL]);
  const byName = stateWith<NamedMessagingState>(app, MESSAGE_TOOL, namedWritingTools[MESSAGE_TOOL]);
  return [
    ...Object.values(byId?.conversations ?? {}).flatMap(({ conversation_id, participant_ids }) =>
      participant_ids
        .filter((sender_id) => sender_id !== byId?.current_user_id)
        .map((sender_id) => ({ conversation_id, as: { sender_id } })),
    ),
    ...Object.values(byName?.conversations ?? {}).flatMap(({ conversation_id, participants }) =>
      participants
        .filter((sender) => sender !== USER_NAME)
        .map((sender) => ({ conversation_id, as: { sender } })),
    ),
  ];
}

/** The contents of the messages of each conversation, in order. */
const conversationsIn = (app: AppInstance): readonly (readonly string[])[] =>
  [
    ...statesWith<MessagingState>([app], MESSAGE_TOOL, messageWritingTools[MESSAGE_TOOL]),
    ...statesWith<NamedMessagingState>([app], MESSAGE_TOOL, namedWritingTools[MESSAGE_TOOL]),
  ].flatMap(({ conversations }) =>
    Object.values<{ readonly messages: readonly { readonly content: string }[] }>(conversations).map(
      (conversation) => conversation.messages.map(({ content }) => content),
    ),
  );

const MAX_VARIANTS = 2;

/** New products of a shop, with variants and discount codes, taken from the shops of the sources. */
function products(app: AppInstance, sources: readonly AppInstance[]): CallGenerator | undefined {
  const tool = shopManagementTools.add_product;
  if (stateWith(app, 'add_product', tool) === undefined) return undefined;
  const all = statesWith<ShopState>(sources, 'add_product', tool).flatMap((shop) =>
    Object.values(shop.products).map((product) => ({ product, codes: shop.discount_codes })),
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const { product, codes } = pick(all);
    const variants = Object.values(product.variants).slice(0, MAX_VARIANTS);
    return (resultOf) => {
      const calls: NoiseCall[] = [{ tool: 'add_product', args: { name: product.name } }];
      for (const item of variants) {
        calls.push(addVariant(resultOf(0), item));
        const discount_code = Object.hasOwn(codes, item.item_id) ? codes[item.item_id] : undefined;
        if (discount_code === undefined) continue;
        const item_id = resultOf(calls.length - 1);
        calls.push({ tool: 'add_discount_code', args: { item_id, discount_code } });
      }
      return calls;
    };
  };
}

const addVariant = (product_id: string, { price, options, available }: Item): NoiseCall => ({
  tool: 'add_item_to_product',
  args: { product_id, price, options, available },
});

/** New apartments, taken from the listings of the sources. */
function apartments(app: AppInstance, sources: readonly AppInstance[]): CallGenerator | undefined {
  const tool = listingManagementTools.add_new_apartment;
  if (stateWith(app, 'add_new_apartment', tool) === undefined) return undefined;
  const all = statesWith<ListingState>(sources, 'add_new_apartment', tool).flatMap((listing) =>
    Object.values(listing.apartments),
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const args = listingOf(pick(all));
    return () => [{ tool: 'add_new_apartment', args }];
  };
}

const listingOf = (apartment: Apartment): JsonObject => ({
  name: apartment.name,
  location: apartment.location,
  zip_code: apartment.zip_code,
  price: apartment.price,
  number_of_bedrooms: apartment.bedrooms,
  number_of_bathrooms: apartment.bathrooms,
  square_footage: apartment.square_footage,
  property_type: apartment.property_type,
  furnished_status: apartment.furnished_status,
  floor_level: apartment.floor_level,
  pet_policy: apartment.pet_policy,
  lease_term: apartment.lease_term ?? '',
  amenities: apartment.amenities,
});

/** Emails, messages, products and apartments that have nothing to do with any task. */
const defaultSources = (): readonly AppInstance[] => [
  emailClient({ inbox: EMAILS.map(([sender, subject, content]) => ({ sender, subject, content })) }),
  namedMessaging({
    conversations: CONVERSATIONS.map((contents) => ({
      participants: ['Me', 'Somebody'],
      messages: contents.map((content) => ({ sender: 'Somebody', content })),
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

const EMAILS = [
  ['news@gazette.example', 'This week in town', 'Street music on Friday, the market moves to the square.'],
  ['library@town.example', 'Opening hours', 'The reading room closes at six from next week on.'],
  ['offers@papershop.example', 'Notebooks, three for two', 'Until the end of the month, while they last.'],
  ['no-reply@parcels.example', 'Your parcel is on its way', 'It will be with you in two to four days.'],
  ['club@rowing.example', 'Boathouse cleaning', 'Bring gloves. There will be soup.'],
  ['survey@transit.example', 'How was your journey?', 'Five questions, two minutes.'],
  ['office@school.example', 'Lost property', 'A blue scarf and one left shoe are waiting to be fetched.'],
  ['team@photoprints.example', 'Your album is ready', 'Look through it and tell us what to print.'],
] as const;

const CONVERSATIONS = [
  ['Did you see the fog this morning?', 'You could not see the bridge from the bridge.'],
  ['I am at the bakery. Anything?', 'They are out of rye.', 'I take the seeded one.'],
  ['My bicycle has a flat tyre again.'],
  ['What was the name of that film?', 'The one with the lighthouse.', 'Never mind, it came to me.'],
  ['Thanks for last night!', 'The recipe please, when you find a moment.'],
];
