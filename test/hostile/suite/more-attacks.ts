import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plans, sound } from '../corpus.ts';
import { type Attack, bySql, casesOf, damaged, run, SCENARIO, settings, tool, withPot } from './attacks.ts';
import type { HostileCase } from './cases.ts';
import { agentProgram } from './outside.ts';
import { places, scenarioOf } from './places.ts';

const sane = places['events()']!.files('');

/** Twice the limit of a run. */
const TWO_RUNS = 120;

/** What the language offers besides loops. */
const language: Readonly<Record<string, Attack>> = {
  'a promise of an async function': run(
    withPot(
      tool('stir', 'const later = async () => { for (;;) await 0; }; later();'),
      'pot.stir({}).after(ask);',
    ),
  ),
  'an await at the top level': run(scenarioOf({ before: 'await new Promise(() => {});' })),
  'an import of a built-in module': run(
    scenarioOf({ before: "import fs from 'node:fs'; fs.writeFileSync('caught', '');" }),
  ),
  'an import of an import': run(
    scenarioOf({ before: "import fs = require('node:fs'); fs.writeFileSync('caught', '');" }),
  ),
  'an import of data': run(
    scenarioOf({ before: "import soup from 'data:text/javascript,for(;;){}'; soup;" }),
  ),
  'an import of a file outside': run(
    scenarioOf({ before: "import soup from '../../../../../../../etc/passwd'; soup;" }),
  ),
  'an import of itself with a question': run(
    scenarioOf({ before: "import soup from './hostile.ts?1'; soup;" }),
  ),
  'the process through a function of ours': {
    ...run(scenarioOf({ before: "seconds.constructor('return process')().exit(7);" })),
    says: /hostile\.ts:3/,
  },
  'the process through an async function of ours': run(
    scenarioOf({
      before: `for (const one of [scenario, seconds, app, toolOf, str, variants, minutes, fromSeconds, agentUserInterface]) {
  one.constructor('return process')().exit(7);
}`,
    }),
  ),
  'the process through a context': run(
    withPot(
      tool('stir', "context.constructor.constructor('return process')().exit(7);"),
      'pot.stir({}).after(ask);',
    ),
  ),
  'the process through a state': run(
    withPot(
      tool('stir', "state.list.constructor.constructor('return process')().exit(7);"),
      'pot.stir({}).after(ask);',
    ),
  ),
  'the process through an error of ours': run(
    withPot(
      tool(
        'stir',
        "try { context.call('pot', 'none', {}); } catch (error) { error.constructor.constructor('return process')().exit(7); }",
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'the process through a declared event': run(
    scenarioOf({ events: "ask.constructor.constructor('return process')().exit(7);" }),
  ),
  'the process through the state of a condition': run(
    scenarioOf({
      events:
        "stop().after(condition('odd', (apps) => apps.user.messages.constructor.constructor('return process')().exit(7)).after(ask).timeout(5));",
    }),
  ),
  'more on all of our objects': run(
    withPot(
      tool(
        'stir',
        `for (let one = context; one; one = Object.getPrototypeOf(one)) try { one.soup = 1; one.toJSON = () => { for (;;) {} }; one.then = (f) => { for (;;) {} }; } catch {}
        for (let one = Object.getPrototypeOf(context.call); one; one = Object.getPrototypeOf(one)) try { one.soup = 1; one.toJSON = () => { for (;;) {} }; } catch {}`,
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'less on all of our objects': run(
    scenarioOf({
      before: `for (let one = seconds; one; one = Object.getPrototypeOf(one))
  for (const key of Reflect.ownKeys(one)) try { if (key !== 'constructor') delete one[key]; } catch {}`,
    }),
  ),
  'our functions are replaced': run(
    scenarioOf({
      before: `import * as all from 'orrery';
for (const name of Object.keys(all)) try { all[name] = () => { for (;;) {} }; } catch {}
for (const name of Object.keys(all)) try { Object.defineProperty(all, name, { get() { for (;;) {} } }); } catch {}`,
    }),
  ),
  'a time that computes itself': run(
    scenarioOf({
      events: "user.send_message_to_agent({ content: 'a' }).at({ [Symbol.toPrimitive]() { for (;;) {} } });",
    }),
  ),
  'seconds that compute themselves': run(
    scenarioOf({
      events: "user.send_message_to_agent({ content: 'a' }).at(seconds({ valueOf() { for (;;) {} } }));",
    }),
  ),
  'a list of causes without end': run(
    scenarioOf({
      events:
        "user.send_message_to_agent({ content: 'a' }).after({ *[Symbol.iterator]() { for (;;) yield ask; }, length: 2 ** 40 });",
    }),
  ),
  'causes in a proxy': run(
    scenarioOf({
      events:
        "user.send_message_to_agent({ content: 'a' }).after(new Proxy([ask], { get: (list, key) => (key === 'length' ? 2 ** 32 : list[0]) }));",
    }),
  ),
  'a text that prints itself for ever': run(
    scenarioOf({
      events:
        'user.send_message_to_agent({ content: { toString() { for (;;) {} }, [Symbol.toPrimitive]() { for (;;) {} } } }).at(seconds(1));',
    }),
  ),
  'a state with a getter': run(
    withPot(
      tool('stir', "Object.defineProperty(state, 'soup', { get() { for (;;) {} }, enumerable: true });"),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a state with another prototype': run(
    withPot(
      tool(
        'stir',
        'Object.setPrototypeOf(state, new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } }));',
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a state that is frozen': run(
    withPot(
      tool('stir', 'Object.freeze(state); Object.seal(state.list); Object.preventExtensions(state);'),
      'pot.stir({}).after(ask); pot.stir({}).after(ask, seconds(2));',
    ),
  ),
  'a state that holds itself': run(
    withPot(tool('stir', 'state.self = state; state.list.push(state.list);'), 'pot.stir({}).after(ask);'),
  ),
  'a state of a class': run(
    withPot(
      tool(
        'stir',
        'state.list = new (class extends Array { get length() { for (;;) {} } })(); state.soup = new Uint8Array(9);',
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a list as long as can be in a state': run(
    withPot(tool('stir', 'state.list.length = 2 ** 32 - 1;'), 'pot.stir({}).after(ask);'),
  ),
  'a place far out in a list of a state': run(
    withPot(tool('stir', 'state.list[4e9] = 1; state.list[1e8] = 1;'), 'pot.stir({}).after(ask);'),
  ),
  'a deep state': run(
    withPot(
      tool('stir', 'let at = state; for (let i = 0; i < 1e5; i++) at = at.deep = {};'),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a million keys in a state': run(
    withPot(tool('stir', "for (let i = 0; i < 1e6; i++) state['k' + i] = i;"), 'pot.stir({}).after(ask);'),
  ),
  'a state of symbols': run(
    withPot(
      tool('stir', "state[Symbol('soup')] = 1; state[Symbol.iterator] = 1; state[Symbol.toPrimitive] = 2;"),
      'pot.stir({}).after(ask);',
    ),
  ),
  'numbers that count themselves': run(
    withPot(
      tool('stir', 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); state.soup = fib(90);'),
      'pot.stir({}).after(ask);',
    ),
  ),
  'getters that call each other': run(
    scenarioOf({
      events: 'const o = { get a() { return this.b + this.b; }, get b() { return this.a + this.a; } }; o.a;',
    }),
  ),
  'a chain of causes': run(
    withPot(
      tool(
        'stir',
        "let error = new Error('soup'); for (let i = 0; i < 1e6; i++) error = new Error('soup', { cause: error }); throw error;",
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'texts that are joined without end': run(
    withPot(
      tool('stir', "let s = 'a'; try { for (;;) s += s; } catch {} state.soup = s;"),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a list of nothing that is joined': {
    ...run(withPot(tool('stir', "Array(2 ** 32 - 1).join('');"), 'pot.stir({}).after(ask);')),
    uninterruptible: true,
  },
  'a list of nothing that is sorted': {
    ...run(withPot(tool('stir', 'Array(2 ** 32 - 1).sort().reverse();'), 'pot.stir({}).after(ask);')),
    uninterruptible: true,
  },
  'a text that is normalized': {
    ...run(withPot(tool('stir', "'\\u0344'.repeat(2 ** 27).normalize();"), 'pot.stir({}).after(ask);')),
    uninterruptible: true,
  },
  'a thousand languages': run(
    withPot(
      tool(
        'stir',
        "const all = []; for (;;) all.push(new Intl.Collator('de'), new Intl.DateTimeFormat('ja'));",
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'a pattern that replaces': run(
    withPot(tool('stir', "'x'.repeat(5e4).replace(/(x+x+)+y/g, () => 'soup');"), 'pot.stir({}).after(ask);'),
  ),
  'a label that goes on': run(
    scenarioOf({ events: 'outer: for (;;) { do { continue outer; } while (false); }' }),
  ),
  'a generator that does not return': run(
    scenarioOf({
      events:
        'for (const _ of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { for (;;) {} } }) }) break;',
    }),
  ),
  'what disposes itself for ever': run(
    scenarioOf({ events: '{ using soup = { [Symbol.dispose]() { for (;;) {} } }; }' }),
  ),
  'decorators that loop': run(
    scenarioOf({ before: 'const deco = () => { for (;;) {} }; @deco class Soup {} void Soup;' }),
  ),
  'static fields that loop': run(
    scenarioOf({
      before: 'class Soup { static a = (() => { for (;;) {} })(); static { for (;;) {} } } void Soup;',
    }),
  ),
  'default values that loop': run(
    scenarioOf({ before: 'const f = (a = (() => { for (;;) {} })()) => a; f();' }),
  ),
  'tagged texts that loop': run(scenarioOf({ before: 'const tag = () => { for (;;) {} }; tag`soup`;' })),
  'an enum that loops': run(scenarioOf({ before: 'enum Soup { A = (() => { for (;;) {} })() } void Soup;' })),
  'a list that grows while it is walked': run(
    scenarioOf({
      events: 'const m = new Map([[0, 0]]); m.forEach((_, k) => { m.delete(k); m.set(k + 1, 0); });',
    }),
  ),
  'a set of random numbers': run(
    scenarioOf({ events: 'const s = new Set([0]); s.forEach((k) => { s.add(k + 1); });' }),
  ),
  'an object that lists its keys for ever': run(
    scenarioOf({
      events:
        'for (const _ in new Proxy({}, { ownKeys: () => Array.from({ length: 1e6 }, (_, i) => "k" + i), getOwnPropertyDescriptor: () => { for (;;) {} } })) break;',
    }),
  ),
};

/** Sources that are hard to read. */
const sources: Readonly<Record<string, Attack>> = {
  'a text of a hundred megabytes': run(
    scenarioOf({ before: `const soup = \`${'soup '.repeat(2e7)}\`; soup;` }),
  ),
  'a text with a hundred thousand places': run(
    scenarioOf({ before: `const n = 1; const soup = \`${'${n}'.repeat(1e5)}\`; soup;` }),
  ),
  'a hundred thousand statements': run(scenarioOf({ before: 'void 0;\n'.repeat(1e5) })),
  'a list of a million numbers': run(scenarioOf({ before: `const soup = [${'1,'.repeat(1e6)}]; soup;` })),
  'deep lists': run(scenarioOf({ before: `const soup = ${'['.repeat(1e4)}${']'.repeat(1e4)}; soup;` })),
  'deep functions': run(scenarioOf({ before: `const soup = ${'() => '.repeat(1e4)}1; soup;` })),
  'deep blocks': run(scenarioOf({ before: `${'{'.repeat(1e4)}${'}'.repeat(1e4)}` })),
  'deep choices': run(scenarioOf({ before: `const soup = ${'1 ? 2 : '.repeat(2e4)}3; soup;` })),
  'a long sum': run(scenarioOf({ before: `const soup = 1${' + 1'.repeat(1e5)}; soup;` })),
  'a long chain of calls': run(scenarioOf({ before: `const soup = ''${'.trim()'.repeat(2e4)}; soup;` })),
  'deep types': run(scenarioOf({ before: `type Soup = ${'Array<'.repeat(1e4)}1${'>'.repeat(1e4)};` })),
  'a name of a megabyte in the source': run(
    scenarioOf({ before: `const ${'x'.repeat(1e6)} = 1; throw new Error('soup');` }),
  ),
  'other ends of lines': run(
    scenarioOf({ before: "const a = 1;\u2028const b = 2;\u2029\rthrow new Error('soup');\r" }),
  ),
  'names that read backwards': run(
    scenarioOf({ before: "const \\u{61}dmin = '\u202e } \u2066 if (x) {'; throw new Error(\\u{61}dmin);" }),
  ),
  'a byte that is none': {
    ...run({ 'scenarios/neighbour.ts': '' }),
    prepare: (folder) => {
      const text = Object.values(scenarioOf({ before: "throw new Error('soup \0 ');" })).join('');
      writeFileSync(join(folder, SCENARIO), Buffer.from(text.replace('soup', '\xff\xfe\x80'), 'latin1'));
    },
  },
  'a source of zeros': run({ [SCENARIO]: '\0'.repeat(1e6) }),
  'an empty source': run({ [SCENARIO]: '' }),
  'a source of marks': run({ [SCENARIO]: '\ufeff'.repeat(1000) }),
  'a chain of a thousand neighbours': run({
    ...scenarioOf({ before: "import { soup } from './n0.ts'; void soup;" }),
    ...Object.fromEntries(
      Array.from({ length: 1000 }, (_, nth) => [
        `scenarios/n${nth}.ts`,
        nth === 999 ? 'export const soup = 1;\n' : `export { soup } from './n${nth + 1}.ts';\n`,
      ]),
    ),
  }),
  'a ring of neighbours': run({
    ...scenarioOf({ before: "import { a } from './a.ts'; void a;" }),
    'scenarios/a.ts': "import { b } from './b.ts'; export const a: number = b + 1;\n",
    'scenarios/b.ts': "import { a } from './a.ts'; export const b: number = a + 1;\n",
  }),
  'a neighbour outside by a link': {
    ...run(scenarioOf({ before: "import soup from './outside.ts'; void soup;" })),
    prepare: (folder) => {
      symlinkSync('/etc', join(folder, 'scenarios/outside.ts'));
    },
  },
  'a neighbour that nobody writes': {
    ...run(scenarioOf({ before: "import soup from './pipe.ts'; void soup;" })),
    prepare: (folder) => {
      execFileSync('mkfifo', [join(folder, 'scenarios/pipe.ts')]);
    },
  },
  'a file name with a line break': {
    files: {
      'scenarios/a\nb\u202e\u001b[2J.ts': Object.values(
        scenarioOf({ before: "throw new Error('soup');" }),
      )[0]!,
    },
    args: ['run', 'scenarios/a\nb\u202e\u001b[2J.ts'],
  },
  'a file name as long as can be': {
    files: { [`scenarios/${'x'.repeat(252)}.ts`]: Object.values(sane)[0]! },
    args: ['run', `scenarios/${'x'.repeat(252)}.ts`],
  },
  'a default export that is a class': run({
    [SCENARIO]: 'export default class { constructor() { for (;;) {} } }\n',
  }),
  'a default export that is a promise': run({
    [SCENARIO]: 'export default { then(resolve: () => void) { for (;;) {} } };\n',
  }),
  'a default export that changes': run({
    [SCENARIO]: `${Object.values(sane)[0]!.replace('export default', 'let one =')}\nexport { one as default };\nfor (let i = 0; i < 1e6; i++) one = null as never;\n`,
  }),
};

/** Declarations of much, or of what is none. */
const declared: Readonly<Record<string, Attack>> = {
  'variants of a billion': run(
    scenarioOf({
      whole: `const many = Array.from({ length: 1000 }, (_, i) => i);
export default variants({ a: many, b: many, c: many }, () => scenario({ name: 'a', apps: () => ({ user: agentUserInterface() }), events() {} }));`,
    }),
  ),
  'variants without end': run(
    scenarioOf({
      whole:
        'export default variants({ *[Symbol.iterator]() { for (;;) yield 1; }, a: (function* () { for (;;) yield 1; })() }, () => null);',
    }),
  ),
  'variants in a proxy': run(
    scenarioOf({
      whole: 'export default variants(new Proxy({}, { ownKeys() { for (;;) {} } }), () => null);',
    }),
  ),
  'a name that prints itself for ever': run(
    settings('tags: [{ toString() { for (;;) {} } }], name: { toString() { for (;;) {} } },'),
  ),
  'a hundred thousand milestones': run(
    scenarioOf({
      events:
        "validation({ milestones: Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ['m' + i, () => false])) }).after(ask).timeout(5);",
    }),
  ),
  'milestones in a proxy': run(
    scenarioOf({
      events:
        'validation({ milestones: new Proxy({}, { ownKeys() { for (;;) {} } }) }).after(ask).timeout(5);',
    }),
  ),
  'a milestone that is a promise': run(
    scenarioOf({ events: 'validation({ milestones: { soup: async () => true } }).after(ask).timeout(5);' }),
  ),
  'a condition with a name that is none': run(
    scenarioOf({ events: 'stop().after(condition({ toString() { for (;;) {} } }, () => true).after(ask));' }),
  ),
  'arguments of a thousand kinds': run(
    withPot(
      tool(
        'stir',
        'state.soup += 1;',
        Array.from({ length: 1000 }, (_, nth) => `a${nth}: str('x'.repeat(1000))`).join(),
      ),
      'pot.stir({}).after(ask);',
    ),
  ),
  'arguments named like the parts of every object': run(
    withPot(
      tool('stir', 'state.soup += 1;', "constructor: str('.'), ['__proto__']: str('.'), toString: str('.')"),
      "pot.stir({ constructor: 'a', toString: 'b', ['__proto__']: 'c' }).after(ask);",
    ),
  ),
  'a tool whose summary is a getter': run(
    withPot(
      "stir: toolOf()({ get summary() { for (;;) {} }, effect: 'write', args: {}, apply() {} }),",
      'pot.stir({}).after(ask);',
    ),
  ),
  'a tool that is no tool': run(
    withPot(
      'stir: null, ring: 5, boil: () => { for (;;) {} }, get cook() { for (;;) {} },',
      'pot.stir({}).after(ask);',
    ),
  ),
  'a tool that adds tools': run(
    withPot(
      tool('stir', 'pot.tools = {}; Object.assign(pot, { soup: 1 }); try { pot().stir({}); } catch {} '),
      'pot.stir({}).after(ask);',
    ),
  ),
  'events that are declared during the run': run(
    withPot(
      tool('stir', 'for (let i = 0; i < 1e5; i++) { saved(); }'),
      "pot.stir({}).after(ask); saved = () => user.send_message_to_agent({ content: 'late' });",
      'let saved;',
    ),
  ),
  'an event that waits for itself': run(
    scenarioOf({ events: "const a = user.send_message_to_agent({ content: 'a' }); a.after(a);" }),
  ),
  'an event of another scenario': run(
    scenarioOf({
      before: `let kept;
scenario({ name: 'other', apps: () => ({ user: agentUserInterface() }), events({ user }) { kept = user.send_message_to_agent({ content: 'a' }); } });`,
      events: "user.send_message_to_agent({ content: kept?.result ?? 'none' }).after(kept);",
    }),
  ),
  'a wait of a trillion ticks': run(
    scenarioOf({
      fields: "tick: seconds(0.001), tickPolicy: 'by-tick',",
      events: "stop().after(condition('never', () => false).after(ask).timeout(1e12));",
    }),
  ),
  'an alarm every microsecond': run(
    scenarioOf({
      before: `const pot = app({ class: 'Pot', initial: () => ({ soup: 1 }), alarm: { tool: 'ring', next(state, now) { return (now ?? 0) + 1; } }, tools: { ${tool('ring', 'state.soup += 1;')} } });`,
      apps: 'return { user: agentUserInterface(), pot: pot() };',
    }),
  ),
  'a result of fifty megabytes for many': run(
    withPot(
      tool('stir', "return 'soup'.repeat(1e7);") + tool('take', 'return 1;', "x: str('.')"),
      'const one = pot.stir({}).after(ask); for (let i = 0; i < 50; i++) pot.take({ x: one.result }).after(one);',
    ),
  ),
};

const big = JSON.stringify({ content: 'soup'.repeat(2_000_000) });

/** Programs that play the agent. */
const agents: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    Object.entries({
      'ends without a line break':
        "turns(() => { process.stdout.write(JSON.stringify({ do: 'finish' })); process.exit(0); })",
      'writes other ends of lines':
        "turns(() => process.stdout.write(JSON.stringify({ do: 'finish' }) + '\\r\\r\\n'))",
      'begins with a mark':
        "turns(() => process.stdout.write('\\ufeff' + JSON.stringify({ do: 'finish' }) + '\\n'))",
      'writes in another encoding':
        "turns(() => process.stdout.write(Buffer.from(JSON.stringify({ do: 'finish' }) + '\\n', 'utf16le')))",
      'writes zeros between':
        "turns(() => process.stdout.write('\\0'.repeat(1000) + JSON.stringify({ do: 'finish' }) + '\\0\\n'))",
      'names a key twice': 'turns(() => say(\'{"do":"wait","do":"finish","seconds":1e308}\'))',
      'calls what fails for ever': "turns(() => say(call({}, 'no_such__tool')))",
      'calls with a hundred thousand arguments':
        "let n = 0; turns(() => say(n++ ? { do: 'finish' } : call(Object.fromEntries(Array.from({ length: 5e4 }, (_, i) => ['a' + i, i])))))",
      'calls with deep arguments':
        "let n = 0; turns(() => { let v = 1; for (let i = 0; i < 900; i++) v = [v]; say(n++ ? { do: 'finish' } : call({ content: v })); })",
      'kills the one above':
        "turns(() => { try { process.kill(process.ppid, 'SIGKILL'); } catch {} say({ do: 'finish' }); })",
      'kills its group': "turns(() => { process.kill(0, 'SIGTERM'); })",
      'writes to the third pipe':
        "try { require('node:fs').writeSync(3, 'x'); } catch {} turns(() => say({ do: 'finish' }))",
      'forks without end and ends':
        "for (let i = 0; i < 20; i++) require('node:child_process').spawn('sh', ['-c', 'trap \"\" TERM HUP INT; while :; do sleep 1; done'], { stdio: 'inherit', detached: i % 2 === 0 }); turns(() => say({ do: 'finish' }))",
      'is ready a thousand times':
        "for (let i = 0; i < 1000; i++) ready(); turns(() => say({ do: 'finish' }))",
      'answers before it is asked': "say({ do: 'finish' }); ready(); setInterval(() => {}, 1000)",
      'thinks in pieces without end':
        'turns(() => { process.stdout.write(\'{"do":"finish","thought":"\'); setInterval(() => process.stdout.write(\'soup\'.repeat(1000)), 1); })',
      'fills the disk':
        "turns(() => { try { require('node:fs').writeFileSync('big', Buffer.alloc(5e7)); } catch {} say({ do: 'finish' }); })",
      'changes the scenario':
        "turns(() => { require('node:fs').writeFileSync('scenarios/hostile.ts', 'for (;;) {}'); say({ do: 'finish' }); })",
    }).map(([name, body]): [string, Attack] => [
      name,
      {
        files: { ...sane, 'agents/hostile.cjs': agentProgram(body) },
        args: [
          'run',
          SCENARIO,
          '--agent',
          'node agents/hostile.cjs',
          '--agent-timeout',
          '5',
          '--turns',
          '20',
        ],
      },
    ]),
  ),
  'reads nothing of much': {
    files: {
      ...withPot(tool('stir', `return ${JSON.stringify('soup')}.repeat(2.5e6);`), ''),
      'agents/hostile.cjs': agentProgram(
        "ready(); process.stdin.pause(); for (let i = 0; i < 300; i++) say(call({}, 'pot__stir')); setInterval(() => {}, 1000)",
      ),
    },
    args: ['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '5', '--turns', '250'],
  },
  'hears of a message of eight megabytes': {
    files: {
      ...scenarioOf({ events: `user.send_message_to_agent(${big}).after(ask);` }),
      'agents/hostile.cjs': agentProgram('ready(); setInterval(() => {}, 1000)'),
    },
    args: ['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '5'],
  },
  'a command of a line break': run(sane, '--agent', '\n'),
  'a command with an open quote': run(sane, '--agent', "node 'agents"),
  'a command in the background': run(sane, '--agent', 'sleep 60 & sleep 60 &'),
  'a command that reads a terminal': run(sane, '--agent', 'cat </dev/tty', '--agent-timeout', '3'),
  'a command that says yes': run(sane, '--agent', 'yes'),
  'a command that copies': run(sane, '--agent', 'cat', '--agent-timeout', '3'),
  'a command of zeros': run(sane, '--agent', 'cat /dev/zero', '--agent-timeout', '5'),
  'a command of chance': run(sane, '--agent', 'cat /dev/urandom', '--agent-timeout', '5'),
};

const trace = (change: (whole: TraceShape) => void): Attack['files'] => {
  const whole = JSON.parse(sound()) as TraceShape;
  change(whole);
  return { 'hostile.json': JSON.stringify(whole) };
};

interface TraceShape {
  events?: Record<string, unknown>[];
  completed_events?: Record<string, unknown>[];
}

const both = (files: Attack['files'], name: string): readonly (readonly [string, Attack])[] => [
  [`import of ${name}`, { files, args: ['import', 'hostile.json', '--db', 'runs.db'] }],
  [`run of ${name}`, { files, args: ['run', 'hostile.json', '--db', 'runs.db'] }],
];

/** Traces, imported and run. */
const traces = (): Readonly<Record<string, Attack>> =>
  Object.fromEntries([
    ...plans.map(([what, text]): [string, Attack] => [
      `run of a trace: ${what}`,
      { files: { 'hostile.json': text() }, args: ['run', 'hostile.json', '--db', 'runs.db'] },
    ]),
    ...[1e308, -1e308, 1e15, -1, 1e-320, '9999-12-31', '2026-02-31', '', null, [], '1e999'].flatMap((time) =>
      both(
        trace((whole) => {
          for (const list of [whole.events, whole.completed_events])
            for (const event of list ?? []) event['event_time'] = time;
        }),
        `a trace with times ${JSON.stringify(time)}`,
      ),
    ),
    ...both(
      trace((whole) => {
        for (const list of [whole.events, whole.completed_events])
          for (const event of list ?? []) event['event_id'] = 'same';
      }),
      'a trace with one id',
    ),
    ...both(
      trace((whole) => {
        for (const list of [whole.events, whole.completed_events])
          for (const event of list ?? []) event['dependencies'] = (list ?? []).map((one) => one['event_id']);
      }),
      'a trace in which all wait for all',
    ),
    ...both(
      trace((whole) => {
        const [first] = whole.events ?? [];
        if (first !== undefined)
          whole.events = Array.from({ length: 30_000 }, (_, nth) => ({
            ...first,
            event_id: `e${nth}`,
            dependencies: nth === 0 ? [] : [`e${nth - 1}`],
            event_relative_time: 0,
          }));
      }),
      'a trace with a chain of 30,000',
    ),
    ...both(
      { 'hostile.json': sound().replace('{', '{"a":NaN,"b":Infinity,"c":-Infinity,"c":1,"c":-0,"d":1e400,') },
      'a trace with numbers that are none',
    ),
    ...both({ 'hostile.json': '['.repeat(5e6) }, 'five million brackets'),
    ...both({ 'hostile.json': `{"a":"${'\\ud800'.repeat(3e6)}"}` }, 'half characters'),
    ...both({ 'hostile.json': '\0'.repeat(5e6) }, 'zeros'),
    ...both({ 'hostile.json': ' '.repeat(5e7) }, 'spaces'),
    ...both({ 'hostile.json': `"${'x'.repeat(2e8)}"` }, 'a text of 200 megabytes'),
  ]);

const databases = (database: string): Readonly<Record<string, Attack>> => {
  const sql: Readonly<Record<string, string>> = {
    'that is its own parent': 'UPDATE run SET origin = \'{"parent":"r1","at":1}\'',
    'with a view of itself': 'CREATE VIEW a AS SELECT * FROM b; CREATE VIEW b AS SELECT * FROM a',
    'with more tables': 'CREATE TABLE soup (a); INSERT INTO soup VALUES (1); CREATE INDEX soup_a ON soup (a)',
    'of a later version': 'PRAGMA user_version = 2147483647',
    'with numbers beyond JavaScript':
      'UPDATE run SET start = 9223372036854775807, now = -9223372036854775808',
    'with a state that no run has': "UPDATE run SET state = 'soup'",
    'with verdicts that are no JSON': "UPDATE run SET verdict = '{', remarks = '[', tags = 'soup'",
    'with remarks that are deep': `UPDATE run SET remarks = '${'['.repeat(900)}${']'.repeat(900)}'`,
    'with remarks that steer the terminal':
      'UPDATE run SET remarks = \'[{"kind":"printed","text":"\\u001b[2J\\u202e"}]\', scenario = char(27) || \'[2J\' || char(8238) || char(10) || \'soup\'',
    'with a run of a billion entries': 'UPDATE run SET entries = 1000000000',
    'with entries of no run':
      'INSERT INTO entry SELECT id + (5 << 27), time, due, type, event, causes, result, arguments, condition, attempt, change_count, changed_app, error_type, error_message, error_stack, error_native, skip_reason, resolved_arguments, nested_calls, direct, quiet, answers_other, refused, waited, observations, achieved, open, tripped, milestones, minefields, timeout, checksum FROM entry',
    'without entries': 'DELETE FROM entry',
    'without snapshots': 'DELETE FROM snapshot',
    'with a snapshot that is no state': 'UPDATE snapshot SET state = zeroblob(1000000)',
    'without tables': 'PRAGMA foreign_keys = OFF; DROP TABLE change; DROP TABLE snapshot',
    'with pages of another size': 'PRAGMA page_size = 65536; PRAGMA journal_mode = DELETE; VACUUM',
  };
  const commands = [
    ['log', 'r1'],
    ['runs'],
    ['state', 'r1'],
    ['verify', 'r1'],
    ['export', 'r1', '--format', 'orrery', '-o', 'out.orrery'],
  ];
  return Object.fromEntries(
    Object.entries(sql).flatMap(([name, text]) =>
      commands.map((args): [string, Attack] => [
        `${args[0]!} of one ${name}`,
        {
          files: sane,
          args: [...args, '--db', 'runs.db'],
          prepare: damaged(database, (file) => {
            try {
              bySql(text)(file);
            } catch (thrown) {
              // What SQLite itself refuses is no case.
              if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
            }
          }),
        },
      ]),
    ),
  );
};

/** Other commands on code that hangs, and files that are none. */
const commands = (database: string): Readonly<Record<string, Attack>> => {
  const traps: Readonly<Record<string, Attack['files']>> = {
    'a loop at the top level': places['the top level']!.files('for (;;) {}'),
    'a loop in events()': places['events()']!.files('for (;;) {}'),
    'a slow pattern in events()': places['events()']!.files("/^(a+)+$/.test('a'.repeat(40) + 'b');"),
    'a loop in a tool': places['a tool']!.files('for (;;) {}'),
    'a built-in without end in a tool': places['a tool']!.files(
      'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);',
    ),
    'a list that is too large in events()': places['events()']!.files('Array(1e9).fill(0);'),
  };
  const sweep = JSON.stringify({ name: 'hostile', scenarios: [SCENARIO], seeds: [1, 2] });
  return {
    ...Object.fromEntries(
      Object.entries(traps).flatMap(([name, files]): [string, Attack][] => [
        [`check of ${name}`, { files, args: ['check', SCENARIO] }],
        [
          `sweep of ${name}`,
          {
            files: { ...files, 'sweeps/a.json': sweep },
            args: ['sweep', 'run', 'sweeps/a.json', '--out', 'a.sweep'],
            within: TWO_RUNS,
          },
        ],
        [`seeds of ${name}`, { files, args: ['run', SCENARIO, '--seeds', '1..2'], within: TWO_RUNS }],
        [`json of ${name}`, { files, args: ['run', SCENARIO, '--json'] }],
      ]),
    ),
    'a sweep that stops': {
      files: { ...traps['a loop in a tool']!, 'sweeps/a.json': sweep },
      args: ['sweep', 'run', 'sweeps/a.json', '--out', 'a.sweep'],
      until: 4,
    },
    'an export to a full disk': { files: {}, args: ['export', 'r1', '-o', '/dev/full', '--db', database] },
    'a report to a full disk': { files: {}, args: ['report', 'r1', '-o', '/dev/full', '--db', database] },
    'an export to a folder': { files: {}, args: ['export', 'r1', '-o', '/', '--db', database] },
    'an export to nowhere': { files: {}, args: ['export', 'r1', '-o', 'a/b/c', '--db', database] },
    'an export over its own database': {
      files: {},
      args: ['export', 'r1', '-o', 'runs.db', '--db', 'runs.db'],
      prepare: damaged(database, () => undefined),
    },
    'a branch at no entry': {
      files: {},
      args: ['branch', 'r1', '--at', '1e309', '--db', 'runs.db'],
      prepare: damaged(database, () => undefined),
    },
    'a branch with a change of every object': {
      files: {},
      args: ['branch', 'r1', '--at', '0', '--change', 'argument __proto__.soup=1', '--db', 'runs.db'],
      prepare: damaged(database, () => undefined),
    },
    'a state far ahead': {
      files: {},
      args: ['state', 'r1', '--at', '99999999999999999999', '--db', database],
    },
    'a run that is none': { files: {}, args: ['log', 'r99999999999999999999', '--db', database] },
    'a run with a name that steers': { files: {}, args: ['log', '\u001b[2J\u202e', '--db', database] },
    'a sweep file that is deep': {
      files: { 'a.json': '['.repeat(1e5) },
      args: ['sweep', 'run', 'a.json'],
    },
    'a sweep of a quintillion': {
      files: {
        ...sane,
        'sweeps/a.json': JSON.stringify({
          name: 'a',
          scenarios: [SCENARIO],
          seeds: '0..999999999999',
          repeats: 1e9,
        }),
      },
      args: ['sweep', 'plan', 'sweeps/a.json', '--out', 'a.sweep'],
    },
    'a sweep of names outside': {
      files: {
        ...sane,
        'sweeps/a.json': JSON.stringify({ name: '../../x', scenarios: ['../../../../etc/passwd', '/etc/*'] }),
      },
      args: ['sweep', 'plan', 'sweeps/a.json', '--out', 'a.sweep'],
    },
    'a sweep of a folder that is none': {
      files: { 'a.sweep/manifest.jsonl': '{"format":"soup"}\n'.repeat(1e5) },
      args: ['sweep', 'run', 'a.sweep'],
    },
    'a script of an agent without end': {
      files: {
        ...sane,
        'script.json': JSON.stringify({ agent: [{ at: 1e308, app: 'user', tool: 'x', args: {} }] }),
      },
      args: ['run', SCENARIO, '--script', 'script.json'],
    },
    'a script that nobody writes': {
      files: sane,
      args: ['run', SCENARIO, '--script', 'pipe'],
      prepare: (folder) => {
        execFileSync('mkfifo', [join(folder, 'pipe')]);
      },
    },
    'a database that nobody writes': {
      files: sane,
      args: ['log', 'r1', '--db', 'pipe'],
      prepare: (folder) => {
        execFileSync('mkfifo', [join(folder, 'pipe')]);
      },
    },
    'a database that never ends': { files: sane, args: ['log', 'r1', '--db', '/dev/zero'] },
    'a database that is a device': {
      files: sane,
      args: ['run', SCENARIO, '--db', '/dev/zero'],
      says: /a folder, a device or a pipe/,
    },
    'a database that is a pipe, to write': {
      files: sane,
      args: ['run', SCENARIO, '--db', 'pipe'],
      prepare: (folder) => {
        execFileSync('mkfifo', [join(folder, 'pipe')]);
      },
      says: /a folder, a device or a pipe/,
    },
    'a database that may not grow': {
      files: sane,
      args: ['run', SCENARIO, '--db', 'runs.db'],
      around: 'ulimit -f 8; exec "$@"',
      says: /ulimit -f/,
    },
    'a folder that is gone': {
      files: {},
      args: ['runs', '--db', 'runs.db'],
      around: 'mkdir gone; cd gone; rmdir ../gone; exec "$@"',
      says: /started is gone/,
    },
    'a database in no folder of temporary files': {
      files: {},
      args: ['runs', '--db', 'old/runs.db'],
      prepare: (folder) => {
        mkdirSync(join(folder, 'old'));
        copyFileSync(database, join(folder, 'old/runs.db'));
        // Everything is refused to a database next to which there is a folder in the place of a journal.
        mkdirSync(join(folder, 'old/runs.db-wal'));
      },
      around: 'TMPDIR=/nonexistent exec "$@"',
      says: /could not be copied to be looked at/,
    },
    'a database of zeros': {
      files: sane,
      args: ['log', 'r1', '--db', 'runs.db'],
      prepare: (folder) => {
        writeFileSync(join(folder, 'runs.db'), Buffer.alloc(5e7));
      },
    },
    'a judge configuration that is deep': {
      files: { 'c.json': '{"a":'.repeat(1e5) },
      args: ['judge', 'r1', '--config', 'c.json', '--db', 'runs.db'],
      prepare: (folder) => {
        copyFileSync(database, join(folder, 'runs.db'));
      },
    },
    'a folder of scenarios that is a pipe': {
      files: {},
      args: ['check', 'scenarios'],
      prepare: (folder) => {
        execFileSync('mkfifo', [join(folder, 'scenarios')]);
      },
    },
    'a workspace that links to itself': {
      files: sane,
      args: ['run', 'scenarios/again/again/again/hostile.ts'],
      prepare: (folder) => {
        symlinkSync('.', join(folder, 'scenarios/again'));
        mkdirSync(join(folder, 'deep'));
        symlinkSync('..', join(folder, 'deep/up'));
      },
    },
  };
};

/** More attacks: what the language has, hard sources, and every kind of file from outside. */
export const moreAttackCases = (database: string): readonly HostileCase[] =>
  casesOf({
    'attack: language': language,
    'attack: sources': sources,
    'attack: more declarations': declared,
    'attack: more agents': agents,
    'attack: more traces': traces(),
    'attack: more databases': databases(database),
    'attack: commands': commands(database),
  });
