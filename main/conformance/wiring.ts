import type { Case } from './case-file.ts';

/** Where an event stands in the graph once all wiring is done. */
export interface Wired {
  /** The delay given last. */
  delay: number | undefined;
  readonly after: string[];
}

export interface WiringError {
  readonly type: string;
  readonly message: string;
}

/**
 * Folds the reference's wiring calls into the graph, in the order in which its driver makes them. Events stand in the order in
 * which they were first linked: so do those that follow one event there, and of several the first takes its place sooner.
 */
export function wire({ events, wiring }: Pick<Case, 'events' | 'wiring'>): {
  wired: ReadonlyMap<string, Wired>;
  errors: readonly (WiringError | null)[];
} {
  const wired = new Map<string, Wired>(events.map(({ id }) => [id, { delay: undefined, after: [] }]));
  const of = (key: string): Wired => {
    const one = wired.get(key);
    if (one === undefined)
      throw new RangeError(`found the event "${key}" in the wiring, wanted one of the case`);
    return one;
  };
  const dependOn = (key: string, on: readonly string[], delay: number): void => {
    const one = of(key);
    one.delay = delay;
    if (on.length > 0 && one.after.length === 0) {
      wired.delete(key);
      wired.set(key, one);
    }
    one.after.push(...on);
  };

  for (const { id, delayed } of events) if (delayed !== undefined && delayed >= 0) of(id).delay = delayed;
  for (const { id, after, delay } of events)
    if (after !== undefined || delay !== undefined) dependOn(id, after ?? [], delay ?? 0);

  const kinds = new Map(events.map(({ id, kind }) => [id, kind]));
  const errors = wiring.map((call): WiringError | null => {
    switch (call.op) {
      case 'depends_on': {
        const plain = ['event', 'oracle', 'stop'].includes(kinds.get(call.event) ?? '');
        if (call.delay < 0) return negative(plain ? 'AssertionError' : 'ValueError');
        dependOn(call.event, call.on ?? [], call.delay);
        return null;
      }
      case 'followed_by': {
        const { event, events: followers, delays } = call;
        const each = typeof delays === 'number' ? followers.map(() => delays) : delays;
        if (each.length !== followers.length)
          return { type: 'ValueError', message: 'Number of events and delays must match' };
        if (each.some((delay) => delay < 0)) return negative('AssertionError');
        followers.forEach((follower, at) => {
          dependOn(follower, [event], each[at]!);
        });
        return null;
      }
      case 'delayed':
        if (call.seconds >= 0) of(call.event).delay = call.seconds;
        return null;
    }
  });
  return { wired, errors };
}

const negative = (type: string): WiringError => ({ type, message: 'Delay must be non-negative' });
