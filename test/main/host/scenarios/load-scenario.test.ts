import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ScenarioError } from '../../../../engine/index.ts';
import { USUAL_VERBOSITY } from '../../../../engine/model/index.ts';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { openScenario, RealmPool } from '../../../../main/host/scenarios/load-scenario.ts';
import { cook, dinner, dinnersInPool, thrownBy, workspace } from './kitchen.ts';

/** A scenario whose step returns the value of `expression`. */
const answering = (expression: string): string =>
  `import { recipe } from 'orrery';\nexport default recipe({\n  cook() {\n    return ${expression};\n  },\n});\n`;

/** Loads the scenario `dinner.ts` as a run does. */
async function opened(
  files: string | Readonly<Record<string, string>>,
  realms?: RealmPool,
): Promise<unknown> {
  const folder = await workspace(typeof files === 'string' ? { 'dinner.ts': files } : files);
  const request = {
    planning: {},
    mode: 'plain',
    notify: USUAL_VERBOSITY,
    interventions: [],
    scripts: [],
    turns: {},
  } as const;
  return openScenario(await compileScenario(folder, 'dinner.ts'), request, realms);
}

describe('openScenario()', () => {
  it.each([
    ['', 'no default export'],
    ['export const soup = 1;', 'no default export'],
    ['export default null;', 'a default export that is null'],
    ['export default [];', 'a default export that is a list'],
    ['export default () => 1;', 'a default export that is a function'],
    ["export default { name: 'soup' };", 'a default export that is an object'],
  ])('refuses a file without a scenario as its default export: %o', async (text, found) => {
    await expect(opened(text)).rejects.toThrow(`${found}: a scenario file says export default scenario({…})`);
  });

  it('places an error of an imported file’s top level in that file', async () => {
    const files = {
      'dinner.ts': "import './soup.ts';",
      'soup.ts': "const boil = () => {\n  throw new RangeError('too hot');\n};\nboil();",
    };

    const error: unknown = await opened(files).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ScenarioError);
    expect((error as ScenarioError).problems).toEqual([
      {
        severity: 'error',
        message: 'RangeError: too hot',
        place: { file: 'soup.ts', line: 2, column: 9 },
      },
    ]);
  });

  it('places an error thrown by orrery at the scenario’s call', async () => {
    await expect(
      opened("import { seconds } from 'orrery';\n\nexport default seconds('x' as never);"),
    ).rejects.toThrow(/^dinner\.ts:3:16: TypeError: /);
  });

  it.each([
    ["throw 'soup'", 'soup'],
    ['throw null', 'null'],
    ["throw { toString() { throw 'again'; } }", 'Error'],
  ])('reports a thrown value that is not an error: %s', async (text, words) => {
    await expect(opened(text)).rejects.toThrow(new RegExp(`^(dinner\\.ts:1:\\d+: )?${words}$`));
  });
});

describe('a realm', () => {
  it.each([
    'process',
    'require',
    'module.constructor.require',
    'fetch',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
    'structuredClone',
    'performance',
    'crypto',
    'Buffer',
    'global',
    'Promise',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
  ])('hides the global %s from scenario code', async (name) => {
    const loaded = await dinner(
      answering(`typeof globalThis.${name}`.replace('globalThis.module', 'module')),
    );

    expect(cook(loaded)).toBe('undefined');
  });

  it.each([
    "eval('1')",
    "Function('return 1')()",
    "new Function('return 1')()",
    "(() => 1).constructor('return process')()",
    "(function* () {}).constructor('yield 1')",
    "globalThis.constructor.constructor('return process')()",
  ])('refuses to create code from text: %s', async (expression) => {
    const loaded = await dinner(answering(`(${expression})`));

    expect(['EvalError', 'TypeError']).toContain(thrownBy(() => cook(loaded)).name);
  });

  it.each([
    "recipe.constructor('return process')",
    "new recipe.constructor('return process')",
    "seconds.constructor('return process')",
    "emailClient().state.folders.INBOX.emails.map.constructor('return process')",
  ])('refuses to create code from text by a function of ours: %s', async (expression) => {
    const loaded = await dinner(
      answering(expression).replace('{ recipe }', '{ recipe, seconds, emailClient }'),
    );

    expect(thrownBy(() => cook(loaded)).name).toBe('EvalError');
  });

  it.each([
    'state.constructor.prototype.soup = 1',
    'Object.getPrototypeOf(state.list).soup = 1',
    'Object.getPrototypeOf(recipe).soup = 1',
    'delete Object.getPrototypeOf(recipe).bind',
    'state.list.map((one) => one).constructor.prototype.push = () => 1',
    'state.list.constructor.isArray = () => 1',
    'state.constructor.keys = () => 1',
    'state.constructor.prototype.toString = () => 1',
    'Object.getPrototypeOf(recipe).call = () => 1',
    'Object.getPrototypeOf(state.list.values()).next = () => 1',
    'Object.getPrototypeOf(state.error).toString = () => 1',
    'state.error.constructor.captureStackTrace = () => 1',
    'Object.defineProperty(state.error.constructor, Symbol.hasInstance, { value: () => 1 })',
  ])('refuses to change what all its objects have in common: %s', async (expression) => {
    const loaded = await dinner(
      `${answering(expression)}const state = { list: [], error: new Error('soup') };`,
    );

    expect(thrownBy(() => cook(loaded)).name).toBe('TypeError');
  });

  it.each([
    ["emailClient().tools.send_email.summary = 'soup'", 'summary'],
    ["emailClient().tools.send_email.callers.push('soup')", 'not extensible'],
    ['emailClient().tools.send_email.args.subject.accepts = () => false', 'accepts'],
    ['delete emailClient().tools.send_email', 'send_email'],
    ['str.type = 1', 'type'],
    ['seconds.count = 1', 'not extensible'],
  ])('refuses to change what all scenarios share: %s', async (statement, message) => {
    await expect(
      opened(`import { emailClient, seconds, str } from 'orrery';\n${statement};`),
    ).rejects.toThrow(new RegExp(`TypeError: .*${message}`));
  });

  it('gives Date the simulated time, in UTC in any time zone', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());
    const loaded = await dinner(
      answering(`[
        Date.now(), new Date().toISOString(), Date(), new Date().getHours(), String(new Date(2026, 0, 5)),
        new Date('2026-01-05T09:00').toISOString(), new Date('Jan 5, 2026 10:00').toISOString(),
        new Date('2026-01-05T09:00+02:00').toISOString(), new Date('2026-01-05').toISOString(),
        new Date().toLocaleDateString(), new Intl.DateTimeFormat().format(), new Date(NaN).toString(),
        new Date() instanceof Date, new Date(0).constructor === Date, new Date().getTimezoneOffset(),
      ]`),
    );
    loaded.realm.table.setClock(Date.UTC(2026, 0, 5, 9, 0, 30) * 1000, '[]');

    expect(cook(loaded)).toEqual([
      Date.UTC(2026, 0, 5, 9, 0, 30),
      '2026-01-05T09:00:30.000Z',
      'Mon Jan 05 2026 09:00:30 GMT+0000 (Coordinated Universal Time)',
      9,
      'Mon Jan 05 2026 00:00:00 GMT+0000 (Coordinated Universal Time)',
      '2026-01-05T09:00:00.000Z',
      '2026-01-05T10:00:00.000Z',
      '2026-01-05T07:00:00.000Z',
      '2026-01-05T00:00:00.000Z',
      '1/5/2026',
      '1/5/2026',
      'Invalid Date',
      true,
      true,
      0,
    ]);
  });

  it('gives Math.random() the run’s random numbers', async () => {
    const loaded = await dinner(answering('[Math.random(), Math.random()]'));
    loaded.realm.table.setClock(0, '[0.25, 0.75]');

    expect(cook(loaded)).toEqual([0.25, 0.75]);
  });

  it.each([
    ['Date.now()', 'time', 21],
    ['new Date()', 'time', 16],
    ['Date()', 'time', 16],
    ['Math.random()', 'chance', 21],
  ])('throws for %s before the run has started', async (expression, what, column) => {
    await expect(opened(`\nexport default ${expression};`)).rejects.toThrow(
      `dinner.ts:2:${column}: Error: there is no ${what} before the run starts`,
    );
  });

  it('prints values without calling their own functions for that', async () => {
    const inspected = `{ [Symbol.for('nodejs.util.inspect.custom')]: (depth, options, inspect) => inspect.constructor('return 7')() }`;
    const loaded = await dinner(answering(`(console.log('soup', ${inspected}), 0)`));

    cook(loaded);

    expect(loaded.realm.printed).toEqual([
      // Node 24 prints the name without brackets.
      expect.stringMatching(/Symbol\(nodejs\.util\.inspect\.custom\)\]?: \[Function/),
    ]);
  });

  it('stores at most 1,000 console lines of at most 2,000 characters', async () => {
    const loaded = await dinner(
      answering("(console.log('soup', { hot: true }), console.warn('x'.repeat(9999)), 0)"),
    );

    for (let time = 0; time < 600; time++) cook(loaded);

    expect(loaded.realm.printed.slice(0, 2)).toEqual(['soup { hot: true }', 'x'.repeat(2000)]);
    expect(loaded.realm.printed).toHaveLength(1000);
  });

  it('gives every loaded scenario its own variables', async () => {
    const text = `import { recipe } from 'orrery';
      let helpings = 0;
      export default recipe({ cook: () => ++helpings });`;
    const [one, other] = [await dinner(text), await dinner(text)];

    expect([cook(one), cook(one), cook(other)]).toEqual([1, 2, 1]);
  });
});

describe('a realm that is used again', () => {
  it('lets runs use one realm after another, each with its own variables and printed lines', async () => {
    const load = await dinnersInPool(
      `import { recipe } from 'orrery';
       let soups = 0;
       export default recipe({
         cook() { soups += 1; console.log('soup ' + soups); return soups; },
       });`,
    );
    const first = load();
    cook(first);
    const second = cook(first);
    first.release();
    const next = load();
    const again = cook(next);

    expect([second, again]).toEqual([2, 1]);
    expect(next.realm).toBe(first.realm);
    expect(next.realm.printed).toEqual(['soup 1']);
  });

  it('is given back by a scenario that cannot be planned', async () => {
    const realms = new RealmPool();
    const givenBack = vi.spyOn(realms, 'giveBack');

    await expect(opened("throw new Error('soup');", realms)).rejects.toThrow('soup');

    expect(givenBack).toHaveBeenCalledOnce();
  });

  it('gives two runs at the same time two realms', async () => {
    const load = await dinnersInPool(answering('1'));

    expect(load().realm).not.toBe(load().realm);
  });

  it('forgets functions that code assigned to a name that nobody declared', async () => {
    const load = await dinnersInPool(
      answering("(typeof spoon === 'undefined' ? (spoon = () => 1, 'new') : 'left')"),
    );
    const first = load();
    const before = cook(first);
    first.release();

    expect([before, cook(load())]).toEqual(['new', 'new']);
  });

  it('gives every run a global object of its own', async () => {
    const load = await dinnersInPool(answering('(globalThis.spoon ??= 0, globalThis.spoon += 1)'));
    const first = load();
    const before = cook(first);
    first.release();

    expect([before, cook(load())]).toEqual([1, 1]);
  });
});
