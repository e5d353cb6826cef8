import type { Actor } from '../model/event.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { own } from '../model/own.ts';
import { pythonText } from '../model/python-text.ts';
import { formatInstant, type SimTime } from '../model/time.ts';
import { plainClass } from './told.ts';

type Words = (args: JsonObject, actor: Actor) => string | undefined;

const say = (value: Json | undefined): string => pythonText(value ?? null);

/** Only what others cancel is news to the agent. */
const unlessAgent =
  (words: (args: JsonObject) => string): Words =>
  (args, actor) =>
    actor === 'agent' ? undefined : words(args);

const fromSender: Words = ({ sender }) => `New email received from ${say(sender)}`;
const rideCancelled = unlessAgent(() => 'ride cancelled');

/** What the agent is told, in the field's words, without the class in front. */
const words: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  EmailClientApp: {
    create_and_add_email: fromSender,
    send_email_to_user_only: fromSender,
    reply_to_email_from_user: () => 'New email received',
  },
  MessagingAppV2: {
    create_and_add_message: ({ conversation_id: id }) =>
      `New message received in conversation ID: ${say(id)}`,
  },
  ShoppingApp: {
    add_product: ({ name }) => `New product added: ${say(name)}`,
    add_item_to_product: ({ product_id: id }) => `New item added to product with Id ${say(id)}`,
    cancel_order: unlessAgent(({ order_id: id }) => `Order cancelled with Id ${say(id)}`),
    update_order_status: ({ order_id: id }) => `Updated order with Id ${say(id)}`,
    add_discount_code: ({ item_id: id }) => `New discount code for item with Id ${say(id)}`,
  },
  ApartmentListingApp: {
    add_new_apartment: ({ name }) => `New apartment available with name ${say(name)}`,
  },
  CabApp: {
    cancel_ride: rideCancelled,
    user_cancel_ride: rideCancelled,
    update_ride_status: () => 'ride status updated',
    end_ride: () => 'ride completed',
  },
  CalendarApp: {
    add_calendar_event_by_attendee: ({ who_add: who }) => `New calendar event added by ${say(who)}`,
    delete_calendar_event_by_attendee: ({ who_delete: who }) => `Calendar event deleted by ${say(who)}`,
  },
};

/** What the agent reads when `tool` of an app of class `className` was called; `undefined` when it is not told. */
export function worldNews(
  className: string,
  tool: string,
  args: JsonObject,
  actor: Actor,
): string | undefined {
  const tell = own(own(words, plainClass(className)) ?? {}, tool);
  const text = tell === undefined ? tool : tell(args, actor);
  return text === undefined ? undefined : `${className}: ${text}`;
}

/** A message of the user's, as the agent reads it the moment it comes. */
export function userMessage(content: Json | undefined, time: SimTime): string {
  const now = formatInstant(time);
  return [
    `Received at: ${now}`,
    'Sender: User',
    `Message: ${say(content)}`,
    'Already read: True',
    `Read at: ${now}`,
  ].join('\n');
}
