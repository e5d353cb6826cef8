import type { JSX } from 'react';
import { formatBytes } from '../format/amount.ts';
import type { Mark } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { KnownLine } from './known-line.tsx';
import { LongText } from './long-text.tsx';
import { PickButton } from './pick.tsx';
import { sizeOf, type FileRow } from './read-files.ts';
import { When } from './when.tsx';

/** One file: where it is, and what is in it where that is text. */
export function FilePane({ file, mark }: { readonly file: FileRow; readonly mark: Mark }): JSX.Element {
  const { path, name, where, modified, text } = file;
  const size = sizeOf(file);
  return (
    <article className={`file-pane ${changedClass(mark)}`} aria-label="File">
      <ChangedWord mark={mark} />
      <h3>
        <bdi>{name}</bdi>
        <PickButton path={path} />
      </h3>
      <KnownLine path={path} />
      <dl>
        <dt>Path</dt>
        <dd>
          <LongText text={where} />
        </dd>
        {size === undefined ? null : (
          <>
            <dt>Size</dt>
            <dd className="number">{formatBytes(size)}</dd>
          </>
        )}
        {modified === undefined ? null : (
          <>
            <dt>Written</dt>
            <dd>
              <When time={modified} /> UTC
            </dd>
          </>
        )}
      </dl>
      {text === undefined || text === '' ? (
        <p className="file-none">{nothingToRead(file)}</p>
      ) : (
        <LongText className="mono" text={text} limit={8000} />
      )}
    </article>
  );
}

function nothingToRead({ text, base64 }: FileRow): string {
  if (text !== undefined) return 'Empty.';
  return base64 === undefined ? 'The recording does not hold what is in it.' : 'Not a text.';
}
