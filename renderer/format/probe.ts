import type { Probe, ProbeValue } from '../../preload/contract.ts';

/** What a probe goes by. */
export const probeName = ({ name, expression }: Probe): string => (name === '' ? expression : name);

/** Whether there is no value, but a reason for that. */
export const isGap = (value: ProbeValue): value is { readonly gap: string } =>
  typeof value === 'object' && value !== null && 'gap' in value;

/** A value as it is read: texts without quotes, lists and objects as JSON; of a gap its reason. */
export function valueWords(value: ProbeValue): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return 'gap' in value ? value.gap : value.json;
}

/** At most so many digits as can be told apart on screen. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
