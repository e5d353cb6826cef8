import { type Intervention, type LogEntry, RECORDED_AGENT } from '../../engine/model/index.ts';
import { LiveRun } from '../runs/live-run.ts';
import { branchOff } from '../runs/run-again.ts';
import { agentOf, type AgentOptions } from './agent-options.ts';
import { drive } from './drive.ts';
import { existingDatabase } from './files.ts';
import { existingRun } from './look-commands.ts';
import { parseChange } from './parse-change.ts';
import { playAgent } from './play-agent.ts';
import { print, tell } from './print.ts';
import { problemLine } from './problem-line.ts';
import { printRun } from './run-json.ts';
import { scriptFile } from './script-file.ts';
import { summaryLines } from './summary.ts';
import { UsageError } from './usage-error.ts';

export interface BranchOptions extends AgentOptions {
  readonly db: string;
  readonly at: number;
  readonly change?: string;
  readonly json?: boolean;
}

/**
 * Runs again what led up to an entry, and goes on from there with one thing otherwise, or with another agent, which is told
 * what the agent had been told by then. Answers whether that run went well.
 */
export async function branchRun(
  id: string,
  { db, at, change, json = false, ...options }: BranchOptions,
): Promise<boolean> {
  const agent = agentOf(options);
  using database = existingDatabase(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const entry = store.entry(run.id, at);
  if (entry === undefined)
    throw new UsageError(
      run.entries === 0
        ? `entry ${at}: found no entries in ${id}, wanted a run in which something happened`
        : `entry ${at}: found ${run.entries} entries in ${id}, wanted 0 to ${run.entries - 1}`,
    );
  const { intervention, script } = await changeOf(change, options.script, entry);
  const prepared = await branchOff(store, run, at, intervention, { script, agent });
  for (const problem of prepared.problems) tell(problemLine(problem, prepared.path));
  const live = new LiveRun(prepared, store);
  if (!json) await print(`run ${live.id} in ${db}, branched off ${id} at #${at}`);
  if (agent !== undefined) {
    await drive(live, at);
    if (!live.over) await playAgent(live, prepared, agent, options);
  }
  await drive(live);
  const branch = store.run(live.id)!;
  if (json) await printRun(branch, store);
  else
    await print(
      [...summaryLines(branch, store), `compare with: orrery compare ${id} ${live.id} --db "${db}"`].join(
        '\n',
      ),
    );
  const made = !intervention || tookPlace(intervention, store.entry(live.id, at));
  return made && branch.state === 'completed' && branch.verdict?.passed !== false;
}

/** Tells where the change itself failed. A call may fail as is wanted of it; a value that was not set is no change. */
function tookPlace({ kind }: Intervention, entry: LogEntry | undefined): boolean {
  const isCall = kind === 'act' || kind === 'argument';
  if ((kind !== 'set' && !isCall) || entry?.outcome.status !== 'failed') return true;
  tell(`change: #${entry.index} failed: ${entry.outcome.error.message}`);
  return isCall;
}

/** What is to be otherwise, with the script that another agent follows. */
async function changeOf(
  change: string | undefined,
  script: string | undefined,
  entry: LogEntry,
): Promise<{ readonly intervention?: Intervention; readonly script?: string | undefined }> {
  if (script !== undefined) return following(script, entry.index);
  if (change === undefined) return {};
  const intervention = parseChange(change, entry);
  if (intervention.kind !== 'agent' || intervention.script === RECORDED_AGENT) return { intervention };
  return following(intervention.script, intervention.at);
}

async function following(
  file: string,
  at: number,
): Promise<{ readonly intervention: Intervention; readonly script: string }> {
  const { name, text } = await scriptFile(file);
  return { intervention: { kind: 'agent', at, script: name }, script: text };
}
