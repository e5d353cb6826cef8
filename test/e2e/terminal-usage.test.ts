import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

const INVOICE = 'scenarios/invoice-by-noon.ts';

describe('help', () => {
  it.each([
    [],
    ['run'],
    ['check'],
    ['runs'],
    ['log'],
    ['state'],
    ['why'],
    ['probe'],
    ['query'],
    ['import'],
    ['export'],
    ['report'],
    ['compare'],
    ['branch'],
    ['verify'],
    ['tools'],
    ['demo'],
  ])('is there for: %s', async (...command) => {
    const { code, stdout, stderr } = await orreryIn(temporaryFolder(), [...command, '--help']);

    expect(stdout).toContain(['Usage: orrery', ...command].join(' '));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('bad usage', () => {
  it.each([
    [['jump'], /^jump: found no such command, wanted one of run, check, .*, demo$/m],
    [['rnu'], /^rnu: found no such command, wanted run$/m],
    [['run'], /^orrery run: found no <scenario>, wanted orrery run \[options\] <scenario>$/m],
    [['run', 'gone.ts'], /^gone\.ts: found nothing, wanted a scenario$/m],
    [['run', INVOICE, '--seed', 'x'], /^--seed: found "x", wanted a whole number from 0 on$/m],
    [['run', INVOICE, '--seed', '-1'], /^--seed: found "-1", wanted a whole number from 0 on$/m],
    [['run', INVOICE, '--mode', 'fast'], /^--mode: found "fast", wanted one of oracle, plain$/m],
    [
      ['run', INVOICE, '--mode', 'plain', '--agent', 'true'],
      /^--agent: found --mode beside it, wanted one of them$/m,
    ],
    [
      ['run', INVOICE, '--swiftly'],
      /^--swiftly: found no such option of orrery run, wanted one that "orrery run --help" lists$/m,
    ],
    [['run', INVOICE, '--modes'], /^--modes: found no such option of orrery run, wanted --mode$/m],
    [['run', INVOICE, '--db'], /^--db: found nothing after it, wanted --db <file>$/m],
    [['--db', 'gone.db', 'runs'], /^--db: found no such option of orrery, wanted it after the command$/m],
    [
      ['runs', '--db', 'gone.db', '--verdict', "it's good"],
      /^--verdict: found "it's good", wanted some of passed, failed, not-judged, with commas between them$/m,
    ],
    [
      ['probe', 'r1', 'apps', '--json', '--csv', '--db', 'gone.db'],
      /^--csv: found --json beside it, wanted one of them$/m,
    ],
    [['runs'], /^orrery runs: found no --db, wanted --db <file>, the database$/m],
    [['runs', '--db', 'gone.db'], /^gone\.db: found nothing, wanted a database of runs$/m],
    [['log', 'r1', '--db', 'gone.db'], /^gone\.db: found nothing, wanted a database of runs$/m],
    [
      ['log', 'r1', 'r2', '--db', 'gone.db'],
      /^orrery log: found "r2" after all it takes, wanted orrery log \[options\] <run>$/m,
    ],
    [['state', 'r1', '--whole', '--app', 'mail', '--db', 'gone.db'], /^--whole: found --app beside it/m],
    [['compare', 'r1', '--db', 'gone.db'], /^orrery compare: found no <b>, wanted orrery compare/m],
    [['import', '--db', 'new.db'], /^orrery import: found no <file>, wanted orrery import/m],
    [['export', 'r1', '-o', 'run.json'], /^orrery export: found no --db, wanted --db <file>/m],
    [['query', '--db', 'runs.db'], /^orrery query: found no <sql>, wanted orrery query \[options\] <sql>$/m],
    [
      ['export', 'r1', '--out', 'x.json', '--format', 'lite', '--db', 'gone.db'],
      /^--format: found "lite", wanted one of are, orrery, jsonl, csv$/m,
    ],
    [['import', 'gone.json', '--db', 'new.db'], /^gone\.json: found nothing, wanted a trace$/m],
  ])('is told of in a line: %j', async (args, message) => {
    const { code, stdout, stderr } = await orreryIn(sampleWorkspace(), args);

    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('makes no database', async () => {
    const folder = sampleWorkspace();

    await orreryIn(folder, ['import', 'gone.json', '--db', 'new.db']);

    expect(existsSync(`${folder}/new.db`)).toBe(false);
  });

  it('is told of when nothing is asked', async () => {
    const { code, stdout, stderr } = await orreryIn(temporaryFolder(), []);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: orrery');
  });
});
