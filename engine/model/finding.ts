/** One thing that is not as it should be, and where in the whole. */
export interface Finding {
  /** Such as `completed_events[3].event_time`; empty for the whole itself. */
  readonly path: string;
  readonly found: string;
  readonly wanted: string;
}

/** `path: found …, wanted …`. */
export const findingInWords = ({ path, found, wanted }: Finding): string =>
  `${path === '' ? '' : `${path}: `}found ${found}, wanted ${wanted}`;

/** What was found of a part that goes by `name` in the whole. */
export const within = (name: string, { path, ...rest }: Finding): Finding => ({
  path: `${name}${path === '' || path.startsWith('[') ? '' : '.'}${path}`,
  ...rest,
});

/** Beyond so many a person reads no further. */
const MOST_FINDINGS = 3;

/** The first of `findings`, and how many more there are. */
export function inWords(findings: readonly Finding[]): string {
  const lines = findings.slice(0, MOST_FINDINGS).map(findingInWords);
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** `completed_events[3].event_time` of its keys. */
export const pathOf = (keys: readonly PropertyKey[]): string =>
  keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

/** `value` in a few words. */
export function inShort(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
