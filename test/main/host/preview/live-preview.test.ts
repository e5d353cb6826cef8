import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROW_KINDS, type Problem } from '../../../../engine/model/index.ts';
import { LivePreview, type PreviewResult } from '../../../../main/host/preview/index.ts';
import type { CheckTypes } from '../../../../main/host/scenarios/index.ts';
import { openStore } from '../../../../engine/index.ts';
import { LiveRun, driveAlone, prepareRun } from '../../../../main/host/runs/index.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { dinner, kitchen, unchecked } from '../runs/dinner.ts';
import { ownWorker } from '../workers/worker-program.ts';

const worker = ownWorker();
const PATH = 'scenarios/dinner.ts';

interface Kitchen {
  readonly preview: LivePreview;
  /** Called when the answers of servers are asked for. */
  onAnswers: () => void;
  /** Runs the scenario with `body` as it is typed, with no event after `until` seconds. */
  readonly type: (body: string, until?: number) => Promise<PreviewResult>;
}

/** One preview for most tests, because its two processes take longer to start than a test. */
let shared: LivePreview | undefined;
afterAll(() => {
  shared?.[Symbol.dispose]();
});

const typingOn = async (): Promise<Kitchen> =>
  kitchenOf((shared ??= new LivePreview(unchecked, await worker())));

async function typing(checkTypes: CheckTypes): Promise<Kitchen> {
  const preview = new LivePreview(checkTypes, await worker());
  onTestFinished(() => {
    preview[Symbol.dispose]();
  });
  return kitchenOf(preview);
}

function kitchenOf(preview: LivePreview): Kitchen {
  const folder = kitchen(dinner(''));
  const start = Date.parse('2026-01-05T18:00:00Z') * 1000;
  const kitchenNow: Kitchen = {
    preview,
    onAnswers: () => undefined,
    type: (body, until) =>
      preview.run({
        folder,
        path: PATH,
        mode: 'oracle',
        unsaved: new Map([[PATH, dinner(body)]]),
        until: until === undefined ? undefined : ((start + until * 1e6) as never),
        answers: () => {
          kitchenNow.onAnswers();
          return [];
        },
      }),
  };
  return kitchenNow;
}

const asking = (count: number, first = 'Is it ready?'): string =>
  `for (let call = 1; call <= ${count}; call++)
    user.send_message_to_agent({ content: (call === 1 ? '${first}' : 'And now?') + call }).at(seconds(call));`;

const messagesOf = ({ preview }: Kitchen): readonly string[] => {
  const { database, run } = preview.last!;
  return database.store
    .entries(run, 0, 100)
    .map((entry) => ('action' in entry ? (entry.action.args['content'] as string) : entry.kind));
};

const mistakesOf = (previewed: PreviewResult): readonly Problem[] =>
  previewed.kind === 'problems' ? previewed.problems : [];

const failing: CheckTypes = () =>
  Promise.resolve([
    { severity: 'error', message: 'No such dish.', place: { file: PATH, line: 9, column: 5 } },
  ]);

describe('a live preview', () => {
  it('runs the text that is typed, and says what it changed', async () => {
    const kitchen = await typing(unchecked);

    const first = await kitchen.type(asking(3));
    const next = await kitchen.type(asking(4, 'Where is it?'));

    expect(first).toMatchObject({ kind: 'ran', changes: undefined });
    expect(messagesOf(kitchen)).toEqual(['Where is it?1', 'And now?2', 'And now?3', 'And now?4']);
    const { changes } = next as Extract<PreviewResult, { kind: 'ran' }>;
    expect(changes?.sentence).toContain('Where is it?1');
    expect(Array.from(changes!.kinds, (kind) => ROW_KINDS[kind])).toEqual([
      'changed',
      'equal',
      'equal',
      'only-b',
    ]);
    expect(changes).toMatchObject({ removed: 0, before: { entries: 3 } });
  });

  it('compares with the last one that was different', async () => {
    const kitchen = await typingOn();
    await kitchen.type(asking(2));
    await kitchen.type(asking(3));

    const same = await kitchen.type(`${asking(3)} // and a remark`);

    expect(same).toMatchObject({ kind: 'ran', changes: { before: { entries: 2 }, removed: 0 } });
  });

  it('ends at a time that is asked for, without a verdict', async () => {
    const kitchen = await typingOn();
    await kitchen.type(asking(9), 4);
    const { database, run } = kitchen.preview.last!;

    expect(database.store.run(run)).toMatchObject({ entries: 4, state: 'interrupted', verdict: undefined });
  });

  it('is judged as any other run is', async () => {
    const kitchen = await typingOn();
    await kitchen.type(
      'validation({ milestones: { asked: ({ user }) => user.messages.length > 0 } }).at(seconds(2)).timeout(3);',
    );
    const { database, run } = kitchen.preview.last!;

    expect(database.store.run(run)?.verdict?.outcome).toBe('failed');
  });

  it('keeps the last run while the text does not compile or has wrong types', async () => {
    const kitchen = await typingOn();
    await kitchen.type(asking(2));

    const broken = await kitchen.type('user.');

    expect(mistakesOf(broken)[0]?.place?.file).toBe(PATH);
    expect(messagesOf(kitchen)).toHaveLength(2);
    const wrong = await typing(failing);
    expect(mistakesOf(await wrong.type(asking(1)))).toMatchObject([{ message: 'No such dish.' }]);
    expect(wrong.preview.last).toBeUndefined();
  });

  it('shows a check that throws at its line, with the values of that moment, and keeps the last run', async () => {
    const kitchen = await typingOn();
    await kitchen.type(asking(2));

    const thrown = await kitchen.type(
      `${asking(2)}\n    condition('served', ({ user }) => user.messages[user.messages.length].sender === 'x').at(seconds(1.5));`,
    );

    expect(mistakesOf(thrown)).toMatchObject([{ severity: 'error', place: { file: PATH, line: 10 } }]);
    expect(mistakesOf(thrown)[0]!.message).toMatch(
      /^TypeError: .*\(#1 at \+1\.5 s, where user\.messages\.length = 1, user\.messages\[1\] = undefined\)$/,
    );
    expect(messagesOf(kitchen)).toHaveLength(2);
  });

  it('lets the next edit run although the one before hangs', async () => {
    const kitchen = await typingOn();
    await kitchen.type(asking(2));

    const hanging = kitchen.type(
      `${asking(2)}\n    condition('served', () => { for (;;); }).at(seconds(1));`,
    );
    const next = await kitchen.type(asking(5));

    expect(next).toMatchObject({ kind: 'ran', changes: { before: { entries: 2 } } });
    expect(messagesOf(kitchen)).toHaveLength(5);
    expect(await hanging).toEqual({ kind: 'replaced' });
  });

  it('stops the run of an edit for the next one, in the same process', async () => {
    const kitchen = await typingOn();
    await kitchen.type(asking(2));
    let processes = 0;
    const onProcess = (): void => {
      processes += 1;
    };
    subscribe('child_process', onProcess);
    onTestFinished(() => void unsubscribe('child_process', onProcess));

    const isAsked = new Promise<void>((resolve) => {
      // The answers of servers are asked for when the process gets the edit.
      kitchen.onAnswers = resolve;
    });
    const long = kitchen.type(
      "// mcpApp\n    condition('late', () => { let n = 0; while (n < 1e6) n += 1; return n < 0; }).every(1).timeout(9000);",
    );
    await isAsked;
    const next = await kitchen.type(asking(5));

    expect(next).toMatchObject({ kind: 'ran', changes: { before: { entries: 2 } } });
    expect(await long).toEqual({ kind: 'replaced' });
    expect(processes).toBe(0);
  });

  it('reads the values of the last preview after the run of a newer edit, which it does not stop', async () => {
    const kitchen = await typingOn();
    await kitchen.type("condition('late', () => true).at(seconds(1));");
    const { run } = kitchen.preview.last!;
    const isAsked = new Promise<void>((resolve) => {
      kitchen.onAnswers = resolve;
    });
    const long = kitchen.type(
      "// mcpApp\n    condition('late', () => { let n = 0; while (n < 1e6) n += 1; return n < 0; }).every(1).timeout(900);",
    );
    await isAsked;

    expect(await kitchen.preview.values(run, 0)).toBeInstanceOf(Array);
    expect(await long).toMatchObject({ kind: 'ran' });
  });

  it('shows an endless loop at its line', async () => {
    const kitchen = await typingOn();

    const hanging = await kitchen.type("condition('served', () => { for (;;); }).at(seconds(1));");

    expect(mistakesOf(hanging)).toMatchObject([{ place: { file: PATH, line: 8 } }]);
  });
});

it('asks no server: it takes the answers of the last run, and ends at the first call without one', async () => {
  const { folder, started } = serverKitchen();
  const preview = new LivePreview(unchecked, await worker());
  onTestFinished(() => {
    preview[Symbol.dispose]();
  });
  const { store, run } = await started();
  const type = (n: number): Promise<PreviewResult> =>
    preview.run({
      folder,
      path: PATH,
      mode: 'plain',
      unsaved: new Map([[PATH, sums(n)]]),
      until: undefined,
      answers: () => store.lastWorldTurns(PATH),
    });
  const calls = readFileSync(join(folder, 'calls.txt'), 'utf8');

  expect(await type(2)).toMatchObject({ kind: 'ran' });
  const ran = preview.last!;
  expect(ran.database.store.run(ran.run)).toMatchObject({ state: 'completed', logHash: run.logHash });

  expect(await type(3)).toMatchObject({ kind: 'ran' });
  const last = preview.last!;
  expect(last.database.store.run(last.run)).toMatchObject({
    state: 'interrupted',
    notes: [
      {
        text: 'The preview ends here: it asks no server, and takes the answers of the scenario’s last run. The record has no answer to sum.add {"n":3}. The nearest recorded call is sum.add {"n":2}. Run the scenario to ask the server.',
      },
    ],
  });
  expect(readFileSync(join(folder, 'calls.txt'), 'utf8')).toBe(calls);
});

it('says what to do for tools that only a server knows that has not run', async () => {
  const { folder } = serverKitchen();
  const preview = new LivePreview(unchecked, await worker());
  onTestFinished(() => {
    preview[Symbol.dispose]();
  });

  const previewed = await preview.run({
    folder,
    path: PATH,
    mode: 'plain',
    unsaved: new Map([[PATH, sums(2)]]),
    until: undefined,
  });

  expect(previewed).toMatchObject({
    kind: 'problems',
    problems: [{ message: expect.stringMatching(/^The tools of "sum" are known once/) as string }],
  });
  expect(existsSync(join(folder, 'calls.txt'))).toBe(false);
});

/** A scenario whose tools only its server knows. */
const sums = (n: number): string => `import { agentUserInterface, mcpApp, scenario, seconds } from 'orrery';
  export default scenario({
    name: 'sums', start: '2026-01-05T18:00:00Z', duration: seconds(60),
    apps: () => ({
      user: agentUserInterface(),
      sum: mcpApp({ command: [${JSON.stringify(process.execPath)}, 'server.mjs', 'good', 'calls.txt'] }),
    }),
    events({ sum }) {
      const first = sum.add({ n: ${n} }).at(seconds(1));
      sum.total({}).after(first, seconds(1));
    },
  });`;

/** A workspace with it, and a run of it. */
function serverKitchen() {
  const folder = kitchen(sums(2));
  copyFileSync(join(import.meta.dirname, '../../../mcp-server.mjs'), join(folder, 'server.mjs'));
  return {
    folder,
    started: async () => {
      const db = openDatabase();
      onTestFinished(() => void db.close());
      const store = openStore(db, packing);
      const live = new LiveRun(await prepareRun({ folder, path: PATH, mode: 'plain' }, unchecked), store);
      await driveAlone(live, { quitting: new AbortController().signal });
      return { store, run: store.run(live.id)! };
    },
  };
}
