/** What hostile code does, as statements that stand wherever author code runs. */
export interface Trap {
  readonly code: string;
  /**
   * Runs in code of V8 that no time limit interrupts, or takes more memory than there is: only a supervisor in another process
   * ends it.
   */
  readonly uninterruptible?: true;
}

const thrown = (value: string): Trap => ({ code: `throw ${value};` });
const answered = (value: string): Trap => ({ code: `return ${value};` });
const getter = (name: string, body: string): Trap => ({
  code: `const e = new Error('soup'); Object.defineProperty(e, '${name}', { get() { ${body} } }); throw e;`,
});

/** Those that are tried in every place. */
export const coreTraps: Readonly<Record<string, Trap>> = {
  'a loop without end': { code: 'for (;;) {}' },
  'a loop that catches': { code: 'for (;;) { try { for (;;) {} } catch {} finally { continue; } }' },
  'a slow pattern': { code: "/^(a+)+$/.test('a'.repeat(40) + 'b');" },
  'promises without end': { code: 'const again = () => Promise.resolve().then(again); void again();' },
  'an endless recursion': { code: 'const down = () => down() + 1; down();' },
  'a comparison without end': { code: '[3, 1, 2].sort(() => { for (;;) {} });' },
  'a built-in without end': {
    code: 'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);',
    uninterruptible: true,
  },
  'a list that is too large': { code: 'Array(1e9).fill(0);', uninterruptible: true },
  'a text that is split': { code: "'a'.repeat(2 ** 29 - 30).split('');", uninterruptible: true },
  'an iterator without end': {
    code: 'return [...(function* () { for (;;) yield {}; })()];',
    uninterruptible: true,
  },
  'an error whose code loops': getter('code', 'for (;;) {}'),
  'an error whose message loops': getter('message', 'for (;;) {}'),
  'an error whose stack throws': getter('stack', "throw new Error('no stack');"),
  'a thrown proxy that loops': thrown(
    'new Proxy({}, { get() { for (;;) {} }, getPrototypeOf() { for (;;) {} } })',
  ),
  'a thrown proxy that throws': thrown('new Proxy({}, { get() { throw 1; }, has() { throw 1; } })'),
  'a thrown nothing': thrown('undefined'),
  'a thrown symbol': thrown("Symbol('soup')"),
  'an end of the process': { code: "globalThis.constructor.constructor('return process')().exit(7);" },
};

/** Those that are tried in a few places. */
export const otherTraps: Readonly<Record<string, Trap>> = {
  'a loop of timeless work': { code: 'let n = 0; while (true) n = (n + Math.sqrt(n)) % 7;' },
  'a generator without end': { code: 'for (const _ of (function* () { for (;;) yield 1; })());' },
  'a sum of large numbers': { code: '(3n ** 30000000n).toString();', uninterruptible: true },
  'a number that is too large': { code: '2n ** (2n ** 40n);' },
  'a map without end': {
    code: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, String(i));',
    uninterruptible: true,
  },
  'memory outside of the heap': {
    code: 'const all = []; for (;;) all.push(new ArrayBuffer(2 ** 30));',
    uninterruptible: true,
  },
  'a wait': { code: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);' },
  'a text of a gigabyte': { code: "return 'soup'.repeat(2 ** 28);" },
  'a text of 500 megabytes': { code: "return 'a'.repeat(5e8);", uninterruptible: true },
  'a deep answer': { code: 'let v = []; for (let i = 0; i < 200000; i++) v = [v]; return v;' },
  'a deep object': { code: 'let v = {}; for (let i = 0; i < 200000; i++) v = { v }; return v;' },
  'a cyclic answer': { code: 'const v = {}; v.self = v; return v;' },
  'a cyclic list': { code: 'const v = []; v.push(v, v); return v;' },
  'a list of many holes': answered('[, 1, , 2]'),
  'a list as long as can be': {
    code: 'const v = []; v.length = 2 ** 32 - 1; return v;',
    uninterruptible: true,
  },
  'a proxy': answered('new Proxy({}, { ownKeys() { for (;;) {} } })'),
  'a proxy of many keys': answered('new Proxy([], { get: (t, k) => (k === "length" ? 2 ** 53 : 1) })'),
  'a revoked proxy': { code: 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;' },
  'a function': answered('() => 1'),
  'a date': answered('new Date(NaN)'),
  'a map': answered('new Map([[1, 2]])'),
  'a big number': answered('10n'),
  'no number': answered('NaN'),
  'a number without end': answered('-Infinity'),
  'a key __proto__': answered('JSON.parse(\'{"__proto__": {"admin": true}}\')'),
  'a getter that loops': answered('{ get soup() { for (;;) {} } }'),
  'a getter that throws': answered("{ get soup() { throw new Error('cold'); } }"),
  'a toJSON that loops': answered('{ toJSON() { for (;;) {} } }'),
  'a promise': answered('new Promise(() => {})'),
  'a then that loops': answered('{ then() { for (;;) {} } }'),
  'half a character': answered("'\\\\ud800'.slice(0, 1) + '\\\\u0000\\\\u202e'"),
  'an error of 100 megabytes': thrown("new Error('soup'.repeat(25e6))"),
  'an error of errors': thrown('new AggregateError([new Error("a"), null], "many")'),
  'an error that causes itself': { code: "const e = new Error('soup'); e.cause = e; throw e;" },
  'an error whose name is none': { code: "const e = new Error('soup'); e.name = Symbol('x'); throw e;" },
  'an error whose name loops': getter('name', 'for (;;) {}'),
  'an error that prints itself for ever': thrown('{ toString() { for (;;) {} } }'),
  'an error that steers the terminal': thrown("new Error('\\\\u001b[2J\\\\u202egnp.exe\\\\r')"),
  'a rejection': { code: "void Promise.reject(new Error('nobody hears'));" },
  'another stack': { code: 'Error.prepareStackTrace = () => { for (;;) {} }; throw new Error("soup");' },
  'a stack without end': { code: 'Error.stackTraceLimit = Infinity; const f = () => f(); f();' },
  'other lists': { code: 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; };' },
  'lists that do not map': {
    code: 'Array.prototype.map = () => { throw new Error("map"); }; [1].map(String);',
  },
  'objects with more': {
    code: 'Object.defineProperty(Object.prototype, "kind", { value: "stop", enumerable: true });',
  },
  'objects that throw': {
    code: 'Object.defineProperty(Object.prototype, "id", { get() { throw new Error("id"); }, configurable: true });',
  },
  'another JSON': { code: 'JSON.stringify = () => { for (;;) {} }; return { soup: 1 };' },
  'a require': { code: "require('node:fs').writeFileSync('caught', '');" },
  'an import at run time': { code: "return import('node:fs');" },
  'a function of text': { code: "new Function('for (;;) {}')();" },
  'an eval': { code: "(0, eval)('for (;;) {}');" },
  'a timer': { code: 'setTimeout(() => { for (;;) {} }, 0);' },
  'a fetch': { code: "return fetch('http://127.0.0.1:1/');" },
  'a memory of WebAssembly': { code: 'new WebAssembly.Memory({ initial: 65536 });', uninterruptible: true },
};
