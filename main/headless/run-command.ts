import { OrreryError } from '../../engine/index.ts';
import type { OutsideAgent, RunMode, RunSummary } from '../../engine/model/index.ts';
import { LiveRun } from '../runs/live-run.ts';
import { mistakesIn, prepareRun, type CheckTypes } from '../runs/prepare-run.ts';
import { variantsIn } from '../runs/variants.ts';
import { agentOf, type AgentOptions } from './agent-options.ts';
import { choicesOf, type Asked } from './choices.ts';
import { anyDatabase, scenarioPlace, type FilePlace } from './files.ts';
import { drive } from './drive.ts';
import { playAgent } from './play-agent.ts';
import { scriptFile, type Script } from './script-file.ts';
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

/** Who does the agent's part, unless it is the oracle or nobody. */
interface Players {
  readonly agent: OutsideAgent | undefined;
  readonly script: Script | undefined;
}

/** Runs a scenario to its end, or all of its variants. Answers false when a run or a check failed. */
export async function runScenario(
  file: string,
  options: RunOptions,
  checkTypes: CheckTypes,
): Promise<boolean> {
  const place = scenarioPlace(file);
  if (options.variant !== 'all') return runOne(place, options, await playersOf(options), checkTypes);
  const { folder, path } = place;
  const variants = await variantsIn(folder, path);
  if (variants.length === 0)
    throw new UsageError(
      '--variant all: found a scenario without variants, wanted it run without this option',
    );
  // What holds of all of them is said once.
  await mistakesIn(folder, path, checkTypes);
  const players = await playersOf(options);
  const { json = false } = options;
  let passed = 0;
  if (json) await print('[');
  await untilInterrupted(async (quitting) => {
    for (const [nth, variant] of variants.entries()) {
      if (quitting.aborted) return;
      if (nth > 0) await print(json ? ',' : '');
      if (await runVariant(place, { ...options, variant }, players, checkTypes)) passed += 1;
    }
  });
  await print(json ? ']' : `\n${passed} of ${counted(variants.length, 'variant')} passed`);
  return passed === variants.length;
}

/** As {@link runOne}; what is wrong with one variant does not keep the others from running. */
async function runVariant(
  place: FilePlace,
  options: RunOptions & { readonly variant: string },
  players: Players,
  checkTypes: CheckTypes,
): Promise<boolean> {
  try {
    return await runOne(place, options, players, checkTypes);
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    const { variant } = options;
    tell(`variant ${variant}: ${thrown.message}`);
    if (options.json) await print(JSON.stringify({ variant, error: thrown.message }));
    return false;
  }
}

async function playersOf(options: AgentOptions): Promise<Players> {
  const agent = agentOf(options);
  return { agent, script: options.script === undefined ? undefined : await scriptFile(options.script) };
}

async function runOne(
  place: FilePlace,
  options: RunOptions,
  { agent, script }: Players,
  checkTypes: CheckTypes,
): Promise<boolean> {
  const { seed, db, json = false } = options;
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
  return run.state === 'completed' && run.verdict?.passed !== false;
}

const whereToLook = (run: RunSummary, db: string | undefined): string =>
  db === undefined
    ? 'not stored: give --db FILE to keep it'
    : `stored in ${db}; see orrery log ${run.id} --db "${db}"`;
