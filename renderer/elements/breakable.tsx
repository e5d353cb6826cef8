import { Fragment, type JSX } from 'react';

/** A name out of code, which goes on in the next line where one of its words ends, rather than within a word. */
export function Breakable({ name }: { readonly name: string }): JSX.Element {
  return (
    <bdi>
      {name.split(/(?<=[._])|(?<=[a-z])(?=[A-Z])/).map((part, nth) => (
        <Fragment key={nth}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}
