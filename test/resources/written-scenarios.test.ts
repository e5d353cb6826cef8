import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TypeChecker } from '../../main/host/scenarios/type-checker.ts';
import { declarations } from '../../main/host/scenarios/declarations.ts';
import { prepareRun } from '../../main/host/runs/prepare-run.ts';
import { temporaryFolder } from '../main/temporary-folder.ts';
import { runToEnd } from '../run-to-end.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The complete scenario that a page shows. */
const shownIn = (page: string): string =>
  readFileSync(path.join(root, page), 'utf8')
    .split('```ts\n')
    .map((part) => part.split('```')[0]!)
    .find((code) => code.includes('export default scenario('))!;

describe.each(['README.md', 'docs/scenarios.md'])('the example scenario in %s', (page) => {
  const folderOf = (): string => temporaryFolder({ 'scenarios/shown.ts': shownIn(page) });

  it('has no type errors', async () => {
    const checker = new TypeChecker(folderOf(), await declarations(path.join(root, 'out/types/engine')));

    expect(checker.check('scenarios/shown.ts')).toEqual([]);
  });

  it('passes with the oracle and fails without an agent', async () => {
    for (const mode of ['oracle', 'plain'] as const) {
      const request = { folder: folderOf(), path: 'scenarios/shown.ts', mode };
      const prepared = await prepareRun(request, () => Promise.resolve([]));
      const { environment, problems } = runToEnd(prepared);

      expect(problems).toEqual([]);
      expect(environment.verdict().shortfalls.length === 0).toBe(mode === 'oracle');
    }
  });
});
