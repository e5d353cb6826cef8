import { freezeShared, type SourceLocation, TimedOutError } from '../../../../engine/model/index.ts';
import * as given from '../../../../engine/scenario/orrery.ts';
import type { RealmKit } from '../../../../main/host/scenarios/realm-prelude.ts';

/** A stand-in for a scenario: a recipe whose steps are called by name. */
type Recipe = Readonly<Record<string, (...args: never[]) => unknown>>;

/** What a call in the kitchen's realm came to. */
export type Cooked =
  | { readonly answer?: unknown }
  | { readonly timedOut: { what: string; place?: SourceLocation; isBetweenCalls: boolean } }
  | {
      readonly thrown: {
        readonly name: string;
        readonly message: string;
        readonly stack: unknown;
        readonly place?: SourceLocation | undefined;
        readonly isNative: boolean;
      };
    };

/** The functions take and return texts. */
export interface KitchenTable {
  readonly load: (module: object) => string;
  readonly cook: (step: string) => string;
  readonly steps: () => string;
  /** The author's lines that called `note`, and the one that calls now. */
  readonly notes: () => string;
  readonly setClock: (now: number, draws: string) => void;
}

/** The program of a realm in tests of realms: 'orrery' with the functions `recipe` and `note`. */
export function program(kit: RealmKit): KitchenTable {
  const enter = kit.gate((what, place, isBetweenCalls) => new TimedOutError(what, place, isBetweenCalls));
  const notes: (SourceLocation | null)[] = [];
  const recipe = (steps: Recipe): object => ({ recipe: steps });
  const note = (): void => {
    notes.push(kit.callSite() ?? null);
  };
  const orrery = { ...given, recipe, note };
  for (const one of Object.values(orrery)) freezeShared(one);
  let loaded: Recipe = {};
  const cooked = (work: () => unknown): string => {
    try {
      const answer = work();
      return JSON.stringify({ answer });
    } catch (thrown) {
      return JSON.stringify(thrownBy(thrown));
    }
  };
  const thrownBy = (thrown: unknown): Cooked => {
    if (TimedOutError.is(thrown)) {
      const { what, place, isBetweenCalls } = thrown;
      return { timedOut: { what, ...(place && { place }), isBetweenCalls } };
    }
    try {
      return enter(() => {
        const { name, message, stack } = thrown as { name: string; message: string; stack: unknown };
        const place = kit.placeOf(thrown);
        return { thrown: { name, message, stack, place, isNative: kit.isNative(thrown) } };
      });
    } catch {
      return { thrown: { name: 'Error', message: 'cannot be read', stack: '', isNative: false } };
    }
  };
  return {
    load: (module) =>
      cooked(() => {
        kit.clock.now = undefined;
        const exported = enter(() => kit.evaluate(module as never, orrery), 'planning') as {
          readonly default: { readonly recipe: Recipe };
        };
        loaded = exported.default.recipe;
      }),
    cook: (step) => cooked(() => enter(() => loaded[step]!())),
    steps: () => JSON.stringify(Object.keys(loaded)),
    notes: () => JSON.stringify([...notes, kit.callSite() ?? null]),
    setClock: (now, draws) => {
      const left = JSON.parse(draws) as number[];
      kit.clock.now = now;
      kit.clock.random = () => left.shift()!;
    },
  };
}
