import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import { type LogEntry, type RunSummary, seconds, seededRandom } from '../../../../engine/model/index.ts';
import type { LiveParticipant } from '../../../../main/host/agents/index.ts';
import { listServer } from '../../../../main/host/mcp/app-servers.ts';
import { checkScenario, plannerHere } from '../../../../main/host/runs/check-scenario.ts';
import { RunJudge } from '../../../../main/host/runs/judge.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import {
  storedChoices,
  LISTS_FILE,
  prepareRun,
  type PreparedRun,
} from '../../../../main/host/runs/prepare-run.ts';
import { prepareBranch, prepareResumption } from '../../../../main/host/runs/prepare-stored-run.ts';
import { driveAlone } from '../../../../main/host/runs/run-driver.ts';
import { Runs } from '../../../../main/host/runs/runs.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { tries } from '../../../tries.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { programThat } from '../workers/worker-program.ts';
import { unchecked } from './dinner.ts';

const SERVER = join(import.meta.dirname, '../../../mcp-server.mjs');
const NUMBER = `{ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }`;
const NOTHING = `{ type: 'object', properties: {} }`;

/** A workspace with a server, and a scenario whose events are `body`. */
function workspace(body: string, how = 'good', timeout = 20): string {
  const folder = temporaryFolder();
  copyFileSync(SERVER, join(folder, 'server.mjs'));
  const scenario = `import { agentUserInterface, app, mcpApp, scenario, seconds, toolOf } from 'orrery';
    const tool = toolOf<object>();
    const nested = app({ class: 'Nested', initial: () => ({}), tools: {
      ask: tool({ summary: 'Ask.', effect: 'write', apply: (_state, _args, { call }) => call('sum', 'add', { n: 1 }) }),
      pretend: tool({ summary: 'Ask.', effect: 'write', apply: (_state, _args, { outside }) => outside({}) as never }),
    } });
    const server = { name: 'adder', version: '1', tools: {
      add: { description: 'add!', inputSchema: ${NUMBER}, effect: 'write' },
      total: { description: 'total!', inputSchema: ${NOTHING}, effect: 'read' },
      refuse: { description: 'refuse!', inputSchema: ${NOTHING}, effect: 'read' },
    } } as const;
    export default scenario({
      name: 'sums', start: '2026-01-05T18:00:00Z', duration: seconds(120),
      apps: () => ({ user: agentUserInterface(), nested: nested(), sum: mcpApp({
        command: [${JSON.stringify(process.execPath)}, 'server.mjs', ${JSON.stringify(how)}, 'calls.txt'], server, state: ['total://'], timeout: ${timeout} }) }),
      events({ user, sum, nested }, { condition, oracle }) { ${body} },
    });`;
  mkdirSync(join(folder, 'scenarios'));
  writeFileSync(join(folder, 'scenarios/sums.ts'), scenario);
  return folder;
}

const callsIn = (folder: string): readonly string[] =>
  existsSync(join(folder, 'calls.txt'))
    ? readFileSync(join(folder, 'calls.txt'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.trim())
    : [];

const emptyStore = (): Store => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
};

const prepared = (folder: string, hasAgent = false): Promise<PreparedRun> =>
  prepareRun(
    {
      folder,
      path: 'scenarios/sums.ts',
      mode: 'plain',
      ...(hasAgent
        ? {
            choices: storedChoices({}, { command: 'test', thinking: 'frozen' }),
            turns: { agent: { from: 0, turns: 100, isOther: false } },
          }
        : {}),
    },
    unchecked,
  );

async function drive(
  run: PreparedRun,
  store: Store,
  {
    agent,
    isRecordedOnly,
    quitting = new AbortController().signal,
  }: { agent?: LiveParticipant; isRecordedOnly?: boolean; quitting?: AbortSignal } = {},
): Promise<RunSummary> {
  const live = new LiveRun(run, store);
  await driveAlone(live, { agent, quitting, isRecordedOnly });
  return store.run(live.id)!;
}

const logOf = (store: Store, { id, entries }: RunSummary): readonly LogEntry[] =>
  store.entries(id, 0, entries);

/** An agent that does `acts`, one after the other. */
const agentWith = (
  tools: readonly (readonly [string, Record<string, number | string>])[],
): LiveParticipant => {
  let nth = 0;
  return {
    start: (_now, history) => {
      nth = history.length;
      return Promise.resolve();
    },
    answer: () => {
      const [tool, args = {}] = tools[nth] ?? [];
      nth += 1;
      const act =
        tool === undefined
          ? ({ kind: 'finish' } as const)
          : tool === 'wait'
            ? ({ kind: 'wait', span: seconds(args['n'] as number) } as const)
            : ({ kind: 'call', tool, args } as const);
      return Promise.resolve({ act, thinking: seconds(0), thought: '', elapsed: 0 });
    },
    end: () => Promise.resolve(),
  };
};

const EVENTS = `
  const ask = user.send_message_to_agent({ content: 'Add.' }).at(seconds(5));
  const two = sum.add({ n: 2 }).after(ask, seconds(1));
  condition('it is known', (world) => JSON.stringify(world.sum.resources).includes('"total":2')).after(two).every(1).timeout(9);
  sum.total({}).after(two, seconds(30));`;

describe('a tool that a server answers', () => {
  it('is called by events and by the agent, and its state is what the resource says after a write', async () => {
    const folder = workspace(EVENTS);
    const store = emptyStore();
    const agent = agentWith([
      ['sum__add', { n: 5 }],
      ['sum__refuse', {}],
      ['sum__total', {}],
      ['wait', { n: 40 }],
    ]);

    const run = await drive(await prepared(folder, true), store, { agent });

    expect([run.state, run.notes]).toEqual(['completed', []]);
    const calls = logOf(store, run).flatMap((entry) =>
      'action' in entry && entry.action.app === 'sum' ? [entry] : [],
    );
    expect(calls.map(({ kind, action, outcome }) => [kind, action.tool, outcome])).toEqual([
      ['agent', 'add', { status: 'done', value: { total: 5 } }],
      [
        'agent',
        'refuse',
        { status: 'failed', error: expect.objectContaining({ type: 'McpError', message: 'No!' }) as unknown },
      ],
      ['agent', 'total', { status: 'done', value: { total: 5 } }],
      ['environment', 'add', { status: 'done', value: { total: 7 } }],
      ['environment', 'total', { status: 'done', value: { total: 7 } }],
    ]);
    expect(callsIn(folder)).toEqual(['add 5', 'refuse', 'total', 'add 2', 'total']);
    expect(calls.map(({ changes }) => changes.length > 0)).toEqual([true, false, false, true, false]);
    expect(store.stateAt(run.id, 'sum' as never, run.entries)).toEqual({
      resources: { 'total://': { total: 7 } },
    });
    expect(store.turns(run.id).filter(({ by }) => by === 'world').length).toBe(5);
  });

  it('is repeated from the record when the server is gone', async () => {
    const folder = workspace(EVENTS);
    const store = emptyStore();
    const run = await drive(await prepared(folder, true), store, {
      agent: agentWith([
        ['sum__add', { n: 5 }],
        ['wait', { n: 40 }],
      ]),
    });
    renameSync(join(folder, 'server.mjs'), join(folder, 'gone.mjs'));

    expect(await verify(store, run)).toMatchObject({ same: run.entries, differs: undefined });
    const branch = await drive(await prepareBranch(store, run, 3, undefined), store);
    expect(branch.logHash).toBe(run.logHash);
  });

  it('stops a branch that has only the record at the first call without an answer, and names the nearest', async () => {
    const folder = workspace(EVENTS);
    const store = emptyStore();
    const run = await drive(await prepared(folder), store);
    const at = logOf(store, run).find((entry) => 'action' in entry && entry.action.tool === 'add')!;
    const change = { kind: 'argument', event: at.event, name: 'n', value: 3 } as const;

    const branch = await drive(await prepareBranch(store, run, at.index, change), store, {
      isRecordedOnly: true,
    });

    expect([branch.state, branch.notes[0]?.text]).toEqual([
      'interrupted',
      'The record has no answer to sum.add {"n":3}. The nearest recorded call is sum.add {"n":2}.',
    ]);
    const branched = await prepareBranch(store, run, at.index, change);
    const live = await drive({ ...branched, folder }, store);
    // The living server answers from there on.
    expect(live.state).toBe('completed');
    expect(callsIn(folder)).toEqual(['add 2', 'total', 'add 3', 'total']);
  });

  it('goes on after the record of a run that was cut off, and asks nothing twice', async () => {
    const acts = Array.from({ length: 12 }, (_, nth) =>
      nth % 3 === 2 ? (['wait', { n: 4 }] as const) : (['sum__add', { n: nth + 1 }] as const),
    );
    const whole = workspace(EVENTS);
    const wholeStore = emptyStore();
    const { logHash } = await drive(await prepared(whole, true), wholeStore, { agent: agentWith(acts) });
    const random = seededRandom(7, 'cuts');
    for (let nth = 0; nth < tries(20, 5); nth += 1) {
      const folder = workspace(EVENTS);
      const store = emptyStore();
      const quitting = new AbortController();
      const cut = 1 + Math.floor(random.next() * 9);
      const agent = agentWith(acts);
      let asked = 0;
      const cutting: LiveParticipant = {
        ...agent,
        answer: (question, signal) => {
          asked += 1;
          if (asked > cut) quitting.abort('cut off');
          return agent.answer(question, signal);
        },
      };
      const first = await drive(await prepared(folder, true), store, {
        agent: cutting,
        quitting: quitting.signal,
      });
      if (first.state !== 'interrupted') continue;
      const before = callsIn(folder).length;
      expect(await verify(store, first)).toMatchObject({ differs: undefined });
      const rest = await prepareResumption(store, first, { command: 'test', thinking: 'frozen', turns: 100 });
      const resumed = await drive({ ...rest, folder }, store, { agent: agentWith(acts) });
      // A server that starts anew has forgotten the total: only what was recorded is the same.
      expect({ nth, state: resumed.state, notes: resumed.notes }).toEqual({
        nth,
        state: 'completed',
        notes: [],
      });
      const all = callsIn(folder);
      const wanted = callsIn(whole);
      expect({ nth, calls: all.length - wanted.length }).toEqual({ nth, calls: 0 });
      expect(all.slice(before)).toEqual(wanted.slice(before));
      expect(logHash).toEqual(expect.any(String));
    }
  });

  it('cannot be called by another tool or by hand, and no other tool has answers from outside', async () => {
    const folder = workspace(`nested.ask({}).at(seconds(1)); nested.pretend({}).at(seconds(2));`);
    const store = emptyStore();
    const run = await drive(await prepared(folder), store);
    const outcomes = logOf(store, run).map(({ outcome }) =>
      outcome.status === 'failed' ? outcome.error.message : '',
    );

    expect(outcomes).toEqual([
      'A tool that is answered from outside cannot be called by another tool.',
      'nested has no server that answers its tools.',
    ]);
    const byHand = new LiveRun(await prepared(folder), store);
    const [entry] = byHand.act(
      { kind: 'call', actor: 'user', action: { app: 'sum' as never, tool: 'add', args: { n: 1 } } },
      byHand.now,
    );
    expect(entry!.outcome.status).toBe('failed');
    byHand.stop();
    expect(callsIn(folder)).toEqual([]);
  });
});

/** What is only noticed by the limit of time. */
const SILENT = [
  ...['initialize', 'tools/list', 'tools/call'].flatMap((method) => [
    `silent ${method}`,
    `garbage at ${method}`,
    `half a line at ${method}`,
    `other id at ${method}`,
  ]),
  'result is a text',
  'result is null',
  'endless pages',
];

/** What servers do wrong, and what becomes of the run: it ends with a reason, or goes on with a failed call, or with a good one. */
const HOSTILE: Readonly<Record<string, 'ends' | 'fails' | 'goes on'>> = {
  'exits at once': 'ends',
  'exits at initialize': 'ends',
  'exits at tools/list': 'ends',
  'exits at tools/call': 'ends',
  'error at initialize': 'ends',
  'error at tools/list': 'ends',
  'error at tools/call': 'fails',
  'endless line at initialize': 'ends',
  'endless line at tools/list': 'ends',
  'endless line at tools/call': 'ends',
  'future protocol': 'ends',
  '10,000 tools': 'ends',
  'changed list': 'ends',
  'no tools': 'ends',
  'tools are a text': 'ends',
  'long answer': 'ends',
  'rather long answer': 'fails',
  'deep answer': 'fails',
  'no content': 'goes on',
  'content of numbers': 'ends',
  'unknown content': 'ends',
  'proto fields': 'goes on',
  'negative zero': 'goes on',
  'endless pattern': 'goes on',
  'answers twice': 'goes on',
  'asks back': 'goes on',
  'flood of notifications': 'goes on',
  'flood of list changes': 'goes on',
  'flood of stderr': 'goes on',
  'long resource': 'goes on',
  'strange name': 'goes on',
  'ignores the end': 'goes on',
};

/** All of them in `npm run hostile`; in the unit tests always the same part. */
const some = <One>(all: readonly One[], part: number): readonly One[] => {
  const share = Math.ceil(all.length / tries(all.length, part));
  return all.filter((_, nth) => nth % share === 0);
};

describe('a hostile server', () => {
  it.each(some(SILENT, 5))('that is %s: the run ends in time with the reason', async (how) => {
    const folder = workspace(`sum.add({ n: 2 }).at(seconds(1));`, how, 3);
    const store = emptyStore();

    const run = await drive(await prepared(folder), store);

    expect([run.state, run.notes.length]).toEqual(['interrupted', 1]);
    expect(run.notes[0]!.text).toMatch(/^The MCP server ".*" did not answer: ./);
    expect(await verify(store, run)).toMatchObject({ differs: undefined });
  });

  it.each(some(Object.entries(HOSTILE), 3))('that %s: the run %s', async (how, comes) => {
    const folder = workspace(`sum.add({ n: 2 }).at(seconds(1)); sum.total({}).at(seconds(2));`, how);
    const store = emptyStore();
    const before = process.memoryUsage().heapUsed;

    const run = await drive(await prepared(folder), store);

    const outcomes = logOf(store, run).map(({ outcome }) => outcome.status);
    expect({ how, state: run.state, outcomes }).toEqual({
      how,
      state: comes === 'ends' ? 'interrupted' : 'completed',
      outcomes: comes === 'ends' ? [] : comes === 'fails' ? ['failed', 'failed'] : ['done', 'done'],
    });
    expect(run.notes.map(({ text }) => text.length > 20 && text.length < 1_000)).toEqual(
      comes === 'ends' ? [true] : [],
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400e6);
    expect(await verify(store, run)).toMatchObject({ differs: undefined });
  });
});

describe('a server that works long', () => {
  const BODY = `sum.add({ n: 2 }).at(seconds(1));`;

  it('has the time that the scenario gives it, and more while it tells its progress', async () => {
    const patient = await drive(
      await prepared(workspace(BODY, 'works for 2500 ms, and tells', 2)),
      emptyStore(),
    );
    expect([patient.state, patient.notes]).toEqual(['completed', []]);

    const late = await drive(await prepared(workspace(BODY, 'works for 9000 ms', 2)), emptyStore());
    expect([late.state, late.notes[0]?.text]).toEqual([
      'interrupted',
      expect.stringMatching(
        /: sum\.add had no answer after 2 s\. To give it longer, set mcpApp\(\{ timeout \}\)\.$/,
      ),
    ]);
  });

  it('is ended with a run that is stopped meanwhile, of which nothing is left out', async () => {
    const folder = workspace(BODY, 'works for 60000 ms, and tells', 50);
    const store = emptyStore();
    const quitting = new AbortController();
    const driving = drive(await prepared(folder), store, { quitting: quitting.signal });
    // Its process has not noted the call yet: it does when it answers.
    await expect.poll(() => store.runs(1)[0]?.state).toBe('running');
    quitting.abort('stopped');
    const run = await driving;
    expect([run.state, run.entries]).toEqual(['interrupted', 0]);
    expect(await verify(store, run)).toMatchObject({ differs: undefined });
  });
});

it('freezes the list of a server, with the effects of its annotations', async () => {
  const { name, version, tools } = await listServer({ command: [process.execPath, SERVER] });

  expect([name, version]).toEqual(['adder', '1']);
  expect(Object.entries(tools).map(([tool, { effect }]) => [tool, effect])).toEqual([
    ['add', 'write'],
    ['total', 'read'],
    ['refuse', 'read'],
  ]);
});

describe('a server whose tools only it knows', () => {
  const unlisted = (body: string, how?: string): string => {
    const folder = workspace(body, how);
    const file = join(folder, 'scenarios/sums.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/const server = [^;]*;/, '').replace("'calls.txt'], server,", "'calls.txt'],"),
    );
    return folder;
  };

  it('is asked when a run starts, which keeps the list: nothing later needs the server', async () => {
    const folder = unlisted(`${EVENTS} oracle(sum.add({ n: 2 })).after(two, seconds(2));`);
    const store = emptyStore();
    const run = await drive(await prepared(folder, true), store, {
      agent: agentWith([['sum__add', { n: 5 }]]),
    });
    expect([run.state, run.notes]).toEqual(['completed', []]);
    expect(callsIn(folder)).toEqual(['add 5', 'add 2', 'total']);
    expect(store.source(run.id)!.files.get(LISTS_FILE)).toContain('"add!"');
    renameSync(join(folder, 'server.mjs'), join(folder, 'gone.mjs'));

    expect(await verify(store, run)).toMatchObject({ same: run.entries, differs: undefined });
    const branch = await drive(await prepareBranch(store, run, 3, undefined), store);
    expect(branch.logHash).toBe(run.logHash);
    // Of a branch, too.
    expect(await verify(store, branch)).toMatchObject({ differs: undefined });
  });

  const check = (folder: string): ReturnType<typeof checkScenario> =>
    checkScenario(folder, 'scenarios/sums.ts', { checkTypes: unchecked, planner: plannerHere });

  it('is not started to check the scenario, which says what to do, and knows the tools after a run', async () => {
    const folder = unlisted(`sum.add({ n: 2 }).at(seconds(1));`);
    const command = `${process.execPath} server.mjs good calls.txt`;
    expect(await check(folder)).toMatchObject([
      {
        severity: 'warning',
        message: `The tools of "sum" are known once the scenario has run here. Or freeze them: orrery mcp types -o scenarios/servers/sum.ts -- ${command}`,
      },
    ]);
    expect(existsSync(join(folder, 'calls.txt'))).toBe(false);

    await drive(await prepared(folder), emptyStore());
    renameSync(join(folder, 'server.mjs'), join(folder, 'gone.mjs'));
    expect(await check(folder)).toEqual([]);
    const file = join(folder, 'scenarios/sums.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('sum.add(', 'sum.sing('));
    expect(await check(folder)).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/sing.*add.*total.*refuse/) as string },
    ]);
  });

  it('has mistakes in the calls of its tools told before the first event', async () => {
    await expect(prepared(unlisted(`sum.sing({}).at(seconds(1));`))).rejects.toThrow(
      /sing.*add.*total.*refuse/,
    );
    await expect(prepared(unlisted(`sum.add({}).at(seconds(1));`, 'exits at once'))).rejects.toThrow(
      /did not answer: It ended with code 1/,
    );
  });

  it('ends a run whose list is another one when a call needs it, and says the first difference', async () => {
    const folder = unlisted(`sum.add({ n: 2 }).at(seconds(1));`);
    const run = await prepared(folder);
    const server = join(folder, 'server.mjs');
    writeFileSync(
      server,
      readFileSync(server, 'utf8').replace("n: { type: 'number' }", "n: { type: 'string' }"),
    );

    expect((await drive(run, emptyStore())).notes).toMatchObject([
      {
        text: 'sum: The arguments of add differ: properties.n.type was "number" and is "string". If its list is in a file, run orrery mcp types again; otherwise start a new run.',
      },
    ]);
  });
});

describe('a server that has other tools than its list', () => {
  const BODY = `sum.add({ n: 2 }).at(seconds(1)); sum.total({}).at(seconds(2));`;
  const check = (folder: string): ReturnType<typeof checkScenario> =>
    checkScenario(folder, 'scenarios/sums.ts', { checkTypes: unchecked, planner: plannerHere });

  it.each([
    [
      'a new tool',
      ["tool('refuse', nothing, true)", "tool('refuse', nothing, true), tool('sing', nothing, true)"],
      'New tools: sing.',
    ],
    [
      'another effect',
      ["tool('total', nothing, true)", "tool('total', nothing, false)"],
      'total may write now.',
    ],
    [
      'another description',
      ['description: `${name}!`', 'description: `${name}?`'],
      'The description of add has changed. The description of total has changed. The description of refuse has changed.',
    ],
  ])('and has %s goes on, and says so in the run and in later checks', async (_, [was, is], told) => {
    const folder = workspace(BODY);
    const server = join(folder, 'server.mjs');
    expect(await check(folder)).toEqual([]);
    writeFileSync(server, readFileSync(server, 'utf8').replace(was!, is!));
    const text = `sum: When its server last ran, its tools were not those of the list. ${told} Run orrery mcp types again to have them.`;

    const run = await drive(await prepared(folder), emptyStore());

    expect([run.state, run.notes]).toEqual(['completed', [{ kind: 'server', text }]]);
    expect(await check(folder)).toMatchObject([{ severity: 'warning', message: text }]);
    // Until the list is frozen again.
    writeFileSync(server, readFileSync(server, 'utf8').replace(is!, was!));
    await listServer({ command: [process.execPath, 'server.mjs', 'good', 'calls.txt'] }, folder);
    expect(await check(folder)).toEqual([]);
  });

  it('and lacks tools ends the run at the first call, with all that is missing', async () => {
    const folder = workspace(BODY, 'changed list');

    const run = await drive(await prepared(folder), emptyStore());

    const missing = 'The server has no tool "total" any more. The server has no tool "refuse" any more.';
    expect([run.state, run.notes]).toMatchObject([
      'interrupted',
      [{ kind: 'ending', text: expect.stringContaining(missing) as string }],
    ]);
    expect(await check(folder)).toMatchObject([
      { severity: 'warning', message: expect.stringContaining(missing) as string },
    ]);
  });
});

it('starts servers in the workspace folder, for runs and for their branches', async () => {
  const folder = workspace(EVENTS);
  const store = emptyStore();
  const ended = new Set<string>();
  const runs: Runs = new Runs(
    store,
    unchecked,
    {
      logged: () => undefined,
      hit: () => undefined,
      changed: (id) => void (runs.isActive(id) || ended.add(id)),
    },
    { list: [] },
    folder,
  );
  const { id } = await runs.start({ folder, path: 'scenarios/sums.ts', mode: 'plain' }, { paused: false });
  await expect.poll(() => ended.has(id)).toBe(true);
  const at = logOf(store, store.run(id)!).find((entry) => 'action' in entry && entry.action.tool === 'add')!;
  const change = { kind: 'argument', event: at.event, name: 'n', value: 3 } as const;

  const branch = await runs.branch(id, at.index, change, { paused: false });
  await expect.poll(() => ended.has(branch.id)).toBe(true);

  expect(store.run(branch.id)).toMatchObject({ state: 'completed', notes: [] });
  expect(callsIn(folder)).toEqual(['add 2', 'total', 'add 3', 'total']);
});

describe('the judge', () => {
  const TASK = `const ask = user.send_message_to_agent({ content: 'Add.' }).at(seconds(5));
    const two = oracle(sum.add({ n: 2 })).after(ask, seconds(1));
    oracle(user.send_message_to_user({ content: 'Done.' })).after(two, seconds(1));`;
  const judged = async (n: number): Promise<readonly [unknown, unknown]> => {
    const folder = workspace(TASK);
    const file = join(folder, 'scenarios/sums.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace("name: 'sums',", "name: 'sums', judge: {},"));
    const store = emptyStore();
    const agent = agentWith([
      ['sum__add', { n }],
      ['user__send_message_to_user', { content: 'Done.' }],
    ]);
    const run = await drive(await prepared(folder, true), store, { agent });
    renameSync(join(folder, 'server.mjs'), join(folder, 'gone.mjs'));
    const { verdict } = await new RunJudge(store).judge(run);
    return [verdict.judge?.outcome, verdict.judge?.sentence];
  };

  it('plays the oracle with the answers that the run got', async () => {
    expect(await judged(2)).toEqual(['passed', expect.any(String)]);
  });

  it('says which answer is missing', async () => {
    expect(await judged(3)).toEqual([
      'not-judged',
      'The oracle was not played, because it calls a server. The record has no answer to sum.add {"n":2}. The nearest recorded call is sum.add {"n":3}.',
    ]);
  });
});

describe.skipIf(process.platform !== 'linux')('processes that a server leaves behind', () => {
  /** A server of TCP to which they connect, and those that have not ended. */
  async function left(): Promise<{ readonly port: number; readonly open: ReadonlySet<Socket> }> {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const open = new Set<Socket>();
    server.on('connection', (socket) => {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      socket.resume();
    });
    return { port: (server.address() as AddressInfo).port, open };
  }
  const allEnd = async (open: ReadonlySet<Socket>): Promise<void> => {
    await expect.poll(() => open.size).toBe(0);
  };

  it.each(['', ' and exits'])('end with a run whose server is left%s', async (how) => {
    const { port, open } = await left();
    const folder = workspace(`sum.add({ n: 2 }).at(seconds(1));`, `leaves ${port}${how}`);
    const run = await drive(await prepared(folder), emptyStore());
    expect(run.state).toBe(how === '' ? 'completed' : 'interrupted');
    await allEnd(open);
  });

  it('end with a run that is stopped while the server works', async () => {
    const { port, open } = await left();
    const folder = workspace(`sum.add({ n: 2 }).at(seconds(1));`, `leaves ${port}`);
    const quitting = new AbortController();
    const driving = drive(await prepared(folder, true), emptyStore(), {
      agent: { ...agentWith([]), answer: () => new Promise(() => undefined) },
      quitting: quitting.signal,
    });
    await expect.poll(() => open.size).toBe(1);
    quitting.abort('stopped');
    await driving;
    await allEnd(open);
  });

  it('end with an Orrery that is killed', async () => {
    const { port, open } = await left();
    const orrery = fork(await connecting(), [SERVER, `leaves ${port}`]);
    onTestFinished(() => void orrery.kill('SIGKILL'));
    await expect.poll(() => open.size).toBe(1);
    orrery.kill('SIGKILL');
    await allEnd(open);
  });
});

/** Connects to the server that it is given, and waits. */
const connecting = programThat(`
  import { AppServers } from './main/host/mcp/index.ts';

  const kitchen = { command: [process.execPath, ...process.argv.slice(2)], tools: {} };
  const call = { app: 'kitchen', tool: 'none', args: {} };
  new AppServers({ kitchen }).answer(call, new AbortController().signal).catch(() => undefined);
  setInterval(() => undefined, 1_000);
`);
