import type { JSX } from 'react';
import { LongText } from '../apps/long-text.tsx';
import { PlaceLink } from '../links/place-link.tsx';

const LINES = 20; // of a longer stack, such as Python's of a trace, the text is shown
const FRAME = /^(\s*at .*?)([^\s():]+):(\d{1,9}):(\d{1,9})(\)?)$/;

/** Where an error came from: every line that names a place in a source is the way there. */
export function Stack({ text }: { readonly text: string }): JSX.Element {
  const lines = text.split('\n');
  if (lines.length > LINES || !lines.some((line) => FRAME.test(line)))
    return (
      <p>
        <LongText className="mono" text={text} limit={1000} />
      </p>
    );
  return (
    <ol className="stack mono">
      {lines.map((line, at) => (
        <li key={at}>
          <Frame line={line} />
        </li>
      ))}
    </ol>
  );
}

function Frame({ line }: { readonly line: string }): JSX.Element {
  const found = FRAME.exec(line);
  if (found === null) return <LongText text={line} />;
  const [, before, file, row, column, after] = found;
  return (
    <>
      {before}
      <PlaceLink place={{ file: file!, line: Number(row), column: Number(column) }} whole />
      {after}
    </>
  );
}
