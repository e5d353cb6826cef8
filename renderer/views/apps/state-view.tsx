import { type JSX, useMemo } from 'react';
import { type Json, type Path, valueAt } from '../../../engine/model/index.ts';
import type { ChangedPaths } from '../../ui/json/changed.tsx';
import { contains } from '../../ui/json/find.ts';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { Empty } from '../../ui/messages.tsx';
import { readFlats } from './kinds/apartments.ts';
import { readCabs } from './kinds/cabs.ts';
import { CalendarView, readCalendar } from './kinds/calendar.tsx';
import { CardsView } from './kinds/cards-view.tsx';
import type { Shelf } from './kinds/cards.ts';
import { ChatView, readChat } from './kinds/chat.tsx';
import { readContacts } from './kinds/contacts.ts';
import { type FileRow, FilesView, readFiles } from './kinds/files.tsx';
import { readMail } from './kinds/mail.ts';
import { type Conversation, MessagesView, readMessages } from './kinds/messages.tsx';
import { readReminders } from './kinds/reminders.ts';
import { readShop } from './kinds/shop.ts';
import styles from './apps.module.css';

/** Readers of the app classes that are shown as shelves of cards. */
const SHELF_READERS: ReadonlyMap<string, (state: Json) => readonly Shelf[] | undefined> = new Map([
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
export const hasView = (className: string): boolean => VIEWS.has(className) || SHELF_READERS.has(className);

interface StateViewProps {
  readonly className: string;
  readonly state: Json;
  readonly changed: ChangedPaths;
  readonly raw: boolean;
  /** Shows only the records that contain these words, in lower case. */
  readonly words?: readonly string[];
}

const NO_WORDS: readonly string[] = [];

/** An app's state in the view of its class, or as a JSON tree if `raw` or if the state does not fit. */
export function StateView(props: StateViewProps): JSX.Element {
  const { className, state, changed, raw, words = NO_WORDS } = props;
  // The changes arrive a moment after the state; the memo avoids reading the state again for them.
  const shelves = useMemo(() => SHELF_READERS.get(className)?.(state), [className, state]);
  const found = useMemo(() => shelves && shelvesWith(shelves, state, words), [shelves, state, words]);
  const ifFound = (isFound: boolean, view: JSX.Element): JSX.Element =>
    isFound || words.length === 0 ? view : <Empty title="No matches" />;
  if (!raw && found !== undefined)
    return ifFound(found.length > 0, <CardsView shelves={found} changed={changed} />);
  const view = raw ? undefined : viewOf(VIEWS.get(className), { state, changed, words, ifFound });
  if (view !== undefined) return view;
  return ifFound(
    contains(state, words, true),
    <div className={styles.tree}>
      <JsonTree value={state} changed={changed} words={words} label="State" />
    </div>,
  );
}

interface ViewProps {
  readonly state: Json;
  readonly changed: ChangedPaths;
  readonly words: readonly string[];
  /** Returns the view, or says that nothing matches the words. */
  readonly ifFound: (isFound: boolean, view: JSX.Element) => JSX.Element;
}

function viewOf(
  view: View | undefined,
  { state, changed, words, ifFound }: ViewProps,
): JSX.Element | undefined {
  const isFound = ({ path }: { readonly path: Path }): boolean => contains(valueAt(state, path), words);
  switch (view) {
    case 'calendar': {
      const days = readCalendar(state)
        ?.map(({ day, appointments }) => ({ day, appointments: appointments.filter(isFound) }))
        .filter(({ appointments }) => appointments.length > 0);
      return days && ifFound(days.length > 0, <CalendarView days={days} changed={changed} />);
    }
    case 'chat': {
      const messages = readChat(state)?.filter(isFound);
      return messages && ifFound(messages.length > 0, <ChatView messages={messages} changed={changed} />);
    }
    case 'files': {
      const rows = readFiles(state);
      const found = rows && filesWith(rows, words);
      // Folders that were closed are open during a search.
      const key = words.length > 0 ? 'found' : 'all';
      return found && ifFound(found.length > 0, <FilesView key={key} rows={found} changed={changed} />);
    }
    case 'messages': {
      const conversations = readMessages(state);
      const found = conversations && conversationsWith(conversations, state, words);
      return found && ifFound(found.length > 0, <MessagesView conversations={found} changed={changed} />);
    }
    case undefined:
      return undefined;
  }
}

/** The shelves with cards that contain the words, and only these cards. */
function shelvesWith(shelves: readonly Shelf[], state: Json, words: readonly string[]): readonly Shelf[] {
  if (words.length === 0) return shelves;
  return shelves
    .map(({ name, path, cards }) => ({
      name,
      path,
      cards: cards.filter((card) => contains([card.title, valueAt(state, card.path) ?? null], words)),
    }))
    .filter(({ cards }) => cards.length > 0);
}

/** The conversations that contain the words, each with the messages that do, or with all if they are spread over several. */
function conversationsWith(
  conversations: readonly Conversation[],
  state: Json,
  words: readonly string[],
): readonly Conversation[] {
  if (words.length === 0) return conversations;
  return conversations
    .filter(({ title, people, path }) => contains([title, ...people, valueAt(state, path) ?? null], words))
    .map((conversation) => ({
      ...conversation,
      messages: () => {
        const all = conversation.messages();
        const found = all.filter(({ sender, content, attachments }) =>
          contains([sender, content, ...attachments], words),
        );
        return found.length === 0 ? all : found;
      },
    }));
}

/** The files and folders with the words in name or text, and the folders above them. */
function filesWith(rows: readonly FileRow[], words: readonly string[]): readonly FileRow[] {
  if (words.length === 0) return rows;
  const found = new Set<string>();
  for (const { where, name, text } of rows) {
    if (!contains([name, text ?? null], words)) continue;
    for (let end = where.length; end > 0; end = where.lastIndexOf('/', end - 1))
      found.add(where.slice(0, end));
  }
  return rows.filter(({ where }) => found.has(where));
}
