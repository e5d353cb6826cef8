import type { Verbosity } from '../model/notification.ts';
import { own } from '../model/own.ts';

/** What the agent is told unasked: tools by the class of their app. */
export type Told = Readonly<Record<string, readonly string[]>>;

/** Other names of the classes below. Source: the field's own aliases. */
const aliases: Readonly<Record<string, string>> = {
  EmailClientV2: 'EmailClientApp',
  Mail: 'EmailClientApp',
  Emails: 'EmailClientApp',
  MessagingApp: 'MessagingAppV2',
  Messages: 'MessagingAppV2',
  Chats: 'MessagingAppV2',
  Shopping: 'ShoppingApp',
  RentAFlat: 'ApartmentListingApp',
  Cabs: 'CabApp',
  Calendar: 'CalendarApp',
};

const medium: Told = {
  EmailClientApp: ['create_and_add_email', 'send_email_to_user_only', 'reply_to_email_from_user'],
  MessagingAppV2: ['create_and_add_message'],
  ShoppingApp: ['cancel_order', 'update_order_status'],
  CabApp: ['cancel_ride', 'user_cancel_ride', 'end_ride'],
  CalendarApp: ['add_calendar_event_by_attendee', 'delete_calendar_event_by_attendee'],
};

const high: Told = {
  ...medium,
  ShoppingApp: [...medium['ShoppingApp']!, 'add_product', 'add_item_to_product', 'add_discount_code'],
  ApartmentListingApp: ['add_new_apartment'],
  CabApp: [...medium['CabApp']!, 'update_ride_status'],
};

/** What is told at each verbosity. */
export const toldAt: Readonly<Record<Verbosity, Told>> = { low: {}, medium, high };

/** The class that `className` is another name of, or itself. */
export const plainClass = (className: string): string => own(aliases, className) ?? className;

/** Whether `told` has `tool` for apps of class `className`, by that name or by the one it is an alias of. */
export const isTold = (told: Told, className: string, tool: string): boolean =>
  (own(told, className) ?? own(told, plainClass(className)) ?? []).includes(tool);
