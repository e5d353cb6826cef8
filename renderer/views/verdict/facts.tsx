import type { JSX } from 'react';
import { legible } from '../../../engine/model/index.ts';
import styles from './verdict.module.css';

/** A fact of a run by its name, such as `Tokens in`. */
export type Fact = readonly [name: string, text: string];

/** Facts of a run, side by side. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl className={styles.attemptFacts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{legible(text)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
