import { useState, type JSX } from 'react';
import { Button } from '../elements/button.tsx';
import { formatCount } from '../format/amount.ts';

const STEP = 200;

/** As many items as a list can show at ease, and a button that brings more. */
export function useFirst<Item>(items: readonly Item[]): readonly [readonly Item[], JSX.Element | null] {
  const [limit, setLimit] = useState(STEP);
  const left = items.length - limit;
  const more =
    left <= 0 ? null : (
      <Button
        label={`Show more (${formatCount(left)} left)`}
        onClick={() => {
          setLimit(limit + STEP);
        }}
      />
    );
  return [items.slice(0, limit), more];
}
