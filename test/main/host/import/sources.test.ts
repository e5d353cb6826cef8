import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import { type RunId, textOrJson } from '../../../../engine/model/index.ts';
import { importSource } from '../../../../main/host/import/import-file.ts';
import { stepsOf } from '../../../../main/host/inspect/transcript.ts';
import { Sources } from '../../../../main/host/import/sources.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { zipOf } from './zip.ts';

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A text as a frame of Zstandard with one block, which is stored as it is. */
function zstandard(text: string): Buffer {
  const head = Buffer.from('28b52ffda000000000000000', 'hex');
  head.writeUInt32LE(Buffer.byteLength(text), 5);
  head.writeUIntLE(Buffer.byteLength(text) * 8 + 1, 9, 3);
  return Buffer.concat([head, Buffer.from(text)]);
}

const talk = (text: string): string =>
  JSON.stringify([
    { role: 'user', content: text },
    { role: 'assistant', content: 'Soup.' },
  ]);

/** What an import of `file` came to, a line for each source. */
async function importedFrom(store: Store, file: string): Promise<readonly string[]> {
  await using sources = new Sources();
  const lines: string[] = [];
  for (const source of await sources.in({ file }))
    try {
      const { runs, known } = await importSource(store, source);
      const names = runs.map(({ id, scenario, verdict }) =>
        [id, scenario, ...(verdict === undefined ? [] : [verdict.outcome])].join(' '),
      );
      lines.push(`${source.label}: ${[...names, ...known.map((id) => `${id} again`)].join(', ')}`);
    } catch (thrown) {
      lines.push((thrown as Error).message.slice(0, 80));
    }
  return [...lines, ...sources.leftOut.map(({ label, reason }) => `${label} left out: ${reason}`)];
}

describe('a folder', () => {
  it('is imported with all that is below it, and the rest is named', async () => {
    const folder = folderWith({
      'leek.json': talk('Leek?'),
      'deep/er/beet.json': talk('Beet?'),
      'notes.md': '# Soup',
      'package.json': '{"name": "soup", "version": "1.0.0"}',
      '.hidden/cress.json': talk('Cress?'),
    });
    symlinkSync('/', join(folder, 'root'));

    expect(await importedFrom(emptyStore(), folder)).toEqual([
      'deep/er/beet.json: r1 beet',
      'leek.json: r2 leek',
      expect.stringMatching(/^notes\.md: This is text, not a trajectory/),
      expect.stringMatching(/^package\.json: The format is not known/),
    ]);
  });

  it('makes a set of the runs whose files name none', async () => {
    const store = emptyStore();
    const folder = folderWith({ 'leek.json': talk('Leek?'), 'beet.json': talk('Beet?') });

    await importedFrom(store, folder);

    expect(store.sets()).toMatchObject([{ name: folder.split('/').at(-1), tool: 'folder', runs: 2 }]);
  });

  it('is recognised by what its files have, whatever they are called', async () => {
    const store = emptyStore();
    const folder = folderWith({ 'leek.json': talk('Leek?') });
    await importedFrom(store, folder);
    writeFileSync(join(folder, 'beet.json'), talk('Beet?'));
    writeFileSync(join(folder, 'leek.json'), `\n${talk('Leek?')}`);

    expect(await importedFrom(store, folder)).toEqual(['beet.json: r2 beet', 'leek.json: r1 again']);
  });

  it('of gaia2-cli gives one run, with thoughts, verdict and the calls that the world did not record', async () => {
    const store = emptyStore();
    const lines = (...all: readonly object[]): string => all.map((one) => JSON.stringify(one)).join('\n');
    const said = { t: 1_700_000_000, app: 'AgentUserInterface', fn: 'send_message_to_agent' };
    const folder = folderWith({
      'soup/run_1/events.jsonl': lines(
        { ...said, args: { content: 'Soup!' }, event_id: 'Event-ENV-1', sim_t: '2024-10-15 07:00:00' },
        {
          t: 1_700_000_010,
          app: 'Pantry',
          fn: 'look',
          args: { shelf: 1 },
          w: false,
          ret: 'leek',
          sim_t: '2024-10-15 07:00:05',
        },
      ),
      'soup/run_1/trace.jsonl': lines({
        seq: 1,
        timestamp: '2023-11-14T22:13:25Z',
        type: 'llm_call',
        request: { model: 'cook-2', messages: [{ role: 'user', content: 'Soup!' }] },
        response: {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            { id: 'c1', function: { name: 'Pantry__look', arguments: '{"shelf":1}' } },
            { id: 'c2', function: { name: 'Pantry__burn', arguments: '{}' } },
          ],
          usage: { prompt_tokens: 7, completion_tokens: 3 },
        },
      }),
      'soup/run_1/result.json': JSON.stringify({
        scenario_id: 'soup_1',
        success: false,
        failure_reason: 'No soup was made.',
      }),
      'soup/run_1/agent_response.txt': 'Sorry.',
    });

    expect(await importedFrom(store, folder)).toEqual(['soup/run_1: r1 soup_1 failed']);
    expect(store.run('r1' as never)!.verdict!.sentence).toBe(
      'gaia2-cli judged it a failure. No soup was made.',
    );
    const logs = store.extras('r1' as never)!.document['world_logs'] as unknown as readonly {
      content: string;
    }[];
    expect(logs.map(({ content }) => content)).toContainEqual(
      expect.stringContaining('The model called Pantry__burn({}), which the world did not record'),
    );
    expect(store.attempt('r1' as never)).toMatchObject({
      task: 'soup_1',
      model: 'cook-2',
      tokens: { input: 7, output: 3 },
      scores: [{ scorer: 'success', value: 0, passed: false }],
    });
    expect(store.original('r1' as never)!.label).toBe('soup/run_1.tar');
  });

  it('of tau2-bench gives a run for each simulation, in one set with all tasks', async () => {
    const store = emptyStore();
    const simulation = (id: string, reward: number): string =>
      JSON.stringify({
        id,
        task_id: id,
        trial: 0,
        termination_reason: 'user_stop',
        reward_info: { reward, reward_breakdown: { DB: reward } },
        messages: [{ role: 'assistant', content: `Task ${id}` }],
      });
    const folder = folderWith({
      'results.json': JSON.stringify({
        timestamp: '2026-01-01T00:00:00',
        info: { environment_info: { domain_name: 'kitchen' }, agent_info: { llm: 'm' } },
        tasks: ['1', '2', '3'].map((id) => ({ id })),
      }),
      'simulations/a.json': simulation('1', 1),
      'simulations/b.json': simulation('2', 0),
    });

    expect(await importedFrom(store, folder)).toEqual([
      'simulations/a.json: r1 kitchen task 1 passed',
      'simulations/b.json: r2 kitchen task 2 failed',
    ]);
    expect(store.sets()).toMatchObject([
      { name: 'kitchen, m', benchmark: 'tau2-bench kitchen', tasks: ['1', '2', '3'], runs: 2 },
    ]);
  });

  it('of a trial of Harbor gives the verdict of the verifier, and leaves out what says the same', async () => {
    const store = emptyStore();
    const folder = folderWith({
      'trial/result.json': JSON.stringify({
        task_name: 'soup',
        trial_name: 'soup__1',
        agent_info: { name: 'cook', model_info: { name: 'm1' } },
        agent_result: { n_input_tokens: 50, n_output_tokens: 5, cost_usd: 0.1 },
        verifier_result: { rewards: { reward: 1 } },
      }),
      'trial/agent/trajectory.json': JSON.stringify({
        schema_version: 'ATIF-v1.6',
        session_id: 's',
        agent: { name: 'cook', version: '1' },
        steps: [{ step_id: 1, source: 'user', message: 'Soup!' }],
      }),
      'trial/agent/session.jsonl': '{"type":"other"}',
      'trial/verifier/test-stdout.txt': '1 passed',
    });

    expect(await importedFrom(store, folder)).toEqual([
      'trial: r1 soup passed',
      'trial/agent/session.jsonl left out: Another file of its folder says the same',
    ]);
    expect(store.attempt('r1' as never)).toMatchObject({
      agent: 'cook',
      model: 'm1',
      cost: 0.1,
      tokens: { input: 50, output: 5 },
      scores: [{ scorer: 'reward', value: 1, passed: true }],
    });
  });

  it('of a trial of Harbor without a trajectory gives its result', async () => {
    const store = emptyStore();
    const folder = folderWith({
      'trial/result.json': JSON.stringify({
        task_name: 'soup',
        trial_name: 'soup__1',
        agent_execution: { started_at: '2026-01-05T09:00:00Z', finished_at: '2026-01-05T09:15:00Z' },
        exception_info: { exception_type: 'AgentTimeoutError', exception_message: 'It took too long.' },
        verifier_result: { rewards: { reward: 0 } },
      }),
      'trial/verifier/reward.txt': '0',
    });

    expect(await importedFrom(store, folder)).toEqual(['trial: r1 soup failed']);
    expect(store.attempt('r1' as never)).toMatchObject({
      duration: 900,
      scores: [{ value: 0, passed: false }],
    });
  });

  it.each([
    [
      'Claude Code',
      {
        'sessions/projects/-w/s.jsonl': JSON.stringify({
          type: 'user',
          uuid: '1',
          sessionId: 's',
          message: { role: 'user', content: 'Soup!' },
        }),
        'sessions/projects/-w/s/subagents/agent-h.jsonl': JSON.stringify({
          type: 'user',
          uuid: '2',
          sessionId: 's',
          isSidechain: true,
          agentId: 'h',
          message: { role: 'user', content: 'Find leek.' },
        }),
        'sessions/projects/-w/s/tool-results/a.txt': 'two leeks',
        'claude-code.txt': 'Soup!',
      },
    ],
    [
      'Codex',
      {
        'sessions/2026/01/05/rollout-s.jsonl': [
          { type: 'session_meta', payload: { id: 's' } },
          { type: 'event_msg', payload: { type: 'user_message', message: 'Soup!' } },
        ]
          .map((one) => JSON.stringify(one))
          .join('\n'),
        'codex.txt': 'Soup!',
      },
    ],
    [
      'OpenCode',
      {
        'opencode.txt': `starting\n${JSON.stringify({ type: 'text', sessionID: 's', part: { type: 'text', text: 'Soup!' } })}\n`,
        'setup/stdout.txt': 'ready',
      },
    ],
    [
      'mini-swe-agent',
      {
        'mini-swe-agent.trajectory.json': JSON.stringify({
          trajectory_format: 'mini-swe-agent-1.1',
          info: {},
          messages: [{ role: 'user', content: 'Soup!' }],
        }),
        'mini-swe-agent.txt': 'Soup!',
      },
    ],
  ])('of a trial of Harbor without a trajectory gives the session of %s its verdict', async (_, written) => {
    const store = emptyStore();
    const folder = folderWith({
      'job/soup__1/result.json': JSON.stringify({ task_name: 'soup', trial_name: 'soup__1' }),
      'job/soup__1/verifier/reward.txt': '1',
      ...Object.fromEntries(
        Object.entries(written).map(([path, text]) => [`job/soup__1/agent/${path}`, text]),
      ),
    });

    const [imported, ...others] = await importedFrom(store, folder);

    expect(imported).toBe('job/soup__1: r1 soup passed');
    expect(
      others.filter((line) => !line.endsWith('left out: Another file of its folder says the same')),
    ).toEqual([]);
    expect(Array.from(stepsOf(store, store.run('r1' as RunId)!), ({ text }) => text)).toContain('Soup!');
    expect(store.attempt('r1' as RunId)!.attempt).toBe(1);
  });

  it('of a trial of Harbor has no second run for what its agent wrote itself', async () => {
    const session = { type: 'user', uuid: '1', sessionId: 's', message: { role: 'user', content: 'Soup!' } };
    const folder = folderWith({
      'trial/result.json': JSON.stringify({ task_name: 'soup', verifier_result: { rewards: { reward: 1 } } }),
      'trial/agent/trajectory.json': JSON.stringify({
        schema_version: 'ATIF-v1.6',
        session_id: 's',
        agent: { name: 'cook', version: '1' },
        steps: [{ step_id: 1, source: 'user', message: 'Soup!' }],
      }),
      'trial/agent/sessions/projects/-w/s.jsonl': JSON.stringify(session),
    });

    expect(await importedFrom(emptyStore(), folder)).toEqual([
      'trial: r1 soup passed',
      'trial/agent/sessions/projects/-w/s.jsonl left out: Another file of its folder says the same',
    ]);
  });
});

describe('a session of Claude Code', () => {
  const line = (uuid: string, type: string, message: object, more: object = {}): object => ({
    uuid,
    sessionId: 's',
    type,
    message,
    timestamp: `2026-05-16T12:00:0${uuid}Z`,
    ...more,
  });
  const lines = (...all: readonly object[]): string => all.map((one) => JSON.stringify(one)).join('\n');
  const kept = (name: string): string =>
    `<persisted-output>\nOutput too large (9KB). Full output saved to: C:\\cook\\s\\tool-results\\${name}\n\nPreview (first 2KB):\nleek\n</persisted-output>`;
  const reads = (nth: number, name: string): readonly object[] => [
    line(String(nth), 'assistant', {
      id: `m${nth}`,
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${nth}`, name: 'Bash', input: {} }],
    }),
    line(String(nth + 1), 'user', {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `c${nth}`, content: kept(name) }],
    }),
  ];

  it('has the outputs that were too large for it, and names those that are missing', async () => {
    const store = emptyStore();
    const folder = folderWith({
      's.jsonl': lines(...reads(1, 'a.txt'), ...reads(3, 'b.json'), ...reads(5, 'lost.txt')),
      's/tool-results/a.txt': 'leek '.repeat(300_000),
      's/tool-results/b.json': '[{"type": "text", "text": "beet"}]',
    });

    expect(await importedFrom(store, folder)).toEqual([expect.stringMatching(/: r1 s$/)]);
    const run = store.run('r1' as RunId)!;
    const results = store
      .entries(run.id, 0, 9)
      .map((entry) =>
        'outcome' in entry && entry.outcome.status === 'done' ? textOrJson(entry.outcome.value) : '',
      );
    expect(results.map((text) => text.slice(0, 90))).toEqual([
      '[The model was told the beginning. All of it, from a.txt:]\nleek leek leek leek leek leek l',
      '[The model was told the beginning. All of it, from b.json:]\n[{"type": "text", "text": "bee',
      kept('lost.txt').slice(0, 90),
    ]);
    expect(results[0]!.slice(-44)).toBe('leek \n[The file has 500000 more characters.]');
    expect(run.notes.map(({ text }) => text).join('\n')).toContain('beside the session: lost.txt.');
  });

  it('names a subagent whose call is not there by the file beside its own', async () => {
    const store = emptyStore();
    const folder = folderWith({
      's.jsonl': lines(line('1', 'user', { role: 'user', content: 'Soup!' })),
      's/subagents/agent-h1.jsonl': lines(
        line(
          '2',
          'assistant',
          { id: 'a', role: 'assistant', content: 'Two.' },
          { isSidechain: true, agentId: 'h1' },
        ),
      ),
      's/subagents/agent-h1.meta.json': JSON.stringify({ agentType: 'finder', description: 'Count leeks' }),
      's/subagents/agent-h2.jsonl': '\0',
    });

    await importedFrom(store, folder);

    const run = store.run('r1' as RunId)!;
    const names = Array.from(stepsOf(store, run), ({ subagent }) => subagent?.name);
    expect(names).toContain('finder: Count leeks');
    expect(run.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/agent-h2\.jsonl: Left out\./),
    );
  });
});

describe('the folder in which OpenCode keeps its sessions', () => {
  const session = (id: string, text: string): Readonly<Record<string, string>> => ({
    [`storage/session/p/ses_${id}.json`]: JSON.stringify({ id: `ses_${id}`, title: id }),
    [`storage/message/ses_${id}/m${id}.json`]: JSON.stringify({ id: `m${id}`, role: 'user' }),
    [`storage/part/m${id}/p1.json`]: JSON.stringify({ type: 'text', text }),
  });

  it('gives a run for each session', async () => {
    const store = emptyStore();
    const folder = folderWith({ ...session('leek', 'Leek?'), ...session('beet', 'Beet?') });

    expect(await importedFrom(store, folder)).toEqual([
      'storage/session/p/ses_beet.json: r1 beet',
      'storage/session/p/ses_leek.json: r2 leek',
    ]);
    expect(Array.from(stepsOf(store, store.run('r2' as RunId)!), ({ text }) => text)).toEqual(['Leek?']);
  });
});

describe('a source that has changed', () => {
  const item = (task: number, trial: number, words: string): object => ({
    task_id: task,
    trial,
    reward: 0,
    traj: [
      { role: 'user', content: 'Soup!' },
      { role: 'assistant', content: words },
    ],
  });

  /** Imports `items` in the place of the `earlier` runs. */
  async function update(
    store: Store,
    earlier: readonly RunId[],
    items: readonly object[],
  ): Promise<readonly string[]> {
    const folder = folderWith({ 'log.json': JSON.stringify(items) });
    await using sources = new Sources();
    const [source] = await sources.in({ file: join(folder, 'log.json') });
    const { replaced } = await importSource(store, source!, undefined, earlier);
    return replaced.map(({ run, by }) => `${run} by ${by}`);
  }

  const kept = (store: Store): readonly string[] =>
    store
      .runs()
      .map(({ id, scenario }) => `${id} ${scenario}, attempt ${store.attempt(id)!.attempt}`)
      .sort();

  it('replaces each earlier run by its own new version, not by another attempt at the task', async () => {
    const store = emptyStore();
    await update(store, [], [item(7, 0, 'So'), item(7, 1, 'No'), item(8, 0, 'Yes')]);

    const replaced = await update(
      store,
      [3, 2, 1].map((nth) => `r${nth}` as RunId),
      [item(7, 2, 'Oh'), item(7, 1, 'No soup'), item(7, 0, 'Soup')],
    );

    expect(replaced).toEqual(['r2 by r5', 'r1 by r6']);
    expect(kept(store)).toEqual([
      'r3 task 8, attempt 1',
      'r4 task 7, attempt 3',
      'r5 task 7, attempt 2',
      'r6 task 7, attempt 1',
    ]);
  });

  it('keeps the numbers of attempts that have none in the file, and runs that somebody tagged', async () => {
    const store = emptyStore();
    const folder = folderWith({ 'leek.json': talk('Leek?') });
    const importAgain = async (earlier: RunId): Promise<void> => {
      await using sources = new Sources();
      for (const source of await sources.in({ file: folder }))
        await importSource(store, source, undefined, [earlier]);
    };
    await importedFrom(store, folder);

    writeFileSync(join(folder, 'leek.json'), talk('Leek? Now?'));
    await importAgain('r1' as RunId);
    expect(kept(store)).toEqual(['r2 leek, attempt 1']);

    store.setTags('r2' as RunId, ['paper']);
    writeFileSync(join(folder, 'leek.json'), talk('Leek? Now? Please?'));
    await importAgain('r2' as RunId);
    expect(kept(store)).toEqual(['r2 leek, attempt 1', 'r3 leek, attempt 2']);
  });
});

describe('the files of helpers', () => {
  const atif = (id: string, ...steps: readonly object[]): string =>
    JSON.stringify({ schema_version: 'ATIF-v1.7', session_id: id, agent: { name: id, version: '1' }, steps });
  const asks = (path: string): object => ({
    source: 'agent',
    message: '',
    tool_calls: [{ tool_call_id: 'c', function_name: 'ask', arguments: {} }],
    observation: { results: [{ source_call_id: 'c', subagent_trajectory_ref: [{ trajectory_path: path }] }] },
  });
  const says = { source: 'agent', message: 'Two leeks.' };
  const kept = (one: object): string => JSON.stringify(one);
  const rollout = (head: object, ...items: readonly object[]): string =>
    [{ type: 'session_meta', payload: head }, ...items.map((payload) => ({ type: 'response_item', payload }))]
      .map((one) => JSON.stringify(one))
      .join('\n');
  const line = (uuid: string, message: object, more: object = {}): string =>
    JSON.stringify({
      uuid,
      sessionId: 's',
      type: 'user',
      message,
      timestamp: '2026-05-16T12:00:00Z',
      ...more,
    });

  it.each([
    [
      'Claude Code',
      {
        's.jsonl': [
          line('1', { role: 'user', content: 'Soup!' }),
          line(
            '2',
            { role: 'assistant', id: 'a', content: [{ type: 'tool_use', id: 'c', name: 'Task', input: {} }] },
            { type: 'assistant' },
          ),
          line(
            '3',
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'Two leeks.' }] },
            { toolUseResult: { agentId: 'h1' }, timestamp: '2026-05-16T12:00:09Z' },
          ),
        ].join('\n'),
        's/subagents/agent-h1.jsonl': [
          line('4', { role: 'user', content: 'Find leek.' }, { isSidechain: true, agentId: 'h1' }),
          line(
            '5',
            { role: 'assistant', id: 'b', content: [{ type: 'text', text: 'Two leeks.' }] },
            { type: 'assistant', isSidechain: true, agentId: 'h1' },
          ),
        ].join('\n'),
      },
    ],
    [
      'Claude Code, in older versions',
      {
        'x/any.jsonl': [
          line('1', { role: 'user', content: 'Soup!' }),
          line(
            '2',
            {
              role: 'assistant',
              id: 'a',
              content: [{ type: 'tool_use', id: 'c', name: 'Task', input: { prompt: 'Find leek.' } }],
            },
            { type: 'assistant' },
          ),
          line(
            '3',
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'Two leeks.' }] },
            { timestamp: '2026-05-16T12:00:09Z' },
          ),
        ].join('\n'),
        'x/agent-h1.jsonl': [
          line('4', { role: 'user', content: 'Find leek.' }, { isSidechain: true, agentId: 'h1' }),
          line(
            '5',
            { role: 'assistant', id: 'b', content: [{ type: 'text', text: 'Two leeks.' }] },
            { type: 'assistant', isSidechain: true, agentId: 'h1' },
          ),
        ].join('\n'),
      },
    ],
    [
      'Codex',
      {
        '01/rollout-s.jsonl': rollout(
          { id: 's' },
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Soup!' }] },
          { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'c' },
          { type: 'function_call_output', call_id: 'c', output: '{"agent_id":"h","nickname":"h1"}' },
        ),
        '02/rollout-h.jsonl': rollout(
          { id: 'h', source: { subagent: { thread_spawn: { parent_thread_id: 's' } } } },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Two leeks.' }] },
        ),
      },
    ],
    [
      'Codex, compressed',
      {
        '01/rollout-s.jsonl.gz': gzipSync(
          rollout(
            { id: 's' },
            { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Soup!' }] },
            { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'c' },
            { type: 'function_call_output', call_id: 'c', output: '{"agent_id":"h","nickname":"h1"}' },
          ),
        ),
        '02/rollout-h.jsonl.zst': zstandard(
          rollout(
            { id: 'h', source: { subagent: { thread_spawn: { parent_thread_id: 's' } } } },
            { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Two leeks.' }] },
          ),
        ),
      },
    ],
    [
      'OpenCode',
      {
        'session/p/ses_s.json': kept({ id: 'ses_s', title: 's' }),
        'session/p/ses_h.json': kept({ id: 'ses_h', parentID: 'ses_s' }),
        'message/ses_s/1.json': kept({ id: '1', role: 'user', time: { created: 1_767_225_600_000 } }),
        'message/ses_s/2.json': kept({ id: '2', role: 'assistant', time: { created: 1_767_225_601_000 } }),
        'message/ses_h/3.json': kept({ id: '3', role: 'assistant', time: { created: 1_767_225_602_000 } }),
        'part/1/1.json': kept({ type: 'text', text: 'Soup!' }),
        'part/2/2.json': kept({
          type: 'tool',
          tool: 'task',
          state: { status: 'completed', input: { subagent_type: 'h1' }, metadata: { sessionId: 'ses_h' } },
        }),
        'part/3/3.json': kept({ type: 'text', text: 'Two leeks.' }),
        'todo/ses_s.json': kept([{ content: 'Serve' }]),
      },
    ],
    [
      'ATIF',
      {
        'trajectory.json': atif('s', { source: 'user', message: 'Soup!' }, asks('trajectory.finder.json')),
        'trajectory.finder.json': atif('h1', says),
      },
    ],
    [
      'Harbor',
      {
        'trial/result.json': JSON.stringify({ task_name: 's' }),
        'trial/agent/trajectory.json': atif(
          's',
          { source: 'user', message: 'Soup!' },
          asks('trajectory.f.json'),
        ),
        'trial/agent/trajectory.f.json': atif('h1', says),
      },
    ],
  ])('stand in the run of their agent, of %s', async (_, files) => {
    const store = emptyStore();
    const [imported, ...others] = await importedFrom(store, folderWith(files));

    expect([imported, others]).toEqual([expect.stringMatching(/: r1 s\b/), []]);
    const run = store.runs()[0]!;
    const steps = [...stepsOf(store, run)].filter(({ subagent }) => subagent !== undefined);
    expect(
      steps.map(({ kind, text, subagent }) => [kind, text, subagent!.name, subagent!.call]),
    ).toContainEqual(['reply', 'Two leeks.', 'h1', 1]);
  });
});

describe('an archive', () => {
  const MEMBERS = { 'a/leek.json': talk('Leek?'), 'a/beet.json': talk('Beet?') };
  const told = (name: string): readonly string[] => [
    `${name}/a/beet.json: r1 beet`,
    `${name}/a/leek.json: r2 leek`,
  ];

  it('of zip is imported member by member', async () => {
    const folder = folderWith({
      'soups.zip': zipOf(Object.entries(MEMBERS).map(([name, text]) => ({ name, data: Buffer.from(text) }))),
    });
    expect(await importedFrom(emptyStore(), join(folder, 'soups.zip'))).toEqual(told('soups.zip'));
    expect(await importedFrom(emptyStore(), folder)).toEqual(told('soups.zip'));
  });

  it('of tar, packed or not, is imported member by member, and nothing of it leads out', async () => {
    const tar = await packTar([
      ...Object.entries(MEMBERS).map(([name, body]) => ({ header: { name, size: body.length }, body })),
      { header: { name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    ]);
    const folder = folderWith({ 'soups.tar.gz': gzipSync(tar), 'soups.tar': tar });
    for (const name of ['soups.tar.gz', 'soups.tar'])
      expect(await importedFrom(emptyStore(), join(folder, name))).toEqual([
        ...told(name),
        `${name}/link left out: A link or a device`,
      ]);
  });

  it('that cannot be opened leaves the files beside it as they are', async () => {
    const folder = folderWith({ 'leek.json': talk('Leek?'), 'cut.zip': 'PK', 'cut.tar.gz': 'soup' });
    expect(await importedFrom(emptyStore(), folder)).toEqual([
      'leek.json: r1 leek',
      expect.stringMatching(/^cut\.tar\.gz left out: The archive is damaged/),
      expect.stringMatching(/^cut\.zip left out: The archive is damaged/),
    ]);
  });

  it('in an archive is not unpacked, because it may hold itself', async () => {
    const inner = zipOf([{ name: 'leek.json', data: Buffer.from(talk('Leek?')) }]);
    const folder = folderWith({ 'outer.zip': zipOf([{ name: 'inner.zip', data: inner }]) });
    expect(await importedFrom(emptyStore(), folder)).toEqual([
      expect.stringMatching(/^outer\.zip\/inner\.zip: The archive has no header\.json/),
    ]);
  });

  it.each([
    ['cut.tar.gz', gzipSync(Buffer.alloc(9_999)).subarray(0, 30)],
    ['no.tar.gz', Buffer.from('soup')],
    ['no.zip', Buffer.from('soup')],
  ])('that is damaged is named: %s', async (name, bytes) => {
    const folder = folderWith({ [name]: bytes });
    await expect(importedFrom(emptyStore(), join(folder, name))).rejects.toThrow(
      `${name}: The archive is damaged`,
    );
  });
});

describe('a pattern', () => {
  it('names files in folders', async () => {
    const folder = folderWith({ 'x/leek.json': talk('Leek?'), 'y/leek.txt': talk('Leek!') });
    expect(await importedFrom(emptyStore(), `${folder}/*/*.json`)).toEqual(['leek.json: r1 leek']);
    await expect(importedFrom(emptyStore(), `${folder}/*.eval`)).rejects.toThrow('no file has such a name');
  });
});
