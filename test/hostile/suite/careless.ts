import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, bySql, casesOf, damaged, run, SCENARIO, settings, tool, withPot } from './attacks.ts';
import type { HostileCase, SoundRun } from './cases.ts';
import { agentProgram } from './outside.ts';
import { places, scenarioOf } from './places.ts';

const sane = places['events()']!.files('');

/** Hangs without a loop, where no count of rounds helps. */
const HANG = "/^(a+)+$/.test('a'.repeat(40) + 'b');";

/** Replaces all functions in `object` and in what it inherits by ones that hang. */
const REPLACE = `const replace = (object) => {
  for (let one = object; one; one = Object.getPrototypeOf(one))
    for (const key of Reflect.ownKeys(one)) try { if (typeof one[key] === 'function' && key !== 'constructor') one[key] = () => { ${HANG} }; } catch {}
};`;

const inTool = (body: string): Attack =>
  run(withPot(tool('stir', body), 'pot.stir({}).after(ask); pot.stir({}).after(ask, seconds(2));', REPLACE));

/** Functions and objects of ours, which scenario code gets and changes. */
const ours: Readonly<Record<string, Attack>> = {
  'our lists get other methods': inTool(
    'const list = state.list.map((one) => one); replace(Object.getPrototypeOf(list)); state.soup += 1;',
  ),
  'our functions get other methods': run(
    scenarioOf({ before: `${REPLACE} replace(Object.getPrototypeOf(seconds));` }),
  ),
  'our objects get other methods': inTool('replace(Object.getPrototypeOf(context)); state.soup += 1;'),
  'our iterators get other methods': inTool(
    'replace(Object.getPrototypeOf(state.list[Symbol.iterator]())); state.soup += 1;',
  ),
  'our language gets other functions': inTool(
    'replace(state.constructor); replace(state.list.constructor); state.soup += 1;',
  ),
  'our errors get other methods': inTool(
    `try { context.call('pot', 'none', {}); } catch (error) {
      replace(Object.getPrototypeOf(error));
      for (let one = error.constructor; one; one = Object.getPrototypeOf(one)) {
        replace(one);
        try { Object.defineProperty(one, Symbol.hasInstance, { value: () => { ${HANG} } }); } catch {}
      }
    } throw new Error('soup');`,
  ),
  'our stacks are made by code': inTool(
    `try { context.call('pot', 'none', {}); } catch (error) {
      for (let one = error.constructor; one; one = Object.getPrototypeOf(one)) try { one.prepareStackTrace = () => { ${HANG} }; } catch {}
    } throw new Error('soup');`,
  ),
  'our declarations get other methods': run(
    scenarioOf({
      before: REPLACE,
      events: `const later = user.send_message_to_agent({ content: 'a' }).after(ask);
    replace(Object.getPrototypeOf(ask)); replace(Object.getPrototypeOf(condition('a', () => true)));
    user.send_message_to_agent({ content: 'b' }).after(later);`,
    }),
  ),
};

/** Values that are another thing each time somebody looks. */
const values: Readonly<Record<string, Attack>> = {
  'a value that changes its list while it is copied': inTool(
    'state.list.push(1, 2, 3); state.list.push({ get a() { state.list.length = 0; return 1; } });',
  ),
  'a position that changes its list': inTool(
    'state.list.push(1, 2, 3); state.list.splice({ valueOf() { state.list.length = 0; return 2; } }, 1, 4);',
  ),
  'a comparison that changes its list': inTool(
    'state.list.push(3, 1, 2); state.list.sort((a, b) => { if (state.list.length < 50) state.list.push(a); return a - b; });',
  ),
  'an argument that changes with each look': run(
    scenarioOf({
      events: `let looks = 0;
    user.send_message_to_agent({ get content() { looks += 1; return looks === 1 ? 'a' : { toString() { for (;;) {} } }; } }).at(seconds(1));`,
    }),
  ),
  'a state of private fields': run(
    scenarioOf({
      before: `class Broth { #salt = 1; get salt() { return this.#salt; } }
const pot = app({ class: 'Pot', initial: () => ({ broth: new Broth() }), tools: {} });`,
      apps: 'return { user: agentUserInterface(), pot: pot() };',
    }),
  ),
  'a state of a class without a name': {
    ...run(
      withPot(
        tool('stir', 'state.soup = Object.create(Object.create(Object.create(null)));'),
        'pot.stir({}).after(ask);',
      ),
    ),
    says: /is an object of a class/,
  },
  'a list of another kind': inTool(
    'class Soup extends Array { static get [Symbol.species]() { for (;;) {} } } state.list = Soup.of(1).map((n) => n);',
  ),
  'a start that computes itself': run(
    settings('start: { toString() { for (;;) {} }, [Symbol.toPrimitive]() { for (;;) {} } },'),
  ),
  'a start that is a proxy of a date': run(
    settings('start: new Proxy(new Date(0), { get() { for (;;) {} } }),'),
  ),
  'dates of its own': run(
    withPot(
      tool('stir', 'state.soup = Date.now() + new Date().getTime();'),
      'pot.stir({}).after(ask);',
      [
        'Date.now = () => NaN;',
        'Date.prototype.getTime = Date.prototype.valueOf = Date.prototype.toISOString = () => { for (;;) {} };',
        'Date = class { constructor() { for (;;) {} } };',
      ].join(' '),
    ),
  ),
  'a limit of stacks that loops': run(
    scenarioOf({
      before:
        "Object.defineProperty(Error, 'stackTraceLimit', { get() { for (;;) {} }, set() { for (;;) {} } });",
      events: "user.send_message_to_agent({ content: 'a' }).after(ask); throw new Error('soup');",
    }),
  ),
  'errors that are frozen': run(
    scenarioOf({
      before: 'Object.freeze(Error); Object.freeze(Error.prototype);',
      events: "user.send_message_to_agent({ content: 'a' }).after(ask);",
    }),
  ),
  'objects that can all be awaited': run(
    withPot(
      tool('stir', 'state.soup += 1; return { soup: 1 };'),
      'pot.stir({}).after(ask);',
      "for (const name of ['then', 'toJSON', 'valueOf', 'next', 'get', 'set', 'value']) Object.prototype[name] = () => { for (;;) {} };",
    ),
  ),
  'objects that all have a first item': run(
    withPot(
      tool('stir', 'state.list.push({}); return [[], {}];'),
      'pot.stir({}).after(ask);',
      "Object.defineProperty(Object.prototype, '0', { get() { for (;;) {} }, set() { for (;;) {} } });",
    ),
  ),
  'it prints a kind that loops': run(
    scenarioOf({
      before: `console.log({ get [Symbol.toStringTag]() { for (;;) {} } });
console.log('%o %O %j %s %d', ...Array(5).fill({ toJSON() { for (;;) {} }, toString() { for (;;) {} } }));`,
    }),
  ),
};

/** What takes long within the language, and no code of the author's runs. */
const long: Readonly<Record<string, Attack>> = Object.fromEntries(
  Object.entries({
    'a pattern that is long to prepare':
      "new RegExp('[\\\\p{L}--[a-z]]'.repeat(20000) + '(?:a{0,999}){0,999}', 'iv').test('a');",
    'a look behind without end': "/(?<=^(?:a|a?)+)b/.test('a'.repeat(40) + 'cb');",
    'a text cut into words':
      "[...new Intl.Segmenter('de', { granularity: 'word' }).segment('a b '.repeat(2e7))];",
    'a number of a million digits in words':
      "new Intl.NumberFormat('ar', { maximumFractionDigits: 100 }).format(10n ** 1000000n);",
    'a language with a name of a megabyte': "new Intl.Collator('de-x-' + 'abcdefgh-'.repeat(1e5) + 'a');",
    'two long texts compared':
      "'ä'.repeat(2 ** 27).localeCompare('ä'.repeat(2 ** 27) + 'b', 'de', { numeric: true });",
    'a number read from a long text': "BigInt('9'.repeat(1e8));",
    'numbers read and written again': "JSON.parse('[' + '1e5,'.repeat(5e7) + '1]');",
  }).map(([name, body]) => [
    name,
    { ...run(withPot(tool('stir', body), 'pot.stir({}).after(ask);')), uninterruptible: true as const },
  ]),
);

/** What people write who know the language and not simulations. */
const mistakes: Readonly<Record<string, Attack>> = {
  'events() that is async': {
    ...run({ [SCENARIO]: Object.values(sane)[0]!.replace('events({', 'async events({') }),
    says: /hostile\.ts:\d+.* async function/,
  },
  'a condition that is async': {
    ...run(
      scenarioOf({ events: "stop().after(condition('late', async () => false).after(ask).timeout(5));" }),
    ),
    says: /hostile\.ts:\d+.* async function/,
  },
  'weak references': {
    ...run(
      scenarioOf({
        before:
          'const soup = new WeakRef({}); new FinalizationRegistry(() => { for (;;) {} }).register({}, soup);',
      }),
    ),
    says: /hostile\.ts:3/,
  },
  'a clone': { ...inTool('state.list = structuredClone(state.list);'), says: /hostile\.ts:\d/ },
  'a name of an app that is not there': run(scenarioOf({ events: 'pot.stir({}).after(ask);' })),
  'times that are none': run(
    scenarioOf({
      events:
        "for (const time of [NaN, -5, Infinity, '5', null, undefined, {}]) try { user.send_message_to_agent({ content: 'a' }).at(time); } catch (error) { console.log(String(error)); }",
    }),
  ),
  'no apps and no events': run({
    [SCENARIO]: "import { scenario } from 'orrery';\nexport default scenario({} as never);\n",
  }),
};

const MANY = 300_000;

/** Honest scenarios, or nearly, in which the engine itself has much to do in one step. */
const much: Readonly<Record<string, Attack>> = {
  'many events at one time': {
    ...run(
      scenarioOf({
        fields: 'endsWhenIdle: true,',
        events: `for (let i = 0; i < ${MANY}; i++) user.send_message_to_agent({ content: 'a' }).at(seconds(2));`,
      }),
    ),
    says: /300,001 entries in .* completed/,
  },
  'many events that wait for one': {
    ...run(
      scenarioOf({
        events: `for (let i = 0; i < ${MANY}; i++) user.send_message_to_agent({ content: 'a' }).after(ask, seconds(i / 1000));`,
      }),
    ),
    // The others are due after its five minutes.
    says: /299,002 entries in .* completed/,
  },
  'a result that is used after many events': {
    ...run(
      withPot(
        tool('stir', 'state.soup += 1; return state.soup;'),
        `const stirred = pot.stir({}).after(ask);
    for (let i = 0; i < ${MANY}; i++) pot.stir({}).at(seconds(i / 2000));
    user.send_message_to_agent({ content: ['a'], ...{ content: stirred.result } }).at(seconds(200));`,
      ),
      ...['--db', 'runs.db'],
    ),
    says: /300,003 entries in .* completed/,
  },
  'arguments of five million values': run(
    withPot(
      tool('fill', "return Array(2.4e6).fill('ab');", '', 'read') +
        tool('take', 'state.soup += 1;', 'a: anything, b: anything'),
      'const all = pot.fill({}).after(ask).result; pot.take({ a: all, b: all }).after(ask, seconds(2));',
      "import { anything } from 'orrery';",
    ),
  ),
  'changes of five million values': run(
    withPot(
      tool('fill', "state.list = Array(2.4e6).fill('ab'); state.list.reverse(); state.list.sort();"),
      'pot.fill({}).after(ask); pot.fill({}).after(ask, seconds(1));',
    ),
  ),
  'a million events that never fire': {
    ...run(
      scenarioOf({
        events:
          "for (let i = 0; i < 1e6; i++) user.send_message_to_agent({ content: 'a' }).at(seconds(400 + i));",
      }),
    ),
    says: /99999\d more events that never fire/,
  },
};

/** Parts of the language that are newer or rarely used. */
const newer: Readonly<Record<string, Attack>> = {
  'a tool that is a generator': run(
    withPot(
      "stir: toolOf()({ summary: '.', effect: 'write', args: {}, *apply(state) { for (;;) { state.soup += 1; yield state.soup; } } }),",
      'pot.stir({}).after(ask);',
    ),
  ),
  'a condition that is a generator': run(
    scenarioOf({
      events: "stop().after(condition('odd', function* () { for (;;) yield false; }).after(ask).timeout(5));",
    }),
  ),
  'events that are a generator': {
    ...run({ [SCENARIO]: Object.values(sane)[0]!.replace('events({', '*events({') }),
    says: /events\(\): A generator function cannot be used here/,
  },
  'apps that are a generator': run(
    scenarioOf({
      whole:
        "export default scenario({ name: 'a', *apps() { for (;;) yield { user: agentUserInterface() }; }, events() {} });",
    }),
  ),
  'memory that is shared': inTool(
    'state.list.push(new SharedArrayBuffer(8)); state.soup = new Int32Array(new SharedArrayBuffer(8));',
  ),
  'memory that grows': inTool(
    'const one = new ArrayBuffer(8, { maxByteLength: 2 ** 32 }); state.list.push(one); one.resize(2 ** 31); state.soup = one;',
  ),
  'a wait that is asynchronous': inTool(
    'state.soup = Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  ),
  'a weak reference in a state': inTool(
    'state.soup = new WeakRef({}); state.list.push(new FinalizationRegistry(() => {}), new WeakMap());',
  ),
  'an iterator helper without end': inTool(
    'state.list = Iterator.from({ next: () => ({ value: 1, done: false }) }).map((n) => n).drop(1e9).take(1).toArray();',
  ),
  'a date of Temporal': inTool('state.soup = Temporal.Now.instant();'),
  'data with attributes': run({
    ...scenarioOf({ before: "import soup from './soup.json' with { type: 'json' }; void soup;" }),
    'scenarios/soup.json': '{}',
  }),
  'data with other attributes': run({
    ...scenarioOf({
      before: "import soup from './soup.json' with { type: 'css', evil: '\\u202e' }; void soup;",
    }),
    'scenarios/soup.json': '{}',
  }),
  'an import whose name is computed': run(
    scenarioOf({
      before: "const of = { toString() { for (;;) {} } }; void import(of, { with: { type: 'json' } });",
    }),
  ),
  'the address of the module': run(
    scenarioOf({ before: 'console.log(import.meta.url, import.meta.dirname);' }),
  ),
  'seconds of a symbol': run(
    scenarioOf({
      events: [
        '{ [Symbol.toPrimitive]() { for (;;) {} } }',
        "Symbol('a')",
        '10n',
        '[5]',
        "new Proxy({}, { get() { throw 'a'; } })",
        'new Number(5)',
      ]
        .map(
          (value) =>
            `try { user.send_message_to_agent({ content: 'a' }).after(ask, ${value}); } catch (error) { console.log(String(error)); }
    try { minutes(${value}); } catch (error) { console.log(String(error)); }`,
        )
        .join('\n    '),
    }),
  ),
  'timers after the end': run(
    withPot(
      tool(
        'stir',
        "for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame']) try { globalThis[name](() => { for (;;) {} }, 1e9); } catch (error) { console.log(String(error)); } state.soup += 1;",
      ),
      'pot.stir({}).after(ask); pot.stir({}).at(seconds(299));',
    ),
  ),
  'a promise that is kept for later': run(
    withPot(
      tool('stir', 'state.soup += 1; void kept.then(() => { state.soup = 99; for (;;) {} }); resolve();'),
      'pot.stir({}).after(ask); pot.stir({}).after(ask, seconds(2));',
      'let resolve; const kept = new Promise((done) => { resolve = done; });',
    ),
  ),
};

/** Names of files that look like others, and folders without end. */
const filePlaces: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    Object.entries({
      'composed in another way': 'h\u006f\u0302tel',
      'of pictures': '\u{1f469}\u200d\u{1f52c}\u{1f3fd}',
      'that reads backwards': '\u202egnp',
      'of nothing': '\u200b\u2060\ufeff',
      'that is an option': '--help',
      'of spaces': '   ',
      'with quotes': `'"\`$(touch caught)`,
      'with a pattern': '[a-z]*{b,c}?(!d)',
      'with escapes': '%2e%2e%2fa#b?c=d&e',
      'of a device': 'CON.aux',
    }).map(([name, path]): [string, Attack] => [
      `a scenario with a name ${name}`,
      {
        files: {
          [`scenarios/${path}.ts`]: scenarioOf({
            before: `import { soup } from './${path.replaceAll(/['"\\`]/g, '\\$&')}.json.ts'; void soup;`,
          })[SCENARIO]!,
          [`scenarios/${path}.json.ts`]: 'export const soup = 1;\n',
        },
        args: ['run', `scenarios/${path}.ts`, '--db', 'runs.db'],
      },
    ]),
  ),
  'folders that link to themselves': {
    ...run(sane, '--db', 'runs.db'),
    prepare: (folder) => {
      for (const name of ['loop', 'scenarios/loop', 'scenarios/up', 'agents'])
        symlinkSync(name.endsWith('up') ? '../..' : '.', join(folder, name));
    },
  },
  'a link to all files of the system': {
    ...run(sane, '--db', 'runs.db'),
    prepare: (folder) => {
      symlinkSync('/', join(folder, 'scenarios/root'));
      symlinkSync('/proc/self', join(folder, 'self'));
    },
  },
  'fifty thousand files beside it': {
    ...run(sane, '--db', 'runs.db'),
    prepare: (folder) => {
      for (let nth = 0; nth < 50_000; nth++) writeFileSync(join(folder, `scenarios/soup-${nth}.ts`), '');
    },
  },
};

/** Programs that play the agent, and whether they get a database and a SIGTERM. */
const programs: readonly (readonly [name: string, body: string, options?: readonly ('until' | 'db')[]])[] = [
  [
    'writes half a character in bytes',
    `turns(() => { process.stdout.write(Buffer.concat([Buffer.from('{"do":"call","tool":"user__send_message_to_user","args":{"content":"'), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff]), Buffer.from('"}}\\n')])); })`,
  ],
  [
    'ends well in the middle of an answer',
    `turns(() => { process.stdout.write('{"do":"fin', () => process.exit(0)); })`,
  ],
  [
    'goes on in the background',
    `if (process.argv[2] === 'on') turns(() => say({ do: 'wait', seconds: 1 }));
else { require('node:child_process').spawn(process.execPath, [__filename, 'on'], { stdio: 'inherit', detached: true }).unref(); setTimeout(() => process.exit(0), 300); }`,
  ],
  [
    'answers with getters and prototypes',
    `let n = 0; const texts = ['{"__proto__":{"content":"a"},"do":"call","tool":"user__send_message_to_user","args":{}}', '{"do":"call","tool":"user__send_message_to_user","args":{"constructor":{"prototype":{"admin":1}},"content":"a"}}',
  '{"do":"call","tool":"user__send_message_to_user","args":{"content":"a","toString":1,"valueOf":2,"toJSON":3,"then":4}}', '{"do":"call","do":"finish","tool":"user__send_message_to_user","args":{"content":"a","content":"b"}}'];
turns(() => say(n < texts.length ? texts[n++] : { do: 'finish' }))`,
  ],
  [
    'answers with all kinds of white space',
    'turns(() => process.stdout.write(\'\\u2028\\ufeff{"do":\\u00a0"finish"}\\r\\n\'))',
  ],
  [
    'closes its input and goes on',
    "ready(); process.stdin.destroy(); for (let i = 0; i < 5; i++) say(call({ content: 'soup' })); setTimeout(() => say({ do: 'finish' }), 1000)",
  ],
  [
    'halts the one above',
    "ready(); process.kill(process.ppid, 'SIGSTOP'); setInterval(() => {}, 1000)",
    ['until'],
  ],
  [
    'cuts the shared memory of the database',
    "let n = 0; turns(() => { require('node:fs').truncateSync('runs.db-shm', 0); say(n++ < 5 ? call({ content: 'a' }) : { do: 'finish' }); })",
    ['db'],
  ],
  [
    'cuts the log of the database',
    "let n = 0; turns(() => { require('node:fs').truncateSync('runs.db-wal', 0); say(n++ < 5 ? call({ content: 'a' }) : { do: 'finish' }); })",
    ['db'],
  ],
  [
    'puts a folder in place of the database',
    "let n = 0; turns(() => { const fs = require('node:fs'); fs.rmSync('runs.db', { recursive: true, force: true }); fs.mkdirSync('runs.db'); say(n++ < 5 ? call({ content: 'a' }) : { do: 'finish' }); })",
    ['db'],
  ],
  [
    'removes its folder',
    "let n = 0; turns(() => { require('node:fs').rmSync(process.cwd(), { recursive: true, force: true }); say(n++ < 5 ? call({ content: 'a' }) : { do: 'finish' }); })",
    ['db'],
  ],
  ['answers on the wrong output', 'each(() => process.stderr.write(\'{"do":"ready"}\\n\'))'],
  ['says who it is first', "console.log('Loading the model…'); turns(() => say({ do: 'finish' }))"],
  [
    'limits itself',
    "try { process.setgid(65534); process.setuid(65534); } catch {} process.umask(0o777); turns(() => say({ do: 'finish' }))",
  ],
];

const agents: Readonly<Record<string, Attack>> = Object.fromEntries(
  programs.map(([name, body, options = []]) => [
    name,
    {
      files: { ...sane, 'agents/hostile.cjs': agentProgram(body) },
      args: [
        ...['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '5', '--turns', '20'],
        ...(options.includes('db') ? ['--db', 'runs.db'] : []),
      ],
      ...(options.includes('until') ? { until: 4 } : {}),
    },
  ]),
);

/** All apps, with some content, for agents that try their tools. */
const ALL_APPS = `apps: () => ({ user: agentUserInterface(), mail: emailClient(), days: calendar(), people: contacts(), files: fileSystem(),
    chat: messaging(), named: namedMessaging(), shop: shopping(), homes: apartmentListing(), rides: cab(), town: city(),
    memos: reminderApp(), system: systemApp(), virtual: virtualFileSystem() }),`;

const allApps = {
  [SCENARIO]: `// @ts-nocheck
import { agentUserInterface, apartmentListing, cab, calendar, city, contacts, emailClient, fileSystem, messaging, minutes, namedMessaging, reminderApp, scenario, seconds, shopping, systemApp, virtualFileSystem } from 'orrery';
export default scenario({ name: 'all', start: '2026-01-05T09:00:00Z', duration: minutes(5), ${ALL_APPS}
  events({ user }) { user.send_message_to_agent({ content: 'Soup?' }).at(seconds(1)); } });
`,
};

const EVERYTHING = `
const values = ['', ' ', 'a'.repeat(2e5), -1, 0, 2 ** 53, 1e308, 0.1, null, true, [], {}, [[]], ['a'], '\\u0000', '\\ud800', '\\u202e', '9999-12-31 23:59:59', '0000-00-00', '-1',
  '2026-01-05 09:00:00', '__proto__', 'constructor', '(((a+)+)+)$', '(?=a*a*a*a*b)', '../../../../etc/passwd', '/', '*'.repeat(50) + 'a', '/'.repeat(1e5), '/a'.repeat(1e4), [0, 1e9], { a: 'a' }];
let calls;
let at = 0;
each((told) => {
  if (told.kind === 'start') {
    calls = told.tools.flatMap(({ name, parameters }) => {
      const names = Object.keys(parameters.properties ?? {});
      const of = (value) => Object.fromEntries(names.map((one) => [one, value]));
      const kinds = (one, value) => ({ ...Object.fromEntries(names.map((other) => [other, ({ string: 'a', integer: 1, number: 1, array: [], boolean: true })[parameters.properties[other].type] ?? 'a'])), [one]: value });
      return [...values.map((value) => [of(value), name]), ...names.flatMap((one) => values.map((value) => [kinds(one, value), name]))];
    });
    ready();
  } else if (told.kind === 'turn') say(at < calls.length ? call(...calls[at++]) : { do: 'finish' });
});`;

const tools: Readonly<Record<string, Attack>> = {
  'an agent calls every tool with everything': {
    files: { ...allApps, 'agents/hostile.cjs': agentProgram(EVERYTHING) },
    args: [
      'run',
      SCENARIO,
      '--agent',
      'node agents/hostile.cjs',
      '--agent-timeout',
      '20',
      '--turns',
      '100000',
    ],
    within: 300,
  },
  'an agent searches by hard patterns': {
    files: {
      ...scenarioOf({
        before: "import { messaging } from 'orrery';",
        apps: 'return { user: agentUserInterface(), chat: messaging() };',
      }),
      'agents/hostile.cjs': agentProgram(`let at = 0; let id;
const patterns = ['a*a*a*a*b', '(?=(a*a*a*)b)', '(a?){9}{9}b', '(?<=a*a*a*)b', '(a{0,9}){0,9}{0,9}b', '[^]*[^]*[^]*[^]*b', '(?:a(?:a(?:a?)?)?)?b\\\\1'];
each((told) => {
  if (told.kind === 'start') { tools = told.tools; ready(); return; }
  if (told.kind !== 'turn') return;
  const search = tools.find(({ name }) => /chat__.*regex/.test(name)) ?? tools.find(({ name }) => /chat__.*search/.test(name));
  if (at < patterns.length) say(call({ query: patterns[at++] }, search.name)); else say({ do: 'finish' });
}); let tools;`),
    },
    args: ['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '20', '--turns', '30'],
  },
};

/** Files beside a scenario. */
const neighbours: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    [1_000, 2_400_000].map((depth): [string, Attack] => [
      `data that is ${depth} levels deep`,
      {
        ...run({
          ...scenarioOf({ before: "import soup from './soup.json'; void soup;" }),
          'scenarios/soup.json': '['.repeat(depth) + ']'.repeat(depth),
        }),
        says: /soup\.json:1:201: More than 200 levels/,
      },
    ]),
  ),
  'data of 200 megabytes': {
    ...run(scenarioOf({ before: "import soup from './soup.json'; void soup;" })),
    prepare: (folder) => {
      writeFileSync(join(folder, 'scenarios/soup.json'), `"${'x'.repeat(2e8)}"`);
    },
    says: /is too large: 201 MB, of 5 MB at most/,
  },
  'data that is cut off': {
    ...run({
      ...scenarioOf({ before: "import soup from './soup.json'; void soup;" }),
      'scenarios/soup.json': '{"soup": ["salt", ',
    }),
    says: /soup\.json:1/,
  },
  'data with a field __proto__': run({
    ...scenarioOf({
      before:
        "import soup from './soup.json'; if ({}.admin || soup.admin || !Object.hasOwn(soup, '__proto__')) throw new Error('changed');",
    }),
    'scenarios/soup.json': '{"__proto__": {"admin": true}}',
  }),
  'names of neighbours that no file can have': run(
    scenarioOf({
      before: [
        "'./a\\0.ts'",
        `'./${'x'.repeat(5000)}.ts'`,
        `'./${'a/'.repeat(3000)}a.ts'`,
        "'./\\ud800.ts'",
        "'./%2e%2e/a.ts'",
        "'.//etc/passwd'",
        "'file:///etc/passwd'",
        "''",
        "'./'",
        "'#soup'",
      ]
        .map((name, nth) => `import s${nth} from ${name}; s${nth};`)
        .join('\n'),
    }),
  ),
  'a neighbour of another kind': run({
    ...scenarioOf({
      before:
        "import a from './a.wasm'; import b from './b.node'; import c from './c.css'; import d from './d.mjs'; a; b; c; d;",
    }),
    ...Object.fromEntries(
      ['a.wasm', 'b.node', 'c.css', 'd.mjs'].map((name) => [`scenarios/${name}`, 'soup']),
    ),
  }),
  ...Object.fromEntries(
    (['run', 'check'] as const).map((command): [string, Attack] => [
      `${command} beside settings that nobody writes`,
      {
        files: sane,
        args: [command, SCENARIO],
        prepare: (folder) => {
          mkdirSync(join(folder, 'node_modules/orrery'), { recursive: true });
          for (const name of [
            'tsconfig.json',
            'package.json',
            'scenarios/tsconfig.json',
            'scenarios/package.json',
            'node_modules/orrery/package.json',
            'jsconfig.json',
            '.env',
          ])
            execFileSync('mkfifo', [join(folder, name)]);
        },
      },
    ]),
  ),
  'check beside large settings that extend themselves': {
    files: {
      ...sane,
      'tsconfig.json': `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"orrery": ["./evil.ts"]}, "x": "${'y'.repeat(5e7)}"}}`,
      'evil.ts': 'for (;;) {}',
      'node_modules/@types/evil/index.d.ts': 'declare const evil: ;;;',
      'node_modules/orrery/index.ts': 'for (;;) {}',
      'scenarios/orrery.ts': 'for (;;) {}',
    },
    args: ['check', SCENARIO],
  },
  'a scenario that is a socket': {
    files: { 'scenarios/other.ts': '' },
    args: ['run', SCENARIO],
    prepare: (folder) => {
      const listen = "require('node:net').createServer().listen(process.argv[1], () => process.abort());";
      try {
        execFileSync('sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', process.execPath, '-e', listen, SCENARIO], {
          cwd: folder,
          stdio: 'ignore',
        });
      } catch {
        // It has left the socket behind.
      }
    },
  },
  'a scenario that is a folder of scenarios': {
    files: { [`${SCENARIO}/hostile.ts`]: Object.values(sane)[0]! },
    args: ['run', SCENARIO],
  },
  'folders a thousand deep': run({
    ...scenarioOf({ before: "import all from './deep/'; void all;" }),
    [`scenarios/deep/${'d/'.repeat(1000)}soup.txt`]: 'soup',
  }),
};

/** Files given where others are meant. */
function mistaken({ database, portable }: SoundRun): Readonly<Record<string, Attack>> {
  const given: Readonly<Record<string, string>> = {
    'a scenario': SCENARIO,
    'a database': 'runs.db',
    'a portable file': 'sound.orrery',
    'a picture': 'soup.png',
    'a folder': 'scenarios',
  };
  const wanted: Readonly<Record<string, (file: string) => readonly string[]>> = {
    run: (file) => ['run', file],
    check: (file) => ['check', file],
    import: (file) => ['import', file, '--db', 'new.db'],
    runs: (file) => ['runs', '--db', file],
    script: (file) => ['run', SCENARIO, '--script', file],
    'judge configuration': (file) => ['judge', 'r1', '--config', file, '--db', 'runs.db'],
    'sweep plan': (file) => ['sweep', 'run', file],
    'export over': (file) => ['export', 'r1', '-o', file, '--db', 'runs.db'],
  };
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([what, args]) =>
      Object.entries(given).map(([kind, file]): [string, Attack] => [
        `${what}: ${kind}`,
        {
          files: { ...sane, 'sound.orrery': portable },
          args: args(file),
          prepare: (folder) => {
            copyFileSync(database, join(folder, 'runs.db'));
            writeFileSync(
              join(folder, 'soup.png'),
              Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0, 0, 0xd]),
            );
          },
        },
      ]),
    ),
  );
}

/** Portable files that are sound in each line. */
function portables({ portable }: SoundRun): Readonly<Record<string, Attack>> {
  const lines = portable.trimEnd().split('\n');
  const withChanges = (change: object): string =>
    lines
      .map((line) => line.replace(/"changes":\[[^\]]*\]/, () => `"changes":[${JSON.stringify(change)}]`))
      .join('\n');
  const app = 'user';
  const texts: Readonly<Record<string, string>> = {
    'twice in one': [...lines, ...lines].join('\n'),
    'from the last line to the first': lines.toReversed().join('\n'),
    'with a million empty lines': `${lines.join('\n')}${'\n'.repeat(1e6)}`,
    'with its lines a thousand times': [
      lines[0]!,
      ...Array.from({ length: 1000 }, () => lines.slice(1)).flat(),
    ].join('\n'),
    'that changes the language': withChanges({
      op: 'set',
      app,
      path: ['constructor', 'prototype', 'soup'],
      value: 1,
    }),
    'that changes far outside of a list': withChanges({
      op: 'set',
      app,
      path: ['messages', 4294967294],
      value: 1,
    }),
    'that removes more than there is': withChanges({
      op: 'splice',
      app,
      path: ['messages'],
      at: 2 ** 52,
      remove: 2 ** 52,
      insert: [],
    }),
    'that changes an app that is not there': withChanges({
      op: 'set',
      app: 'constructor',
      path: ['a'],
      value: 1,
    }),
    'that replaces the whole state': withChanges({ op: 'set', app, path: [], value: 1 }),
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      `portable file ${name}`,
      { files: { 'hostile.json': text }, args: ['import', 'hostile.json', '--db', 'runs.db'] },
    ]),
  );
}

const MANY_RUNS = `CREATE TEMP TABLE more AS SELECT * FROM run;
${'INSERT INTO more SELECT * FROM more; '.repeat(17)}
UPDATE more SET id = rowid + 1; INSERT INTO run SELECT * FROM more`;

function databases({ database }: SoundRun): Readonly<Record<string, Attack>> {
  const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n';
  const damages: Readonly<Record<string, string>> = {
    'with a view of ours that never ends': `DROP VIEW run_summary; CREATE VIEW run_summary AS ${ENDLESS}`,
    'with a hundred thousand runs': MANY_RUNS,
    'with a result of 600 megabytes': 'UPDATE entry SET result = hex(zeroblob(300000000))',
    'with texts that are none':
      "UPDATE entry SET result = CAST(x'22ff00fe22' AS TEXT); UPDATE run SET scenario = CAST(x'ff00fe' AS TEXT)",
    'with numbers in place of texts': 'UPDATE entry SET result = 5, event = 1e308',
    'with a state that is larger than any memory': 'UPDATE snapshot SET state = zeroblob(100), entry = 0',
  };
  const commands = [['log', 'r1'], ['runs'], ['state', 'r1'], ['query', 'SELECT * FROM run_summary']];
  return Object.fromEntries(
    Object.entries(damages).flatMap(([name, sql]) =>
      commands.map((args): [string, Attack] => [
        `${args[0]!} of one ${name}`,
        {
          files: sane,
          args: [...args, '--db', 'runs.db'],
          // It prints the rows of the view, as it would of any other.
          ...(args[0] === 'query' && sql.endsWith(ENDLESS) ? { until: 3 } : {}),
          prepare: damaged(database, (file) => {
            try {
              bySql(sql)(file);
            } catch (thrown) {
              // What SQLite itself refuses is no case.
              if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
            }
          }),
        },
      ]),
    ),
  );
}

/** Where the program runs: `around` is a line of a shell in which `"$@"` is the command. */
function surroundings({ database }: SoundRun): Readonly<Record<string, Attack>> {
  const lines: Readonly<Record<string, string>> = {
    'an output that is full': 'exec "$@" >/dev/full',
    'an output that is closed': 'exec "$@" >&-',
    'errors that nobody hears': 'exec "$@" 2>&-',
    'an input that is closed': 'exec "$@" <&-',
    'few open files': 'ulimit -n 24; exec "$@"',
    'a small stack': 'ulimit -s 200; exec "$@"',
    'a folder that is gone': 'mkdir gone; cd gone; rmdir ../gone; exec "$@"',
    'a time zone that is none': 'TZ=Mars/Olympus LC_ALL=tr_TR.UTF-8 LANG=x exec "$@"',
    'no home': 'env -u HOME TMPDIR=/nonexistent XDG_CACHE_HOME=/dev/null ORRERY_CACHE=/dev/null "$@"',
    'a clock that goes back': 'NODE_OPTIONS="--require ./clock.cjs" exec "$@"',
    'a clock of the year 1970': 'NODE_OPTIONS="--require ./clock.cjs" CLOCK=1000 exec "$@"',
    'a clock of the year 275760': 'NODE_OPTIONS="--require ./clock.cjs" CLOCK=8640000000000000 exec "$@"',
  };
  const clock = `const Real = Date; let now = Real.now();
const read = () => (process.env.CLOCK === undefined ? (now -= 3_600_000) : Number(process.env.CLOCK));
globalThis.Date = class extends Real { constructor(...args) { super(...(args.length === 0 ? [read()] : args)); } static now() { return read(); } };
`;
  const commands: Readonly<Record<string, readonly string[]>> = {
    run: ['run', SCENARIO, '--db', 'runs.db'],
    log: ['log', 'r1', '--db', 'runs.db'],
    'run by an agent': [
      'run',
      SCENARIO,
      '--db',
      'runs.db',
      '--agent',
      'node agents/hostile.cjs',
      '--agent-timeout',
      '5',
    ],
  };
  return Object.fromEntries(
    Object.entries(lines).flatMap(([name, around]) =>
      Object.entries(commands).map(([command, args]): [string, Attack] => [
        `${command} with ${name}`,
        {
          files: {
            ...sane,
            'clock.cjs': clock,
            'agents/hostile.cjs': agentProgram(
              "let n = 0; turns(() => say(n++ < 3 ? call({ content: 'a' }) : { do: 'finish' }))",
            ),
          },
          args,
          around,
          prepare: (folder) => {
            copyFileSync(database, join(folder, 'runs.db'));
          },
        },
      ]),
    ),
  );
}

/** What attackers and careless authors do besides: with our own objects, with the wrong files, in odd surroundings. */
export const carelessCases = (sound: SoundRun): readonly HostileCase[] =>
  casesOf({
    'attack: objects of ours': ours,
    'attack: values that change': values,
    'attack: long within the language': long,
    'mistakes of authors': mistakes,
    'attack: still more agents': agents,
    'attack: tools of the apps': tools,
    'attack: neighbours': neighbours,
    'attack: much for the engine': much,
    'attack: newer language': newer,
    'attack: places of files': filePlaces,
    'mistaken files': mistaken(sound),
    'attack: portable files': portables(sound),
    'attack: still more databases': databases(sound),
    surroundings: surroundings(sound),
  });
