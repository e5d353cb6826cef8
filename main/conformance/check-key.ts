import type { Predicate } from './predicate-schema.ts';

/** Checks of a case may have one name, or a number for a name, which objects put first; here neither goes. */
export function checkKey(at: number, all: readonly Predicate[]): string {
  const name = all[at]!.name ?? `check ${at + 1}`;
  const isOwn = all.findIndex((one) => one.name === all[at]!.name) === at;
  return isOwn && !/^\d+$/.test(name) ? name : `${name}\n${at + 1}`;
}

/** The name that a check has in its case. */
export const checkNamed = (key: string): string => key.replace(/\n\d+$/, '');
