import type { JSX } from 'react';
import {
  type Asker,
  ASKER_LABELS,
  capitalized,
  type ModelCosts,
  priceText,
  uncountedText,
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
  const some = (name: string, count = 0) => (count === 0 ? [] : [[name, formatCount(count)] as const]);
  const uncounted = uncountedText(costs);
  return [
    ['Requests', formatCount(requests)],
    ...some('Failed tries', failedTries),
    ...some('Tokens in', input),
    ...some('Cached', cached),
    ...some('Tokens out', output),
    ...some('Reasoning', reasoning),
    ...(uncounted === undefined ? [] : [['Not counted', uncounted] as const]),
    ['Thinking time', formatSpan(thinking * 1000)],
    ...(price === undefined ? [] : [['Cost', priceText(price)] as const]),
  ];
}
