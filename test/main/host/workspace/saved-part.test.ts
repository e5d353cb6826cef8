import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { describePlanTools, openStore, type Store, type ToolDescription } from '../../../../engine/index.ts';
import type { Actor } from '../../../../engine/model/event.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../engine/model/values/json.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { seconds as span, type SimTime } from '../../../../engine/model/values/time.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { firstDifference } from '../../../../main/host/runs/rerun-version.ts';
import { declarations } from '../../../../main/host/scenarios/declarations.ts';
import { TypeChecker } from '../../../../main/host/scenarios/type-checker.ts';
import { nextVersion } from '../../../../main/host/workspace/next-version.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { tries } from '../../../tries.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { unchecked } from '../runs/dinner.ts';

const SAMPLES = ['double-booking', 'hot-greenhouse', 'invoice-by-noon', 'phishing-or-not', 'table-for-some'];

/** A call that a person makes: how many entries and microseconds after the one before, and which of all that are possible. */
const step = fc.record({
  entries: fc.nat(6),
  // At one instant, an event comes before the agent's call, whoever was first in the run.
  pause: fc.integer({ min: 1, max: 20_000_000 }),
  tool: fc.nat(),
  actor: fc.constantFrom<Actor>('user', 'user', 'agent', 'environment'),
  picks: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
});

const WORDS = [
  'a',
  'Hello.',
  "It's “new”,\n\u2028please.",
  '2026-01-05 10:00:00',
  'INBOX',
  'ada@example.org',
  '/',
];

/** An id as `context.newId()` makes it. */
const GENERATED = /^[0-9a-f]{32}$/;

/** Arguments for `tool`: half of the texts come from what the person has seen so far, half of those are generated ids. */
function argsFor(
  { parameters }: ToolDescription,
  picks: readonly number[],
  seen: readonly string[],
): JsonObject {
  const ids = seen.filter((text) => GENERATED.test(text)).slice(-10);
  let nth = 0;
  const pick = (): number => picks[nth++ % picks.length]!;
  const one = <Item>(list: readonly Item[]): Item => list[pick() % list.length]!;
  const value = (schema: JsonObject): Json => {
    const choices = schema['enum'];
    if (Array.isArray(choices)) return one(choices as readonly Json[]);
    const type = schema['type'];
    if (type === 'integer' || type === 'number') return pick() % 5;
    if (type === 'boolean') return pick() % 2 === 0;
    if (type === 'array')
      return Array.from({ length: pick() % 3 }, () => value((schema['items'] ?? {}) as JsonObject));
    if (type === 'object') return {};
    const kind = pick() % 4;
    if (kind === 0 && ids.length > 0) return one(ids);
    return kind === 1 && seen.length > 0 ? one(seen.slice(-30)) : one(WORDS);
  };
  const properties = parameters['properties'];
  const required = new Set(parameters['required'] as readonly string[] | undefined);
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.has(name) || pick() % 3 === 0)
      .map(([name, schema]) => [name, value(schema as JsonObject)]),
  );
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values<Json>(value).flatMap(textsIn) : [];
}

/** The ids that the person's calls and the scenario's events have made. With another seed they are others. */
function madeIn(store: Store, { id, apps, entries }: RunSummary): ReadonlySet<string> {
  const given = apps.map(({ name }) => JSON.stringify(store.stateAt(id, name, -1))).join();
  const persons = new Set(store.turns(id).flatMap((turn) => (turn.by === 'person' ? [turn.position] : [])));
  const made = store.entries(id, 0, entries).flatMap((entry) => {
    if (!('action' in entry) || entry.action.effect !== 'write' || entry.outcome.status !== 'done') return [];
    const isOfAgent = (entry.direct === true && !persons.has(entry.index)) || entry.oracle;
    const found = textsIn(entry.outcome.value).filter(
      (text) => GENERATED.test(text) && !given.includes(text),
    );
    return found.map((text) => [text, isOfAgent] as const);
  });
  const first = new Map(made.toReversed());
  return new Set([...first].flatMap(([text, isOfAgent]) => (isOfAgent ? [] : [text])));
}

/** The generated ids that stand in the code of `text`, outside its comments. */
const written = (text: string): readonly string[] =>
  text.replace(/^ *\/\/.*$/gm, '').match(/\b[0-9a-f]{32}\b/g) ?? [];

it('of any person in any sample is saved as it was: the saved version comes to the same world', async () => {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dirname, '../../../../resources/sample-workspace'), folder, { recursive: true });
  const workspace = new Workspace(folder);
  const types = await declarations(join(import.meta.dirname, '../../../../out/types/engine'));
  const checker = new TypeChecker(workspace.folder, types);
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SAMPLES),
      fc.constantFrom('oracle' as const, 'plain' as const, 'agent' as const),
      fc.nat(100),
      fc.array(step, { minLength: 3, maxLength: 12 }),
      async (sample, who, seed, steps) => {
        const path = `scenarios/${sample}.ts`;
        const mode = who === 'oracle' ? 'oracle' : 'plain';
        const agent = who === 'agent' ? { from: 0, turns: 20, isOther: false } : undefined;
        const prepared = await prepareRun({ folder, path, mode, seed, turns: { agent } }, unchecked);
        const { environment } = prepared;
        const live = new LiveRun(prepared, store);
        const tools = describePlanTools(prepared.plan);
        const seen: string[] = [];
        let acted = 0;
        /** Fires an event, or answers as the agent, which calls a tool while there are `picks` and then leaves. */
        const goOn = (picks: readonly number[] | undefined): void => {
          const wanted = tools[(picks?.[0] ?? 0) % tools.length]!;
          if (live.question !== undefined)
            live.answer({
              act: picks
                ? { kind: 'call', tool: wanted.name, args: argsFor(wanted, picks, seen) }
                : { kind: 'finish' },
              thinking: span((picks?.[1] ?? 0) % 3),
              thought: '',
              elapsed: 1,
            });
          for (const entry of live.advance(() => false))
            if (entry.outcome.status === 'done') seen.push(...textsIn(entry.outcome.value));
        };
        for (const { entries, pause, tool, actor, picks } of steps) {
          for (let nth = 0; nth < entries && !live.over; nth++) goOn(picks);
          // As in the window, where everything has happened that is due by then.
          let time = live.now + pause;
          while (!live.over && (live.question !== undefined || (environment.nextTime ?? Infinity) <= time)) {
            goOn(picks);
            time = Math.max(time, live.now + pause);
          }
          if (live.over || environment.ending !== undefined) break;
          const wanted = tools[tool % tools.length]!;
          const action = {
            app: appName(wanted.calls.app),
            tool: wanted.calls.tool,
            args: argsFor(wanted, picks, seen),
          };
          const [entry] = live.act({ kind: 'call', actor, action }, time as SimTime);
          acted += 1;
          if (entry?.outcome.status === 'done') seen.push(...textsIn(entry.outcome.value));
        }
        while (!live.over) goOn(undefined);
        fc.pre(acted > 0);

        const run = store.run(live.id)!;
        const saved = await nextVersion(store, workspace, run);
        const text = readFileSync(join(folder, saved.path), 'utf8');
        expect(checker.check(saved.path), text).toEqual([]);
        expect(written(text).filter((id) => madeIn(store, run).has(id))).toEqual([]);
        // A call that failed may have drawn an id, so that the agent makes others, or have been the agent's end.
        if (text.includes('failed: ') && /Waits until|^ *\/\/ .*\.by\('agent'\)/m.test(text)) return;
        expect(await firstDifference(store, { run, folder, path: saved.path }), text).toBeNull();
      },
    ),
    { numRuns: tries(50, 12), endOnFailure: true },
  );
}, 120_000);
