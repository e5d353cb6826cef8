import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../open-database.ts';
import type { HostileCase } from './cases.ts';
import { agentProgram } from './outside.ts';
import { places, scenarioOf } from './places.ts';

export const SCENARIO = 'scenarios/hostile.ts';
const SECONDS = 60;

export type Attack = Omit<HostileCase, 'kind' | 'name' | 'within'> & { readonly within?: number };

export const run = (files: HostileCase['files'], ...args: readonly string[]): Attack => ({
  files,
  args: ['run', SCENARIO, ...args],
});

/** A pot whose tools are `tools`, with events of its own. */
export const withPot = (tools: string, events: string, before = ''): HostileCase['files'] =>
  scenarioOf({
    before: `${before}
const pot = app({ class: 'Pot', initial: () => ({ soup: 1, list: [] }), tools: { ${tools} } });`,
    apps: 'return { user: agentUserInterface(), pot: pot() };',
    events,
  });

export const tool = (name: string, body: string, args = '', effect = 'write'): string =>
  `${name}: toolOf()({ summary: '.', effect: '${effect}', args: { ${args} }, apply(state, args, context) { ${body} } }),`;

export const settings = (fields: string, events = ''): HostileCase['files'] => scenarioOf({ fields, events });

/** What author code keeps from one call and uses in another, or does where little room is left. */
const code: Readonly<Record<string, Attack>> = {
  'a context of an earlier call is used in a condition': run(
    withPot(
      tool('stir', 'saved = context; state.soup += 1;'),
      `pot.stir({}).after(ask);
    stop().after(condition('late', () => { saved.call('pot', 'stir', {}); return true; }).after(ask, seconds(2)).timeout(5));`,
      'let saved;',
    ),
  ),
  'a state of an earlier call is written in a condition': run(
    withPot(
      tool('stir', 'saved = state; state.soup += 1;'),
      `pot.stir({}).after(ask);
    stop().after(condition('late', () => { saved.soup = 99; saved.list.push(1); return true; }).after(ask, seconds(2)).timeout(5));`,
      'let saved;',
    ),
  ),
  'writes at the end of the stack': {
    ...run(
      withPot(
        tool(
          'stir',
          `let left = 3000;
          const down = (depth) => { try { down(depth + 1); } catch {} if (left-- > 0) try { state.list.push({ depth }); state.soup = depth; state.list.shift(); } catch {} };
          down(0);`,
        ),
        `pot.stir({}).after(ask); pot.stir({}).after(ask, seconds(2));
    stop().after(condition('same', ({ pot }) => pot.list.length >= 0).after(ask, seconds(4)));`,
      ),
    ),
  },
  'a tool calls itself without end': run(
    withPot(tool('stir', "return context.call('pot', 'stir', {});"), 'pot.stir({}).after(ask);'),
  ),
  'a tool calls another a million times': run(
    withPot(
      tool('stir', "for (let i = 0; i < 1e6; i++) context.call('pot', 'ring', {});") +
        tool('ring', 'state.soup += 1;'),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a tool reads another tool by a getter': run(
    withPot(
      `get stir() { return toolOf()({ summary: '.', effect: 'write', args: {}, apply() { for (;;) {} } }); },`,
      'pot.stir({}).after(ask);',
    ),
  ),
  'it prints what prints itself': run(
    scenarioOf({
      before: `console.log({ [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
  for (const one of [inspect, options?.stylize, console.log]) try { one.constructor('return process')().exit(7); } catch {}
  return 'soup'; } });`,
    }),
  ),
  'it prints getters that loop': run(
    scenarioOf({
      before: `console.log({ [Symbol.for('nodejs.util.inspect.custom')]() { for (;;) {} } });`,
    }),
  ),
  'it prints a proxy that loops': run(
    scenarioOf({
      before: 'console.log(new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } }));',
    }),
  ),
  'it prints a list of a hundred million': run(scenarioOf({ before: 'console.log(new Array(1e8));' })),
  'it prints a deep object': run(
    scenarioOf({
      before:
        'let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; console.log(deep); console.table([deep]);',
    }),
  ),
  'a condition answers with a text': run(
    scenarioOf({ events: "stop().after(condition('odd', () => 'false').after(ask).timeout(5));" }),
  ),
  'a condition that answers with an object that loops': run(
    scenarioOf({
      events: "stop().after(condition('odd', () => ({ valueOf() { for (;;) {} } })).after(ask).timeout(5));",
    }),
  ),
  'a state at the limit of texts': {
    ...run(withPot(tool('stir', "state.soup = 'a'.repeat(2 ** 29 - 30);"), 'pot.stir({}).after(ask);')),
    says: /longer than 512 MB/,
  },
  'a state that begins at the limit of texts': run(
    scenarioOf({
      before: `const pot = app({ class: 'Pot', initial: () => ({ soup: 'a'.repeat(2 ** 29 - 30) }), tools: {} });`,
      apps: 'return { user: agentUserInterface(), pot: pot() };',
    }),
  ),
  'a message at the limit of texts': run(
    scenarioOf({ events: "user.send_message_to_agent({ content: 'a'.repeat(2 ** 28) }).at(seconds(3));" }),
  ),
  'a state that doubles to a gigabyte': run(
    withPot(
      tool('stir', "for (let i = 0; i < 40; i++) state.list.push('a'.repeat(25e6));"),
      'pot.stir({}).after(ask);',
    ),
  ),
  'negative zeros everywhere': run(
    withPot(
      tool('stir', 'state.soup = -0; state.list.push(-0, { a: [-0] }); return { left: -0 };'),
      'pot.stir({}).after(ask);',
    ),
  ),
  'an initial state of negative zero': {
    ...run(
      scenarioOf({
        before: `const pot = app({ class: 'Pot', initial: () => ({ soup: [1, -0] }), tools: {} });`,
        apps: 'return { user: agentUserInterface(), pot: pot() };',
      }),
    ),
    says: /Pot\.soup\[1\] is -0/,
  },
};

/** Settings and declarations of a scenario. */
const declared: Readonly<Record<string, Attack>> = {
  'ticks of a microsecond for a year': run(
    settings(
      "tick: seconds(0.000001), tickPolicy: 'by-tick', endsWhenIdle: false, duration: minutes(525600),",
    ),
  ),
  'ticks of a second for a thousand years': run(
    settings("tickPolicy: 'by-tick', endsWhenIdle: false, duration: minutes(525600 * 1000),"),
  ),
  'noise of a million a minute': run(settings('augmentation: { noise: { perMinute: 1e6 } },')),
  'noise of 1e300 a minute': run(settings('augmentation: { noise: { perMinute: 1e300 } },')),
  'a duration that no clock holds': run(settings('duration: seconds(1e300),')),
  'an event at the end of time': run(
    scenarioOf({ events: 'user.send_message_to_agent({ content: "a" }).at(seconds(1e12));' }),
  ),
  'a start at the end of time': run(
    scenarioOf({
      whole: `export default scenario({ name: 'late', start: '9999-12-31T23:59:59Z', duration: minutes(525600),
  apps: () => ({ user: agentUserInterface() }), events({ user }) { user.send_message_to_agent({ content: 'a' }).at(minutes(525599)); } });`,
    }),
  ),
  'a check that looks a trillion times': run(
    scenarioOf({ events: "condition('never', () => false).after(ask).timeout(1e12);" }),
  ),
  'a name of a megabyte': run(
    scenarioOf({
      whole: `export default scenario({ name: 'x'.repeat(1e6), apps: () => ({ user: agentUserInterface() }), events() {} });`,
    }),
  ),
  'an app with a name of a megabyte': run(
    scenarioOf({ apps: "return { user: agentUserInterface(), ['x'.repeat(1e6)]: agentUserInterface() };" }),
  ),
  'an app whose name steers the terminal': run(
    scenarioOf({
      apps: "return { user: agentUserInterface(), ['\\u001b[2J\\u202egnp\\n']: agentUserInterface() };",
    }),
  ),
  'an event whose id steers the terminal': run(
    scenarioOf({
      events:
        "user.send_message_to_agent({ content: '\\u001b[2J\\u202egnp' }).named('\\u001b[31m\\u202e\\n').at(seconds(2));",
    }),
  ),
  'a condition with a name of a megabyte': run(
    scenarioOf({ events: "stop().after(condition('x'.repeat(1e6), () => true).after(ask));" }),
  ),
  'a milestone whose name steers the terminal': run(
    scenarioOf({
      events:
        "validation({ milestones: { '\\u001b[2J\\u202egnp\\r\\n': () => false } }).after(ask).timeout(3);",
    }),
  ),
  'a million tags': run(settings("tags: Array.from({ length: 1e6 }, (_, nth) => 'tag ' + nth),")),
  'tools named like the parts of every object': run(
    withPot(
      ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'then', 'toJSON']
        .map((name) => tool(`['${name}']`, 'state.soup += 1;'))
        .join(' '),
      'pot.constructor({}).after(ask); pot.toString({}).after(ask);',
    ),
  ),
  'apps named like the parts of every object': run(
    scenarioOf({
      apps: 'return { constructor: agentUserInterface(), toString: agentUserInterface(), then: agentUserInterface(), user: agentUserInterface() };',
    }),
  ),
  'an argument that refers to a result a thousand deep': run(
    scenarioOf({
      events: `let place = ask.result; for (let i = 0; i < 1000; i++) place = place.a;
    user.send_message_to_agent({ content: place }).after(ask);`,
    }),
  ),
  'events that wait for a hundred thousand others': run(
    scenarioOf({
      events: `const all = []; for (let i = 0; i < 1e5; i++) all.push(user.send_message_to_agent({ content: 'a' }).at(seconds(2)));
    for (let i = 0; i < 20; i++) user.send_message_to_agent({ content: 'b' }).after(all, seconds(1));`,
    }),
  ),
  'a chain of a hundred thousand events': run(
    scenarioOf({
      events:
        "let last = ask; for (let i = 0; i < 1e5; i++) last = user.send_message_to_agent({ content: 'a' }).after(last);",
    }),
  ),
};

/** Options of commands. */
const options: Readonly<Record<string, Attack>> = {
  'a billion seeds': { ...run(places['events()']!.files(''), '--seeds', '1..999999999') },
  'noise beyond all numbers': run(places['events()']!.files(''), '--noise', '9007199254740991'),
  'an agent with a command of a megabyte': run(
    places['events()']!.files(''),
    '--agent',
    `true ${'x'.repeat(120_000)}`,
  ),
  'an agent that is no program': run(places['events()']!.files(''), '--agent', './scenarios'),
  'a database that is a folder': { ...run(places['events()']!.files(''), '--db', 'scenarios') },
  'a database in a folder that is not there': { ...run(places['events()']!.files(''), '--db', 'a/b/c.db') },
  'a database with a long name': { ...run(places['events()']!.files(''), '--db', 'x'.repeat(300)) },
  'a scenario that is a folder': {
    files: {},
    args: ['run', 'scenarios'],
    prepare: (folder) => {
      mkdirSync(join(folder, 'scenarios'));
    },
  },
  'a scenario that never ends': {
    files: {},
    args: ['run', SCENARIO],
    prepare: (folder) => {
      mkdirSync(join(folder, 'scenarios'));
      symlinkSync('/dev/zero', join(folder, SCENARIO));
    },
  },
  'a neighbour that never ends': {
    ...run(scenarioOf({ before: "import { soup } from './zero.ts'; void soup;" })),
    prepare: (folder) => {
      symlinkSync('/dev/zero', join(folder, 'scenarios/zero.ts'));
    },
  },
  'a scenario that links to itself': {
    files: {},
    args: ['run', SCENARIO],
    prepare: (folder) => {
      mkdirSync(join(folder, 'scenarios'));
      symlinkSync('hostile.ts', join(folder, SCENARIO));
    },
  },
  'a trace that never ends': { files: {}, args: ['import', '/dev/zero', '--db', 'runs.db'] },
  'a trace that nobody writes': {
    files: {},
    args: ['import', 'pipe.json', '--db', 'runs.db'],
    prepare: (folder) => {
      execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    },
  },
  'a scenario that nobody writes': {
    files: {},
    args: ['run', SCENARIO],
    prepare: (folder) => {
      mkdirSync(join(folder, 'scenarios'));
      execFileSync('mkfifo', [join(folder, SCENARIO)]);
    },
  },
  'a trace that is a folder': { files: {}, args: ['import', '.', '--db', 'runs.db'] },
  'a trace in another encoding': {
    files: {},
    args: ['import', 'wide.json', '--db', 'runs.db'],
    prepare: (folder) => {
      writeFileSync(join(folder, 'wide.json'), Buffer.from('\ufeff{"a": 1}', 'utf16le'));
    },
  },
};

/** Programs that play the agent. */
const agents: Readonly<Record<string, Attack>> = Object.fromEntries(
  Object.entries({
    'stops itself': "process.kill(process.pid, 'SIGSTOP')",
    'answers a byte a second':
      "turns(async () => { for (const c of JSON.stringify({ do: 'finish' }) + '\\n') { process.stdout.write(c); await new Promise((r) => setTimeout(r, 1000)); } })",
    'calls with negative zero':
      'let n = 0; turns(() => say(n++ === 0 ? \'{"do":"call","tool":"user__send_message_to_user","args":{"content":-0}}\' : { do: \'finish\' }))',
    'thinks a megabyte': "turns(() => say({ do: 'finish', thought: 'soup'.repeat(240_000) }))",
    'thinks in another direction':
      "turns(() => say({ do: 'finish', thought: '\\u202e\\u001b[2J\\u0000\\ud800' }))",
    'counts too many tokens': "turns(() => say({ do: 'finish', tokens: { input: 1e300 } }))",
    'starts fifty more':
      "for (let i = 0; i < 50; i++) require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' }); turns(() => say({ do: 'finish' }))",
    'answers twice':
      "turns(() => { say(call({ content: 'a' })); say(call({ content: 'b' })); say({ do: 'finish' }); })",
    'leaves its folder':
      "process.chdir('/'); require('node:fs').rmSync('/tmp/no-such-folder', { force: true }); turns(() => say({ do: 'finish' }))",
    'closes everything':
      "for (const fd of [0, 1, 2, 3]) try { require('node:fs').closeSync(fd); } catch {} setInterval(() => {}, 1000)",
  }).map(([name, body]) => [
    name,
    {
      files: { ...places['events()']!.files(''), 'agents/hostile.cjs': agentProgram(body) },
      args: ['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '5', '--turns', '20'],
    },
  ]),
);

/** Changes a sound database in `folder`. */
export const damaged =
  (sound: string, damage: (file: string, folder: string) => void) =>
  (folder: string): void => {
    const file = join(folder, 'runs.db');
    copyFileSync(sound, file);
    damage(file, folder);
  };

export const bySql =
  (sql: string) =>
  (file: string): void => {
    const db = openDatabase(file);
    db.exec(sql);
    db.close();
  };

function databases(sound: string): Readonly<Record<string, Attack>> {
  const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
  const damages: Readonly<Record<string, (file: string, folder: string) => void>> = {
    'with a trigger that refuses': bySql(
      "CREATE TRIGGER no BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'no'); END",
    ),
    'with a trigger that never ends': bySql(
      `CREATE TRIGGER no AFTER INSERT ON run BEGIN INSERT INTO note SELECT 1 FROM (${ENDLESS}); END`,
    ),
    'with a view in place of a table': bySql(
      'PRAGMA foreign_keys = OFF; ALTER TABLE entry RENAME TO old; CREATE VIEW entry AS SELECT * FROM old',
    ),
    'with a log that someone else sends': (file) => {
      writeFileSync(`${file}-wal`, 'soup'.repeat(10_000));
    },
    'with a shared memory that is a folder': (file) => {
      mkdirSync(`${file}-shm`);
    },
    'with a log that is a folder': (file) => {
      mkdirSync(`${file}-wal`);
    },
    'that nobody may read': (file) => {
      chmodSync(file, 0);
    },
    'that links to itself': (_, folder) => {
      symlinkSync('other.db', join(folder, 'other.db'));
    },
    'with a name of another encoding': (file, folder) => {
      copyFileSync(file, join(folder, '\u202edb.snur'));
    },
  };
  const commands = [
    ['log', 'r1', '--db', 'runs.db'],
    ['run', SCENARIO, '--db', 'runs.db'],
  ];
  const made = Object.entries(damages).flatMap(([name, damage]) =>
    commands.map((args): [string, Attack] => [
      `${args[0]!} of one ${name}`,
      { files: places['events()']!.files(''), args, prepare: damaged(sound, damage) },
    ]),
  );
  const queries: readonly [string, string][] = [
    ['a query for a text of a gigabyte', 'SELECT hex(zeroblob(500000000)) AS x'],
    ['a query that attaches a file', "ATTACH 'other.db' AS other"],
    ['a query that loads a library', "SELECT load_extension('soup')"],
    ['a query that writes', 'DELETE FROM run'],
    ['a query of two statements', 'SELECT 1; DELETE FROM run'],
    ['a query that steers the terminal', "SELECT char(27) || '[2J' || char(8238) AS x"],
    ['a query of a name that steers the terminal', 'SELECT 1 AS "\u001b[2J\u202e"'],
    ['a pragma that writes', 'PRAGMA writable_schema = ON'],
  ];
  return {
    ...Object.fromEntries(made),
    ...Object.fromEntries(
      queries.map(([name, sql]) => [name, { files: {}, args: ['query', sql, '--db', sound] }]),
    ),
    'a query without end': { files: {}, args: ['query', ENDLESS, '--db', sound], until: 3 },
  };
}

/** `kinds` of attacks as cases, by name. */
export const casesOf = (
  kinds: Readonly<Record<string, Readonly<Record<string, Attack>>>>,
): readonly HostileCase[] =>
  Object.entries(kinds).flatMap(([kind, attacks]) =>
    Object.entries(attacks).map(([name, attack]) => ({ within: SECONDS, ...attack, kind, name })),
  );

/** Attacks that are no trap in a place: what code keeps, settings, options, agents and databases. */
export const attackCases = (sound: string): readonly HostileCase[] =>
  casesOf({
    'attack: code': code,
    'attack: declarations': declared,
    'attack: options and files': options,
    'attack: agents': agents,
    'attack: databases': databases(sound),
  });
