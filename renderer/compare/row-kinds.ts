import type { ComparedRow } from '../../engine/model/comparison.ts';

/** The sign and the word of each kind of row; colour is never the only difference. */
export const ROW_KINDS = {
  equal: { sign: '=', word: 'Equal' },
  changed: { sign: '≠', word: 'Changed' },
  moved: { sign: '⇅', word: 'Moved' },
  'only-a': { sign: '−', word: 'Only in A' },
  'only-b': { sign: '+', word: 'Only in B' },
} as const satisfies Record<ComparedRow['kind'], { readonly sign: string; readonly word: string }>;
