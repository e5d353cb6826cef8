import { describe, expect, it } from 'vitest';
import { cook, dinnersInPool } from '../kitchen.ts';

/**
 * Code of a scenario that walks through all objects that it can reach and that belong to no run: the language's, and what it is
 * given by 'orrery'.
 */
const WALK = `
  import * as given from 'orrery';
  const { recipe, default: _, ...exported } = given;

  function startingPoints() {
    const { globalThis: own, ...globals } = Object.getOwnPropertyDescriptors(globalThis);
    const caught = [() => null.x, () => undefinedName, () => new Array(-1), () => decodeURI('%'), () => new RegExp('('), () => 1n + 1]
      .map((work) => { try { work(); } catch (thrown) { return Object.getPrototypeOf(thrown); } });
    const ofErrors = Object.values(Object.getOwnPropertyDescriptors(new Error('x'))).flatMap(({ get, set }) => [get, set]);
    return [
      ...Object.values(globals).map(({ value }) => value),
      ...Object.values(exported),
      ...caught, ...ofErrors,
      ...[[].values(), ''[Symbol.iterator](), ''.matchAll(/a/g), new Map().keys(), new Set().keys(), new Map(), new Int8Array(1)]
        .map((one) => Object.getPrototypeOf(one)),
      Object.getPrototypeOf(function* () {}),
      Object.getPrototypeOf((function* () {})()).__proto__,
      (function () { return Object.getOwnPropertyDescriptor(arguments, 'callee').get; })(),
      Object.getPrototypeOf(Intl.NumberFormat()),
    ];
  }

  export function walk(visit) {
    const seen = new Set();
    const reach = (object, path) => {
      if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return;
      if (seen.has(object)) return;
      seen.add(object);
      visit(object, path);
      for (const key of Reflect.ownKeys(object)) {
        const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key);
        const below = path + '.' + String(key);
        reach(value, below);
        reach(get, below + ' (get)');
        reach(set, below + ' (set)');
      }
      reach(Reflect.getPrototypeOf(object), path + '.__proto__');
    };
    startingPoints().forEach((object, index) => reach(object, String(object?.name ?? index)));
    return seen.size;
  }
`;

describe('what runs of one process share', () => {
  it('can be changed by none of them', async () => {
    const load = await dinnersInPool(
      `${WALK}
       export default recipe({
         cook() {
           const changeable = [];
           const size = walk((object, path) => {
             if (Object.isExtensible(object)) changeable.push(path);
             for (const [key, one] of Object.entries(Object.getOwnPropertyDescriptors(object)))
               if (one.configurable || one.writable) changeable.push(path + '.' + key);
           });
           return { size, changeable };
         },
       });`,
    );
    const { size, changeable } = cook(load()) as { size: number; changeable: string[] };

    expect(size).toBeGreaterThan(600);
    expect(changeable).toEqual([]);
  });
});
