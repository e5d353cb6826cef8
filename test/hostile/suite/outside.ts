/** Programs that play the agent, each for `node`. All get the scenario's tools; none of them plays well. */
const PLAY = `
const say = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
const each = (f) => require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => f(JSON.parse(line)));
const ready = () => say({ do: 'ready' });
const call = (args, tool = 'user__send_message_to_user') => ({ do: 'call', tool, args });
const turns = (f) => each((told) => (told.kind === 'start' ? ready() : told.kind === 'turn' ? f(told) : undefined));
const flood = (text) => { const more = () => process.stdout.write(text, more); more(); };
`;

/** A program for `node` that plays the agent by `code`. */
export const agentProgram = (code: string): string => `${PLAY}${code};`;

/** A first answer that is none, as text. */
const firstAnswers: readonly string[] = [
  '{"do":"ready","more":1}',
  '{"do":"READY"}',
  'null',
  '[]',
  '"ready"',
  '{',
  '{"do":"ready"}}',
  '\u0000',
  '\u001b[2J\u202egnp',
  '{"__proto__":{"do":"ready"}}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `{"do":"ready","x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
];

/** An answer to the first turn that is none, or hardly one, as JavaScript. */
const answers: readonly string[] = [
  "call({ content: 'soup'.repeat(3_750_000) })",
  "call({ content: 'soup'.repeat(200_000) })",
  "call({ content: '\\u0000\\ud800\\u202e' })",
  'call({ content: 5 })',
  "call({ ['__proto__']: 1 })",
  '\'{"do":"call","tool":"user__send_message_to_user","args":{"__proto__":{"a":1}}}\'',
  'call({ content: "a" }, "__proto__")',
  'call({ content: "a" }, "constructor")',
  'call({}, "x".repeat(500_000))',
  'call([1])',
  'call(null)',
  '\'{"do":"call","tool":"a","args":\' + \'[\'.repeat(100_000) + \']\'.repeat(100_000) + \'}\'',
  '\'{"do":"call","tool":"a","args":\' + \'{"a":\'.repeat(3_000) + \'1\' + \'}\'.repeat(3_000) + \'}\'',
  "{ do: 'wait', seconds: -1 }",
  "{ do: 'wait', seconds: 1e308 }",
  "{ do: 'wait', seconds: 1e9 }",
  '\'{"do":"wait","seconds":1e999}\'',
  '\'{"do":"wait","seconds":NaN}\'',
  "{ do: 'wait', seconds: '5' }",
  "{ do: 'finish', now: true }",
  "{ do: 'dance' }",
  'null',
  "'\\n'.repeat(2_000)",
  "' '.repeat(2_000_000)",
  "'x'.repeat(2_000_000)",
  '\'{"do":"finish"}\\n\'.repeat(10_000)',
];

/** What else a process can do. */
const programs: Readonly<Record<string, string>> = {
  'exits at once': 'process.exit(0)',
  'exits with a code': 'process.exit(3)',
  'is killed': "process.kill(process.pid, 'SIGKILL')",
  'says nothing': 'setInterval(() => {}, 1000)',
  'closes its output': 'process.stdout.destroy(); setInterval(() => {}, 1000)',
  'closes its input': 'process.stdin.destroy(); ready(); setInterval(() => {}, 1000)',
  'floods with empty lines': "flood('\\n'.repeat(65536))",
  'floods with spaces': "flood(' '.repeat(65536))",
  'floods with a line': "flood('x'.repeat(65536))",
  'floods with ready': 'flood(\'{"do":"ready"}\\n\'.repeat(4000))',
  'floods after it is ready': "ready(); flood('\\n'.repeat(65536))",
  'floods its errors':
    "ready(); (function more() { process.stderr.write('x'.repeat(65536) + '\\n', more); })()",
  'floods its errors without lines':
    "ready(); (function more() { process.stderr.write('x'.repeat(65536), more); })()",
  'steers the terminal': "process.stderr.write('\\u001b[2J\\u001b]0;mine\\u0007\\u202egnp'); process.exit(1)",
  loops: 'ready(); for (;;) {}',
  'loops after the start': 'turns(() => { for (;;) {} })',
  'ignores its end':
    "for (const s of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(s, () => {}); turns(() => say({ do: 'finish' })); setInterval(() => {}, 1000)",
  'leaves a child':
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); turns(() => say({ do: 'finish' }))",
  'leaves a child of another group':
    "require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit', detached: true }).unref(); turns(() => say({ do: 'finish' }))",
  'deletes the database':
    "for (const part of ['', '-wal', '-shm']) require('node:fs').rmSync('runs.db' + part, { force: true }); turns(() => say({ do: 'finish' }))",
  'overwrites the database':
    "require('node:fs').writeFileSync('runs.db', 'soup'.repeat(100000)); turns(() => say({ do: 'finish' }))",
  'deletes the scenarios':
    "require('node:fs').rmSync('scenarios', { recursive: true, force: true }); turns(() => say({ do: 'finish' }))",
  'reads nothing': 'ready(); setInterval(() => {}, 1000)',
  'calls without end': "turns(() => say(call({ content: 'soup' })))",
  'calls ahead':
    "ready(); for (let i = 0; i < 5000; i++) say(call({ content: 'soup' })); setInterval(() => {}, 1000)",
  'waits without end': "turns(() => say({ do: 'wait', seconds: 0 }))",
  'answers a byte at a time':
    "turns(async () => { for (const c of JSON.stringify({ do: 'finish' }) + '\\n') { process.stdout.write(c); await new Promise((r) => setTimeout(r, 5)); } })",
  'writes no text': 'process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a, 0x80, 0x0a]))',
};

/** The programs by what they do, as JavaScript for `node`. */
export const agentPrograms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(programs).map(([name, code]) => [name, agentProgram(code)] as const)),
  ...Object.fromEntries(
    firstAnswers.map((text, at) => [
      `begins with ${at + 1}`,
      `${PLAY}each((told) => { if (told.kind === 'start') say(${JSON.stringify(text)}); });`,
    ]),
  ),
  ...Object.fromEntries(
    answers.map((answer, at) => [`answers with ${at + 1}`, `${PLAY}turns(() => say(${answer}));`]),
  ),
};

/** Expressions of probes: one is asked of a run that is stored. */
const loops = [
  'for (;;) {}',
  '(() => { for (;;) {} })()',
  "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  '(() => { const f = () => f(); return f(); })()',
  '[3, 1, 2].sort(() => { for (;;) {} })',
  'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)',
  'Array(1e9).fill(0)',
  "'a'.repeat(2 ** 29 - 30).split('')",
  '[...(function* () { for (;;) yield {}; })()]',
  'new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } })',
  '({ get soup() { for (;;) {} } })',
  '({ toJSON() { for (;;) {} } })',
  '({ toString() { for (;;) {} } })',
  '({ then() { for (;;) {} } })',
  '(() => { throw { get message() { for (;;) {} } } })()',
  '(() => { throw new Proxy({}, { get() { for (;;) {} } }) })()',
  '(async () => { for (;;) await 0; })()',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
];

const writes = [
  'apps.user.messages.push(1)',
  'apps.user.messages.length = 0',
  'apps.user = 1',
  'apps.user.messages[0].content = "mine"',
  'Object.assign(apps.user.messages[0], { content: "mine" })',
  'delete apps.user.messages',
  'Object.defineProperty(apps, "x", { value: 1 })',
  'Object.setPrototypeOf(apps, null)',
  'apps.__proto__.soup = 1',
  'Object.prototype.soup = 1',
  'Array.prototype.map = null',
  'globalThis.soup = (globalThis.soup ?? 0) + 1',
];

const escapes = [
  'process.exit(7)',
  "require('node:fs').writeFileSync('caught', '')",
  "require.constructor('return process')().exit(7)",
  "module.constructor._load('node:fs').writeFileSync('caught', '')",
  "this.constructor.constructor('return process')().exit(7)",
  "apps.constructor.constructor('return process')().exit(7)",
  "(() => {}).constructor('return process')().exit(7)",
  "globalThis.constructor.constructor('return process.mainModule')()",
  '(function () { return arguments.callee.caller; })()',
  "import('node:fs')",
  'import.meta.url',
  'new Function("return process")()',
  '(0, eval)("process")',
  'fetch("http://127.0.0.1:1/")',
  'console.log("soup")',
  'Error.prepareStackTrace = (_, s) => s[0].getThis()',
];

const values = [
  '',
  ';',
  '}',
  '{',
  '(',
  '*/',
  '`',
  '1 // soup',
  'undefined',
  'null',
  'NaN',
  '-Infinity',
  '10n',
  'Symbol("x")',
  '() => 1',
  'new Map([[1, 2]])',
  'new Date(NaN)',
  '(() => { const v = {}; v.v = v; return v; })()',
  '(() => { let v = []; for (let i = 0; i < 200000; i++) v = [v]; return v; })()',
  '"a".repeat(2 ** 28)',
  '"\\u001b[2J\\u202egnp"',
  '[, 1]',
  'JSON.parse("{\\"__proto__\\": 1}")',
  '('.repeat(20_000) + '1' + ')'.repeat(20_000),
  '1' + '+1'.repeat(50_000), // Linux takes at most 128 KiB in one argument.
  'x.y.z',
  'await 1',
  'yield 1',
  'return 1',
];

export const probeExpressions: readonly string[] = [...loops, ...writes, ...escapes, ...values];
