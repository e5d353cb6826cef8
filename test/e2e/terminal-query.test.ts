import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { jsonOf, orreryIn, startOrrery } from './orrery.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { workspaceWithRun } from './workspace-with-run.ts';

const INVOICE = 'scenarios/invoice-by-noon.ts';
const DB = ['--db', 'runs.db'];
const CALLS = "SELECT position, tool, error_type FROM tool_calls WHERE run = 'r1' AND actor = 'agent'";

/** More rows than fit into a pipe. */
const MANY =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT i FROM n';

describe('query', () => {
  it('prints a table', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { code, stdout, stderr } = await orreryIn(folder, ['query', CALLS, ...DB]);

    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['position', 'tool', 'error_type'],
      ['--------', '--------------------', '----------'],
      ['', '42', 'forward_email'],
      ['', '44', 'send_message_to_user'],
      [''],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('prints JSON and tables with commas for other programs', async () => {
    const folder = await workspaceWithRun(INVOICE);
    const sql = `SELECT 1 AS a, 2.5 AS a, NULL AS b, 'x,"y"' AS c, x'00ff' AS d, 9007199254740993 AS e`;

    const json = await jsonOf(folder, ['query', sql, '--json', ...DB]);
    const csv = await orreryIn(folder, ['query', sql, '--csv', ...DB]);

    expect(json).toEqual([{ a: 1, a_2: 2.5, b: null, c: 'x,"y"', d: "x'00ff'", e: '9007199254740993' }]);
    expect(csv.stdout).toBe(`a,a,b,c,d,e\n1,2.5,,"x,""y""",x'00ff',9007199254740993\n`);
  });

  it('prints rows with commas that no reader skips', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { stdout } = await orreryIn(folder, [
      'query',
      "SELECT NULL AS a UNION ALL SELECT 'x'",
      '--csv',
      ...DB,
    ]);

    expect(stdout).toBe('a\n""\nx\n');
  });

  it('prints an empty list, and names of columns without rows', async () => {
    const folder = await workspaceWithRun(INVOICE);
    const sql = "SELECT run, app FROM apps WHERE app = 'gone'";

    expect(await jsonOf(folder, ['query', sql, '--json', ...DB])).toEqual([]);
    expect((await orreryIn(folder, ['query', sql, '--csv', ...DB])).stdout).toBe('run,app\n');
    expect((await orreryIn(folder, ['query', sql, ...DB])).stdout).toBe('run  app\n---  ---\n');
  });

  it('prints nothing that steers a terminal', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { stdout } = await orreryIn(folder, [
      'query',
      "SELECT 'a' || char(27) || '[2J' || char(10)",
      ...DB,
    ]);

    expect(stdout).toContain('a\\u001b[2J');
  });

  it.each([
    [
      'SELECT * FROM runs',
      /^no such table: runs\. The views are entries, .*\. docs\/database\.md describes .*\n$/,
    ],
    ['SELECT nope FROM run', /^no such column: nope\. docs\/database\.md describes .*\n$/],
    ['SELEC 1', /^near "SELEC": syntax error\. .*\n$/],
    ['SELECT 1; SELECT 2', /^Write one statement\.\n$/],
    ['', /^Write one statement\.\n$/],
    ['SELECT ?', /^Write the values themselves in place of \? and :name\.\n$/],
    ['SELECT :run', /^Write the values themselves in place of \? and :name\.\n$/],
    ['DELETE FROM run', /^The query may only read: write one SELECT\.\n$/],
    ['DELETE FROM run RETURNING id', /^The query may only read/],
    ["ATTACH 'other.db' AS other", /^The query may only read/],
    ["VACUUM INTO 'other.db'", /^The query may only read/],
    ['PRAGMA journal_mode = DELETE', /^The query may only read/],
    ['CREATE TEMP TABLE t (a)', /^The query may only read/],
  ])('refuses %s, and leaves the runs alone', async (sql, message) => {
    const folder = await workspaceWithRun(INVOICE);
    const before = readFileSync(join(folder, 'runs.db'));

    const { code, stdout, stderr } = await orreryIn(folder, ['query', sql, ...DB]);

    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(readFileSync(join(folder, 'runs.db')).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'other.db'))).toBe(false);
  });

  it('says what is wrong with the data that it meets', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { code, stderr } = await orreryIn(folder, ['query', "SELECT json('{')", ...DB]);

    expect(stderr).toMatch(/^malformed JSON\. /);
    expect(code).toBe(2);
  });

  it('refuses files that are not a database of runs, and makes none', async () => {
    const folder = temporaryFolder({ 'words.db': 'words\n'.repeat(500), 'empty.db': '' });
    const foreign = openDatabase(join(folder, 'foreign.db'));
    foreign.exec('CREATE TABLE recipe (name TEXT)');
    foreign.close();
    const old = openDatabase(join(folder, 'old.db'));
    old.pragma('user_version = 13');
    old.pragma(`application_id = 1332900473`);
    old.close();
    const refusalOf = async (db: string): Promise<string> => {
      const { code, stdout, stderr } = await orreryIn(folder, ['query', 'SELECT 1', '--db', db]);
      expect({ code: code === 0, stdout }).toEqual({ code: false, stdout: '' });
      return stderr;
    };

    expect(await refusalOf('gone.db')).toMatch(/^gone\.db: /);
    expect(await refusalOf('words.db')).toMatch(/words\.db: This is not a SQLite database\./);
    expect(await refusalOf('empty.db')).toMatch(/empty\.db: This database is empty\./);
    expect(await refusalOf('foreign.db')).toMatch(/foreign\.db: This database belongs to another program\./);
    expect(await refusalOf('old.db')).toMatch(/old\.db: An Orrery from before the first release wrote this/);
    expect(existsSync(join(folder, 'gone.db'))).toBe(false);
  });

  it('ends without a word when its reader has had enough', async () => {
    const folder = await workspaceWithRun(INVOICE);
    const program = startOrrery(folder, ['query', MANY, ...DB]);
    const words = text(program.stderr);
    await once(program.stdout, 'data');
    program.stdout.destroy();

    expect(await once(program, 'close')).toEqual([0, null]);
    expect(await words).toBe('');
  });
});

describe('export --format jsonl and csv', () => {
  it('are refused in a sentence where they cannot be written', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { code, stderr } = await orreryIn(folder, [
      ...['export', 'r1', '--format', 'csv', '--out', 'gone/x.csv', ...DB],
    ]);

    expect(stderr).not.toMatch(/\n +at /);
    expect(stderr).toContain('gone');
    expect(code).not.toBe(0);
  });

  it('write a line for each entry, with the columns of the view "entries"', async () => {
    const folder = await workspaceWithRun(INVOICE);
    const rows = await jsonOf<Record<string, unknown>[]>(folder, [
      ...['query', "SELECT * FROM entries WHERE run = 'r1'", '--json', ...DB],
    ]);

    const jsonl = await orreryIn(folder, ['export', 'r1', '--format', 'jsonl', ...DB]);
    const file = await orreryIn(folder, ['export', 'r1', '--format', 'csv', '-o', 'log.csv', ...DB]);
    const csv = await orreryIn(folder, ['export', 'r1', '--format', 'csv', ...DB]);

    const lines = jsonl.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(rows.length);
    for (const [nth, { arguments: args, ...line }] of lines.entries()) {
      expect(Object.keys(lines[nth]!)).toEqual(Object.keys(rows[nth]!));
      expect(line).toMatchObject({ position: nth, event: rows[nth]!['event'], time: rows[nth]!['time'] });
      expect(args).toEqual(JSON.parse((rows[nth]!['arguments'] as string | null) ?? 'null'));
    }
    expect(csv.stdout.split('\n')[0]).toBe(Object.keys(rows[0]!).join());
    expect(file).toEqual({ code: 0, stdout: 'r1 in log.csv\n', stderr: '' });
    expect(readFileSync(join(folder, 'log.csv'), 'utf8')).toBe(csv.stdout);
  });

  it('are the only ones that go to standard output', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { code, stdout, stderr } = await orreryIn(folder, ['export', 'r1', ...DB]);

    expect(stderr).toMatch(/^--out is missing\. /);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('leave a file alone that is a database', async () => {
    const folder = await workspaceWithRun(INVOICE);

    const { code } = await orreryIn(folder, ['export', 'r1', '--format', 'csv', '-o', 'runs.db', ...DB]);

    expect(code).toBe(1);
    expect((await orreryIn(folder, ['runs', ...DB])).stdout).toContain('invoice-by-noon');
  });
});
