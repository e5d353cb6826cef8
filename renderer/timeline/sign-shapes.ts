import type { SignKind } from './signs.ts';

/** One outline for each sign, around the origin. */
export const SIGN_SHAPES = {
  breakpoint: 'M-2-5H2L5-2V2L2 5H-2L-5 2V-2Z',
  note: 'M-4-5H4V1.6L1.6 5H-4ZM-2.4-3V-1.8H2.4V-3ZM-2.4-.6V.6H2.4V-.6Z',
  tripped: 'M0-5.5L1.6-1.6L5.5 0L1.6 1.6L0 5.5L-1.6 1.6L-5.5 0L-1.6-1.6Z',
  missed: 'M-3.5-5.5H-2V-4.5L4.5-1.8L-2 1V5.5H-3.5ZM-2-3V-.6L.9-1.8Z',
  shortfall: 'M-1.2-5.5H1.2L.8 1.6H-.8ZM-1.2 3.2H1.2V5.5H-1.2Z',
  reached: 'M-3.5-5.5H-2V-4.5L4.5-1.8L-2 1V5.5H-3.5Z',
  failed: 'M-4.6-3.2L-3.2-4.6L0-1.4L3.2-4.6L4.6-3.2L1.4 0L4.6 3.2L3.2 4.6L0 1.4L-3.2 4.6L-4.6 3.2L-1.4 0Z',
  passed: 'M-5 .2L-3.6-1.2L-1.4 1L3.6-4L5-2.6L-1.4 3.8Z',
  trouble: 'M0-4.6L5 4H-5Z',
  told: 'M0-5.2C2.4-5.2 3.4-3.6 3.4-1.6V1.4L5 3.2H-5L-3.4 1.4V-1.6C-3.4-3.6-2.4-5.2 0-5.2ZM-1.7 4.2H1.7C1.4 5.6-1.4 5.6-1.7 4.2Z',
} as const satisfies Record<SignKind, string>;

/** Good news is green, news is grey, what a person wrote is in the colour of what they do, all else is red. */
export const toneOf = (sign: SignKind): 'good' | 'plain' | 'own' | 'bad' =>
  sign === 'note'
    ? 'own'
    : sign === 'told'
      ? 'plain'
      : sign === 'reached' || sign === 'passed'
        ? 'good'
        : 'bad';
