import type { JSX } from 'react';
import { legible, type ModelCosts, priceText } from '../../../engine/model/index.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './verdict.module.css';

interface CostsViewProps {
  /** The name of the model. */
  readonly model: string;
  /** `undefined` where all answers came from the record. */
  readonly costs: ModelCosts | undefined;
}

/** What a run asked of its model. */
export function CostsView({ model, costs }: CostsViewProps): JSX.Element {
  return (
    <section className={styles.attempt} aria-label="Model">
      <dl className={styles.attemptFacts}>
        {[['Model', model] as const, ...factsOf(costs)].map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{legible(text)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf(costs: ModelCosts | undefined): readonly (readonly [name: string, text: string])[] {
  if (costs === undefined) return [['Requests', 'none: all answers came from the record']];
  const { requests, failedTries, input, cached, output, reasoning, thinking, price } = costs;
  const some = (name: string, count: number) => (count === 0 ? [] : [[name, formatCount(count)] as const]);
  return [
    ['Requests', formatCount(requests)],
    ...some('Failed tries', failedTries),
    ['Tokens in', formatCount(input)],
    ...some('Cached', cached),
    ['Tokens out', formatCount(output)],
    ...some('Reasoning', reasoning),
    ['Thinking time', formatSpan(thinking * 1000)],
    ...(price === undefined ? [] : [['Cost', priceText(price)] as const]),
  ];
}
