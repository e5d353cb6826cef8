import type { TimeComparator } from '../model/event.ts';

/** How an oracle's action should lie to its time, in the field's words. */
export const comparatorTexts: Readonly<Record<TimeComparator, string>> = {
  'less-than': 'LESS_THAN',
  'greater-than': 'GREATER_THAN',
  equal: 'EQUAL',
};

const comparators = new Map(
  Object.entries(comparatorTexts).map(([comparator, text]) => [text, comparator as TimeComparator]),
);

/** What the field's word `text` stands for; nothing where it is none of those. */
export const comparatorOf = (text: string | null | undefined): TimeComparator | undefined =>
  comparators.get(text ?? '');
