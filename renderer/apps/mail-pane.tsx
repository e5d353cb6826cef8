import type { JSX } from 'react';
import type { Mark } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { LongText } from './long-text.tsx';
import type { Mail } from './read-mail.ts';
import { When } from './when.tsx';

/** One mail, to be read. */
export function MailPane({ mail, mark }: { readonly mail: Mail; readonly mark: Mark }): JSX.Element {
  return (
    <article className={`mail-pane ${changedClass(mark)}`} aria-label="Mail">
      <ChangedWord mark={mark} />
      <h3>
        <bdi>{mail.subject === '' ? '(no subject)' : mail.subject}</bdi>
      </h3>
      <dl>
        <Line name="From" texts={[mail.sender]} />
        <Line name="To" texts={mail.recipients} />
        <Line name="Cc" texts={mail.cc} />
        <Line name="Files" texts={mail.attachments} />
        <dt>At</dt>
        <dd>
          <When time={mail.time} /> UTC
        </dd>
      </dl>
      <LongText text={mail.content} limit={8000} />
    </article>
  );
}

function Line({
  name,
  texts,
}: {
  readonly name: string;
  readonly texts: readonly string[];
}): JSX.Element | null {
  if (texts.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <LongText text={texts.join(', ')} />
      </dd>
    </>
  );
}
