import type { JSX } from 'react';
import { type ModelCosts, priceText } from '../../../engine/model/index.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { type Fact, Facts } from './facts.tsx';
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
      <Facts facts={[['Model', model], ...factsOf(costs)]} />
    </section>
  );
}

function factsOf(costs: ModelCosts | undefined): readonly Fact[] {
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
