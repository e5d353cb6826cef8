import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';

/** A tool that writes into the state whatever versions of V8, time zones and languages could change. */
const LANGUAGE = `
import { app, minutes, scenario, seconds, toolOf } from 'orrery';
const tool = toolOf<{ found: string[] }>();
const attempt = (work: () => unknown): string => { try { return String(work()); } catch (thrown) { return 'threw ' + thrown; } };
const names = (): string => {
  const seen = new Set<unknown>();
  const paths: string[] = [];
  const walk = (object: any, path: string): void => {
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return;
    if (seen.has(object)) return;
    seen.add(object);
    for (const key of Reflect.ownKeys(object)) {
      const below = path + '.' + String(key);
      paths.push(below);
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key)!;
      for (const part of [value, get, set]) walk(part, below);
    }
    walk(Object.getPrototypeOf(object), path + '.__proto__');
  };
  walk(globalThis, '');
  for (const one of [[].values(), ''[Symbol.iterator](), ''.matchAll(/a/g), new Map().keys(), new Set().keys(), function* () {}])
    walk(one, '%');
  return paths.join();
};
const numbers = (): number => {
  let hash = 0;
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  const mix = (x: number): void => { bits[0] = x; hash = (Math.imul(hash ^ words[0]!, 16777619) ^ words[1]!) | 0; };
  for (const name of Object.getOwnPropertyNames(Math)) {
    const compute = (Math as any)[name];
    if (typeof compute === 'function' && name !== 'random')
      for (let nth = 1; nth < 400; nth++) { mix(compute(nth * 0.0037, 1.7)); mix(compute(nth * 137.77, nth)); mix((nth * 0.11) ** -2.3); }
  }
  return hash;
};
const box = app({ class: 'Box', initial: () => ({ found: [] as string[] }), tools: {
  go: tool({ summary: 'x', effect: 'write', apply: (state) => {
    const date = new Date('2026-01-01T00:30:00Z');
    const zone: string | undefined = undefined;
    for (const work of [
      names, numbers, () => date, () => date.toLocaleString(), () => (date as any).getYear(),
      () => date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }),
      () => new Date('Jan 5, 2026 9:00 PM').getTime(), () => new Date(['2026-01-05T09:00'] as any).getTime(),
      () => new Date(2026, 5, 7).getTime(), () => new Date(0).getTimezoneOffset(), () => date.toLocaleString('de-DE'),
      () => new Intl.NumberFormat([] as any, { style: 'currency', currency: 'EUR' }).format(1234.5),
      () => (undefined as any).x, () => JSON.parse('{"a":}'), () => { const [a] = undefined as any; return a; }, () => BigInt('x'),
      () => new RegExp('('), () => (1 as any)(), () => (null as any).foo.bar(), () => 'a'.repeat(-1),
      () => ['ä', 'a', 'z', 'Z', 'é', 'e', 'ß'].sort((one, other) => one.localeCompare(other)),
      () => [0.1 + 0.2, 1e21, (1.005).toFixed(2), (0.1).toString(3), (1234567.891).toLocaleString()],
    ] as (() => unknown)[]) state.found.push(attempt(work));
    return null;
  } }),
  parse: tool({ summary: 'x', effect: 'write', apply: (state) => { state.found = JSON.parse('null').found; return null; } }),
} });
export default scenario({ name: 'language', start: '2026-01-05T09:00:00Z', duration: minutes(1), apps: () => ({ box: box() }),
  events({ box }) { box.go().at(seconds(1)); box.parse().at(seconds(2)); } });
`;

const SCENARIOS = ['language', 'double-booking', 'hot-greenhouse', 'invoice-by-noon', 'table-for-some'];

/** Runs all scenarios in one process, because starting one takes longer. */
const PROGRAM = `
  import { Writable } from 'node:stream';
  const { runCommandLine } = await import(process.argv[1]);
  for (const name of process.argv.slice(2)) {
    let text = '';
    const into = () => new Writable({ write(part, encoding, done) { text += part; done(); } });
    await runCommandLine(['run', 'scenarios/' + name + '.ts', '--db', 'runs.db'], { stdout: into(), stderr: into() });
    console.log(name, /^log hash (\\w+)$/m.exec(text)?.[1] ?? text);
  }`;

const runtimes = (process.env['ORRERY_RUNTIMES'] ?? '').split(':').filter((path) => path !== '');
const places = [
  { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
  { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
];

it('gives the same logs under every runtime, in every time zone and language', () => {
  const folder = sampleWorkspace({ 'scenarios/language.ts': LANGUAGE });
  const commandLine = join(PROJECT, 'out/main/command-line.js');
  const table = [process.execPath, ...runtimes].flatMap((runtime) =>
    places.map((place) =>
      execFileSync(runtime, ['--input-type=module', '--eval', PROGRAM, commandLine, ...SCENARIOS], {
        cwd: folder,
        env: { ...process.env, ...place, ELECTRON_RUN_AS_NODE: '1' },
        encoding: 'utf8',
      }),
    ),
  );

  expect(table[0]!.match(/ \w{64}$/gm)).toHaveLength(SCENARIOS.length);
  expect([...new Set(table)]).toEqual([table[0]]);
});
