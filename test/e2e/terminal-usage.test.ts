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
    [['jump'], /^There is no command "jump"\. The commands are run, check, .*, demo\.$/m],
    [['rnu'], /^There is no command "rnu"\. Did you mean run\?$/m],
    [['run'], /^<scenario> is missing: orrery run \[options\] <scenario>$/m],
    [['run', 'gone.ts'], /^gone\.ts: no such file\. Give a scenario\.$/m],
    [['run', INVOICE, '--seed', 'x'], /^--seed: "x" is not valid\. Give a whole number, 0 or more\.$/m],
    [['run', INVOICE, '--seed', '-1'], /^--seed: "-1" is not valid\. Give a whole number, 0 or more\.$/m],
    [['run', INVOICE, '--mode', 'fast'], /^--mode: "fast" is not valid\. Give one of oracle, plain\.$/m],
    [
      ['run', INVOICE, '--mode', 'plain', '--agent', 'true'],
      /^--agent and --mode exclude each other: give one of them$/m,
    ],
    [
      ['run', INVOICE, '--swiftly'],
      /^orrery run has no option --swiftly\. "orrery run --help" lists its options\.$/m,
    ],
    [['run', INVOICE, '--modes'], /^orrery run has no option --modes\. Did you mean --mode or --model\?$/m],
    [['run', INVOICE, '--db'], /^--db needs a value: --db <file>$/m],
    [['--db', 'gone.db', 'runs'], /^orrery has no option --db\. Give it after the command\.$/m],
    [
      ['runs', '--db', 'gone.db', '--verdict', "it's good"],
      /^--verdict: "it's good" is not valid\. Give some of passed, failed, not-judged, with commas between them\.$/m,
    ],
    [
      ['runs', '--db', 'gone.db', '--scenario', 'a,'.repeat(500)],
      /^--scenario: ".*" is not valid\. Give at most 500 names of 1000 characters\.$/m,
    ],
    [
      ['probe', 'r1', 'apps', '--json', '--csv', '--db', 'gone.db'],
      /^--csv and --json exclude each other: give one of them$/m,
    ],
    [
      ['sweep', 'queue', 'stop', 'mail.sweep', '--queue', 'redis://127.0.0.1:1'],
      /^<action>: "stop" is not valid\. Give one of pause, resume, cancel\.$/m,
    ],
    [['runs'], /^orrery runs needs --db <file>: the database file$/m],
    [['runs', '--db', 'gone.db'], /^gone\.db: no such file\. Give the database file of earlier runs\.$/m],
    [
      ['log', 'r1', '--db', 'gone.db'],
      /^gone\.db: no such file\. Give the database file of earlier runs\.$/m,
    ],
    [
      ['log', 'r1', 'r2', '--db', 'gone.db'],
      /^"r2" is one argument too many: orrery log \[options\] <run>$/m,
    ],
    [
      ['state', 'r1', '--whole', '--app', 'mail', '--db', 'gone.db'],
      /^--whole and --app exclude each other/m,
    ],
    [['compare', 'r1', '--db', 'gone.db'], /^<b> is missing: orrery compare/m],
    [['import', '--db', 'new.db'], /^<file> is missing: orrery import/m],
    [['export', 'r1', '-o', 'run.json'], /^orrery export needs --db <file>/m],
    [['query', '--db', 'runs.db'], /^<sql> is missing: orrery query \[options\] <sql>$/m],
    [
      ['export', 'r1', '--out', 'x.json', '--format', 'lite', '--db', 'gone.db'],
      /^--format: "lite" is not valid\. Give one of are, orrery, atif, otlp, original, markdown, jsonl, csv\.$/m,
    ],
    [
      ['import', 'gone.json', '--db', 'new.db'],
      /^gone\.json: no such file\. Give the path of a trace or portable file, or a folder\.$/m,
    ],
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
