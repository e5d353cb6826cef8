import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { entryAt } from './log-entries.ts';
import { emptyStore, MORNING, supper } from './pantry.ts';
import { tries } from '../../tries.ts';

describe('Store.entries()', () => {
  it('returns every log entry exactly as it was written', () => {
    fc.assert(
      fc.property(fc.tuple(entryAt(0), entryAt(1), entryAt(2)), (entries) => {
        const store = emptyStore();
        const run = store.begin(supper());
        run.append(entries, MORNING);

        expect(store.entries(run.id, 0, 9)).toEqual(entries);
        expect(store.heads(run.id, 1, 1)).toEqual([headOf(entries[1])]);
      }),
      { numRuns: tries(150) },
    );
  });
});

function headOf({ changes, ...head }: LogEntry): object {
  return { ...head, changed: changes.length > 0 };
}
