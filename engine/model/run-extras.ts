import type { Path } from './change.ts';
import type { Json, JsonObject } from './json.ts';

/** A place where one JSON value differs from another, with what the other has there; nothing where it is missing. */
export interface Deviation {
  readonly path: Path;
  readonly value?: Json;
}

/** What a run carries besides its log, in the form in which the field's files have it. */
export interface RunExtras {
  /** The run's file with `apps` and `completed_events` emptied: the log and the apps' first states have those. */
  readonly document: JsonObject;
  /** Where the file's apps are not what we would write for them. */
  readonly apps: readonly Deviation[];
  /** The same for completed events, by the index of the entry. */
  readonly completed: Readonly<Record<number, readonly Deviation[]>>;
  /** What of the scenario's plan that form has no place for. */
  readonly notes: readonly string[];
}
