import { program as engine } from '../../engine/realm/program.ts';
import type { ScenarioFunctions } from '../../engine/realm/functions.ts';

type Kit = Parameters<typeof engine>[0];

/** What an attack found: objects of another realm, and functions that made code of a text. */
export interface AttackResult {
  readonly point: string;
  readonly name: string;
  readonly foreign: number;
  readonly made: number;
}

/** What the author's code reached in all runs of a realm. */
export interface LabReport {
  /** The number of different objects. */
  readonly visited: number;
  /** The paths of objects of another realm. */
  readonly foreign: readonly string[];
  /** The paths of objects that two runs reach and one of them can change. */
  readonly shared: readonly string[];
  /** The entry points, each with the number of objects that it reached first. */
  readonly points: Readonly<Record<string, number>>;
  readonly attacks: readonly AttackResult[];
}

/** What the lab's program adds to that of the engine. */
export interface LabTable extends ScenarioFunctions {
  /** A {@link LabReport}, as JSON. */
  readonly report: () => string;
  /** Exports `leak` from 'orrery' from now on: for the proof that what is foreign is found. */
  readonly setLeak: (leak: object) => void;
}

/** The engine's program with a module 'orrery' that also exports `lab`, which keeps what runs reach. */
export function program(kit: Kit): LabTable {
  const root = Object.prototype;
  const seen = new Map<object, number>();
  const foreign: string[] = [];
  const shared = new Set<string>();
  const points: Record<string, number> = {};
  const attacks: AttackResult[] = [];
  let leak: object = {};
  let run = 0;

  const isForeign = (object: object): boolean => {
    let last = object;
    for (
      let above: object | null = object;
      above !== null;
      above = Object.getPrototypeOf(above) as object | null
    )
      last = above;
    // What has no prototype at all belongs to nobody.
    return last !== root && last !== object;
  };
  const isFixed = (object: object): boolean => {
    const isArray = ArrayBuffer.isView(object);
    return Object.isFrozen(object) && !isArray && !(object instanceof Map) && !(object instanceof Set);
  };
  const reach = (object: unknown, path: string, point: string): void => {
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return;
    const before = seen.get(object);
    if (before === run) return;
    seen.set(object, run);
    if (before === undefined) points[point] = (points[point] ?? 0) + 1;
    else if (!isFixed(object)) shared.add(path);
    if (isForeign(object)) foreign.push(path);
    for (const key of Reflect.ownKeys(object)) {
      const below = `${path}.${String(key)}`;
      let descriptor: PropertyDescriptor | undefined;
      try {
        descriptor = Reflect.getOwnPropertyDescriptor(object, key);
        reach((object as Readonly<Record<PropertyKey, unknown>>)[key], below, point);
      } catch (thrown) {
        reach(thrown, `${below} (thrown)`, point);
      }
      for (const part of ['value', 'get', 'set'] as const)
        reach(descriptor?.[part] as unknown, `${below} (${part})`, point);
    }
    reach(Reflect.getPrototypeOf(object), `${path}.__proto__`, point);
  };
  const lab = {
    reach: (point: string, ...objects: readonly unknown[]): void => {
      objects.forEach((object, nth) => {
        reach(object, `${point}[${nth}]`, point);
      });
    },
    result: (point: string, name: string, foreign: number, made: number): void => {
      attacks.push({ point, name, foreign, made });
    },
  };
  const table = engine({
    ...kit,
    evaluate: (module, orrery) => {
      run += 1;
      return kit.evaluate(module, { ...orrery, lab, leak });
    },
  });
  const report = (): string =>
    JSON.stringify({
      visited: seen.size,
      foreign,
      shared: [...shared],
      points,
      attacks,
    } satisfies LabReport);
  const setLeak = (given: object): void => {
    leak = given;
  };
  return { ...table, report, setLeak };
}
