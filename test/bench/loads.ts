import { planOf, type Plan } from '../../engine/index.ts';
import { seconds } from '../../engine/model/values/time.ts';
import type { Declaration } from '../../engine/scenario/declaration.ts';
import { scenario } from '../../engine/scenario/scenario.ts';
import { slots, SLOTS } from './slots.ts';

/** One light event: due `at` seconds after the start, or a second after all events in `after`, given by position. */
export interface Step {
  readonly at: number;
  readonly after: readonly number[];
}

/** The same work for the engine and its peers: events, or a few conditions that are checked repeatedly. */
export type Load =
  | { readonly kind: 'events'; readonly steps: readonly Step[] }
  | { readonly kind: 'polled'; readonly conditions: number; readonly looks: number };

const CONDITIONS = 10;
const WIDTH = 10; // events side by side in a layer of the fan

/** The loads by name, each for `count` entries of the log. */
export const loads = {
  /** Events without predecessors, each at a different time, declared in another order. */
  independent: (count: number): Load => events(count, (at) => ({ at: (at * 7919) % count, after: [] })),
  chain: (count: number): Load => events(count, (at) => ({ at: 0, after: at === 0 ? [] : [at - 1] })),
  fan: (count: number): Load => events(count, (at) => ({ at: 0, after: layerBefore(at) })),
  polled: (count: number): Load => ({ kind: 'polled', conditions: CONDITIONS, looks: count / CONDITIONS }),
};

export type LoadName = keyof typeof loads;

const events = (count: number, step: (at: number) => Step): Load => ({
  kind: 'events',
  steps: Array.from({ length: count }, (_, at) => step(at)),
});

/** Layers of 1, 10, 1, 10 … events: each event waits for the whole previous layer. */
function layerBefore(at: number): readonly number[] {
  const place = at % (WIDTH + 1);
  if (place > 0) return [at - place];
  return at === 0 ? [] : Array.from({ length: WIDTH }, (_, offset) => at - WIDTH + offset);
}

/** The text and the slot that event number `at` writes. */
export const textOf = (at: number): string => `what event ${at} has to say`;
export const slotOf = (at: number): number => at % SLOTS;

/** `load` as a scenario, ready to run; each event appends `more` to its text. */
export const planFor = (load: Load, more = ''): Plan =>
  planOf(
    scenario({
      name: 'bench',
      apps: () => ({ shelf: slots() }),
      events({ shelf }, { condition }) {
        if (load.kind === 'polled') {
          for (let number = 0; number < load.conditions; number++)
            condition(`never ${number}`, ({ shelf: { texts } }) => texts[number] === 'never').timeout(
              load.looks - 1,
            );
          return;
        }
        const declared: Declaration[] = [];
        for (const [at, step] of load.steps.entries()) {
          const event = shelf.put({ slot: slotOf(at), text: textOf(at) + more });
          if (step.after.length === 0) event.at(seconds(step.at));
          else
            event.after(
              step.after.map((before) => declared[before]!),
              seconds(1),
            );
          declared.push(event);
        }
      },
    }),
  );
