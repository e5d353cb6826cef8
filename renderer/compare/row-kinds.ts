import type { ComparedRow } from '../../engine/model/index.ts';

/** The sign and the word of each kind of row; colour is never the only difference. */
export const ROW_KINDS = {
  equal: { sign: '=', word: 'equal' },
  changed: { sign: '≠', word: 'changed' },
  moved: { sign: '⇅', word: 'moved' },
  'only-a': { sign: '−', word: 'only in A' },
  'only-b': { sign: '+', word: 'only in B' },
} as const satisfies Record<ComparedRow['kind'], { readonly sign: string; readonly word: string }>;
