import type { AppName } from './ids.ts';
import type { Json } from './json.ts';
import type { Path } from './paths.ts';

/** One write to an app's state, as it was made. Applying a run's changes in order gives any state again. */
export type Change =
  | { readonly op: 'set'; readonly app: AppName; readonly path: Path; readonly value: Json }
  | { readonly op: 'delete'; readonly app: AppName; readonly path: Path }
  | {
      readonly op: 'splice';
      readonly app: AppName;
      readonly path: Path;
      readonly at: number;
      readonly remove: number;
      readonly insert: readonly Json[];
    };

/** How an entry changed a value: it set the value, inserted or deleted it, or changed something inside it. */
export type WriteKind = 'set' | 'inserted' | 'deleted' | 'within';

/** An entry that changed a value. */
export interface ValueChange {
  /** {@link LogEntry.index}. */
  readonly index: number;
  readonly how: WriteKind;
  /** The value after the entry; missing if it was deleted, or if the change covers only part of it. */
  readonly value: Json | undefined;
}
