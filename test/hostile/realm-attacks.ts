/**
 * Attacks on the realm, as code of a scenario: each tries to get hold of something that the realm did not make, and hands what it
 * finds to `reach`. `g` has what the author's code is given where the attack runs.
 */
type Attack = readonly [name: string, code: string];

/** Names that scenarios import from 'orrery'. */
const IMPORTS = [
  ...[
    'about',
    'agentUserInterface',
    'anything',
    'apartmentListing',
    'app',
    'bool',
    'cab',
    'calendar',
    'choice',
    'city',
  ],
  ...[
    'contacts',
    'dict',
    'dictOf',
    'emailClient',
    'fileSystem',
    'float',
    'hours',
    'int',
    'list',
    'messaging',
    'micros',
  ],
  ...[
    'minutes',
    'namedMessaging',
    'nullable',
    'optional',
    'refuse',
    'reminderApp',
    'scenario',
    'seconds',
    'shopping',
  ],
  ...['str', 'systemApp', 'toSeconds', 'toolOf', 'universe', 'variants', 'virtualFileSystem'],
];

/** What may call the host, or throw on its side, where the stack ends. */
const AT_THE_END: readonly Attack[] = [
  ['reads the stack of its own error', `new Error('x').stack`],
  [
    'reads the stack of an error of the language',
    `(() => { try { null.x; } catch (e) { return e.stack; } })()`,
  ],
  [
    'reads the stack of an error of the end itself',
    `(() => { try { (function f() { f(); })(); } catch (e) { return e.stack; } })()`,
  ],
  ['reads a stack that was captured before', `early.stack`],
  [
    'makes an error whose message makes an error',
    `new Error({ toString() { new Error('y'); return 'x'; } }).stack`,
  ],
  [
    'makes an error whose options make an error',
    `new Error('x', { get cause() { return new Error('y'); } }).stack`,
  ],
  [
    'makes an error for a kind that makes an error',
    `Reflect.construct(Error, ['x'], Object.defineProperty(function () {}.bind(), 'prototype', { get() { new Error('y'); return Error.prototype; } })).stack`,
  ],
  [
    'captures a stack of an error',
    `(() => { try { null.x; } catch (e) { Error.captureStackTrace(e); return e.stack; } })()`,
  ],
  ['reads a captured stack', `(() => { const o = {}; Error.captureStackTrace(o); return o.stack; })()`],
  ['reads the stack of a subclass', `new (class extends TypeError {})('x').stack`],
  [
    'reads the stack of a cause',
    `(() => { try { emailClient({ inbox: 1 }); } catch (e) { return [e.stack, e.cause, e.cause && e.cause.stack]; } })()`,
  ],
  [
    'reads the stack of a suppressed error',
    `(() => { try { using(() => { null.x; }); } catch (e) { return e.error && e.error.stack; } })()`,
  ],
  ['prints a text', `console.log('x')`],
  ['prints an object', `console.log({ a: [1, { b: 2 }] })`],
  ['prints an error', `console.log(early)`],
  ['prints a proxy', `console.log(new Proxy({}, {}))`],
  ['prints with a format', `console.log('%o %O %j %s %d %i %c', {}, {}, {}, {}, {}, {}, {})`],
  ['prints a deep object', `console.log(deep)`],
  ['goes round a loop', `(() => { let n = 0; for (const x of many) n += x; return n; })()`],
  ['asks for the time', `Date.now()`],
  ['makes a date of a text', `new Date('Jan 5, 2026 10:00').toISOString()`],
  ['asks for chance', `Math.random()`],
  ['formats a number', `(1234.5).toLocaleString('en')`],
  ['formats a date', `new Date(0).toLocaleString('en', { dateStyle: 'full' })`],
  ['compares by locale', `'a'.localeCompare('b', 'en')`],
  ['formats with Intl', `new Intl.NumberFormat('en').format(1)`],
  ['asks for an unknown language', `(1).toLocaleString('xx')`],
  ['computes a power', `Math.pow(2.5, 3.5)`],
  ['parses JSON', `JSON.parse('{"a":[1,2]}', function (k, v) { reach(this); return v; })`],
  ['parses bad JSON', `JSON.parse('{')`],
  ['writes JSON', `JSON.stringify(g.state ?? g.states ?? deep)`],
  ['replaces by a function', `'abc'.replace(/b/, (...all) => { all.forEach(reach); return 'x'; })`],
  ['sorts', `[3, 1, 2].sort((a, b) => a - b)`],
  ['matches', `/(a+)+b/.exec('aab')`],
  ['makes a span', `seconds(1)`],
  ['makes a bad span', `seconds('x')`],
  ['refuses', `given.refuse('Soup', 'no')`],
  ['makes an app', `emailClient()`],
  ['makes a scenario', `scenario({ name: 'x', apps: () => ({}), events() {} })`],
  ['makes variants', `variants({ a: [1] }, () => 1)`],
  ['declares a call', `g.apps?.user.send_message_to_agent({ content: 'x' })`],
  ['declares a bad call', `g.apps?.user.send_message_to_agent({ content: 5 })`],
  ['declares a condition', `g.authoring?.condition('x', () => true)`],
  ['declares a validation', `g.authoring?.validation({ milestones: { a: () => true } })`],
  ['reads a state', `g.state?.list.map((one) => one)`],
  ['writes a field', `(g.state ?? {}).n = 1`],
  ['adds to a list', `g.state?.list.push({ a: 1 })`],
  ['takes from a list', `g.state?.list.splice(0, 1)`],
  ['writes what is no JSON', `(g.state ?? {}).n = () => 1`],
  ['asks for an id', `g.context?.newId()`],
  ['asks for random numbers', `g.context?.random.int(1, 6)`],
  ['asks for the files', `g.context?.files()`],
  ['calls a tool', `g.context?.call('lab', 'look', {})`],
  ['calls a tool that is missing', `g.context?.call('lab', 'none', {})`],
  ['calls a tool that throws', `g.context?.call('lab', 'fail', {})`],
  ['reads the log', `[...(g.past?.log ?? [])]`],
  ['reads the calls', `g.past?.calls('lab', 'look').map((one) => one)`],
  ['reads the states', `JSON.stringify(g.states ?? 0)`],
];

/** Finds something if the test hands it an object of the host's. */
export const CONTROL = 'a leak that the test makes';

const OTHERS: readonly Attack[] = [
  [CONTROL, `reach(leak)`],
  // Prototypes
  [
    'the prototypes of what it is given',
    `for (const o of Object.values(g)) for (let p = o; p; p = Object.getPrototypeOf(p)) reach(p)`,
  ],
  [
    '__proto__ of a function of orrery',
    `reach(seconds.__proto__.__proto__.constructor('x').constructor.prototype)`,
  ],
  ['__proto__ of a tool', `reach(emailClient().tools.send_email.apply.__proto__.__proto__)`],
  [
    '__lookupGetter__',
    `reach(g.context?.__lookupGetter__('now')); reach(g.context?.__lookupGetter__('random'))`,
  ],
  [
    'the getters of what it is given',
    `for (const o of Object.values(g)) for (const d of Object.values(Object.getOwnPropertyDescriptors(o ?? {}))) { reach(d.get); reach(d.set); }`,
  ],
  [
    'the constructor of a state',
    `reach(g.state?.constructor); reach(g.state?.list.constructor); reach(g.states?.lab.constructor)`,
  ],
  [
    'the constructor of a class of orrery',
    `reach(g.authoring?.condition('c', () => true).constructor.prototype)`,
  ],
  ['the constructor of an id', `reach(g.context?.newId().constructor)`],
  [
    'the prototype of a primitive',
    `for (const p of [1, '', true, 1n, Symbol()]) reach(Object.getPrototypeOf(p).constructor)`,
  ],
  [
    'setting the prototype of a state',
    `Object.setPrototypeOf(g.state ?? {}, { get x() { reach(this); return 1; } }); reach(g.state?.x)`,
  ],
  [
    'the prototype of iterators',
    `for (const i of [[].values(), new Map().entries(), ''.matchAll(/a/g), (function* () {})()]) for (let p = i; p; p = Object.getPrototypeOf(p)) reach(p)`,
  ],
  [
    'the iterator of a state',
    `reach(g.state?.list[Symbol.iterator]()); reach(g.state?.list.entries().next())`,
  ],
  ['the iterator of the log', `reach(g.past?.log[Symbol.iterator]()); reach(g.past?.log.values().next())`],
  [
    'the items of the log',
    `for (const e of g.past?.log ?? []) { reach(e); reach(e.outcome); reach(e.changes); }`,
  ],
  // Code from texts
  ['Function', `reach(Function('return this')())`],
  ['new Function', `reach(new Function('return this')())`],
  ['Function through a bound function', `reach((function () {}).bind().constructor('return this')())`],
  ['Function through an arrow', `reach((() => 1).constructor('return this')())`],
  ['Function through a method', `reach(({ a() {} }).a.constructor('return this')())`],
  ['Function through a class', `reach((class {}).constructor('return this')())`],
  [
    'Function through a getter',
    `reach(Object.getOwnPropertyDescriptor({ get a() { return 1; } }, 'a').get.constructor('return this')())`,
  ],
  ['Function through a built-in', `reach([].map.constructor('return this')())`],
  ['Function through Reflect', `reach(Reflect.construct(Function, ['return this'])())`],
  ['Function with another target', `reach(Reflect.construct(Function, ['return this'], class {})())`],
  ['Function through a proxy', `reach(new Proxy(Function, {})('return this')())`],
  ['Function through apply', `reach(Function.prototype.constructor.apply(null, ['return this'])())`],
  ['a subclass of Function', `reach(new (class extends Function {})('return this')())`],
  ['GeneratorFunction', `reach((function* () {}).constructor('yield this')().next())`],
  ['the prototype of generators', `reach(Object.getPrototypeOf(function* () {}).prototype)`],
  ['eval', `reach(eval('this'))`],
  ['indirect eval', `reach((0, eval)('this'))`],
  ['eval through globalThis', `reach(globalThis.eval('this'))`],
  ['eval through Reflect', `reach(Reflect.apply(eval, undefined, ['this']))`],
  ['a string as a callback', `reach([1].map('return this'))`],
  ['Symbol.unscopables', `reach(Array.prototype[Symbol.unscopables])`],
  // The global object
  ['globalThis', `for (const k of Reflect.ownKeys(globalThis)) reach(globalThis[k])`],
  ['this of a function', `(function () { reach(this); })()`],
  [
    'this of a callback',
    `[1].forEach(function () { reach(this); }); 'a'.replace('a', function () { reach(this); return ''; })`,
  ],
  ['this of a sort', `[2, 1].sort(function () { reach(this); return 0; })`],
  ['this of a getter', `({ get x() { reach(this); return 1; } }).x`],
  ['a name that nobody declared', `fork = () => 1; reach(fork)`],
  ['process', `reach(globalThis.process); reach(typeof process === 'undefined' ? 1 : process)`],
  ['require', `const load = require; reach(load); reach(load('orrery')); reach(load('fs'))`],
  ['module', `reach(module); reach(module.constructor)`],
  ['names of the loader', `reach(typeof exports === 'undefined' ? 1 : exports); reach(typeof __filename)`],
  [
    'hidden globals',
    `for (const n of ['setTimeout', 'queueMicrotask', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'Promise', 'structuredClone', 'fetch', 'Buffer', 'performance', 'crypto', 'navigator', 'Iterator', 'ShadowRealm']) reach(globalThis[n])`,
  ],
  // Stacks
  [
    'Error.prepareStackTrace',
    `Error.prepareStackTrace = (e, sites) => { sites.forEach(reach); return sites; }; reach(new Error('x').stack)`,
  ],
  [
    'prepareStackTrace of a kind',
    `TypeError.prepareStackTrace = (e, s) => s; reach(new TypeError('x').stack)`,
  ],
  [
    'prepareStackTrace of a subclass',
    `class E extends Error { static prepareStackTrace(e, s) { reach(s); return s; } } reach(new E('x').stack)`,
  ],
  [
    'prepareStackTrace by definition',
    `Object.defineProperty(Error, 'prepareStackTrace', { value: (e, s) => s }); reach(new Error().stack)`,
  ],
  [
    'prepareStackTrace of globalThis.Error',
    `globalThis.Error = { prepareStackTrace: (e, s) => { reach(s); return s; } }; try { null.x; } catch (e) { reach(e.stack); }`,
  ],
  [
    'prepareStackTrace of Object.prototype',
    `Object.prototype.prepareStackTrace = (e, s) => s; reach(new Error().stack)`,
  ],
  [
    'captureStackTrace',
    `const o = {}; Error.captureStackTrace(o, reach); reach(o.stack); reach(Object.getOwnPropertyDescriptor(o, 'stack').get)`,
  ],
  ['captureStackTrace of a frozen object', `Error.captureStackTrace(Object.freeze({}))`],
  [
    'captureStackTrace of a proxy',
    `Error.captureStackTrace(new Proxy({}, { defineProperty(t, k, d) { reach(d); reach(d.get); return Reflect.defineProperty(t, k, d); } }))`,
  ],
  ['captureStackTrace of orrery', `Error.captureStackTrace(seconds)`],
  [
    'stackTraceLimit with a value of its own',
    `Error.stackTraceLimit = { valueOf() { reach(this); return 9; } }; reach(new Error().stack)`,
  ],
  [
    'the getter of a stack',
    `const d = Object.getOwnPropertyDescriptor(new Error(), 'stack'); reach(d.get); reach(d.set); reach(d.get?.call({})); reach(d.get?.call(seconds))`,
  ],
  ['the stack of an object without one', `reach(Object.create(new Error('x')).stack)`],
  [
    'an error with a message that is read',
    `reach(new Error({ toString() { reach(this); return 'x'; } }).stack)`,
  ],
  [
    'an error with a name that throws',
    `const e = new Error('x'); Object.defineProperty(e, 'name', { get() { throw { a: 1 }; } }); reach(e.stack)`,
  ],
  [
    'a cause that is a getter',
    `reach(new Error('x', { get cause() { reach(this); return seconds; } }).cause)`,
  ],
  ['an aggregate error', `reach(new AggregateError([new Error('a')], 'b').errors)`],
  [
    'errors of every operation',
    `for (const f of [() => null.x, () => undefinedName, () => new Array(-1), () => decodeURI('%'), () => new RegExp('('), () => 1n + 1, () => Symbol() + '', () => [...1], () => new (1)(), () => x, () => 'a'.repeat(-1), () => (1).toFixed(999), () => Object.freeze([]).push(1), () => new Proxy({}, null), () => JSON.parse('{')]) try { f(); } catch (e) { reach(e); reach(e.stack); for (let p = e; p; p = Object.getPrototypeOf(p)) reach(p.constructor); } let x;`,
  ],
  // Callers
  ['arguments.callee', `(function () { reach(arguments.callee); })()`],
  ['arguments.callee of a tool', `reach(Object.getOwnPropertyDescriptor(ownArguments(), 'callee').get)`],
  ['caller', `reach((function f() { return f.caller; })())`],
  ['arguments of a function', `reach((function f() { return f.arguments; })(1))`],
  ['caller of orrery', `reach(seconds.caller); reach(emailClient.arguments)`],
  ['caller of a prototype', `reach(Object.getOwnPropertyDescriptor(Function.prototype, 'caller'))`],
  // Values that run code when they are read
  ['a getter in a state', `g.state.odd = { get x() { reach(this); return 1; } }`],
  ['a proxy in a state', `g.state.odd = new Proxy({ a: 1 }, watching(reach))`],
  ['a proxy in a list of a state', `g.state.list.push(new Proxy([1], watching(reach)))`],
  ['a revoked proxy in a state', `const r = Proxy.revocable({}, {}); r.revoke(); g.state.odd = r.proxy`],
  ['toJSON in a state', `g.state.odd = { toJSON() { reach(this); reach(ownArguments()); return 1; } }`],
  [
    'toJSON in an argument',
    `reach(g.context?.call('lab', 'look', { toJSON() { reach(this); return {}; } }))`,
  ],
  ['a proxy as arguments', `reach(g.context?.call('lab', 'look', new Proxy({}, watching(reach))))`],
  ['a proxy as a name of an app', `reach(g.context?.call(new Proxy({}, watching(reach)), 'look', {}))`],
  [
    'toString as the name of a tool',
    `reach(g.context?.call('lab', { toString() { reach(this); return 'look'; } }, {}))`,
  ],
  [
    'a span that is an object',
    `reach(seconds({ valueOf() { reach(this); return 1; }, [Symbol.toPrimitive](hint) { reach(hint); return 1; } }))`,
  ],
  ['a wait that is an object', `g.context?.letPass({ valueOf() { reach(this); return 1; } })`],
  [
    'an iterable as a list',
    `reach(g.apps?.mail.send_email({ recipients: { *[Symbol.iterator]() { reach(this); yield 'a@example.org'; } }, subject: 'x', content: 'y' }))`,
  ],
  [
    'a proxy as a content',
    `reach(g.apps?.user.send_message_to_agent({ content: new Proxy({}, watching(reach)) }))`,
  ],
  [
    'a proxy as a declaration',
    `reach(g.apps?.user.send_message_to_agent({ content: 'x' }).after(new Proxy({}, watching(reach))))`,
  ],
  [
    'a getter as a time',
    `reach(g.apps?.user.send_message_to_agent({ content: 'x' }).at({ get valueOf() { reach(this); return () => 1; } }))`,
  ],
  ['a proxy as a scenario', `reach(scenario(new Proxy({}, watching(reach))))`],
  [
    'a proxy as an app',
    `reach(app(new Proxy({ class: 'X', initial: () => ({}), tools: {} }, watching(reach)))())`,
  ],
  [
    'a proxy as tools',
    `reach(app({ class: 'X', initial: () => ({}), tools: new Proxy({}, watching(reach)) })())`,
  ],
  [
    'a proxy as a tool',
    `reach(toolOf()(new Proxy({ summary: 'x', effect: 'read', apply() {} }, watching(reach))))`,
  ],
  [
    'a proxy as an initial state',
    `reach(app({ class: 'X', initial: () => new Proxy({ a: [1] }, watching(reach)), tools: {} })().state)`,
  ],
  ['a proxy as options', `reach(emailClient(new Proxy({}, watching(reach))).state)`],
  ['a proxy as a universe', `reach(universe(new Proxy({ apps: [] }, watching(reach)))(emailClient))`],
  ['a proxy as parameters', `reach(variants(new Proxy({ a: [1] }, watching(reach)), () => 1))`],
  ['a proxy as a condition', `reach(g.authoring?.condition('p', new Proxy(() => true, watching(reach))))`],
  [
    'a proxy as checks',
    `reach(g.authoring?.validation(new Proxy({ milestones: { a: () => true } }, watching(reach))))`,
  ],
  ['a proxy as a word of refuse', `reach(refuse(new Proxy({}, watching(reach)), 'x'))`],
  ['a thenable', `g.state.odd = { then(resolve, reject) { reach(resolve); reach(reject); } }`],
  ['a thrown proxy', `g.context?.call('lab', 'fail', { what: 1 }); throw new Proxy({}, watching(reach))`],
  [
    'a thrown object with getters',
    `throw { get name() { reach(this); return 'x'; }, get message() { reach(ownArguments()); return 'y'; }, get stack() { reach(this); return 'z'; } }`,
  ],
  [
    'a thrown error with a toString',
    `const e = new Error('x'); e.toString = function () { reach(this); return 'x'; }; throw e`,
  ],
  ['a thrown function', `throw reach`],
  ['a thrown symbol', `throw Symbol('x')`],
  // Printing
  [
    'printing a proxy',
    `console.log(new Proxy({ a: 1 }, watching(reach)), new Proxy(() => 1, watching(reach)), new Proxy([], watching(reach)))`,
  ],
  ['printing a class with a tag', `console.log({ get [Symbol.toStringTag]() { reach(this); return 'x'; } })`],
  [
    'printing a constructor',
    `console.log({ get constructor() { reach(this); return { get name() { reach(this); return 'x'; } }; } })`,
  ],
  [
    'printing with a custom inspector',
    `console.log({ [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) { reach(depth); reach(options); reach(inspect); return 'x'; } })`,
  ],
  ['printing an old inspector', `console.log({ inspect(depth, options) { reach(options); return 'x'; } })`],
  [
    'printing with %j',
    `console.log('%j', { toJSON(...all) { reach(this); all.forEach(reach); reach(all); return 1; } })`,
  ],
  [
    'printing with %s',
    `console.log('%s', { toString(...all) { reach(this); reach(all); return 'x'; } }, { [Symbol.toPrimitive](...all) { reach(all); return 'x'; } })`,
  ],
  [
    'printing with %d',
    `console.log('%d %i %f', { valueOf(...all) { reach(this); reach(all); return 1; } }, { valueOf() { throw {}; } }, {})`,
  ],
  [
    'printing with %o',
    `console.log('%o', new Proxy({}, watching(reach))); console.log('%O', { get a() { reach(this); return 1; } })`,
  ],
  [
    'printing an error with getters',
    `const e = new Error('x'); for (const k of ['name', 'message', 'stack', 'cause', 'code']) Object.defineProperty(e, k, { get(...all) { reach(this); reach(all); return k; } }); console.log(e)`,
  ],
  [
    'printing an error whose stack is an object',
    `const e = new Error('x'); e.stack = { toString(...all) { reach(all); return 'x'; }, includes: reach, replace: reach, split: reach, indexOf: reach }; console.log(e)`,
  ],
  [
    'printing a map and a set with own iterators',
    `const m = new Map([[1, {}]]); m[Symbol.iterator] = m.entries = m.forEach = function (...all) { reach(this); all.forEach(reach); return []; }; console.log(m, Object.assign(new Set([1]), { values: m.entries }))`,
  ],
  [
    'printing a list with own methods',
    `const l = [1, 2]; for (const k of ['map', 'forEach', 'join', 'push', 'slice', 'filter', 'length2']) l[k] = (...all) => { all.forEach(reach); return l; }; console.log(l)`,
  ],
  [
    'printing a typed array with own methods',
    `const t = new Uint8Array(3); t.map = t.slice = (...all) => { all.forEach(reach); return t; }; console.log(t, new DataView(t.buffer), t.buffer)`,
  ],
  [
    'printing a date with own methods',
    `const d = new Date(0); d.toISOString = d.toJSON = d.toString = (...all) => { reach(all); return 'x'; }; console.log(d)`,
  ],
  [
    'printing a pattern with own methods',
    `const r = /a/; r.toString = (...all) => { reach(all); return 'x'; }; Object.defineProperty(r, 'source', { get() { reach(this); return 'x'; } }); console.log(r)`,
  ],
  [
    'printing a URL',
    `console.log({ href: 'x', protocol: 'y', get auth() { reach(this); return undefined; }, path: undefined })`,
  ],
  ['printing a prototype that is a proxy', `console.log(Object.create(new Proxy({}, watching(reach))))`],
  [
    'printing a function with a name',
    `const f = () => 1; Object.defineProperty(f, 'name', { get() { reach(this); return 'x'; } }); f.toString = reach; console.log(f)`,
  ],
  ['printing something that throws', `console.log({ get [Symbol.toStringTag]() { throw { a: reach }; } })`],
  ['printing a cycle', `const o = {}; o.o = o; console.log(o, '%j'); console.log('%j', o)`],
  // Species and methods
  [
    'species of a list of a state',
    `g.state.list.constructor = { [Symbol.species]: function (n) { reach(this); reach(n); return []; } }; reach(g.state.list.map((x) => x))`,
  ],
  [
    'species of a copy',
    `const l = [...(g.state?.list ?? [1])]; l.constructor = { [Symbol.species]: class { constructor(...all) { reach(all); reach(new.target); } } }; reach(l.filter(() => true))`,
  ],
  [
    'a subclass of Array in a state',
    `class L extends Array { static get [Symbol.species]() { reach(this); return L; } map(...all) { all.forEach(reach); return super.map(...all); } } g.state.list = L.from([1, 2])`,
  ],
  [
    'own methods on a list in a state',
    `const l = [1]; for (const k of ['map', 'slice', 'splice', 'forEach', 'entries', 'some']) l[k] = (...all) => { all.forEach(reach); return []; }; g.state.list = l; g.state.list.push(2)`,
  ],
  [
    'the list that callbacks get',
    `(g.state?.list ?? g.past?.log ?? [1]).forEach((one, nth, all) => { reach(all); reach(one); })`,
  ],
  [
    'the accumulator of reduce',
    `(g.past?.log ?? g.state?.list ?? [1]).reduce((sum, one, nth, all) => { reach(all); return one; }, {})`,
  ],
  [
    'methods of the log on others',
    `const m = g.past?.log.map ?? [].map; reach(m.call({ length: 1, 0: 1, constructor: { [Symbol.species]: function () { reach(this); } } }, (x) => x))`,
  ],
  [
    'find of the log with this',
    `g.past?.log.find(function (one, nth, all) { reach(this); reach(all); return false; }, { mine: 1 })`,
  ],
  [
    'concat and spreadable',
    `reach((g.past?.log ?? []).concat({ length: 1, get [Symbol.isConcatSpreadable]() { reach(this); return true; }, 0: {} }))`,
  ],
  [
    'Array.from with a constructor',
    `reach(Array.from.call(function (...all) { reach(this); reach(all); }, g.past?.log ?? [1]))`,
  ],
  [
    'the iterator protocol',
    `for (const x of { [Symbol.iterator]() { reach(this); return { next(...all) { reach(all); return { done: true }; }, return(...all) { reach(all); return {}; } }; } }) reach(x)`,
  ],
  ['destructuring with defaults', `const { a = reach(1), ...rest } = g.args ?? {}; reach(rest)`],
  [
    'hasInstance',
    `const K = { [Symbol.hasInstance](...all) { reach(this); all.forEach(reach); return true; } }; reach(g.state instanceof K)`,
  ],
  [
    'a tagged template',
    `const tag = (strings, ...more) => { reach(strings); reach(strings.raw); return strings; }; reach(tag\`a\${1}b\`)`,
  ],
  [
    'regular expressions with own exec',
    `const r = /a/; r.exec = function (...all) { reach(this); reach(all); return null; }; reach('abc'.replace(r, 'x')); reach('abc'.match(r)); reach('abc'.split(r))`,
  ],
  [
    'regular expressions with species',
    `class R extends RegExp { static get [Symbol.species]() { reach(this); return function (...all) { all.forEach(reach); return /a/; }; } } reach('abc'.split(new R('b')))`,
  ],
  [
    'statics of RegExp',
    `/(x)/.exec('x'); reach(RegExp.$1); reach(RegExp.lastMatch); reach(RegExp.input); reach(RegExp['$_'])`,
  ],
  [
    'Symbol.replace',
    `reach('a'.replace({ [Symbol.replace](...all) { reach(this); reach(all); return 'x'; } }, 'y'))`,
  ],
  [
    'a reviver',
    `JSON.parse('{"a":{"b":1}}', function (...all) { reach(this); all.forEach(reach); return all[1]; })`,
  ],
  [
    'a replacer',
    `JSON.stringify({ a: g.state ?? 1 }, function (...all) { reach(this); all.forEach(reach); return all[1]; })`,
  ],
  ['raw JSON', `reach(JSON.rawJSON); reach(JSON.isRawJSON)`],
  [
    'Intl',
    `for (const k of Reflect.ownKeys(Intl)) { reach(Intl[k]); reach(Intl[k].prototype); } reach(Intl.DateTimeFormat('en').resolvedOptions())`,
  ],
  [
    'Intl with a proxy',
    `reach(new Intl.NumberFormat(new Proxy(['en'], watching(reach)), new Proxy({}, watching(reach))))`,
  ],
  [
    'Date with an object',
    `reach(new Date({ [Symbol.toPrimitive](...all) { reach(this); reach(all); return 0; } }))`,
  ],
  [
    'the constructor of a date',
    `reach(new Date(0).constructor); reach(Object.getPrototypeOf(new Date(0)).constructor); reach(Date.prototype.constructor('x'))`,
  ],
  [
    'Date with another target',
    `reach(Reflect.construct(Date, [0], Object.defineProperty(function () {}.bind(), 'prototype', { get() { reach(this); return {}; } })))`,
  ],
  ['Reflect.construct of orrery', `reach(Reflect.construct(function () {}, [], emailClient))`],
  [
    'apply with a list-like',
    `reach(Reflect.apply(seconds, { mine: 1 }, { get length() { reach(this); return 1; }, 0: 1 }))`,
  ],
  [
    'a getter on its own prototype',
    `class A { get x() { reach(this); return new.target; } } reach(new A().x)`,
  ],
  [
    'WeakMap and WeakSet',
    `const w = new WeakMap([[g, 1]]); for (const o of Object.values(g)) if (Object(o) === o) { w.set(o, o); reach(w.get(o)); }`,
  ],
  [
    'symbols of what it is given',
    `for (const o of [...Object.values(g), ...Object.values(given)]) if (Object(o) === o) for (const s of Object.getOwnPropertySymbols(o)) reach(o[s])`,
  ],
  [
    'private names of a class of orrery',
    `class S extends (function (o) { return o; }) { #x = 1; static has(o) { return #x in o; } } for (const o of Object.values(g)) if (Object(o) === o && Object.isExtensible(o)) { new S(o); reach(S.has(o)); }`,
  ],
  ['a file of the host', `reach(g.context?.files()?.files)`],
];

const nearTheEnd = ([what, code]: Attack): Attack => [
  `at the end of the stack: ${what}`,
  `nearTheEnd(() => { return ${code}; }, reach)`,
];

export const ATTACKS: readonly Attack[] = [
  ...IMPORTS.map((name): Attack => [
    `constructors from ${name}`,
    `for (let o = given.${name}; o; o = Object.getPrototypeOf(o)) { reach(o); reach(o.constructor); reach(o.constructor?.constructor); reach(o.prototype); }`,
  ]),
  ...AT_THE_END.map(nearTheEnd),
  ...OTHERS,
];

/** A scenario that runs all attacks at the module's top level, in \`apps\`, in \`events\`, in a tool and in a condition. */
export const attackScenario = (file: string): string => `
import * as given from 'orrery';
import { agentUserInterface, app, emailClient, minutes, refuse, scenario, seconds, toolOf, universe, variants, lab, leak } from 'orrery';

const root = Object.prototype;
const WORK = 'globalThis.process.getBuiltinModule("node:fs").writeFileSync(' + JSON.stringify(${JSON.stringify(file)}) + ', "escaped")';
const ends = (object) => { let last = object; for (let o = object; o !== null; o = Object.getPrototypeOf(o)) last = o; return last; };
const quietly = (work) => { try { return work(); } catch { return undefined; } };
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
/** What an attack reached: objects of another realm, and functions that made code of a text. */
const judge = (reached) => {
  let foreign = 0;
  let made = 0;
  for (const value of reached) {
    if (!isObject(value)) continue;
    const last = quietly(() => ends(value));
    if (last !== undefined && last !== root && last !== value) foreign += 1;
    const constructors = [value, quietly(() => value.constructor), quietly(() => value.constructor.constructor), quietly(() => Object.getPrototypeOf(value).constructor.constructor)];
    for (const one of constructors) {
      if (typeof one !== 'function' || one === reach0) continue;
      const code = quietly(() => /Function$/.test(one.name) ? one(WORK) : undefined);
      if (typeof code !== 'function') continue;
      made += 1;
      quietly(() => code());
    }
  }
  return { foreign, made };
};
const reach0 = () => undefined;
const watching = (reach) => Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, (...all) => {
  all.forEach(reach);
  return Reflect[trap](...all);
}]));
const nearTheEnd = (work, reach) => {
  let left = 40;
  const dig = () => {
    try { dig(); } catch (thrown) { reach(thrown); }
    if (left > 0) { left -= 1; try { reach(work()); } catch (thrown) { reach(thrown); } }
  };
  try { dig(); } catch (thrown) { reach(thrown); }
};
const using = (work) => { using_: { try { work(); } catch (error) { throw Object.assign(new Error('suppressed'), { error }); } } };
const early = new Error('early');
let deep = {};
for (let n = 0; n < 400; n++) deep = { deep };
const many = Array.from({ length: 2000 }, () => 1);
function ownArguments() { return arguments; }

const ATTACKS = {
${ATTACKS.map(([name, code]) => `  ${JSON.stringify(name)}: (g, reach) => { ${code}; },`).join('\n')}
};
const attack = (point, g) => {
  for (const [name, work] of Object.entries(ATTACKS)) {
    const reached = new Set();
    const reach = (value) => { if (reached.size < 300) reached.add(value); };
    try { work(g, reach); } catch (thrown) { reached.add(thrown); }
    const found = judge(reached);
    lab.result(point, name, found.foreign, found.made);
  }
};
attack('module', {});
const tool = toolOf();
const own = app({ class: 'Lab', initial: () => ({ n: 0, odd: null, list: [{ a: 1 }, 2] }), tools: {
  attack: tool({ summary: 'Attacks.', effect: 'write', apply(state, args, context) { attack('tool', { state, args, context }); state.odd = null; state.list = []; } }),
  look: tool({ summary: 'Looks.', effect: 'read', apply: (state) => ({ n: state.n }) }),
  fail: tool({ summary: 'Fails.', effect: 'read', apply() { null.x; } }),
} });
const make = ({ where }) => scenario({
  name: 'attacks', start: '2026-01-05T09:00:00Z', duration: minutes(1),
  apps: () => { if (where === 'plan') attack('apps', {}); return { lab: own(), mail: emailClient(), user: agentUserInterface() }; },
  events(apps, authoring) {
    if (where === 'plan') { attack('events', { apps, authoring }); throw new Error('planned'); }
    apps.lab.attack().at(seconds(1));
    authoring.condition('attacks', (states, past) => { attack('condition', { states, past }); return true; }).at(seconds(2));
  },
});
export default variants({ where: ['plan', 'run'] }, make);
`;
