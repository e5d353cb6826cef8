import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../engine/index.ts';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../../engine/model/log-entry.ts';
import { compareStored } from '../../../../main/host/compare/index.ts';
import { type Assets, saveReport, saveSweepReport } from '../../../../main/host/export/report.ts';
import type { Report } from '../../../../preload/contract.ts';
import { buildReport } from '../../../../scripts/build/report.mjs';
import { emptyStore, fill, minute, PANTRY, supper } from '../../../engine/store/pantry.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const HOSTILE = '</script><script>alert(1)</script><!--\u2028</title></style><img src=x onerror=alert(2)>';
const ASSETS: Assets = { script: 'console.log("page")', style: 'p{margin:0}' };

function runOf(store: Store, entries: readonly LogEntry[], scenario = 'supper'): RunId {
  const writer = store.begin(supper({ scenario }));
  writer.append(entries, minute(entries.length));
  writer.finish({
    state: 'completed',
    now: minute(entries.length),
    verdict: undefined,
    logHash: 'ab',
    notes: [],
  });
  return writer.id;
}

const reported = (store: Store, id: RunId) => ({ runs: [store.run(id)!] }) as const;

const dataOf = (page: string): Report =>
  JSON.parse(
    gunzipSync(Buffer.from(/id="report-data">([A-Za-z0-9+/=]*)</.exec(page)![1]!, 'base64')).toString(),
  ) as Report;

async function pageOf(store: Store, subject: Parameters<typeof saveReport>[1]): Promise<string> {
  const file = join(temporaryFolder(), 'report.html');
  await saveReport(store, subject, file, ASSETS);
  return readFileSync(file, 'utf8');
}

it('saveSweepReport() writes the results of the sweep, and of the one before', async () => {
  const file = join(temporaryFolder(), 'sweep.html');
  const sweep = { name: HOSTILE, planned: 5, results: [] };
  await saveSweepReport({ sweep, before: { ...sweep, name: 'before' } }, file, ASSETS);
  const page = readFileSync(file, 'utf8');

  expect(dataOf(page)).toMatchObject({ sweep, before: { name: 'before' } });
  expect(page).not.toContain(HOSTILE);
});

describe('saveReport()', () => {
  it('writes the run’s summary, entries, rows, states and notes', async () => {
    const store = emptyStore();
    const id = runOf(store, [fill(0), fill(1)]);
    store.addNote({ run: id, text: 'sweet', tags: [], range: { from: 1, to: 1 }, value: undefined, made: 1 });

    const [run] = dataOf(await pageOf(store, reported(store, id))).runs;

    expect(run.summary).toMatchObject({ id, scenario: 'supper', logHash: 'ab' });
    expect(run.entries).toEqual(store.entries(id, 0, 10));
    expect(run.rows.map(({ summary }) => summary)).toEqual(['label: plums 0', 'label: plums 1']);
    expect(run.states[PANTRY]).toEqual({ jars: [] });
    expect(run.notes.map(({ text }) => text)).toEqual(['sweet']);
  });

  it('writes both runs and their comparison', async () => {
    const store = emptyStore();
    const [a, b] = [runOf(store, [fill(0)]), runOf(store, [fill(0, 'figs')])].map((id) => store.run(id)!);
    const comparison = compareStored(store, a!, b!);

    const report = dataOf(await pageOf(store, { runs: [a!, b!], comparison }));

    expect(report.runs.map(({ summary }) => summary.id)).toEqual([a!.id, b!.id]);
    expect('comparison' in report && report.comparison.divergence?.sentence).toContain('"figs"');
  });

  it('writes the differences between the source files of both runs', async () => {
    const store = emptyStore();
    const [a, b] = ['plums', 'figs'].map((fruit) => {
      const writer = store.begin(supper({ text: `soup\n${fruit}\n` }));
      return store.run(writer.id)!;
    });

    const report = dataOf(await pageOf(store, { runs: [a!, b!], comparison: compareStored(store, a!, b!) }));

    expect(report).toMatchObject({
      sources: [
        {
          path: a!.source,
          hunks: [{ a: 1, b: 1, lines: [' soup', '-plums', '+figs', ' '].map(signed) }],
        },
      ],
    });
  });

  it('escapes HTML from a run, so that none of it becomes markup', async () => {
    const store = emptyStore();
    const id = runOf(store, [fill(0, HOSTILE)], HOSTILE);

    const page = await pageOf(store, reported(store, id));

    expect(page.match(/<\/?script/g)).toHaveLength(4);
    expect(page).not.toMatch(/<!--|<img/);
    expect(page).toContain('<title>&lt;/script&gt;&lt;script&gt;');
    expect(dataOf(page).runs[0].summary.scenario).toBe(HOSTILE);
  });

  it('allows only the page’s own script and style, and no requests', async () => {
    const store = emptyStore();
    const page = await pageOf(store, reported(store, runOf(store, [fill(0)])));
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)![1]!;

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${hash(ASSETS.script)}';`);
    expect(policy).toContain(`style-src 'sha256-${hash(ASSETS.style)}';`);
    expect(policy).not.toContain('unsafe');
  });

  it('writes less than 5 MB for 10,000 entries', async () => {
    const store = emptyStore();
    const id = runOf(
      store,
      Array.from({ length: 10_000 }, (_, index) => fill(index, letter(index))),
    );
    const built = temporaryFolder();
    await buildReport(built);
    const [script, style] = ['report.js', 'report.css'].map((name) =>
      readFileSync(join(built, name), 'utf8'),
    );
    const file = join(temporaryFolder(), 'report.html');

    await saveReport(store, reported(store, id), file, { script: script!, style: style! });

    expect(statSync(file).size).toBeLessThan(5_000_000);
    // No comment of HTML begins in the script, where texts and patterns have its mark.
    expect(readFileSync(file, 'utf8')).toContain(script!.replaceAll('<!--', String.raw`\x3C!--`));
  });

  it('throws file-not-written when the file cannot be written', async () => {
    const store = emptyStore();
    const subject = reported(store, runOf(store, [fill(0)]));

    await expect(saveReport(store, subject, '/no/such/folder/r.html', ASSETS)).rejects.toMatchObject({
      code: 'file-not-written',
    });
  });
});

const signed = (line: string) => ({ sign: line.charAt(0), text: line.slice(1) });

/** A text as long as an email, and almost never the same twice. */
function letter(nth: number): string {
  const words = Array.from({ length: 40 }, (_, at) => ((nth + 7) * (at + 3) * 2_654_435_761) % 1_679_616);
  return words.map((word) => word.toString(36)).join(' ');
}
