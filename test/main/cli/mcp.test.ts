import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describePlanTools, openStore, type Store } from '../../../engine/index.ts';
import { type LogEntry, runId, type RunSummary, seededRandom } from '../../../engine/model/index.ts';
import { playOver } from '../../../main/cli/commands/mcp.ts';
import { storedChoices, prepareRun, type PreparedRun } from '../../../main/host/runs/prepare-run.ts';
import { prepareBranch, prepareResumption } from '../../../main/host/runs/prepare-stored-run.ts';
import { verify } from '../../../main/host/runs/verify.ts';
import { type ClientLine, CLIENTS, connectClient, type ConnectedClient } from '../../mcp-client.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { runToEnd } from '../../run-to-end.ts';
import { tries } from '../../tries.ts';
import { dinner, kitchen, unchecked } from '../host/runs/dinner.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SAMPLE = join(import.meta.dirname, '../../../resources/sample-workspace');
const SCENARIOS = [
  'double-booking',
  'hot-greenhouse',
  'invoice-by-noon',
  'phishing-or-not',
  'table-for-some',
];
const TURNS = 200;

interface Playing {
  readonly client: ConnectedClient;
  readonly store: Store;
  /** Resolves when the run and its server have ended. */
  readonly ended: Promise<unknown>;
}

const emptyStore = (): Store => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
};

const preparedIn = (folder: string, path: string): Promise<PreparedRun> =>
  prepareRun(
    {
      folder,
      path,
      mode: 'plain',
      choices: storedChoices({}, { command: 'MCP client', client: {}, thinking: 'frozen' }),
      turns: { agent: { from: 0, turns: TURNS, isOther: false } },
    },
    unchecked,
  );

/** Serves `prepared` to a client of `line`. */
async function play(
  prepared: PreparedRun,
  {
    line,
    store = emptyStore(),
    thinking = 'frozen',
    cut,
  }: { line?: ClientLine; store?: Store; thinking?: number | 'frozen'; cut?: number } = {},
): Promise<Playing> {
  const input = cut === undefined ? new PassThrough() : endsAfter(cut);
  const output = new PassThrough();
  const { signal: quitting } = new AbortController();
  const ended = playOver(input, output, prepared, store, { thinking, quitting });
  const client = await connectClient(input, output, line);
  onTestFinished(async () => {
    await client.close();
    await ended;
  });
  return { client, store, ended };
}

/** What a client writes before it is killed: so many bytes. */
function endsAfter(bytes: number): PassThrough {
  let left = bytes;
  return new Transform({
    transform(piece: Buffer, _, done) {
      if (left > 0) this.push(piece.subarray(0, left));
      if (left > 0 && left <= piece.length) this.push(null);
      left -= piece.length;
      done();
    },
  });
}

const sample = (scenario: string): Promise<PreparedRun> => preparedIn(SAMPLE, `scenarios/${scenario}.ts`);
const kitchenRun = (body: string): Promise<PreparedRun> =>
  preparedIn(kitchen(dinner(body)), 'scenarios/dinner.ts');

const oracleLog = async (folder: string, path: string): Promise<readonly LogEntry[]> => {
  const prepared = await prepareRun({ folder, path, mode: 'oracle' }, unchecked);
  return runToEnd(prepared).environment.log;
};

const logOf = (store: Store, id = 'r1'): readonly LogEntry[] =>
  store.entries(runId(id), 0, runOf(store, id).entries);
const runOf = (store: Store, id = 'r1'): RunSummary => store.run(runId(id))!;

/** What happens in a log, without ids of events, and without the oracle's steps where another agent plays. */
const happened = (log: readonly LogEntry[]): readonly unknown[] =>
  log
    .filter(({ outcome }) => outcome.status !== 'skipped')
    .map((entry) => {
      const { kind, time, outcome, changes } = entry;
      const { app, tool, resolved, args } = 'action' in entry ? { resolved: undefined, ...entry.action } : {};
      return { kind, time, outcome, changes, app, tool, args: resolved ?? args };
    });

/** Does what the oracle did in `log`, at the same times. */
async function doAsOracle(client: ConnectedClient, log: readonly LogEntry[]): Promise<void> {
  let { timestamp } = (await client.call('orrery__wait')).structuredContent!;
  for (const entry of log) {
    if (entry.kind !== 'agent' || !('action' in entry)) continue;
    for (let left; (left = entry.time / 1e6 - timestamp) > 0;)
      ({ timestamp } = (await client.call('orrery__wait', { seconds: left })).structuredContent!);
    const { app, tool, args, resolved = args } = entry.action;
    await client.call(`${app}__${tool}`, { ...resolved });
  }
  await client.call('orrery__finish');
}

describe.each(CLIENTS)('the official client %s', (line) => {
  it('lists and calls every tool', async () => {
    // The oldest and the newest protocol on all scenarios, the ways between them on one.
    const isAtAnEnd = line === CLIENTS.at(0) || line === CLIENTS.at(-1);
    for (const scenario of isAtAnEnd ? SCENARIOS : SCENARIOS.slice(0, 1)) {
      const prepared = await sample(scenario);
      const { client, store } = await play(prepared, { line });
      const tools = await client.list();

      const own = describePlanTools(prepared.plan, 'agent').map(({ name }) => name);
      expect(tools.map(({ name }) => name)).toEqual([...own, 'orrery__wait', 'orrery__finish']);
      expect(client.instructions).toContain(prepared.plan.name);
      // Nothing runs for a client that looks.
      expect(store.count()).toBe(0);
      // Calling everything can break a minefield, which ends the run.
      let answered = 0;
      for (const { name, inputSchema } of tools) {
        const { content } = await client.call(name, exampleOf(inputSchema));
        if (!content[0]!.text.includes('ended for you')) answered += 1;
      }
      const turns = store.turns(runId('r1'));
      expect(turns.map(({ act }) => ('tool' in act ? act.tool : act.kind))).toEqual(
        [...own, 'wait', 'finish'].slice(0, answered),
      );
      expect(answered).toBeGreaterThan(own.length / 2);
      expect(runOf(store).choices?.agent).toMatchObject({
        command: 'MCP client cook 7',
        client: { name: 'cook', version: '7' },
      });
      await client.close();
    }
  });
});

/** The sample workspace, with steps of the oracle between two checks: at the same time, an agent acts after the check. */
function betweenChecks(): string {
  const folder = temporaryFolder();
  cpSync(SAMPLE, folder, { recursive: true });
  for (const scenario of SCENARIOS) {
    const file = join(folder, `scenarios/${scenario}.ts`);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(/(?<!at\()seconds\((\d+)\)/g, 'seconds($1.37)'),
    );
  }
  return folder;
}

it.each(SCENARIOS)(
  'a client that does as the oracle of %s gives its log, passes and is verified',
  async (scenario) => {
    const folder = betweenChecks();
    const path = `scenarios/${scenario}.ts`;
    const oracle = await oracleLog(folder, path);
    const { client, store, ended } = await play(await preparedIn(folder, path));

    await doAsOracle(client, oracle);
    await client.close();
    await ended;

    expect(happened(logOf(store))).toEqual(happened(oracle));
    const run = runOf(store);
    expect([run.state, run.verdict?.outcome]).toEqual(['completed', 'passed']);
    expect(await verify(store, run)).toMatchObject({ same: run.entries, differs: undefined });
  },
);

describe('messages', () => {
  const TWO = `user.send_message_to_agent({ content: 'Cook!' }).at(seconds(5));
    user.send_message_to_agent({ content: 'Faster!' }).at(seconds(65.25));`;

  it('are told in the first answer after they fell due', async () => {
    const { client } = await play(await kitchenRun(TWO), { thinking: 61 });
    const first = await client.call('orrery__wait');
    expect(first.structuredContent!.messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('Message: Cook!'),
    ]);

    const { structuredContent, content } = await client.call('user__send_message_to_user', {
      content: 'Yes',
    });

    expect(structuredContent).toEqual({
      result: null,
      time: '2026-01-05 18:01:06',
      timestamp: 1_767_636_066,
      messages: [
        {
          kind: 'user-message',
          time: '2026-01-05 18:01:05',
          text: expect.stringContaining('Message: Faster!') as string,
          attachments: [],
        },
      ],
    });
    expect(content.at(-1)!.text).toContain('Message: Faster!');
  });

  it('end a wait at their exact time', async () => {
    const { client } = await play(await kitchenRun(TWO));
    await client.call('orrery__wait');

    const { structuredContent } = await client.call('orrery__wait', { seconds: 600 });

    expect(structuredContent).toMatchObject({ timestamp: 1_767_636_065.25 });
  });

  it('come with the answer to a first call that is no wait', async () => {
    const { client } = await play(await kitchenRun(TWO));
    const { structuredContent } = await client.call('user__send_message_to_user', { content: 'Hello?' });
    expect(structuredContent!.messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('Message: Cook!'),
    ]);
  });
});

describe('a client that goes away', () => {
  it('may be killed again and again within any message: the run is that of one client', async () => {
    const KILLS = tries(20, 2);
    const CALLS = 100;
    /** Makes the calls from number `called` on. */
    const callOn = async (client: ConnectedClient, called: number): Promise<void> => {
      for (let nth = called; nth < CALLS; nth += 1)
        await (nth % 3 === 2
          ? client.call('orrery__wait', { seconds: 7 })
          : client.call('mail__list_emails', { limit: (nth % 5) + 1 }));
      await client.call('orrery__finish');
    };
    const whole = await play(await sample('invoice-by-noon'));
    await callOn(whole.client, 0);
    await whole.client.close();
    await whole.ended;

    const store = emptyStore();
    const random = seededRandom(7, 'kills');
    const rest = async (): Promise<PreparedRun> => {
      const run = store.runs(1)[0];
      const agent = { command: 'MCP client', client: {}, thinking: 'frozen', turns: TURNS } as const;
      return run === undefined ? sample('invoice-by-noon') : prepareResumption(store, run, agent);
    };
    const called = (): number => {
      const run = store.runs(1)[0];
      return run === undefined ? 0 : store.turns(run.id).length;
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const cut = 400 + Math.floor(random.next() * 400);
      const { client, ended } = await play(await rest(), { store, cut });
      const calling = callOn(client, called()).catch(() => undefined);
      await ended;
      await client.close();
      await calling;
      const run = store.runs(1)[0];
      if (run === undefined) continue;
      expect({ kill, state: run.state }).toEqual({ kill, state: 'interrupted' });
      expect(await verify(store, run)).toMatchObject({ same: run.entries, differs: undefined });
    }
    expect(called()).toBeGreaterThan(KILLS);

    const last = await play(await rest(), { store });
    await callOn(last.client, called());
    await last.client.close();
    await last.ended;
    expect(store.runs(1)[0]!.logHash).toBe(runOf(whole.store).logHash);
  });

  it('leaves a run that another one continues, of which nothing is asked twice', async () => {
    const first = await play(await sample('invoice-by-noon'));
    const { store } = first;
    await first.client.call('orrery__wait');
    await first.client.call('mail__list_emails');
    await first.client.call('mail__sing', { high: true });
    await first.client.close();
    await first.ended;
    const left = runOf(store);
    expect([left.state, left.notes[0]]).toEqual([
      'interrupted',
      { kind: 'ending', cause: 'agent', text: 'The MCP client has gone. It closed its connection.' },
    ]);
    expect(await verify(store, left)).toMatchObject({ differs: undefined });

    const agent = { command: 'MCP client', client: {}, thinking: 'frozen', turns: TURNS } as const;
    const second = await play(await prepareResumption(store, left, agent), { store, line: '2.x pinned' });
    const { content } = await second.client.call('orrery__wait', { seconds: 1 });
    expect(content[0]!.text).toMatch(/mail__list_emails \{\}[^]*mail__sing \{"high":true\}/);
    await second.client.call('mail__list_emails');
    await second.client.call('orrery__finish');
    await second.client.close();
    await second.ended;

    const run = runOf(store, 'r2');
    expect(run.state).toBe('failed');
    expect(
      store
        .turns(run.id)
        .filter(({ by }) => by === 'agent')
        .map(({ act }) => act),
    ).toMatchObject([
      { tool: 'mail__list_emails' },
      { tool: 'mail__sing' },
      { kind: 'wait' },
      { tool: 'mail__list_emails' },
      { kind: 'finish' },
    ]);
    expect(await verify(store, run)).toMatchObject({ same: run.entries, differs: undefined });
  });

  it('may be another one’s branch from one of its calls on', async () => {
    const oracle = await oracleLog(SAMPLE, 'scenarios/invoice-by-noon.ts');
    const first = await play(await sample('invoice-by-noon'));
    const { store } = first;
    await doAsOracle(first.client, oracle);
    await first.client.close();
    await first.ended;
    const at = logOf(store).find(({ kind, outcome }) => kind === 'agent' && outcome.status === 'done')!.index;

    const agent = { command: 'MCP client', client: {}, thinking: 'frozen', turns: TURNS } as const;
    const second = await play(await prepareBranch(store, runOf(store), at, undefined, { agent }), { store });
    const { structuredContent } = await second.client.call('orrery__wait');
    expect(structuredContent!.messages.length).toBeGreaterThan(0);
    await second.client.call('orrery__finish');
    await second.client.close();
    await second.ended;

    const branch = runOf(store, 'r2');
    expect(branch).toMatchObject({
      state: 'failed',
      origin: { parent: 'r1', at },
      choices: { agent: { client: { name: 'cook' } } },
    });
    expect(happened(logOf(store, 'r2').slice(0, at))).toEqual(happened(logOf(store).slice(0, at)));
    expect(branch.verdict?.outcome).toBe('failed');
  });
});

describe('answers', () => {
  it('say after the end why nothing more happens', async () => {
    const { client } = await play(
      await kitchenRun(`user.send_message_to_agent({ content: 'Cook!' }).at(seconds(5));`),
    );
    const finished = await client.call('orrery__finish');
    expect(finished.structuredContent!.ended).toBe('it has finished');

    const late = await client.call('user__send_message_to_user', { content: 'Ready' });

    expect([late.isError, late.content[0]!.text]).toEqual([
      true,
      'The run has ended for you: it has finished.',
    ]);
  });

  it('have the error of a failed call, of an unknown tool, and of arguments that are not taken', async () => {
    const { client, store } = await play(await sample('invoice-by-noon'));
    const failed = await client.call('mail__get_email_by_id', { email_id: 'no such' });
    const unknown = await client.call('mail__sing');
    const refused = await client.call('mail__get_email_by_id', { email_id: 7, color: 'red' });

    expect([failed, unknown, refused].map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(failed.content[0]!.text).toMatch(/^\w+: .*no such/);
    expect(unknown.content[0]!.text).toContain('There is no tool "mail__sing"');
    // All of them are turns.
    expect(store.turns(runId('r1')).length).toBe(3);
  });

  it('name the tools that an unknown name may mean', async () => {
    const { client } = await play(await sample('invoice-by-noon'));
    const hints: string[] = [];
    for (const name of ['mcp__orrery__mail__list_emails', 'mail.list_emails', 'List_Emails', 'sing'])
      hints.push((await client.call(name)).content[0]!.text);
    const known = 'Do you mean mail__list_emails?';
    expect(hints.map((text) => text.replace(/^LookupError: There is no tool ".*"\. /, ''))).toEqual([
      known,
      known,
      known,
      'Use the names of the tools that you were given.',
    ]);
  });

  it('take null for arguments that are left out, and never go back in time', async () => {
    const { client } = await play(
      await kitchenRun(`user.send_message_to_agent({ content: 'Cook!' }).at(seconds(5));`),
    );
    await client.call('orrery__wait', { seconds: null });
    const waited = await client.call('orrery__wait', { seconds: 3 });
    const finished = await client.call('orrery__finish');
    const { timestamp } = waited.structuredContent!;
    expect([timestamp, finished.structuredContent!.timestamp]).toEqual([1_767_636_008, 1_767_636_008]);
  });

  it('say after a call that was given up whether it was carried out', async () => {
    const { client, store } = await play(await sample('invoice-by-noon'));
    await client.call('orrery__wait');
    // Given up at once: it may be carried out, or never begun.
    await expect(
      client.call('mail__list_emails', { limit: 1 }, { signal: AbortSignal.timeout(0) }),
    ).rejects.toThrow();
    const { content } = await client.call('orrery__wait', { seconds: 1 });
    const isDone = store.turns(runId('r1')).some(({ act }) => act.kind === 'call');
    expect(
      content.some(({ text }) =>
        text.startsWith(
          'The call mail__list_emails {"limit":1} was given up, but carried out. Its result: {"emails"',
        ),
      ),
    ).toBe(isDone);
  });

  it('come in the order of calls that are made at once', async () => {
    const { client, store } = await play(await sample('invoice-by-noon'));
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((limit) => client.call('mail__list_emails', { limit })),
    );
    expect(answers.every(({ isError }) => isError === undefined)).toBe(true);
    const limits = logOf(store).flatMap((entry) =>
      entry.kind === 'agent' && 'action' in entry && entry.outcome.status === 'done'
        ? [entry.action.args['limit']]
        : [],
    );
    expect(limits).toEqual([1, 2, 3, 4, 5]);
  });
});

/** Arguments that fit `schema`, one for each required field. */
function exampleOf({ properties, required }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = properties as Readonly<Record<string, ExampleSchema>>;
  return Object.fromEntries((required as string[]).map((name) => [name, exampleValue(fields[name]!)]));
}

interface ExampleSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

const EXAMPLES = { string: 'x', integer: 1, number: 1, boolean: true, array: [], object: {} };

const exampleValue = ({ type = 'string', enum: words = [] }: ExampleSchema): unknown =>
  words[0] ?? EXAMPLES[type as keyof typeof EXAMPLES];
