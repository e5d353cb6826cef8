import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { BROKEN, withEvents } from './broken-scenarios.ts';
import { jsonOf, orreryIn, orreryProcessIn, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { workspaceWithTrace } from './workspace-with-run.ts';

const TRACE = 'traces/clay_delivery_time.trace.json';
const SCENARIO = 'scenarios/invoice-by-noon.ts';

/** Matches frames and files of the build, which must not appear. */
const OUR_STACK = /^\s+at .*(?:out\/main|node:|node_modules)|\.js:\d+/m;

describe('a scenario with', () => {
  const files = Object.fromEntries(
    Object.values(BROKEN).map(({ text }, nth) => [`scenarios/broken-${nth}.ts`, text]),
  );

  it('any mistake is listed by check, which says where', async () => {
    const folder = sampleWorkspace(files);

    const { code, stdout, stderr } = await orreryIn(folder, ['check', ...Object.keys(files)]);

    const problems = stdout.trim().split('\n');
    for (const [nth, { place, message }] of Object.values(BROKEN).entries()) {
      const where = `scenarios/broken-${nth}.ts:${place}: error: `;
      const problem = problems.find((line) => line.startsWith(where)) ?? `none at ${where}`;
      expect(problem.slice(where.length)).toMatch(message);
    }
    expect(problems).toHaveLength(Object.keys(files).length);
    expect(stdout).not.toMatch(OUR_STACK);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  // One that types find, one that planning finds, and one that never ends.
  it.each(['a type error', 'an exception', 'a loop without end'])(
    '%s does not run and says where',
    async (what) => {
      const { text, place, message } = BROKEN[what]!;
      const folder = sampleWorkspace({ 'scenarios/broken.ts': text });

      const { code, stdout, stderr } = await orreryIn(folder, [
        'run',
        'scenarios/broken.ts',
        '--db',
        'runs.db',
      ]);

      const [, where, problem] = /^(\S+): (.*)$/s.exec(stderr.trim())!;
      expect(where).toBe(`scenarios/broken.ts:${place}`);
      expect(problem).toMatch(message);
      expect(stderr).not.toMatch(OUR_STACK);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(existsSync(`${folder}/runs.db`)).toBe(false);
    },
  );

  it.skipIf(process.platform === 'win32')('a pipe named package.json beside it runs', async () => {
    const folder = sampleWorkspace();
    const before = await orreryProcessIn(folder, ['run', SCENARIO]); // Stores that there is no package.json.
    execFileSync('mkfifo', [`${folder}/package.json`]);

    const after = await orreryProcessIn(folder, ['run', SCENARIO]);

    expect([before.code, after.code]).toEqual([0, 0]);
    expect(after.stderr).toMatch(/^(\d+ entries on disk\n)*$/);
  });

  it('a condition that never answers fails and says where; the log up to there is kept', async () => {
    const folder = sampleWorkspace({
      'scenarios/broken.ts': withEvents(
        "user.send_message_to_agent({ content: 'before' });",
        "const never = condition('never', () => {",
        '  while (true);',
        '}).after(user.send_message_to_agent({ content: `first` }));',
        "user.send_message_to_agent({ content: 'after' }).after(never);",
      ),
    });

    const { code, stdout, stderr } = await orreryIn(folder, [
      'run',
      'scenarios/broken.ts',
      '--db',
      'runs.db',
    ]);

    expect(stdout).toMatch(
      /timed out: it ran a loop 20,000,000 times and was stopped\. \(#\d+\)\n {4}at .*scenarios\/broken\.ts:9:7/,
    );
    expect(stdout).toMatch(/^verdict: failed: /m);
    expect(stdout + stderr).not.toMatch(OUR_STACK);
    expect(code).toBe(1);
    expect((await orreryIn(folder, ['log', 'r1', '--db', 'runs.db'])).stdout).toContain('content: before');
  });

  it('a condition that throws fails and says where', async () => {
    const folder = sampleWorkspace({
      'scenarios/broken.ts': withEvents(
        "condition('open', () => {",
        "  throw new Error('the archive is closed');",
        '});',
      ),
    });

    const { code, stdout } = await orreryIn(folder, ['run', 'scenarios/broken.ts']);

    expect(stdout).toMatch(/broke: Error: the archive is closed \(#0\)\n {4}at .*scenarios\/broken\.ts:8:13/);
    expect(stdout).not.toMatch(OUR_STACK);
    expect(code).toBe(1);
  });

  it.each([
    ['never answers', 'while (true) state.turns += 1;', /^TimedOut: .*timed out: .*was stopped\.$/],
    [
      'never answers and has no loop',
      "/^(a+)+$/.test('a'.repeat(40) + 'b');",
      /^TimedOut: .*timed out: .*was stopped\.$/,
    ],
    ['throws', "throw new Error('the drawer is stuck');", /^Error: the drawer is stuck$/],
  ])('a tool of its own that %s goes on without what it did', async (_what, body, message) => {
    const folder = sampleWorkspace({ 'scenarios/own.ts': ownTool(body) });

    const report = await jsonOf<RunReport>(folder, ['run', 'scenarios/own.ts', '--json', '--db', 'runs.db']);

    const [torn, after] = report.log;
    expect(torn).toMatchObject({ action: { tool: 'count' }, outcome: { status: 'failed' }, changes: [] });
    const { error } = torn!.outcome as { error: { type: string; message: string; stack?: string } };
    expect(`${error.type}: ${error.message}`).toMatch(message);
    expect(error.stack ?? '').not.toMatch(OUR_STACK);
    expect(after).toMatchObject({ action: { args: { content: 'later' } }, outcome: { status: 'done' } });
    const counter = ['state', 'r1', '--at', '1', '--app', 'counter', '--db', 'runs.db'];
    expect(await jsonOf(folder, counter)).toEqual({ turns: 1 });
  });
});

describe('a database that', () => {
  const text = 'This is a letter, and it is long enough to be looked at for the mark of a database. '.repeat(
    40,
  );

  it.each([
    ['runs', ['runs', '--db', 'letter.db']],
    ['run', ['run', SCENARIO, '--db', 'letter.db']],
    ['import', ['import', TRACE, '--db', 'letter.db']],
  ])('is none is left as it was: %s', async (_command, args) => {
    const folder = sampleWorkspace({ 'letter.db': text });

    const { code, stdout, stderr } = await orreryIn(folder, args);

    expect(stderr.trim()).toMatch(/letter\.db: This is not a SQLite database/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(readFileSync(`${folder}/letter.db`, 'utf8')).toBe(text);
  });

  it('is newer is left as it was', async () => {
    const folder = await workspaceWithTrace(TRACE);
    const db = openDatabase(`${folder}/runs.db`);
    db.pragma('user_version = 99');
    db.close();
    const before = readFileSync(`${folder}/runs.db`);

    const { code, stdout, stderr } = await orreryIn(folder, ['runs', '--db', 'runs.db']);

    expect(stderr).toMatch(/^.*runs\.db: A newer Orrery wrote this database \(version 99; .+\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(readFileSync(`${folder}/runs.db`).equals(before)).toBe(true);
  });

  it('is cut short is told of, not guessed at', async () => {
    const folder = await workspaceWithTrace(TRACE);
    truncateSync(`${folder}/runs.db`, 5_000);

    const { code, stdout, stderr } = await orreryIn(folder, ['runs', '--db', 'runs.db']);

    expect(stderr).toMatch(/^.*runs\.db: The database is damaged.*\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

describe('a trace that', () => {
  const sample = (): string => readFileSync(`${sampleWorkspace()}/${TRACE}`, 'utf8');

  it.each([
    [
      'is cut short',
      () => sample().slice(0, 5_000),
      /^bad\.json: The file is cut off: its JSON has no end\./,
    ],
    [
      'is no JSON',
      () => 'Dear archive,\nwhen are you open?\n',
      /^bad\.json: This is text, not a trajectory: /,
    ],
    ['is empty', () => '', /^bad\.json: The file is empty\.$/],
    ['is other JSON', () => '{"name": 7}', /^bad\.json: The format is not known: /],
  ])('%s is refused, and the others come in', async (_what, text, message) => {
    const folder = sampleWorkspace({ 'bad.json': text() });

    const { code, stdout, stderr } = await orreryIn(folder, ['import', 'bad.json', TRACE, '--db', 'runs.db']);

    expect(stderr.trim()).toMatch(message);
    expect(stderr).not.toMatch(OUR_STACK);
    expect(stdout).toMatch(/^r1 +clay_delivery_time: recorded/);
    expect(code).toBe(1);
  });

  it('has 500 MB is refused unread', async () => {
    const folder = sampleWorkspace({ 'bad.json': '' });
    truncateSync(`${folder}/bad.json`, 500_000_000);

    const { code, stdout, stderr } = await orreryIn(folder, ['import', 'bad.json', '--db', 'runs.db']);

    expect(stderr).toBe('bad.json is too large: 500 MB, of 400 MB at most\n');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(await jsonOf(folder, ['runs', '--json', '--db', 'runs.db'])).toEqual([]);
  });
});

/** A scenario with a custom app whose tool runs `body` after one good call. */
const ownTool = (
  body: string,
): string => `import { agentUserInterface, app, scenario, seconds, toolOf } from 'orrery';

const counter = app({
  class: 'Counter',
  initial: () => ({ turns: 1 }),
  tools: {
    count: toolOf<{ turns: number }>()({
      summary: 'Counts.',
      effect: 'write',
      callers: ['environment'],
      args: {},
      apply(state) {
        state.turns += 1;
        ${body}
      },
    }),
  },
});

export default scenario({
  name: 'own',
  apps: () => ({ user: agentUserInterface(), counter: counter() }),
  events({ user, counter }) {
    counter.count().at(seconds(1));
    user.send_message_to_agent({ content: 'later' }).at(seconds(5));
  },
});
`;
