import { type JSX, useMemo } from 'react';
import type { Json } from '../../../engine/model/index.ts';
import type { ChangedPaths } from '../../ui/json/changed.tsx';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { readFlats } from './kinds/apartments.ts';
import { readCabs } from './kinds/cabs.ts';
import { CalendarView, readCalendar } from './kinds/calendar.tsx';
import { CardsView } from './kinds/cards-view.tsx';
import type { Shelf } from './kinds/cards.ts';
import { ChatView, readChat } from './kinds/chat.tsx';
import { readContacts } from './kinds/contacts.ts';
import { FilesView, readFiles } from './kinds/files.tsx';
import { readMail } from './kinds/mail.ts';
import { MessagesView, readMessages } from './kinds/messages.tsx';
import { readReminders } from './kinds/reminders.ts';
import { readShop } from './kinds/shop.ts';
import styles from './apps.module.css';

/** Readers of the app classes that are shown as shelves of cards. */
const SHELVES: ReadonlyMap<string, (state: Json) => readonly Shelf[] | undefined> = new Map([
  ['EmailClientV2', readMail],
  ['EmailClientApp', readMail],
  ['Mail', readMail],
  ['ShoppingApp', readShop],
  ['Shopping', readShop],
  ['ApartmentListingApp', readFlats],
  ['RentAFlat', readFlats],
  ['CabApp', readCabs],
  ['ReminderApp', readReminders],
  ['ContactsApp', readContacts],
  ['Contacts', readContacts],
  ['InternalContacts', readContacts],
]);

type View = 'calendar' | 'chat' | 'files' | 'messages';

const VIEWS: ReadonlyMap<string, View> = new Map([
  ['CalendarV2', 'calendar'],
  ['CalendarApp', 'calendar'],
  ['Calendar', 'calendar'],
  ['AgentUserInterface', 'chat'],
  ['SandboxLocalFileSystem', 'files'],
  ['Files', 'files'],
  ['VirtualFileSystem', 'files'],
  ['MessagingAppV2', 'messages'],
  ['Messages', 'messages'],
  ['Chats', 'messages'],
  ['MessagingApp', 'messages'],
]);

/** Whether apps of a class have a view of their own besides the JSON tree. */
export const hasView = (className: string): boolean => VIEWS.has(className) || SHELVES.has(className);

interface StateViewProps {
  readonly className: string;
  readonly state: Json;
  readonly changed: ChangedPaths;
  readonly raw: boolean;
}

/** An app's state in the view of its class, or as a JSON tree if `raw` or if the state does not fit. */
export function StateView({ className, state, changed, raw }: StateViewProps): JSX.Element {
  // The changes arrive a moment after the state; the memo avoids reading the state again for them.
  const shelves = useMemo(() => SHELVES.get(className)?.(state), [className, state]);
  if (shelves !== undefined && !raw) return <CardsView shelves={shelves} changed={changed} />;
  const view = raw ? undefined : viewOf(className, state, changed);
  return (
    view ?? (
      <div className={styles.tree}>
        <JsonTree value={state} changed={changed} label="State" />
      </div>
    )
  );
}

function viewOf(className: string, state: Json, changed: ChangedPaths): JSX.Element | undefined {
  switch (VIEWS.get(className)) {
    case 'calendar': {
      const days = readCalendar(state);
      return days && <CalendarView days={days} changed={changed} />;
    }
    case 'chat': {
      const messages = readChat(state);
      return messages && <ChatView messages={messages} changed={changed} />;
    }
    case 'files': {
      const rows = readFiles(state);
      return rows && <FilesView rows={rows} changed={changed} />;
    }
    case 'messages': {
      const conversations = readMessages(state);
      return conversations && <MessagesView conversations={conversations} changed={changed} />;
    }
    case undefined:
      return undefined;
  }
}
