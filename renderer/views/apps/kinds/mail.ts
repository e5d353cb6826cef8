import { isJsonObject, type Json, type JsonObject, type Path } from '../../../../engine/model/index.ts';
import { formatDateTime } from '../../../ui/format/clock.ts';
import { fieldAt, asList, objectAt, textAt, textsAt, timeAt } from '../../../ui/format/values.ts';
import { type Card, cardFacts, type Shelf } from './cards.ts';

/** The folders of a mailbox, their mails newest first; `undefined` if the state is not that of a mailbox. */
export function readMail(state: Json): readonly Shelf[] | undefined {
  const folders = isJsonObject(state) ? objectAt(state, 'folders') : undefined;
  if (folders === undefined) return undefined;
  const shelves: Shelf[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    const emails = isJsonObject(folder) ? asList(fieldAt(folder, 'emails')) : undefined;
    if (emails?.every(isJsonObject) !== true) return undefined;
    const path = ['folders', name, 'emails'];
    const cards = emails
      .map((email, index) => ({ email, at: index, time: timeAt(email, 'timestamp') ?? 0 }))
      .sort((one, other) => other.time - one.time)
      .map(({ email, at }) => cardOf(email, [...path, at], OWN_FOLDERS.has(name)));
    shelves.push({ name, path, cards });
  }
  return shelves;
}

/** Folders with the user's own mails: a mail there is shown by its recipients and never as unread. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['SENT', 'DRAFT']);

function cardOf(email: JsonObject, path: Path, own: boolean): Card {
  const when = (): string => {
    const time = timeAt(email, 'timestamp');
    return time === undefined ? '' : formatDateTime(time);
  };
  const subject = textAt(email, 'subject') ?? '';
  const heading = subject === '' ? '(no subject)' : subject;
  return {
    key: textAt(email, 'email_id') ?? JSON.stringify(path),
    path,
    title: own ? `To ${textsAt(email, 'recipients').join(', ')}` : (textAt(email, 'sender') ?? ''),
    get aside() {
      return when().slice(5, 16);
    },
    under: heading,
    unread: !own && fieldAt(email, 'is_read') === false,
    open() {
      const files = Object.keys(objectAt(email, 'attachments') ?? {}).join(', ');
      const at = when();
      return {
        heading,
        facts: [
          ...cardFacts(email, path, { sender: 'From', recipients: 'To', cc: 'Cc' }),
          ...(files === '' ? [] : [{ name: 'Files', text: files, path: [...path, 'attachments'] }]),
          ...(at === '' ? [] : [{ name: 'At', text: `${at} UTC`, path: [...path, 'timestamp'] }]),
        ],
        text: textAt(email, 'content') ?? '',
      };
    },
  };
}
