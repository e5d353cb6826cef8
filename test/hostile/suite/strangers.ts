import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Attack, casesOf, damaged, run, SCENARIO } from './attacks.ts';
import type { HostileCase, SoundRun } from './cases.ts';
import { agentProgram } from './outside.ts';
import { places, scenarioOf } from './places.ts';

const sane = places['events()']!.files('');

const imported = (text: string, name = 'hostile.json'): Attack => ({
  files: { [name]: text },
  args: ['import', name, '--db', 'runs.db'],
});

const spansOf = (spans: readonly object[]): string =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

const span = (id: number, parent: number | undefined, more: object = {}): object => ({
  traceId: 'a'.repeat(32),
  spanId: String(id),
  parentSpanId: parent === undefined ? '' : String(parent),
  name: `chat ${id}`,
  startTimeUnixNano: `${1_748_779_200 + id}000000000`,
  endTimeUnixNano: `${1_748_779_201 + id}000000000`,
  attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
  ...more,
});

const many = <Item>(count: number, item: (nth: number) => Item): Item[] =>
  Array.from({ length: count }, (_, nth) => item(nth));

const deepValue = (depth: number): string => '{"arrayValue":{"values":['.repeat(depth) + ']}}'.repeat(depth);

/** Traces of OpenTelemetry. */
const openTelemetry: Readonly<Record<string, Attack>> = {
  'spans around each other': imported(spansOf([span(1, 2), span(2, 3), span(3, 1), span(4, 4)])),
  'a chain of 100,000 spans': imported(spansOf(many(100_000, (n) => span(n, n === 0 ? undefined : n - 1)))),
  'spans with one id': imported(spansOf(many(20_000, () => span(1, 1)))),
  'times that are none': imported(
    spansOf(
      ['-1', '1e999', '9'.repeat(100_000), '', 'soup', null, {}, -1e308, '0x10'].map((time, n) =>
        span(n, undefined, { startTimeUnixNano: time, endTimeUnixNano: time }),
      ),
    ),
  ),
  '30,000 traces': imported(
    spansOf(many(30_000, (n) => span(n, undefined, { traceId: n.toString(16).padStart(32, '0') }))),
  ),
  'attributes that are deep': imported(
    spansOf([span(1, undefined, { attributes: 'HERE' })]).replace(
      '"HERE"',
      `[{"key":"gen_ai.input.messages","value":${deepValue(20_000)}}]`,
    ),
  ),
  'messages that are deep in a text': imported(
    spansOf([
      span(1, undefined, {
        attributes: [
          { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
          {
            key: 'gen_ai.input.messages',
            value: { stringValue: '['.repeat(200_000) + ']'.repeat(200_000) },
          },
        ],
      }),
    ]),
  ),
  'attributes named like the parts of every object': imported(
    spansOf([
      span(1, undefined, {
        attributes: ['__proto__', 'constructor', 'gen_ai.__proto__.admin', 'gen_ai.operation.name'].map(
          (key) => ({ key, value: { stringValue: 'chat' } }),
        ),
      }),
    ]),
  ),
  'two million empty lines': imported(`${spansOf([span(1, undefined)])}${'\n'.repeat(2e6)}`, 'a.jsonl'),
};

const sweAgent = (trajectory: unknown): string => JSON.stringify({ trajectory, history: [], info: {} });

const step = (observation: string): object => ({
  action: 'ls',
  observation,
  response: '',
  thought: '',
  state: '{}',
});

/** Trajectories of the other tools. */
const trajectories: Readonly<Record<string, Attack>> = {
  'SWE-agent, 50,000 steps': imported(sweAgent(many(50_000, (n) => step(String(n)))), 'a.traj'),
  'SWE-agent, an observation of 60 megabytes': imported(sweAgent([step('soup'.repeat(15e6))]), 'a.traj'),
  'SWE-agent, steps that are none': imported(
    sweAgent([null, 5, [], 'soup', { action: [] }, { state: [[]] }]),
    'a.traj',
  ),
  'SWE-agent, states that steer and hide': imported(
    sweAgent([{ ...step('\u001b[2J\u202e\u200b'), state: '{"open_file":"\\u202e\\u200b","__proto__":1}' }]),
    'a.traj',
  ),
  'tau-bench, 20,000 attempts': imported(
    JSON.stringify(many(20_000, (task_id) => ({ task_id, reward: 1, trial: 0, info: {}, traj: [] }))),
  ),
  'tau-bench, rewards that are none': imported(
    JSON.stringify([1e308, -1, null, 'soup', [], {}].map((reward) => ({ task_id: 1, reward, traj: [] }))),
  ),
  'tau-bench, calls that answer each other': imported(
    JSON.stringify([
      {
        task_id: 1,
        reward: 1,
        traj: many(5_000, (n) => ({
          role: n % 2 === 0 ? 'assistant' : 'tool',
          content: 'soup',
          tool_call_id: 'same',
          tool_calls: [{ id: 'same', function: { name: 'look', arguments: '{'.repeat(5_000) } }],
        })),
      },
    ]),
  ),
  'ATIF, helpers within helpers': imported(
    `${'{"schema_version":"ATIF-v1.7","agent":{"name":"a"},"steps":[],"subagent_trajectories":['.repeat(3_000)}${']}'.repeat(3_000)}`,
  ),
  'ATIF, a helper that is its own': imported(
    JSON.stringify({
      schema_version: 'ATIF-v1.7',
      session_id: 'a',
      trajectory_id: 'a',
      agent: { name: 'a', version: '1' },
      steps: [
        {
          step_id: 1,
          source: 'agent',
          message: 'go',
          tool_calls: [{ tool_call_id: 'c', function_name: 'a', arguments: {} }],
          observation: {
            results: [
              { source_call_id: 'c', subagent_trajectory_ref: [{ session_id: 'a', trajectory_id: 'a' }] },
            ],
          },
        },
      ],
    }),
  ),
  'ATIF, 100,000 steps of one number': imported(
    JSON.stringify({
      schema_version: 'ATIF-v1.7',
      session_id: 'a',
      agent: { name: 'a', version: '1' },
      steps: many(100_000, () => ({ step_id: 1, source: 'agent', message: 'soup', timestamp: '9999-99-99' })),
    }),
  ),
  'Inspect, references to everything': imported(
    JSON.stringify({
      version: 2,
      status: 'success',
      eval: { task: 'a', model: 'b' },
      samples: many(200, (id) => ({
        id,
        epoch: 1,
        input: 'a',
        messages: [],
        events: many(200, () => ({
          event: 'model',
          timestamp: '2026-05-16T12:00:00+00:00',
          input: [],
          input_refs: [[0, 1e9]],
          output: { choices: [] },
        })),
        events_data: { messages: many(500, () => ({ role: 'user', content: 'soup' })) },
      })),
    }),
  ),
  'Inspect, patches of a state that are none': imported(
    JSON.stringify({
      version: 2,
      status: 'success',
      eval: { task: 'a', model: 'b' },
      samples: [
        {
          id: 1,
          epoch: 1,
          input: 'a',
          messages: [],
          events: [
            '/__proto__/admin',
            '/constructor/prototype/soup',
            '/a'.repeat(50_000),
            '/list/4294967294',
            '',
          ].map((path) => ({
            event: 'store',
            timestamp: '2026-05-16T12:00:00+00:00',
            changes: [
              { op: 'add', path, value: 1 },
              { op: 'move', from: path, path: `${path}/a` },
            ],
          })),
        },
      ],
    }),
  ),
  'Inspect, an archive whose member unpacks to 390 megabytes': {
    files: {},
    args: ['import', 'a.eval', '--db', 'runs.db'],
    prepare: (folder) => {
      writeFileSync(join(folder, 'a.eval'), zipOf('header.json', Buffer.alloc(390e6, ' ')));
    },
    says: /a\.eval/,
  },
  'Inspect, an archive whose sizes are lies': {
    files: {},
    args: ['import', 'a.eval', '--db', 'runs.db'],
    prepare: (folder) => {
      const bytes = zipOf('header.json', Buffer.from('{}'));
      // The sizes of the first member and of its entry in the directory.
      for (const at of [18, 22, bytes.indexOf('PK\x01\x02') + 20, bytes.indexOf('PK\x01\x02') + 24])
        bytes.writeUInt32LE(0xfffffffe, at);
      writeFileSync(join(folder, 'a.eval'), bytes);
    },
    says: /a\.eval/,
  },
};

/** An archive with one member, which is not compressed. */
function zipOf(name: string, data: Buffer): Buffer {
  const sizes = Buffer.alloc(26);
  sizes.writeUInt16LE(20, 0);
  sizes.writeUInt32LE(crc32(data), 10);
  sizes.writeUInt32LE(data.length, 14);
  sizes.writeUInt32LE(data.length, 18);
  sizes.writeUInt16LE(name.length, 22);
  const first = Buffer.concat([Buffer.from('PK\x03\x04'), sizes, Buffer.from(name), data]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), sizes, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(first.length, 16);
  return Buffer.concat([first, entry, end]);
}

const sweep = (fields: object, more: Attack['files'] = {}): Attack => ({
  files: {
    ...sane,
    ...more,
    'sweeps/a.json': JSON.stringify({ name: 'hostile', scenarios: [SCENARIO], ...fields }),
  },
  args: ['sweep', 'run', 'sweeps/a.json', '--out', 'a.sweep', '--workers', '1'],
});

const program = (fields: object): object => ({
  agents: [{ name: 'a', command: 'true', files: ['scenarios'], ...fields }],
});

/** Sweep files. */
const sweeps: Readonly<Record<string, Attack>> = {
  'a pattern of many asterisks': {
    ...sweep(
      { scenarios: [`scenarios/${'*a'.repeat(25)}*b.ts`] },
      { [`scenarios/${'a'.repeat(60)}.ts`]: '' },
    ),
    says: /No scenario/,
  },
  'a billion seeds in a file': { ...sweep({ seeds: '0..999999999' }), says: /1,000,000 at most/ },
  'a thousand million repeats': {
    ...sweep({ seeds: '0..999999', repeats: 1000 }),
    says: /1,000,000 at most/,
  },
  'a hundred thousand rules on as many seeds': {
    ...sweep({ seeds: '0..100000', exclude: many(100_000, (seed) => ({ seed })) }),
    says: /planned 1 job[^]*1 job: 1 not judged/,
  },
  'files of an agent outside': {
    ...sweep(program({ files: ['../../../../../../../../etc/hostname'] })),
    says: /outside the workspace/,
  },
  'files of an agent that never end': {
    ...sweep(program({ files: ['zero'] })),
    prepare: (folder) => {
      symlinkSync('/dev/zero', join(folder, 'zero'));
    },
    says: /no such file/,
  },
  'files of an agent that nobody writes': {
    ...sweep(program({ files: ['pipe'] })),
    prepare: (folder) => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
    },
    says: /no such file/,
  },
  'files of an agent that are very many': {
    ...sweep(program({ files: ['data'] })),
    prepare: (folder) => {
      mkdirSync(join(folder, 'data'));
      for (let nth = 0; nth < 2_000; nth++) writeFileSync(join(folder, 'data', String(nth)), '');
    },
    says: /1000 files/,
  },
  'times that no timer takes': {
    ...sweep({ limits: { seconds: 1e9 }, ...program({ agentTimeout: 1e308, thinking: 1e308 }) }),
    says: /limits\.seconds/,
  },
  'settings that are none': sweep({
    settings: [{ name: '__proto__' }, { name: 'a', toolFailures: 2, noise: -1, noiseSeed: 1.5 }],
  }),
  'settings with noise beyond all numbers': sweep({ settings: [{ name: 'a', noise: 1e300 }] }),
  'five thousand agents with one name': sweep({ agents: many(5_000, () => 'oracle') }),
  'names that steer and hide': sweep({ ...program({ name: 'a\u202e\u200b' }), name: '\u001b[2J' }),
  'a sweep file that never ends': {
    files: sane,
    args: ['sweep', 'plan', 'zero', '--out', 'a.sweep'],
    prepare: (folder) => {
      symlinkSync('/dev/zero', join(folder, 'zero'));
    },
  },
  'a sweep file that nobody writes': {
    files: sane,
    args: ['sweep', 'plan', 'pipe', '--out', 'a.sweep'],
    prepare: (folder) => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
    },
    says: /pipe/,
  },
};

const HEADER = {
  format: 1,
  name: 'a',
  engine: '0.1.0',
  scenarios: [{ path: SCENARIO, bundle: 'a'.repeat(64) }],
  agents: [{ kind: 'oracle', name: 'oracle' }],
  settings: [{ name: 'default' }],
  limits: { seconds: 60, memory: 1024 },
  jobs: 1,
};
const JOB = { id: `s-${'0'.repeat(32)}`, scenario: 0, agent: 0, settings: 0, repeat: 0, seed: 0 };

const planned = (header: object, ...jobs: readonly object[]): Attack => ({
  files: {
    ...sane,
    'a.sweep/manifest.jsonl': [{ ...HEADER, jobs: jobs.length, ...header }, ...jobs]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  },
  args: ['sweep', 'run', 'a.sweep', '--workers', '1'],
});

/** Plans of sweeps, as somebody sends them. */
const plansOfSweeps: Readonly<Record<string, Attack>> = {
  'jobs of a scenario that is not there': planned(
    {},
    { ...JOB, scenario: 999, agent: -1, settings: 2 ** 53 },
  ),
  'jobs without their files': planned({}, JOB),
  'jobs that are all one': planned({}, ...many(50, () => JOB)),
  'a plan with a path outside': planned(
    { scenarios: [{ path: '../../../../etc/passwd', bundle: 'a'.repeat(64) }] },
    JOB,
  ),
  'a plan that says it has a billion jobs': planned({ jobs: 1e9 }, JOB),
  'a plan whose agent is in a device': planned(
    {
      agents: [
        {
          kind: 'program',
          name: 'a',
          command: 'true',
          thinking: 'frozen',
          turns: 1,
          agentTimeout: 5,
          folder: '/dev/null',
        },
      ],
    },
    JOB,
  ),
  'a plan with a worker of a megabyte': planned({ limits: { seconds: 60, memory: 1 } }, JOB),
  'a plan of one line without an end': {
    ...planned({}, JOB),
    prepare: (folder) => {
      writeFileSync(join(folder, 'a.sweep/manifest.jsonl'), `{"format":1,"name":"${'x'.repeat(3e8)}`);
    },
  },
  'parts that are no databases': {
    ...planned({}, JOB),
    args: ['sweep', 'collect', 'a.sweep'],
    prepare: (folder) => {
      mkdirSync(join(folder, 'a.sweep/parts/folder.db'), { recursive: true });
      writeFileSync(join(folder, 'a.sweep/parts/soup.db'), 'soup'.repeat(1e4));
      execFileSync('mkfifo', [join(folder, 'a.sweep/parts/pipe.db')]);
      symlinkSync('loop.db', join(folder, 'a.sweep/parts/loop.db'));
    },
  },
  'a sweep shown against itself': {
    ...planned({}, JOB),
    args: ['sweep', 'show', 'a.sweep', '--baseline', 'a.sweep'],
  },
  'attempts without end': {
    ...planned({}, JOB),
    args: ['sweep', 'show', 'a.sweep', '--attempts', '9007199254740991'],
  },
};

/** What listens in place of a store, as JavaScript for `node`, on a port that the operating system chooses. */
const stores: Readonly<Record<string, string>> = {
  'that is silent': '',
  'that floods': "const more = () => c.write('x'.repeat(65536), more); more();",
  'that agrees to everything': "c.on('data', () => c.write('+OK\\\\r\\\\n'));",
  'that announces a terabyte': "c.on('data', () => c.write('$999999999999\\\\r\\\\n'));",
  'that answers deep': "c.on('data', () => c.write('*1\\\\r\\\\n'.repeat(200000)));",
  'that is a web server': "c.on('data', () => c.end('HTTP/1.1 400 Bad Request\\\\r\\\\n\\\\r\\\\n'));",
  'that ends at once': 'c.destroy();',
};

const SERVED = `node -e "require('node:net').createServer((c) => { c.on('error', () => {}); BODY }).listen(0, function () { console.log(this.address().port); })" > port &
server=$!; while [ ! -s port ]; do sleep 0.1; done
"$@" "SCHEME:$(cat port)/x"; code=$?; kill $server; exit $code`;

const queued = (...address: readonly string[]): Attack => ({
  ...planned({}, JOB),
  args: ['sweep', 'work', 'a.sweep', '--queue', ...address],
});

/** Addresses of queues. */
const queues: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    Object.entries(stores).flatMap(([name, body]) =>
      ['redis://127.0.0.1', 'postgres://a@127.0.0.1'].map((scheme): [string, Attack] => [
        `a queue at a store ${name}: ${scheme.replace(/:.*/, '')}`,
        { ...queued(), around: SERVED.replace('BODY', () => body).replace('SCHEME', scheme) },
      ]),
    ),
  ),
  ...Object.fromEntries(
    [
      'unix:/dev/zero',
      'unix:/tmp',
      `unix:/${'x'.repeat(4000)}`,
      'redis://[::1]:99999',
      'redis://a\u202e\u001b[2J:1',
      'postgres://%zz',
      'postgres:///x?host=/dev/zero',
      'javascript:alert(1)',
      'http://127.0.0.1:1',
      '',
    ].map((address): [string, Attack] => [
      `a queue at ${JSON.stringify(address)
        .replace(/[^ -~]/g, '?')
        .slice(0, 40)}`,
      queued(address),
    ]),
  ),
};

/** Changes of a run, and other options with values. */
function overrides({ database }: SoundRun): Readonly<Record<string, Attack>> {
  const changes: readonly string[] = [
    `argument content=${'['.repeat(50_000)}`,
    `argument content=${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    'argument content=1e999',
    'argument content[4294967294]=1',
    `argument ${'a.'.repeat(20_000)}a=1`,
    'argument content="\\u202e\\u200b\\ud800"',
    'argument =1',
    'argument',
    'agent ../../../../etc/passwd',
    'agent /dev/zero',
    'seed 1e999',
    'time 9e99',
    'time -5',
    'mode \u001b[2J',
    '',
  ];
  return Object.fromEntries([
    ...changes.map((change): [string, Attack] => [
      `a branch with ${JSON.stringify(change).slice(0, 50)}`,
      {
        files: sane,
        args: ['branch', 'r1', '--at', '0', '--change', change, '--db', 'runs.db'],
        prepare: damaged(database, () => undefined),
      },
    ]),
    ...['0x10', '1e3', '١', '-0', '9'.repeat(400), ' 1'].map((seed): [string, Attack] => [
      `a run with the seed ${JSON.stringify(seed).slice(0, 20)}`,
      run(sane, '--seed', seed),
    ]),
    ...[`*a`.repeat(40), '%_%', "'; DROP TABLE run; --", '\u202e\u200b'].map((names): [string, Attack] => [
      `runs of scenarios like ${JSON.stringify(names).slice(0, 30)}`,
      {
        files: {},
        args: ['runs', '--scenario', names, '--db', 'runs.db'],
        prepare: (folder) => {
          copyFileSync(database, join(folder, 'runs.db'));
        },
      },
    ]),
    [
      'options with names that steer and hide',
      { files: sane, args: ['run', SCENARIO, '--\u001b[2J\u202e\u200b'], says: /\\u001b\[2J\\u202e\\u200b/ },
    ],
    [
      'a command with a name that steers and hides',
      { files: sane, args: ['\u001b[2J\u202e\u200b'], says: /\\u001b\[2J\\u202e\\u200b/ },
    ],
    [
      'a scenario whose name hides a letter',
      {
        files: {
          'scenarios/a\u200b\u3164.ts': scenarioOf({ before: "throw new Error('soup');" })[SCENARIO]!,
        },
        args: ['run', 'scenarios/a\u200b\u3164.ts'],
        says: /a\\u200b\\u3164\.ts:3/,
      },
    ],
    [
      'an agent that tells in characters nobody sees',
      {
        files: {
          ...sane,
          'agents/hostile.cjs': agentProgram(
            "let n = 0; process.stderr.write('a\\u200b\\u{e0041}\\n'); turns(() => say(n++ ? { do: 'finish' } : call({ content: 'a\\u200b\\u{e0041}\\ufe0f\\u{e0100}' })))",
          ),
        },
        args: ['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '5'],
        says: /a\\u200b\\udb40\\udc41/,
      },
    ],
  ]);
}

/** What people send or copy from elsewhere: traces of other tools, sweeps and their plans, addresses of queues, changes of runs. */
export const strangerCases = (sound: SoundRun): readonly HostileCase[] =>
  casesOf({
    'trace of OpenTelemetry': openTelemetry,
    'trace of another tool': trajectories,
    'sweep file': sweeps,
    'plan of a sweep': plansOfSweeps,
    'address of a queue': queues,
    'change of a run': overrides(sound),
  });
