import { describe, expect, it } from 'vitest';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, prepared, unchecked } from './dinner.ts';

describe('prepareRun()', () => {
  it('places a problem with the whole scenario at line 1 of its file', async () => {
    const text = dinner('').replace('2026-01-05T18:00:00Z', 'at six');

    await expect(prepared(text)).rejects.toMatchObject({
      problems: [{ place: { file: 'scenarios/dinner.ts', line: 1, column: 1 } }],
    });
  });

  it('rejects with the type errors of a scenario that compiles', async () => {
    const folder = temporaryFolder({ 'scenarios/dinner.ts': dinner('') });
    const problem = { severity: 'error', message: 'No such dish.', place: undefined } as const;
    const running = prepareRun({ folder, path: 'scenarios/dinner.ts', mode: 'oracle' }, () =>
      Promise.resolve([problem]),
    );

    await expect(running).rejects.toMatchObject({ problems: [problem] });
  });

  it('rejects with what does not compile before the types are checked', async () => {
    const folder = temporaryFolder({ 'scenarios/dinner.ts': 'export default (' });
    const running = prepareRun(
      { folder, path: 'scenarios/dinner.ts', mode: 'oracle' },
      () => new Promise(() => undefined),
    );

    await expect(running).rejects.toMatchObject({
      problems: [{ severity: 'error', place: { file: 'scenarios/dinner.ts' } }],
    });
  });

  it('blames a broken script, and not the scenario that it is for', async () => {
    const folder = temporaryFolder({ 'scenarios/dinner.ts': dinner('') });
    const choices = { script: 'agents/guest.json' };
    const scripts = new Map([[choices.script, '[]']]);
    const running = prepareRun(
      { folder, path: 'scenarios/dinner.ts', mode: 'plain', choices, scripts },
      unchecked,
    );

    await expect(running).rejects.toThrow(/^agents\/guest\.json: A list/);
  });

  it('renames a script that has the name of an imported file', async () => {
    const words = '{"soup": "leek"}';
    const folder = temporaryFolder({
      'scenarios/dinner.ts': `import words from './words.json';\n${dinner(
        'user.send_message_to_agent({ content: words.soup }).at(seconds(1));',
      )}`,
      'scenarios/words.json': words,
    });
    const script = '{"agent": []}';
    const choices = { script: 'scenarios/words.json' };
    const scripts = new Map([[choices.script, script]]);

    const run = await prepareRun(
      { folder, path: 'scenarios/dinner.ts', mode: 'plain', choices, scripts },
      unchecked,
    );

    expect(run.choices.script).toBe('scenarios/words-2.json');
    expect(run.files.get('scenarios/words.json')).toBe(words);
    expect(run.files.get('scenarios/words-2.json')).toBe(script);
  });
});
