import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { Compared } from '../../stores/comparison.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Details } from './details.tsx';
import { Divergence } from './divergence.tsx';
import { Head } from './head.tsx';
import { ComparisonRows } from './comparison-rows.tsx';
import { Strip } from './strip.tsx';
import styles from './compare.module.css';

/** Two runs side by side: where they part, both logs aligned, and what differs at the row looked at. */
export function Comparison(): JSX.Element {
  const { pair, shown, refusal } = useStore(useStores().comparison);
  return (
    <Panel label="Comparison" head={pair === undefined ? null : <Head pair={pair} shown={shown} />}>
      {refusal !== undefined ? <Message text={refusal.message} /> : null}
      {shown === undefined ? (
        refusal === undefined ? (
          <Empty title="Comparing" />
        ) : null
      ) : (
        <Body shown={shown} />
      )}
    </Panel>
  );
}

function Body({ shown }: { readonly shown: Compared }): JSX.Element {
  return (
    <div className={styles.comparison}>
      <Divergence comparison={shown.comparison} />
      <Strip shown={shown} />
      <ComparisonRows shown={shown} />
      <Details shown={shown} />
    </div>
  );
}
