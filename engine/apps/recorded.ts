import { z } from 'zod';
import type { ChatState } from './agent-user-interface.ts';
import { newCalendarEvent, type CalendarState } from './calendar-state.ts';
import { FOLDERS, newEmail, type FolderName, type MailState } from './email-state.ts';

/** The shapes that recorded states come in: what the field's loaders fill in may be missing. */
const text = z.string();
const list = z.array(text).nullish();
// From year 1 to 9999, which is as far as the field's dates go.
const time = z.number().min(-62_135_596_800).max(253_402_300_799);

const chat = z.object({
  messages: z.array(
    z.object({
      sender: z.enum(['User', 'Agent']),
      content: text,
      attachments: list,
      timestamp: time.default(0),
      time_read: time.nullish(),
      id: text.nullish(),
    }),
  ),
});

const email = z.object({
  sender: text.optional(),
  recipients: list,
  subject: text.default(''),
  content: text.default(''),
  email_id: text.nullish(),
  parent_id: text.nullish(),
  cc: list,
  attachments: z.record(text, text).nullish(),
  timestamp: time.default(0),
  is_read: z.boolean().default(false),
});

const mail = z.object({
  user_email: text.default('user@meta.com'),
  view_limit: z.int().default(5),
  folders: z.record(text, z.object({ folder_name: z.enum(FOLDERS), emails: z.array(email) })),
});

const calendar = z.object({
  events: z.record(
    text,
    z.object({
      event_id: text.nullish(),
      title: text.default('Event'),
      start_datetime: time,
      end_datetime: time,
      tag: text.nullish(),
      description: text.nullish(),
      location: text.nullish(),
      attendees: list,
    }),
  ),
});

/** @throws {ZodError} when it is no state of a chat. */
export const recordedChat = (state: unknown): ChatState => ({
  messages: chat
    .parse(state)
    .messages.map(({ sender, content, attachments, timestamp, time_read, id }, at) => ({
      sender,
      content,
      attachments: attachments ?? [],
      timestamp,
      time_read: time_read ?? null,
      id: given(id) ?? `message-${at + 1}`,
    })),
});

/** Mails stay in the order they were recorded in. @throws {ZodError | ToolError} when it is no state of a mailbox. */
export function recordedMail(state: unknown): MailState {
  const { user_email, view_limit, folders } = mail.parse(state);
  const emailsIn = (folder_name: FolderName): MailState['folders'][FolderName] => {
    const recorded =
      Object.values(folders).find((folder) => folder.folder_name === folder_name)?.emails ?? [];
    const emails = recorded.map(({ sender = user_email, email_id, recipients, cc, ...rest }, at) =>
      newEmail({
        sender,
        recipients: recipients ?? [],
        email_id: given(email_id) ?? `${folder_name.toLowerCase()}-${at + 1}`,
        cc: cc ?? [],
        timestamp: rest.timestamp,
        subject: rest.subject,
        content: rest.content,
        parent_id: rest.parent_id ?? null,
        attachments: rest.attachments === undefined ? {} : rest.attachments,
        is_read: rest.is_read,
      }),
    );
    return { folder_name, emails };
  };
  const all = FOLDERS.map((name) => [name, emailsIn(name)]);
  return { user_email, view_limit, folders: Object.fromEntries(all) as MailState['folders'] };
}

/** @throws {ZodError | ToolError} when it is no state of a calendar. */
export const recordedCalendar = (state: unknown): CalendarState => ({
  events: Object.fromEntries(
    Object.entries(calendar.parse(state).events).map(([key, { event_id, ...event }]) => [
      key,
      newCalendarEvent({
        event_id: given(event_id) ?? key,
        title: event.title,
        start_datetime: event.start_datetime,
        end_datetime: event.end_datetime,
        tag: event.tag ?? null,
        description: event.description ?? null,
        location: event.location ?? null,
        attendees: event.attendees ?? [],
      }),
    ]),
  ),
});

const given = (id: string | null | undefined): string | undefined =>
  id === null || id === '' ? undefined : id;
