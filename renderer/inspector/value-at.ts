import { type Change, isAtOrBelow, type Json, valueAt } from '../../engine/model/index.ts';

/**
 * What change number `at` found at its place: read from the state before the entry, or from the changes made since.
 * Answers nothing where those moved things about.
 */
export function foundBy(
  changes: readonly Change[],
  at: number,
  before: Json | undefined,
): { readonly value: Json | undefined } | undefined {
  const { app, path } = changes[at]!;
  for (const earlier of changes.slice(0, at).reverse()) {
    if (earlier.app !== app) continue;
    if (isAtOrBelow(path, earlier.path)) {
      if (earlier.op === 'splice') return undefined;
      return {
        value: earlier.op === 'set' ? valueAt(earlier.value, path.slice(earlier.path.length)) : undefined,
      };
    }
    if (isAtOrBelow(earlier.path, path)) return undefined;
  }
  return before === undefined ? undefined : { value: valueAt(before, path) };
}
