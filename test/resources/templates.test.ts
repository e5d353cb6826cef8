import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareScenario } from '../../main/host/runs/prepare-run.ts';
import { compileScenario } from '../../main/host/scenarios/compile-cache.ts';
import { declarations } from '../../main/host/scenarios/declarations.ts';
import { TypeChecker } from '../../main/host/scenarios/type-checker.ts';
import { templateText } from '../../main/host/workspace/starting-files.ts';
import { runToEnd } from '../run-to-end.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'resources/templates');

let checker: TypeChecker | undefined;

describe.each(readdirSync(folder))('the scenario template %s', (file) => {
  it('passes with the oracle and fails without an agent', async () => {
    const compiled = await compileScenario(folder, file);
    const verdicts = (['oracle', 'plain'] as const).map((mode) => {
      const { environment } = runToEnd(prepareScenario(compiled, { mode }));
      return environment.verdict().passed;
    });

    expect(verdicts).toEqual([true, false]);
  });

  it('has no type errors', async () => {
    checker ??= new TypeChecker(folder, await declarations(path.join(root, 'out/types/engine')));

    expect(checker.check(file)).toEqual([]);
  });

  it('gets the name of the file that is created from it', async () => {
    const template = path.basename(file, '.ts') as 'blank';

    expect(await templateText(template, "scenarios/my $& 'own'.ts")).toContain(`name: "my $& 'own'",`);
  });
});
