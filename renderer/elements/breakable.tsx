import { Fragment, type JSX } from 'react';

/** A name out of code, which goes on in the next line after a dot or an underscore rather than within a word. */
export function Breakable({ name }: { readonly name: string }): JSX.Element {
  return (
    <bdi>
      {name.split(/(?<=[._])/).map((part, nth) => (
        <Fragment key={nth}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}
