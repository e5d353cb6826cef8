import { describe, expect, it } from 'vitest';
import { cook, dinner, thrownBy } from '../kitchen.ts';

/** The value of `expression` in a scenario's realm. */
const valueOf = async (expression: string): Promise<unknown> =>
  cook(
    await dinner(
      `import { recipe } from 'orrery'; export default recipe({ cook() { return JSON.stringify(${expression}); } });`,
    ),
  );

describe('the language of scenarios', () => {
  it.each([
    [
      'missing names',
      '[typeof Promise, typeof Iterator, typeof WeakRef, typeof Temporal, typeof structuredClone]',
    ],
    [
      'missing methods',
      '[Object.groupBy, Array.fromAsync, new Set().union, [].values().map, RegExp.escape, Date.prototype.getYear]',
    ],
    ['the statics of regular expressions', "(/(a)/.test('a'), [RegExp.$1, RegExp.lastMatch])"],
  ])('has no %s', async (_, expression) => {
    const found = JSON.parse((await valueOf(expression)) as string) as unknown[];
    expect(new Set(found.map((one) => (one === 'undefined' ? null : one)))).toEqual(new Set([null]));
  });

  it('gives a reviver of JSON two arguments', async () => {
    expect(await valueOf("JSON.parse('[1]', (...given) => given.length)")).toBe('2');
  });

  it('has English texts only', async () => {
    expect(
      await valueOf(`[
        (1234.5).toLocaleString(), 12345678901234567890n.toLocaleString('en-GB'), [1234.5, new Date(0)].toLocaleString(),
        new Date(0).toLocaleDateString('en-GB', { timeZone: undefined }), new Date(NaN).toLocaleTimeString(),
        'b'.localeCompare('C'), 'I'.toLocaleLowerCase([]), Intl.DateTimeFormat().resolvedOptions().timeZone,
      ]`),
    ).toBe(
      '["1,234.5","12,345,678,901,234,567,890","1,234.5,1/1/1970, 12:00:00 AM","01/01/1970","Invalid Date",-1,"i","UTC"]',
    );
    await expect(valueOf("'I'.toLocaleLowerCase('tr')")).rejects.toThrow(/"tr" depends on/);
  });

  it('computes powers itself, by name and by operator', async () => {
    expect(
      await valueOf(`(() => {
        let big = 3n; big **= 40n;
        const list = [1.1]; let index = 0; list[index++] **= 0.3;
        return [Math.pow(1.1, 0.3) === 1.1 ** 0.3, list[0] === 1.1 ** 0.3, index, String(big), String(2n ** 64n), (-8) ** (1 / 3)];
      })()`),
    ).toBe('[true,true,1,"12157665459056928801","18446744073709551616",null]');
  });

  it.each([
    ['[1][0] ** 1n'],
    ['Math.sin(1n)'],
    ['Math.hypot(1, Symbol())'],
    ['(1).toLocaleString.call({})'],
    ["''.localeCompare.call(null)"],
  ])('throws for %s as usual', async (expression) => {
    expect(
      await valueOf(`(() => { try { return ${expression}; } catch (thrown) { return thrown.name; } })()`),
    ).toBe('"TypeError"');
  });

  it('lets code give its own objects methods that the frozen ones have', async () => {
    expect(
      await valueOf(`(() => {
        class Told extends Error {
          constructor(text) { super(); this.name = 'Told'; this.message = text; this.toString = () => 'told ' + text; }
        }
        function Old() { this.valueOf = () => 7; }
        Old.prototype = Object.create(null);
        Old.prototype = {};
        Old.prototype.constructor = Old;
        Old.prototype.toString = function () { return 'old'; };
        const counts = {};
        for (const word of ['toString', 'constructor', 'hasOwnProperty']) counts[word] = 1;
        const list = [1]; list.toString = () => 'list';
        const made = () => 1; made.toString = () => 'made';
        const error = new TypeError('plain', { cause: 4 }); error.message = 'other'; error.name = 'Mine';
        return [
          String(new Told('x')), new Told('y').message, String(new Old()), new Old() + 1, new Old().constructor === Old, counts,
          String(list), String(made), String(error), error.cause, error instanceof Error, Error('called') instanceof Error,
          Object.getPrototypeOf(TypeError) === Error, new AggregateError([1], 'all').errors, ({}).constructor === Object,
        ];
      })()`),
    ).toBe(
      '["told x","y","old",8,true,{"toString":1,"constructor":1,"hasOwnProperty":1},"list","made","Mine: other",4,true,true,true,[1],true]',
    );
  });

  it('has symbols as usual, and no newer ones', async () => {
    expect(
      await valueOf(`(() => {
        const one = Symbol('one');
        let refused;
        try { new Symbol(); } catch ({ name }) { refused = name; }
        return [
          typeof one, one.description, String(one), Object(one) instanceof Symbol, Symbol.for('x') === Symbol.for('x'),
          [...'ab'][0], Symbol.iterator in [], refused, Symbol.dispose === undefined, one.constructor === Symbol,
        ];
      })()`),
    ).toBe('["symbol","one","Symbol(one)",true,true,"a",true,"TypeError",true,true]');
  });

  it('lets libraries set how long stacks are, in vain', async () => {
    expect(await valueOf('(Error.stackTraceLimit = 1, Error.stackTraceLimit)')).toBe('30');
  });

  it('words the errors of V8 itself when code catches them', async () => {
    expect(
      await valueOf(`(() => {
        const messages = [];
        for (const work of [() => null.x, () => JSON.parse('{'), () => new Array(-1), () => decodeURI('%'), () => missing]) {
          try { work(); } catch (thrown) { messages.push(String(thrown)); }
          try { work(); } catch ({ name, message }) { let messages; messages = name; }
        }
        try {
          try { null.x; } catch ({ message: told }) { messages.push(told); throw new TypeError('mine', { cause: told }); }
        } catch (thrown) { messages.push(thrown.message); }
        try { (5).toLocaleString('fr'); } catch ({ message }) { messages.push(message.slice(0, 17)); }
        try { throw 7; } catch (thrown) { messages.push(thrown); }
        try { null.x; } catch { messages.push('caught'); }
        return messages;
      })()`),
    ).toBe(
      JSON.stringify([
        'TypeError: A value does not have the type that is needed.',
        'SyntaxError: A text cannot be parsed.',
        'RangeError: A value is out of range.',
        'URIError: A text is not part of a valid URI.',
        'ReferenceError: A name is not defined.',
        'A value does not have the type that is needed.',
        'mine',
        'The language "fr"',
        7,
        'caught',
      ]),
    );
  });

  it('tells errors of V8 itself from those of code', async () => {
    const loaded = await dinner(
      `import { recipe } from 'orrery';
       class Mine extends RangeError {}
       export default recipe({
         reads: () => null.x, parses: () => JSON.parse('{'), throws: () => { throw new TypeError('x'); },
         extends: () => { throw new Mine('x'); }, text: () => { throw 'x'; }, ours: () => (1).toLocaleString('fr'),
       });`,
    );
    const steps = JSON.parse(loaded.realm.table.steps()) as string[];
    const natives = steps.filter((step) => thrownBy(() => cook(loaded, step)).isNative);
    expect(natives).toEqual(['reads', 'parses']);
  });
});
