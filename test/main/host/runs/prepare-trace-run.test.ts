import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareTraceRun } from '../../../../main/host/runs/prepare-run.ts';
import { prepareFromStoredFiles } from '../../../../main/host/runs/prepare-stored-run.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { SAMPLE_WORKSPACE } from '../../../../main/host/system/installation.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { importOne } from '../import/import-one.ts';

const TRACE = 'traces/studio_visit_two_turns.trace.json';

describe('prepareTraceRun()', () => {
  it('prepares a run that verifies without a difference', async () => {
    const store = openStore(openDatabase(), packing);
    const request = { folder: SAMPLE_WORKSPACE, path: TRACE, mode: 'oracle' } as const;
    const live = new LiveRun(await prepareTraceRun(request), store);
    while (!live.over) live.advance(() => true);
    const run = store.run(live.id)!;

    expect(run).toMatchObject({
      scenario: 'studio_visit_two_turns',
      source: TRACE,
      state: 'completed',
      entries: 9,
    });
    await expect(verify(store, run)).resolves.toEqual({ recorded: 0, same: 9, differs: undefined });
  });

  it.each(['oracle', 'plain'] as const)(
    'prepares the same run as from the imported trace, in mode %s',
    async (mode) => {
      const store = openStore(openDatabase(), packing);
      const request = { folder: SAMPLE_WORKSPACE, path: TRACE, mode } as const;
      const trace = await importOne(store, join(SAMPLE_WORKSPACE, TRACE));

      const [own, again] = [
        await prepareTraceRun(request),
        await prepareFromStoredFiles(store, trace, { mode }),
      ].map((prepared) => {
        const live = new LiveRun(prepared, store);
        while (!live.over) live.advance(() => true);
        return store.run(live.id)!;
      });

      expect(again!.mode).toBe(mode);
      expect(again!.logHash).toBe(own!.logHash);
    },
  );

  it('says of a trajectory of another tool that it can only be imported', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'soup.json'), JSON.stringify({ schema_version: 'ATIF-v1.7', steps: [] }));

    await expect(prepareTraceRun({ folder, path: 'soup.json', mode: 'plain' })).rejects.toThrow(
      'soup.json: A file in the format of ATIF can be imported, but not run: its tools are not here.',
    );
  });

  it('renames a script with the name of the trace, and the run verifies', async () => {
    const store = openStore(openDatabase(), packing);
    const script = '{"agent": []}';
    const choices = { script: TRACE };
    const scripts = new Map([[TRACE, script]]);
    const request = { folder: SAMPLE_WORKSPACE, path: TRACE, mode: 'plain', choices, scripts } as const;
    const live = new LiveRun(await prepareTraceRun(request), store);
    while (!live.over) live.advance(() => true);
    const run = store.run(live.id)!;

    expect(run.choices?.script).toBe('traces/studio_visit_two_turns.trace-2.json');
    expect(store.source(run.id)?.files.get(run.choices!.script!)).toBe(script);
    await expect(verify(store, run)).resolves.toMatchObject({ same: run.entries, differs: undefined });
  });

  it.each([
    ['gone.json', 'gone.json: there is no such file in the workspace'],
    ['../elsewhere.json', '../elsewhere.json: there is no such file in the workspace'],
    ['soup.json', 'soup.json, metadata: An object is missing.'],
  ])('refuses %s with its path and the problem', async (path, complaint) => {
    const folder = temporaryFolder({ 'soup.json': '{"soup": true, "version": "are_simulation_v1"}' });

    await expect(prepareTraceRun({ folder, path, mode: 'oracle' })).rejects.toThrow(complaint);
  });
});
