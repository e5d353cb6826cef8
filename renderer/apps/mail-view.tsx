import { useState, type JSX, type KeyboardEvent } from 'react';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { formatCount } from '../format/amount.ts';
import { Empty } from '../elements/empty.tsx';
import { moveFocus } from '../elements/move-focus.ts';
import { MailPane } from './mail-pane.tsx';
import type { Mail, MailFolder } from './read-mail.ts';
import { useFirst } from './use-first.tsx';
import { When } from './when.tsx';
import './mail-view.css';

interface MailViewProps {
  readonly folders: readonly MailFolder[];
  readonly changed: ChangedPaths;
}

const keyOf = ({ path }: Mail): string => JSON.stringify(path);

/** A mailbox: folders, the mails of one, one mail. Until the person picks, it shows what changed. */
export function MailView({ folders, changed }: MailViewProps): JSX.Element {
  const [folderPicked, pickFolder] = useState<string>();
  const [mailPicked, pickMail] = useState<Mail>();
  const isChanged = (mail: Mail): boolean => changed.marks(mail.path) !== 'no';
  const folder =
    folders.find(({ name }) => name === folderPicked) ??
    folders.find(({ mails }) => mails.some(isChanged)) ??
    folders.at(0);
  const mails = folder?.mails ?? [];
  const same = (mail: Mail): boolean =>
    mail.sender === mailPicked?.sender &&
    mail.time === mailPicked.time &&
    mail.subject === mailPicked.subject;
  const mail = mails.find(same) ?? mails.find(isChanged) ?? mails.at(0);
  return (
    <div className="mail">
      <ul className="mail-folders" aria-label="Folders">
        {folders.map(({ name, mails: inside }) => (
          <li key={name}>
            <button
              type="button"
              className={inside.some(isChanged) ? 'is-changed' : ''}
              aria-current={name === folder?.name}
              onClick={() => {
                pickFolder(name);
              }}
            >
              <bdi>{name}</bdi> <span className="number">{formatCount(inside.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      <MailList mails={mails} changed={changed} selected={mail} onPick={pickMail} />
      {mail === undefined ? (
        <Empty title="No mail in this folder" />
      ) : (
        <MailPane key={keyOf(mail)} mail={mail} mark={changed.marks(mail.path)} />
      )}
    </div>
  );
}

interface MailListProps {
  readonly mails: readonly Mail[];
  readonly changed: ChangedPaths;
  readonly selected: Mail | undefined;
  readonly onPick: (mail: Mail) => void;
}

function MailList({ mails, changed, selected, onPick }: MailListProps): JSX.Element {
  const [first, more] = useFirst(mails);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, '.mail-item', 'column');
  };
  return (
    <div className="mail-list" role="group" aria-label="Mails" onKeyDown={onKeyDown}>
      {first.map((mail) => (
        <button
          key={keyOf(mail)}
          type="button"
          className={`mail-item ${changedClass(changed.marks(mail.path))}`}
          aria-current={mail === selected}
          onClick={() => {
            onPick(mail);
          }}
        >
          <span className="mail-line">
            {mail.read ? null : <span className="mail-dot" role="img" aria-label="unread" />}
            <bdi className={mail.read ? '' : 'mail-unread'}>{mail.sender}</bdi>
            <When time={mail.time} short />
          </span>
          <bdi className="mail-subject">{mail.subject === '' ? '(no subject)' : mail.subject}</bdi>
          <ChangedWord mark={changed.marks(mail.path)} />
        </button>
      ))}
      {more}
    </div>
  );
}
