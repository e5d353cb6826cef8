import { describe, expect, it } from 'vitest';
import { cook, dinner, thrownBy } from './kitchen.ts';

describe('stack traces of a scenario', () => {
  it('contain only the scenario’s frames, at their places in the source', async () => {
    const loaded = await dinner({
      'dinner.ts': `import { recipe } from 'orrery';
import { Pot } from './kit/pot.ts';
interface Unused { a: number }
export default recipe({
  cook() { for (const n of [1]) for (const pot of [new Pot(n)]) [pot].forEach((it) => it.boil()); },
});`,
      'kit/pot.ts': `type Heat = number;
export class Pot {
  constructor(readonly heat: Heat) {}
  boil(): void {
    const { water } = { water: undefined } as unknown as { water: { level: number } };
    while (this.heat) { void water.level; }
  }
}`,
    });

    const { name, message, stack } = thrownBy(() => cook(loaded));

    expect(name).toBe('TypeError');
    expect(message).toBe("Cannot read properties of undefined (reading 'level')");
    expect(stack.split('\n')).toEqual([
      `TypeError: ${message}`,
      '    at boil (kit/pot.ts:6:36)',
      '    at dinner.ts:5:90',
      '    at cook (dinner.ts:5:71)',
    ]);
  });

  it('contain the line of an endless recursion', async () => {
    const loaded = await dinner(
      "import { recipe } from 'orrery';\nexport default recipe({ cook });\nfunction cook() {\n  return cook() + 1;\n}",
    );

    const { name, stack } = thrownBy(() => cook(loaded));

    expect(name).toBe('RangeError');
    expect(stack.split('\n')[1]).toMatch(/^ {4}at cook \(dinner\.ts:4:\d+\)$/);
  });

  it('give callSite() the scenario’s line that called', async () => {
    const loaded = await dinner({
      'dinner.ts': `import { recipe, note } from 'orrery';
import { twice } from './twice.ts';
export default recipe({
  cook() {
    for (const _ of [1]) note();
    twice(() => {
      note();
    });
  },
});`,
      'twice.ts':
        "import { note } from 'orrery';\nexport const twice = (what: () => void) => { what(); note(); };",
    });

    cook(loaded);

    expect(JSON.parse(loaded.realm.table.notes())).toEqual([
      { file: 'dinner.ts', line: 5, column: 26 },
      { file: 'dinner.ts', line: 7, column: 7 },
      { file: 'twice.ts', line: 2, column: 54 },
      // Outside of a call.
      null,
    ]);
  });

  it('are captured for objects that are no errors', async () => {
    const loaded = await dinner(
      "import { recipe } from 'orrery';\nexport default recipe({\n  cook() {\n    const own: { stack?: string } = {};\n    Error.captureStackTrace(own);\n    return own.stack;\n  },\n});",
    );

    expect(String(cook(loaded)).split('\n')[1]).toMatch(/^ {4}at cook \(dinner\.ts:5:\d+\)$/);
  });

  it('place an error of the engine at the scenario’s call', async () => {
    const loaded = await dinner(
      "import { recipe, refuse } from 'orrery';\nexport default recipe({\n  cook: () => refuse('Soup', 'no'),\n});",
    );

    expect(thrownBy(() => cook(loaded)).place).toEqual({ file: 'dinner.ts', line: 3, column: 15 });
  });
});
