import { describe, expect, it } from 'vitest';
import { cook, dinner, limitedTo, thrownBy } from './kitchen.ts';

const recipeOf = (body: string): string =>
  `import { recipe } from 'orrery';\nexport default recipe({\n  cook() {\n${body}\n  },\n});\n`;

describe('the loop guard', () => {
  it.each([
    ['for', '    for (;;) {}'],
    ['for without a body', '    for (;;);'],
    ['for over a list that grows', '    const pots = [0];\n    for (const pot of pots) pots.push(pot);', 5],
    ['for over keys', '    for (const key in { a: 1 }) for (;;) void key;', 4, 33],
    ['while', '    while (true) { continue; }'],
    ['do', '    do {} while (true);'],
    ['do with a single statement', '    let n = 0;\n    do n++; while (n > 0)', 5],
    ['do with neither brace nor semicolon', '    let n = 0;\n    do n++\n    while (n > 0)', 5],
    ['a loop in a loop', '    for (;;) while (true) if (false) break; else continue;', 4, 14],
    ['a loop in an arrow', '    [1].forEach((n) => { while (n) n += 1; });', 4, 26],
    ['a loop in an arrow without braces', '    const round = () => { for (;;) round; }; round();', 4, 27],
    ['a labelled loop', '    outer: for (;;) { for (;;) continue outer; }', 4, 12],
    ['a loop whose head takes lines', '    while (\n      true\n    )\n      void 0;'],
    ['a loop behind another on its line', '    for (const a of [1]) void a; for (;;) {}', 4, 34],
  ])('stops an endless loop (%s) and reports its place', async (_, body, line = 4, column = 5) => {
    const loaded = await dinner(recipeOf(body), limitedTo({ rounds: 1000 }));

    expect(thrownBy(() => cook(loaded))).toMatchObject({
      message: 'Scenario code timed out: it ran a loop 1,000 times and was stopped.',
      place: { file: 'dinner.ts', line, column },
    });
  });

  it('does not change the result of loops', async () => {
    const loaded = await dinner(
      recipeOf(`
        const seen: string[] = [];
        outer: for (const course of ['soup', 'roast', 'ice'])
          for (let helping = 1; ; helping++)
            if (course === 'roast') continue outer;
            else if (helping > 2) break;
            else inner: do { if (helping === 2) break inner; seen.push(course + helping) } while (false)
        for (const key in { salt: 1 }) seen.push(key); // at the table
        let left = 3
        while (left --> 0) if (left === 1) seen.push('left'); else ;
        do left++; while (left < 2) seen.push(String(left))
        return seen.join(' ')`),
    );

    expect(cook(loaded)).toBe('soup1 ice1 salt left 2');
  });

  it('stops a loop with slow rounds by its time and reports its place', async () => {
    const slow = recipeOf('    const pots = [0];\n    while (true) pots.push(...Array(1000).keys());');
    const loaded = await dinner(slow, limitedTo({ time: 160 }));

    const slowly = {
      message: 'Scenario code timed out: it took longer than 0.16 s and was stopped.',
      place: { file: 'dinner.ts', line: 5, column: 5 },
    };
    expect(thrownBy(() => cook(loaded))).toMatchObject(slowly);
    expect(thrownBy(() => cook(loaded))).toMatchObject(slowly);
  });

  it('gives every call the whole limit of rounds', async () => {
    const loaded = await dinner(recipeOf('    for (let n = 0; n < 800; n++);'), limitedTo({ rounds: 1000 }));

    cook(loaded);

    expect(() => cook(loaded)).not.toThrow();
  });

  it('stops a loop that catches every error', async () => {
    const loaded = await dinner(
      recipeOf('    while (true) { try { while (true); } catch {} }'),
      limitedTo({ rounds: 1000 }),
    );

    expect(thrownBy(() => cook(loaded))).toMatchObject({ place: { line: 4, column: 26 } });
  });

  it('stops an endless loop at the top level of a file', async () => {
    const text = 'let n = 0;\n\n  while (n < 1) n -= 1;\nexport default n;';

    await expect(dinner(text, limitedTo({ rounds: 1000 }))).rejects.toThrow(
      expect.objectContaining({
        message: 'Scenario code timed out: it ran a loop 1,000 times and was stopped.',
        place: { file: 'dinner.ts', line: 3, column: 3 },
      }),
    );
  });

  it.each([
    '$orrery_lap = () => 1;',
    'let \\u0024orrery_at = [1];',
    'const { $orrery_caught } = {};',
    '$orrery_enter();',
  ])('cannot be named by scenarios: %s', async (line) => {
    await expect(
      dinner(`import { recipe } from 'orrery';\n${line}\nexport default recipe({});`),
    ).rejects.toThrow(/dinner\.ts:2:\d+: Names that begin with \$orrery_ belong to Orrery: choose another\./);
  });
});
