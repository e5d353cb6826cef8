import {
  type CheckedValues,
  isJsonObject,
  type Json,
  type Past,
  type Path,
  type Predicate,
  truncate,
  type ValueRead,
} from '../model/index.ts';

const MAX_READS = 50;
/** The number of reads after which counting stops. */
const MAX_COUNTED = 10_000;
const MAX_CHARACTERS = 200;

/** The result of a check, and the values that it read. */
export interface WatchedAnswer extends Pick<CheckedValues, 'reads' | 'more' | 'readsLog'> {
  readonly end: { readonly answer: boolean } | { readonly thrown: unknown };
}

/** Evaluates `holds` for `states`, and records the values that it reads. */
export function askWatched(
  holds: Predicate<never>,
  states: Readonly<Record<string, Json>>,
  past: Past,
): WatchedAnswer {
  const noted = new Reads();
  let readsLog = false;
  const watched: Past = {
    now: past.now,
    get log() {
      readsLog = true;
      return past.log;
    },
    calls: (app, tool) => {
      readsLog = true;
      return past.calls(app, tool);
    },
  };
  const end = evaluate(() => holds(noted.watch(states) as never, watched));
  const reads = noted.leaves();
  return { end, reads: reads.slice(0, MAX_READS), more: Math.max(0, reads.length - MAX_READS), readsLog };
}

const stepOf = (object: object, key: string): string | number =>
  Array.isArray(object) && key !== 'length' ? Number(key) : key;

function evaluate(ask: () => unknown): WatchedAnswer['end'] {
  try {
    return { answer: Boolean(ask()) };
  } catch (thrown) {
    return { thrown };
  }
}

/** The values that a check read from a state, without the containers on their paths. */
class Reads {
  readonly #reads = new Map<string, { readonly path: Path; readonly value: unknown }>();
  /** The paths of containers of read values. */
  readonly #steps = new Set<string>();
  /** One proxy per object, so that equal objects stay equal. */
  readonly #watched = new WeakMap<object, object>();

  watch(states: Readonly<Record<string, Json>>): object {
    return this.#watch({ ...states }, []);
  }

  leaves(): readonly ValueRead[] {
    return (
      [...this.#reads]
        // Reading an app by its name does not count as reading a value.
        .filter(([key, { path }]) => path.length > 1 && !this.#steps.has(key))
        .map(([, { path, value }]) => ({
          path,
          value: value === undefined ? undefined : truncate(JSON.stringify(value), MAX_CHARACTERS),
        }))
    );
  }

  #watch(object: object, path: Path): object {
    const known = this.#watched.get(object);
    if (known !== undefined) return known;
    // A proxy of a frozen object must return its values unchanged, so the proxy's target is a copy.
    const standIn: object = Array.isArray(object) ? [...(object as unknown[])] : { ...object };
    const watched = new Proxy(standIn, {
      get: (_, key) => {
        const value: unknown = Reflect.get(object, key);
        if (typeof key === 'symbol' || typeof value === 'function') return value;
        return this.#note(path, stepOf(object, key), value);
      },
      has: (_, key) => {
        if (typeof key === 'string') this.#note(path, stepOf(object, key), Reflect.get(object, key));
        return key in object;
      },
      set: () => false,
      deleteProperty: () => false,
    });
    this.#watched.set(object, watched);
    return watched;
  }

  #note(parent: Path, step: string | number, value: unknown): unknown {
    const path = [...parent, step];
    if (this.#reads.size < MAX_COUNTED) {
      this.#steps.add(JSON.stringify(parent));
      this.#reads.set(JSON.stringify(path), { path, value });
    }
    return Array.isArray(value) || isJsonObject(value as Json) ? this.#watch(value as object, path) : value;
  }
}
