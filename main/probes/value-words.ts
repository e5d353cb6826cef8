import type { ProbeValue } from '../../preload/contract.ts';

/** What a probe came to, as JSON; or why to nothing. */
export function valueWords(value: ProbeValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return 'gap' in value ? `nothing: ${value.gap}` : value.json;
}
