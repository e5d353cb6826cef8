import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { importRuns } from '../../host/import/index.ts';
import type { CheckTypes } from '../../host/scenarios/index.ts';
import { PROJECT } from '../../host/system/index.ts';
import { provideSample, Workspace } from '../../host/workspace/index.ts';
import { anyDatabase } from '../files.ts';
import { print } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { runScenario } from './run.ts';
import { summaryLines } from '../summary.ts';

/** Adds `demo`, which runs a sample scenario, imports a sample trace, and says where to look now. */
export function addDemoCommand(program: Command, { checkTypes, ended }: CommandContext): void {
  program
    .command('demo')
    .description('run a sample scenario and import a trace, in a temporary workspace')
    .action(async () => {
      ended(await demonstrate(checkTypes));
    });
}

const SCENARIO = 'scenarios/invoice-by-noon.ts';

/** Runs a sample scenario and imports a sample trace in a new temporary workspace, which is kept. */
async function demonstrate(checkTypes: CheckTypes): Promise<boolean> {
  const folder = join(await mkdtemp(join(tmpdir(), 'orrery-demo-')), 'Sample workspace');
  provideSample(folder);
  const { database: db } = new Workspace(folder);
  await mkdir(dirname(db));

  await print(`1. A scenario: ${SCENARIO}\n`);
  const passed = await runScenario(join(folder, SCENARIO), { mode: 'oracle', db }, checkTypes);

  const [trace] = (await readdir(join(folder, 'traces'))).sort();
  await print(`\n2. A run recorded by ARE: traces/${trace!}\n`);
  using database = await anyDatabase(db);
  const runs = await importRuns(database.store, { file: join(folder, 'traces', trace!) });
  await print(
    runs.flatMap((run) => [`run ${run.id} in ${db}`, ...summaryLines(run, database.store)]).join('\n'),
  );

  await print(
    [
      '\nWhere to look now',
      `  npm run -s orrery -- runs --db "${db}"`,
      ...runs.flatMap(({ id, entries }) => [
        `  npm run -s orrery -- log ${id} --db "${db}"`,
        `  npm run -s orrery -- state ${id} --at ${Math.max(0, entries - 1)} --db "${db}"`,
      ]),
      `  npm start -- --workspace "${folder}"   (in ${PROJECT}, with a display)`,
    ].join('\n'),
  );
  return passed;
}
