import { seconds, type SimSpan } from '../model/time.ts';

/** What an agent's thinking costs in simulated time: nothing, what it took, or always the same. */
export type ThinkingTime =
  | { readonly kind: 'frozen' }
  | { readonly kind: 'measured' }
  | { readonly kind: 'fixed'; readonly span: SimSpan };

/** What a thought that `took` so long costs. */
export function costOf(policy: ThinkingTime, took: SimSpan): SimSpan {
  switch (policy.kind) {
    case 'frozen':
      return seconds(0);
    case 'measured':
      return took;
    case 'fixed':
      return policy.span;
  }
}
