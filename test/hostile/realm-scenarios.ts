/** A scenario that gives all it is given, at every entry point, to `lab`. */
export const WALK = `
import * as given from 'orrery';
import { agentUserInterface, app, apartmentListing, cab, calendar, chat, city, contacts, emailClient, fileSystem, messaging, minutes, namedMessaging,
  reminderApp, scenario, seconds, shopping, str, systemApp, toolOf, universe, variants, virtualFileSystem, lab } from 'orrery';

const errors = [() => null.x, () => undefinedName, () => new Array(-1), () => decodeURI('%'), () => new RegExp('('), () => 1n + 1,
  () => seconds('x'), () => scenario(1), () => emailClient({ inbox: 1 }), () => (function f() { f(); })(), () => given.refuse('Soup', 'no'),
  () => JSON.parse('{'), () => Date.now(), () => Symbol() + '']
  .map((work) => { try { work(); } catch (thrown) { return thrown; } });
function ownArguments() { return arguments; }
lab.reach('module', globalThis, given, errors, ownArguments(1), function* () {}, (function* () {})(), [].values(), ''[Symbol.iterator](),
  ''.matchAll(/a/g), new Map().keys(), new Set().keys(), /a/g, /(?<x>a)/d.exec('a'), new Date(0), new Proxy({}, {}), Intl.NumberFormat(),
  Intl.DateTimeFormat('en'), ((strings) => strings)\`a\`, new Error('x', { cause: 1 }), 1n, Symbol.iterator, new Int8Array(1), new ArrayBuffer(1), console);

const tool = toolOf();
const counter = app({
  class: 'Counter',
  initial: (options) => { lab.reach('initial', options); return { turns: 0, list: [{ deep: [1] }], next: 0 }; },
  tools: {
    count: tool({
      summary: 'Counts.', effect: 'write', args: { word: str, rest: given.optional(given.anything, { a: [1] }) },
      apply(state, args, context) {
        state.turns += 1;
        state.list.push({ deep: [2] });
        lab.reach('tool', state, args, context, context.random, context.files(), context.newId(), state.list[0], state.list.map((one) => one),
          state.list.splice(0, 1), state.list.entries(), Object.entries(state));
        try { context.call('counter', 'fail', {}); } catch (thrown) { lab.reach('error of a tool', thrown); }
        try { context.call('nobody', 'fail', {}); } catch (thrown) { lab.reach('error of the engine', thrown); }
        try { state.bad = () => 1; } catch (thrown) { lab.reach('error of a state', thrown); }
        try { state.list.push(NaN); } catch (thrown) { lab.reach('error of a list', thrown); }
        lab.reach('answer of a tool', context.call('counter', 'look', {}));
        return { list: state.list };
      },
    }),
    look: tool({ summary: 'Looks.', effect: 'read', apply: (state) => ({ list: state.list }) }),
    fail: tool({ summary: 'Fails.', effect: 'read', apply() { null.x; } }),
    ring: tool({ summary: 'Rings.', effect: 'write', apply(state) { state.next = undefined ?? -1; } }),
  },
  alarm: { tool: 'ring', next: (state) => { lab.reach('alarm', state); return state.next === 0 ? 1767603610000000 : undefined; } },
});

const make = (values) => {
  lab.reach('variant', values);
  return scenario({
    name: 'walk', start: '2026-01-05T09:00:00Z', duration: minutes(2),
    finalState: 'oracle',
    apps: () => {
      const apps = { counter: counter({ a: 1 }), mail: emailClient(), user: agentUserInterface(), files: fileSystem(), virtual: virtualFileSystem(),
        flats: apartmentListing(), taxi: cab(), days: calendar(), town: city(), people: contacts(), talk: messaging(), named: namedMessaging(),
        remind: reminderApp(), shop: shopping(), system: systemApp() };
      lab.reach('apps', apps);
      return apps;
    },
    events(apps, authoring) {
      const { counter, user, mail } = apps;
      const { condition, validation, agentValidation, oracle, stop } = authoring;
      lab.reach('events', apps, authoring);
      const ask = user.send_message_to_agent({ content: 'hello' }).at(seconds(1));
      const mails = mail.send_email_to_user_only({ sender: 'ada@example.org', subject: 'x' }).after(ask, seconds(1));
      const count = counter.count({ word: 'soup' }).after(ask, seconds(2));
      const again = oracle(counter.count({ word: mails.result })).after(count, seconds(2));
      const arrived = condition('arrived', (states, past) => {
        lab.reach('condition', states, past, past.log, past.calls('counter', 'count'), [...past.log], past.log.map((one) => one), states.counter.list);
        return past.log.length > 3;
      }).after(ask).every(1).timeout(60);
      const checks = validation({ milestones: { is(states, past) { lab.reach('milestone', states, past); return true; } },
        minefields: { no(states, past) { lab.reach('minefield', states, past); return false; } } }).after(ask).every(1).timeout(60);
      const watched = agentValidation({ milestones: { is(call, states, past) { lab.reach('agent milestone', call, states, past); return true; } },
        minefields: { no(call, states, past) { lab.reach('agent minefield', call, states, past); return false; } } }).at(seconds(1));
      const done = oracle(user.send_message_to_user({ content: 'done' })).after(arrived, seconds(3));
      const fails = counter.fail().after(done, seconds(1));
      lab.reach('declarations', ask, mails, mails.result, mails.result?.id, count, again, arrived, checks, watched, done, fails, stop);
    },
  });
};
export default variants({ guests: [1, 2] }, make);
`;

/** A scenario that leaves a mark wherever it can, and says in its message how many marks it found. */
export const MARKS = `
import * as given from 'orrery';
import { agentUserInterface, app, emailClient, minutes, scenario, seconds, str, toolOf } from 'orrery';

const KEY = 'mark';
const MARKED = Object.freeze({ __proto__: null, [KEY]: 1 });
let found = 0;
const quietly = (work) => { try { return work(); } catch { return undefined; } };
const seen = new Set();
const marked = [];
const mark = (first) => {
  const left = [first];
  while (left.length > 0) {
    const object = left.pop();
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function' || seen.has(object)) continue;
    seen.add(object);
    if (object[KEY] !== undefined) found += 1;
    left.push(Object.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key);
      left.push(value, get, set);
    }
    marked.push(object);
  }
};
const { set, defineProperty, deleteProperty, setPrototypeOf, ownKeys } = Reflect;
/** Changes all that was found, in the end: the changes would be found themselves. */
const spoil = () => {
  for (const object of marked) {
    set(object, KEY, 1);
    defineProperty(object, KEY, { value: 1, configurable: true });
    set(object, 'lastIndex', 3);
    if (object instanceof Map) Map.prototype.set.call(object, KEY, 1);
    if (object instanceof Set) Set.prototype.add.call(object, KEY);
    setPrototypeOf(object, MARKED);
    for (const key of ownKeys(object)) {
      set(object, key, 7);
      defineProperty(object, key, { value: 7 });
      deleteProperty(object, key);
    }
  }
};
const everything = (...more) => {
  const errors = [() => null.x, () => seconds('x'), () => (function f() { f(); })(), () => new Array(-1)]
    .map((work) => { try { work(); } catch (thrown) { return thrown; } });
  for (const one of [...more, globalThis, given, errors, function* () {}, [].values(), new Map().keys(), /a/g, new Date(0), console,
    ((strings) => strings)\`a\`, Symbol.for('mark'), Intl.NumberFormat(), Error.prototype]) mark(one);
  quietly(() => { if (typeof spoon !== 'undefined') found += 1; spoon = () => 1; });
  quietly(() => { if (RegExp.$1 !== undefined && RegExp.$1 !== '') found += 1; /(mark)/.exec('mark'); });
  quietly(() => { if (Error.stackTraceLimit === 3) found += 1; Error.stackTraceLimit = 3; });
  quietly(() => { if (Object.getOwnPropertySymbols(globalThis).length > 0) found += 1; });
};
everything();
const tool = toolOf();
const counter = app({ class: 'Counter', initial: () => ({ turns: 0, list: [1] }), tools: {
  count: tool({ summary: 'Counts.', effect: 'write', args: { word: str }, apply(state, args, context) {
    quietly(() => everything(context, context.random, args, args.constructor));
    return found;
  } }) } });
export default scenario({
  name: 'marks', start: '2026-01-05T09:00:00Z', duration: minutes(1),
  apps: () => { const apps = { counter: counter(), mail: emailClient(), user: agentUserInterface() }; mark(apps.mail.tools); return apps; },
  events({ counter, user }, authoring) {
    everything(authoring.condition, Object.getPrototypeOf(user));
    user.send_message_to_agent({ content: 'marks: ' + found }).at(seconds(5));
    counter.count({ word: 'soup' }).at(seconds(6));
    authoring.condition('seen', (states, past) => {
      const clean = found === 0;
      quietly(() => everything(past, past.log));
      spoil();
      return clean;
    }).at(seconds(7)).timeout(3);
  },
});
`;
