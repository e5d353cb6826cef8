import type { ProbeValue } from '../../preload/contract.ts';
import { valueWords } from '../format/probe.ts';

/** The tone of a band: that of yes, that of no or nothing, or one of some for texts, the same for the same text. */
export type Tone = 'yes' | 'no' | 'a' | 'b' | 'c' | 'd' | 'e';

const OF_TEXTS = ['a', 'b', 'c', 'd', 'e'] as const satisfies readonly Tone[];

/** The tone of the band while a probe has this value. */
export function toneOf(value: ProbeValue): Tone {
  if (value === true) return 'yes';
  if (value === false || value === null) return 'no';
  let sum = 0;
  for (const letter of valueWords(value)) sum = (sum * 31 + letter.codePointAt(0)!) % 65_521;
  return OF_TEXTS[sum % OF_TEXTS.length]!;
}
