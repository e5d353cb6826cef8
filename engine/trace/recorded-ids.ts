import type { JsonObject } from '../model/json.ts';
import { isMadeUp } from '../model/made-up-ids.ts';
import type { AreTrace } from './trace-format.ts';

/**
 * The ids that a recording made. In a new run they are others. The field writes them into the plan of a trace wherever a
 * placeholder stood: there the answer of the event that made the id is meant.
 */
export class RecordedIds {
  readonly #makers = new Map<string, { readonly event: string; readonly at: number }>();
  readonly #positions: ReadonlyMap<string, number>;

  constructor({ completed_events }: AreTrace) {
    this.#positions = new Map(completed_events.map(({ event_id }, at) => [event_id, at]));
    for (const [at, { event_id, metadata }] of completed_events.entries()) {
      const value = metadata?.return_value ?? '';
      if (isMadeUp(value) && !this.#makers.has(value)) this.#makers.set(value, { event: event_id, at });
    }
  }

  /** The result that `text` stands for in the plan of `event`, when it is an id that an event before it made. */
  resultFor(text: string | null, event: string): JsonObject | undefined {
    const maker = this.#makers.get(text ?? '');
    if (maker === undefined || maker.at >= (this.#positions.get(event) ?? Infinity)) return undefined;
    return { $result: maker.event, path: [] };
  }
}
