import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyChange } from '../../engine/state/apply.ts';
import { copyJson } from '../../engine/state/copy.ts';
import type { JsonObject } from '../../engine/model/values/json.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { jsonOf, orreryIn, orreryProcessIn, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { workspaceWithRun, workspaceWithTrace } from './workspace-with-run.ts';

const INVOICE = 'scenarios/invoice-by-noon.ts';
const LETTERS = 'scenarios/phishing-or-not.ts';
const TRACES = ['clay_delivery_time', 'studio_visit_single_turn', 'studio_visit_two_turns'];

describe('run', () => {
  it('says what happened', async () => {
    const { code, stdout, stderr } = await orreryProcessIn(sampleWorkspace(), ['run', INVOICE]);

    expect(stdout).toMatch(/^invoice-by-noon: oracle mode, seed 0$/m);
    expect(stdout).toMatch(/environment +mail\.send_email_to_user_only .*Invoice 7731/);
    expect(stdout).toMatch(/oracle +mail\.forward_email /);
    expect(stdout).toMatch(/^verdict: passed: /m);
    expect(stdout).toMatch(/^ {2}milestone accounts has the invoice: reached \(#\d+\)$/m);
    expect(stdout).toMatch(/^log hash [\da-f]{64}$/m);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^(\d+ entries on disk\n)*$/); // A run that takes long says how far it is.
  });

  it('ends with 1 when a check is not met', async () => {
    const { code, stdout } = await orreryIn(sampleWorkspace(), ['run', INVOICE, '--agent', 'nobody']);

    expect(stdout).toMatch(/^verdict: failed: /m);
    expect(stdout).toMatch(/milestone accounts has the invoice: missed/);
    expect(code).toBe(1);
  });

  it('answers machines with one JSON object', async () => {
    const { code, stdout, stderr } = await orreryIn(sampleWorkspace(), ['run', LETTERS, '--json']);

    const report = JSON.parse(stdout) as RunReport;
    expect(Object.keys(report)).toEqual([
      ...['run', 'state', 'events', 'simulatedSeconds', 'verdict', 'logHash', 'logHashVersion', 'log'],
    ]);
    expect(report).toMatchObject({ run: 'r1', state: 'completed', verdict: { outcome: 'passed' } });
    expect(report.log.map(({ index }) => index)).toEqual([...report.log.keys()]);
    expect(report.events).toBe(report.log.length);
    expect(report.simulatedSeconds).toBe((report.log.at(-1)!.time - report.log[0]!.time) / 1e6);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('comes out the same every time, and differently under another seed', async () => {
    const folder = sampleWorkspace();
    const run = (...more: string[]): Promise<RunReport> =>
      jsonOf(folder, ['run', LETTERS, '--json', ...more]);

    const [first, again, other, same] = [
      await run(),
      await run(),
      await run('--seed', '2'),
      await run('--seed', '1'),
    ];

    expect(again).toEqual(first);
    expect(same.logHash).toBe(first.logHash);
    expect(other.logHash).not.toBe(first.logHash);
  });

  it('goes by the scenario alone, not by where one stands', async () => {
    const folder = sampleWorkspace();

    const inside = await jsonOf<RunReport>(`${folder}/scenarios`, ['run', 'invoice-by-noon.ts', '--json']);
    const outside = await jsonOf<RunReport>(temporaryFolder(), ['run', `${folder}/${INVOICE}`, '--json']);

    expect(inside.logHash).toBe(outside.logHash);
  });
});

describe('a run that was kept', () => {
  it('can be listed, and read to the last entry', async () => {
    const folder = sampleWorkspace();
    const db = ['--db', 'new folder/runs.db'];
    const report = await jsonOf<RunReport>(folder, ['run', INVOICE, '--json', ...db]);

    const listed = await orreryIn(folder, ['runs', ...db]);
    const [summary, ...others] = await jsonOf<RunSummary[]>(folder, ['runs', '--json', ...db]);
    const log = await jsonOf<LogEntry[]>(folder, ['log', 'r1', '--json', ...db]);
    const { stdout: lines } = await orreryIn(folder, ['log', 'r1', ...db]);

    expect(listed.stdout).toMatch(/^r1 +invoice-by-noon +passed +\d+ +oracle +0 +\d{4}-/m);
    expect(listed.stdout).toContain('#search, #time');
    expect(others).toEqual([]);
    expect(summary).toMatchObject({
      id: 'r1',
      scenario: 'invoice-by-noon',
      source: INVOICE,
      mode: 'oracle',
      seed: 0,
      entries: report.events,
      logHash: report.logHash,
      verdict: report.verdict,
    });
    expect(log).toEqual(report.log);
    expect(lines.match(/^#\d+/gm)).toEqual(log.map(({ index }) => `#${index}`));
    expect(lines).toMatch(/Invoice 7731.*\n +environment hint: The quote in the inbox has the same number: /);
  });

  it('has after each entry the state that its log leads to', async () => {
    const folder = sampleWorkspace();
    const db = ['--db', 'runs.db'];
    const { log } = await jsonOf<RunReport>(folder, ['run', 'scenarios/double-booking.ts', '--json', ...db]);
    const stateAt = (at: number, ...more: string[]): Promise<JsonObject> =>
      jsonOf(folder, ['state', 'r1', '--at', String(at), ...more, ...db]);
    const replayed = copyJson(await stateAt(-1)) as Record<string, JsonObject>;

    for (const at of [Math.floor(log.length / 2), log.length - 1]) {
      const done = log.slice(0, at + 1).flatMap(({ changes }) => changes);
      const expected = copyJson(replayed) as Record<string, JsonObject>;
      for (const change of done) applyChange(expected[change.app]!, change);
      expect(await stateAt(at)).toEqual(expected);
      expect(await stateAt(at, '--app', 'diary')).toEqual(expected['diary']);
      expect(await stateAt(at, '--whole')).toMatchObject({ past: log.slice(0, at + 1), apps: expected });
      expect(expected).not.toEqual(replayed);
    }
  });

  it.each([
    [['log', 'r2'], /^There is no run r2 in runs\.db\. It has r1\.$/m],
    [
      ['state', 'r1', '--at', '99999'],
      /^There is no entry 99999 in r1\. Give -1 for the start, or an entry up to \d+\.$/m,
    ],
    [['state', 'r1', '--at', '0', '--app', 'fridge'], /^There is no app "fridge" in r1\. Its apps: /m],
  ])('is not mistaken for another: %j', async (args, message) => {
    const folder = await workspaceWithTrace(`traces/${TRACES[0]!}.trace.json`);

    const { code, stdout, stderr } = await orreryIn(folder, [...args, '--db', 'runs.db']);

    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('import', () => {
  it('makes runs of recorded traces, each of which can be rewound', async () => {
    const folder = sampleWorkspace();
    const db = ['--db', 'runs.db'];
    const files = TRACES.map((name) => `traces/${name}.trace.json`);

    const { code, stdout, stderr } = await orreryIn(folder, ['import', ...files, ...db]);

    expect(stdout.match(/^r\d+ .*: recorded, [1-9]\d* entr(y|ies), trace,/gm)).toHaveLength(files.length);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const runs = await jsonOf<RunSummary[]>(folder, ['runs', '--json', ...db]);
    expect(runs.map(({ state }) => state)).toEqual(files.map(() => 'recorded'));
    const [first, last] = [-1, runs[0]!.entries - 1].map((at) => ['--at', String(at)]);
    const before = await jsonOf<JsonObject>(folder, ['state', runs[0]!.id, ...first!, ...db]);
    const after = await jsonOf<JsonObject>(folder, ['state', runs[0]!.id, ...last!, ...db]);
    expect(Object.keys(after)).toEqual(runs[0]!.apps.map(({ name }) => name));
    expect(after).not.toEqual(before);
  });
});

describe('export', () => {
  it('gives a trace again as it came in', async () => {
    const folder = sampleWorkspace();
    const file = `traces/${TRACES[2]!}.trace.json`;
    const contents = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
    await orreryIn(folder, ['import', file, '--db', 'runs.db']);

    const answer = await orreryIn(folder, ['export', 'r1', '--out', 'again.json', '--db', 'runs.db']);

    expect(answer).toEqual({ code: 0, stdout: 'r1 in again.json\n', stderr: '' });
    expect(contents('again.json')).toEqual(contents(file));
  });

  it('writes a run that its own program runs', async () => {
    const folder = await workspaceWithRun(LETTERS);
    await orreryIn(folder, ['export', 'r1', '--out', 'again.json', '--db', 'runs.db']);

    const { state, events } = await jsonOf<RunReport & { events: number }>(folder, [
      'run',
      'again.json',
      '--json',
    ]);

    expect({ state, some: events > 0 }).toEqual({ state: 'completed', some: true });
  });
});

describe('demo', () => {
  it('shows a run and a trace, and where to look', async () => {
    const folder = temporaryFolder();

    const { code, stdout, stderr } = await orreryIn(folder, ['demo'], { TMPDIR: folder });

    expect(stdout).toMatch(/^verdict: passed: /m);
    expect(stdout).toMatch(/recorded/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const told = [...stdout.matchAll(/^ +npm run -s orrery -- (.*)$/gm)].map(([, command]) =>
      words(command!),
    );
    expect(told.map(([name]) => name)).toEqual(['runs', 'log', 'state']);
    for (const command of told)
      expect(await orreryIn(folder, command)).toMatchObject({ code: 0, stderr: '' });
  });
});

/** The words of a command as a shell takes them. */
const words = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
