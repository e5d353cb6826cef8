import { writeFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  checkScenario,
  planOfScenario,
  plannerHere,
  variantsOfScenario,
} from '../../../../main/host/runs/check-scenario.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, unchecked } from './dinner.ts';

const DINNER = 'scenarios/dinner.ts';
const CHECKS = { checkTypes: unchecked, planner: plannerHere };
const KITCHEN = 'scenarios/kitchen.ts';
const importing = `import './kitchen.ts';\n${dinner('')}`;

/** Counts the compilations until the test ends. */
function countCompiles(): { readonly count: () => number } {
  let count = 0;
  const more = (): void => {
    count += 1;
  };
  subscribe('orrery.compile', more);
  onTestFinished(() => void unsubscribe('orrery.compile', more));
  return { count: () => count };
}

/** All that the window requests for a scenario that is saved and run. */
async function checkAndRun(folder: string): Promise<readonly string[]> {
  await Promise.all([
    checkScenario(folder, DINNER, CHECKS),
    planOfScenario(folder, DINNER, CHECKS),
    variantsOfScenario(folder, DINNER, CHECKS),
  ]);
  const run = await prepareRun({ folder, path: DINNER, mode: 'oracle' }, unchecked);
  return [...run.files.values()];
}

it('compiles an edit once for its check, its plan and its run', async () => {
  const folder = temporaryFolder({ [DINNER]: importing, [KITCHEN]: 'export {};' });
  const compiles = countCompiles();

  await checkAndRun(folder);
  expect(compiles.count()).toBe(1);

  await checkAndRun(folder);
  expect(compiles.count()).toBe(1);
});

it('compiles again when an imported file has changed', async () => {
  const folder = temporaryFolder({ [DINNER]: importing, [KITCHEN]: 'export {};' });
  const compiles = countCompiles();
  await checkAndRun(folder);

  writeFileSync(join(folder, KITCHEN), 'export const soup = 1;');
  expect(await checkAndRun(folder)).toContain('export const soup = 1;');
  expect(compiles.count()).toBe(2);
});

it('compiles a broken scenario once, and again when it is fixed', async () => {
  const folder = temporaryFolder({ [DINNER]: 'export default (' });
  const compiles = countCompiles();
  for (let asked = 0; asked < 2; asked += 1)
    expect(await checkScenario(folder, DINNER, CHECKS)).toMatchObject([{ severity: 'error' }]);
  expect(compiles.count()).toBe(1);

  writeFileSync(join(folder, DINNER), dinner(''));
  await checkAndRun(folder);
  expect(compiles.count()).toBe(2);
});
