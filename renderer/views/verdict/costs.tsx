import type { JSX } from 'react';
import {
  type Asker,
  ASKER_LABELS,
  capitalized,
  type ModelCosts,
  priceText,
} from '../../../engine/model/index.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { type Fact, Facts } from './facts.tsx';
import styles from './verdict.module.css';

interface CostsViewProps {
  readonly by: Asker;
  /** The name of the model, if it is known. */
  readonly model: string | undefined;
  /** `undefined` where all answers came from the record. */
  readonly costs: ModelCosts | undefined;
}

/** What a run asked of one of its models. */
export function CostsView({ by, model, costs }: CostsViewProps): JSX.Element {
  const label = capitalized(ASKER_LABELS[by]);
  return (
    <section className={styles.attempt} aria-label={label}>
      <Facts facts={[[label, model ?? ''], ...factsOf(costs)]} />
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
    // Every request has words in it: none are counted where the server told no usage.
    ...(input + output === 0 && requests > 0 ? [['Tokens', 'not told by the server'] as const] : []),
    ...some('Tokens in', input),
    ...some('Cached', cached),
    ...some('Tokens out', output),
    ...some('Reasoning', reasoning),
    ['Thinking time', formatSpan(thinking * 1000)],
    ...(price === undefined ? [] : [['Cost', priceText(price)] as const]),
  ];
}
