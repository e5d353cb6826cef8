import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { Panel } from '../elements/panel.tsx';
import type { Compared } from '../state/comparison.ts';
import { useBench } from '../state/use-bench.ts';
import { Details } from './details.tsx';
import { Divergence } from './divergence.tsx';
import { Head } from './head.tsx';
import { PairRows } from './pair-rows.tsx';
import { Strip } from './strip.tsx';
import './compare.css';

/** Two runs side by side: where they part, both logs aligned, and what differs at the row looked at. */
export function Comparison(): JSX.Element {
  const { pair, shown, refusal } = useStore(useBench().comparison);
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
    <div className="comparison">
      <Divergence comparison={shown.comparison} />
      <Strip shown={shown} />
      <PairRows shown={shown} />
      <Details shown={shown} />
    </div>
  );
}
