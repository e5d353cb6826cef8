import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  type JudgeConfiguration,
  judgeSettings,
  type JudgeVerdict,
  OrreryError,
} from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/index.ts';
import { RunJudge } from '../host/runs/index.ts';
import { databaseToLookAt, existingFile } from './files.ts';
import { existingRun } from './look.ts';
import { UsageError } from './plain-command.ts';
import { print } from './print.ts';

interface JudgeCommandOptions {
  readonly db: string;
  readonly all?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

/** Adds `judge [run...]`: judges stored runs by what the oracle does. `ended` is told whether all passed. */
export function addJudge(program: Command, ended: (well: boolean) => void): void {
  program
    .command('judge')
    .description("judge runs by what their scenario's oracle does; exits with 1 unless all pass")
    .argument('[run...]', 'such as r1')
    .option('--all', 'judge every run of the database')
    .option('--config <file>', "the judge's configuration as JSON, in the names of ARE's judge")
    .requiredOption('--db <file>', 'the database')
    .option('--json', 'print a JSON list of verdicts with their evidence')
    .action(async (runs: readonly string[], options: JudgeCommandOptions) => {
      ended(await judgeRuns(runs, options));
    });
}

type Judged = { readonly run: string } & (
  JudgeVerdict | { readonly outcome: 'not-judged'; readonly sentence: string }
);

/** Prints the verdict on each run. Answers whether all passed. */
async function judgeRuns(
  ids: readonly string[],
  { db, all = false, config, json = false }: JudgeCommandOptions,
): Promise<boolean> {
  if (all === ids.length > 0) throw new UsageError('Name the runs to judge, or judge them --all.');
  const configuration = config === undefined ? undefined : configurationIn(config);
  using database = databaseToLookAt(db);
  const { store } = database;
  const judge = new RunJudge(store, { configuration });
  const runs = all ? store.runs() : ids.map((id) => existingRun(store, id, db));
  const judged: Judged[] = [];
  for (const run of runs) {
    const verdict = await judgedRun(judge, run);
    judged.push(verdict);
    if (!json) await print(`${verdict.run} ${verdict.outcome.replace('-', ' ')}: ${verdict.sentence}`);
  }
  if (json) await print(JSON.stringify(judged));
  return judged.every(({ outcome }) => outcome === 'passed');
}

/** A run that cannot be judged, such as one whose scenario has no oracle, is not judged. */
async function judgedRun(judge: RunJudge, run: RunSummary): Promise<Judged> {
  try {
    return { run: run.id, ...(await judge.judge(run)) };
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    return { run: run.id, outcome: 'not-judged', sentence: thrown.message };
  }
}

/** @throws {UsageError} when the file holds no configuration of the judge. */
function configurationIn(file: string): JudgeConfiguration {
  try {
    const configuration = JSON.parse(
      readFileSync(existingFile(file, 'a configuration'), 'utf8'),
    ) as JudgeConfiguration;
    judgeSettings(configuration);
    return configuration;
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof OrreryError)
      throw new UsageError(`${file}: ${thrown.message}`);
    throw thrown;
  }
}
