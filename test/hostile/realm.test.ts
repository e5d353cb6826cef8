import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogHash } from '../../engine/index.ts';
import { createEvaluator } from '../../main/host/probes/index.ts';
import { type PreparedRun, prepareScenario } from '../../main/host/runs/prepare-run.ts';
import { bundleProgram } from '../../main/host/scenarios/bundle-program.ts';
import { compileStoredSources } from '../../main/host/scenarios/compile-cache.ts';
import type { CompiledScenario } from '../../main/host/scenarios/compile.ts';
import { useTimers } from '../../main/host/scenarios/gate.ts';
import { RealmPool } from '../../main/host/scenarios/load-scenario.ts';
import { sha256 } from '../../main/host/system/index.ts';
import { runToEnd } from '../run-to-end.ts';
import { tries } from '../tries.ts';
import type { LabReport, LabTable } from './lab-program.ts';
import { ATTACKS, attackScenario, CONTROL } from './realm-attacks.ts';
import { MARKS, WALK } from './realm-scenarios.ts';

/** A pool whose realms have a program that keeps what runs reach. */
const lab = new RealmPool(
  { running: { time: 60_000, rounds: Infinity }, planning: { time: 60_000, rounds: Infinity } },
  bundleProgram(join(import.meta.dirname, 'lab-program.ts')),
);

const scenarioOf = (text: string): Promise<CompiledScenario> =>
  compileStoredSources(new Map([['lab.ts', text]]), 'lab.ts');

function labOf(compiled: CompiledScenario): { readonly table: LabTable; readonly report: () => LabReport } {
  const realm = lab.take(compiled);
  lab.giveBack(compiled, realm);
  const table = realm.table as LabTable;
  return { table, report: () => JSON.parse(table.report()) as LabReport };
}

/** Plans and runs the variant, as the oracle does. */
function run(compiled: CompiledScenario, variant: string): PreparedRun {
  const prepared = runToEnd(prepareScenario(compiled, { mode: 'oracle', choices: { variant } }, lab));
  prepared.release();
  return prepared;
}

describe('what the author’s code can reach', () => {
  it('belongs to its realm, and is frozen if two runs share it', async () => {
    const compiled = await scenarioOf(WALK);
    for (const variant of ['guests=1', 'guests=2', 'guests=1']) {
      const { environment, realm } = run(compiled, variant);
      const checked = environment.log.find(({ kind }) => kind === 'condition')!;
      realm!.asked.readBack = (from, limit) => environment.log.slice(from, from + limit);
      realm!.call('checkedValues', JSON.stringify(checked), JSON.stringify(environment.states));
      expect(environment.log.filter(({ outcome }) => outcome.status === 'done').length).toBeGreaterThan(6);
    }

    const { visited, foreign, shared, points } = labOf(compiled).report();

    expect(foreign).toEqual([]);
    // The test's own.
    expect(shared.filter((path) => !/\.(?:lab|leak)\b/.test(path))).toEqual([]);
    expect(visited).toBeGreaterThan(2_000);
    expect(Object.keys(points).sort()).toEqual([
      ...[
        'agent milestone',
        'agent minefield',
        'alarm',
        'answer of a tool',
        'apps',
        'condition',
        'declarations',
      ],
      ...[
        'error of a list',
        'error of a state',
        'error of a tool',
        'error of the engine',
        'events',
        'initial',
      ],
      ...['milestone', 'minefield', 'module', 'tool', 'variant'],
    ]);
  });

  it('is found if it is foreign', async () => {
    const compiled = await scenarioOf(
      `import { lab, leak, scenario } from 'orrery'; lab.reach('module', leak); export default scenario({ name: 'x', apps: () => ({}), events() {} });`,
    );
    labOf(compiled).table.setLeak({ of: 'the host' });
    prepareScenario(compiled, { mode: 'plain' }, lab).release();

    expect(labOf(compiled).report().foreign).toContain('module[0]');
  });

  it('belongs to its realm in a probe', () => {
    const walk = `(() => {
      const seen = new Set(); let foreign = 0;
      const reach = (o) => {
        if (((typeof o !== 'object' || o === null) && typeof o !== 'function') || seen.has(o)) return;
        seen.add(o);
        let last = o; for (let p = o; p !== null; p = Object.getPrototypeOf(p)) last = p;
        if (last !== Object.prototype && last !== o) foreign += 1;
        for (const key of Reflect.ownKeys(o)) { const d = Reflect.getOwnPropertyDescriptor(o, key); reach(d.get); reach(d.set); try { reach(o[key]); } catch (e) { reach(e); } }
        reach(Object.getPrototypeOf(o));
      };
      [apps, world, globalThis, (() => { try { null.x } catch (e) { return e } })()].forEach(reach);
      return { foreign, many: seen.size > 500 };
    })()`;
    const probe = createEvaluator(walk, ['mail'], () => ({ folders: [{ emails: [1] }] }), 10_000);

    expect(JSON.parse(probe.within(() => probe.evaluate())!)).toEqual({ json: '{"foreign":0,"many":true}' });
  });
});

describe('an attack on the realm', () => {
  const file = join(tmpdir(), `orrery-escaped-${process.pid}`);
  let results: LabReport['attacks'] = [];
  let compiled: CompiledScenario;
  beforeAll(async () => {
    compiled = await scenarioOf(attackScenario(file));
    expect(() =>
      prepareScenario(compiled, { mode: 'plain', choices: { variant: 'where=plan' } }, lab),
    ).toThrow('planned');
    run(compiled, 'where=run');
    results = labOf(compiled).report().attacks;
  }, 120_000);
  afterAll(() => {
    rmSync(file, { force: true });
  });

  it.each(ATTACKS.map(([name]) => name))('finds nothing of the host: %s', (name) => {
    const found = results.filter((one) => one.name === name);

    expect(new Set(found.map(({ point }) => point))).toEqual(
      new Set(['apps', 'condition', 'events', 'module', 'tool']),
    );
    expect(found.filter(({ foreign, made }) => foreign > 0 || made > 0)).toEqual([]);
  });

  it('writes no file', () => {
    expect(existsSync(file)).toBe(false);
  });

  it('would be seen if it found something', () => {
    labOf(compiled).table.setLeak({ of: 'the host' });
    run(compiled, 'where=run');
    const { attacks } = labOf(compiled).report();

    expect(attacks.some(({ name, foreign, made }) => name === CONTROL && foreign > 0 && made > 0)).toBe(true);
    expect(existsSync(file)).toBe(true);
  });
});

const RUNS = tries(1_000, 16);

it('leaves no mark for another run of its realm', async () => {
  useTimers(false);
  const compiled = await scenarioOf(MARKS);
  const shared = new RealmPool();
  const hashes = new Set<string>();
  // The last run has a realm of its own.
  for (let nth = 0; nth <= RUNS; nth++) {
    const realms = nth < RUNS ? shared : new RealmPool();
    const prepared = runToEnd(prepareScenario(compiled, { mode: 'oracle' }, realms));
    const { log } = prepared.environment;
    const hash = new LogHash(sha256());
    for (const entry of log) hash.add(entry);
    hashes.add(hash.end());
    prepared.release();
  }
  useTimers(true);

  expect(hashes.size).toBe(1);
});
