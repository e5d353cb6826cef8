import type { Store } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { codeHash, isTrustedCode } from '../system/index.ts';

/**
 * The stored code of `runs` that came from elsewhere and is not trusted: a name such as `scenarios/dinner.ts of r3`, by the
 * code's hash.
 */
export function untrustedCode(store: Store, runs: Iterable<RunSummary>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, mode, source } of runs) {
    // A trace has no code.
    const files = mode === 'trace' ? undefined : store.source(id)?.files;
    const hash = files && codeHash(files);
    if (hash !== undefined && !found.has(hash) && !isTrustedCode(hash)) found.set(hash, `${source} of ${id}`);
  }
  return found;
}
