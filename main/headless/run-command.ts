import type { RunMode, RunSummary } from '../../engine/model/run.ts';
import { LiveRun } from '../runs/live-run.ts';
import { prepareRun, type CheckTypes } from '../runs/prepare-run.ts';
import { variantsIn } from '../runs/variants.ts';
import { agentOf, type AgentOptions } from './agent-options.ts';
import { choicesOf, type Asked } from './choices.ts';
import { anyDatabase, scenarioPlace, type FilePlace } from './files.ts';
import { drive } from './drive.ts';
import { playAgent } from './play-agent.ts';
import { scriptFile } from './script-file.ts';
import { counted, print, tell } from './print.ts';
import { problemLine } from './problem-line.ts';
import { printRun } from './run-json.ts';
import { summaryLines } from './summary.ts';
import { untilInterrupted } from './until-interrupted.ts';
import { UsageError } from './usage-error.ts';

export interface RunOptions extends Omit<Asked, 'script'>, AgentOptions {
  readonly seed?: number;
  readonly mode: RunMode;
  readonly db?: string;
  readonly json?: boolean;
}

/** Runs a scenario to its end, or all of its variants. Answers false when a run or a check failed. */
export async function runScenario(
  file: string,
  options: RunOptions,
  checkTypes: CheckTypes,
): Promise<boolean> {
  const place = scenarioPlace(file);
  if (options.variant !== 'all') return runOne(place, options, checkTypes);
  const { folder, path } = place;
  const variants = await variantsIn(folder, path);
  if (variants.length === 0)
    throw new UsageError(
      '--variant all: found a scenario without variants, wanted it run without this option',
    );
  const between = options.json === true ? ',' : '';
  let passed = 0;
  if (options.json === true) await print('[');
  await untilInterrupted(async (quitting) => {
    for (const [nth, variant] of variants.entries()) {
      if (quitting.aborted) return;
      if (nth > 0) await print(between);
      if (await runOne(place, { ...options, variant }, checkTypes)) passed += 1;
    }
  });
  await print(options.json === true ? ']' : `\n${passed} of ${counted(variants.length, 'variant')} passed`);
  return passed === variants.length;
}

async function runOne(place: FilePlace, options: RunOptions, checkTypes: CheckTypes): Promise<boolean> {
  const { seed, db, json = false } = options;
  const agent = agentOf(options);
  const script = options.script === undefined ? undefined : await scriptFile(options.script);
  const choices = choicesOf({ ...options, script: script?.name }, agent);
  const scripts = new Map(script === undefined ? [] : [[script.name, script.text]]);
  const prepared = await prepareRun({ ...place, mode: options.mode, seed, choices, scripts }, checkTypes);
  for (const problem of prepared.problems) tell(problemLine(problem, place.path));

  using database = anyDatabase(db);
  const { store } = database;
  const live = new LiveRun(prepared, store);
  if (db !== undefined && !json) await print(`run ${live.id} in ${db}`);
  if (agent !== undefined) await playAgent(live, prepared, agent, options);
  await drive(live);

  const run = store.run(live.id)!;
  if (json) await printRun(run, store);
  else await print([...summaryLines(run, store), whereToLook(run, db)].join('\n'));
  return run.state === 'stopped' && run.verdict?.passed !== false;
}

const whereToLook = (run: RunSummary, db: string | undefined): string =>
  db === undefined
    ? 'not stored: give --db FILE to keep it'
    : `stored in ${db}; see orrery log ${run.id} --db "${db}"`;
