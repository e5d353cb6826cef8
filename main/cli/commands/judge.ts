import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { OrreryError, type Store } from '../../../engine/index.ts';
import type {
  JudgeConfiguration,
  KeptJudgement,
  Verdict,
  VerdictOutcome,
} from '../../../engine/model/index.ts';
import { readConfiguration, RunJudge } from '../../host/runs/index.ts';
import { databaseToLookAt, existingFile } from '../files.ts';
import { existingRun } from './look.ts';
import { UsageError } from '../plain-command.ts';
import { counted, print, printNote } from '../print.ts';

interface JudgeCommandOptions {
  readonly db: string;
  readonly all?: boolean;
  readonly config?: string;
  readonly against?: string;
  readonly json?: boolean;
}

/** Adds `judge [run...]`: judges stored runs by what the oracle does. `ended` is told whether all passed. */
export function addJudge(program: Command, ended: (well: boolean) => void): void {
  program
    .command('judge')
    .description(
      "judge runs by what their scenario's oracle does, and keep the verdicts; exits with 1 unless all pass",
    )
    .argument('[run...]', 'such as r1')
    .option('--all', 'judge every run of the database')
    .option(
      '--config <file>',
      "the judge's configuration as JSON, in the names of ARE's judge; the scenario's own when left out",
    )
    .option('--against <file>', 'list the verdicts that are others under this configuration')
    .requiredOption('--db <file>', 'the database')
    .option('--json', 'print a JSON list of verdicts with their evidence')
    .action(async (runs: readonly string[], options: JudgeCommandOptions) => {
      ended(await judgeRuns(runs, options));
    });
}

/** Prints the verdict on each run. Answers whether all passed. */
async function judgeRuns(
  ids: readonly string[],
  { db, all = false, config, against, json = false }: JudgeCommandOptions,
): Promise<boolean> {
  if (all === ids.length > 0) throw new UsageError('Name the runs to judge, or judge them --all.');
  const configuration = config === undefined ? undefined : configurationIn(config);
  const other = against === undefined ? undefined : configurationIn(against);
  using database = databaseToLookAt(db);
  const store = database.readOnly ? keepingNothing(database.store) : database.store;
  const judge = new RunJudge(store, { configuration });
  // Verdicts are held against those of another file, or of the scenario's own configuration.
  const before = new RunJudge(store, { configuration: other });
  const runs = all ? store.runs() : ids.map((id) => existingRun(store, id, db));
  const found: Found[] = [];
  for (const run of runs) {
    const earlier =
      configuration === undefined && other === undefined ? run.verdict : (await before.judge(run)).verdict;
    const { verdict, judgement } = await judge.judge(run);
    found.push({ run: run.id, ...verdict, ...(earlier && { before: earlier.outcome }), judgement });
    if (!json) await print(`${run.id} ${outcomeText(verdict.outcome)}: ${verdict.sentence}`);
  }
  if (json) await print(JSON.stringify(found));
  else await printFlips(found);
  const damage = all ? store.damage() : [];
  for (const sentence of damage) printNote(sentence);
  return damage.length === 0 && found.every(({ outcome }) => outcome === 'passed');
}

/** A verdict as `--json` prints it. */
interface Found extends Verdict {
  readonly run: string;
  /** What the run came to before, or under the configuration that it is held against. */
  readonly before?: VerdictOutcome;
  /** What the judge rests its verdict on. */
  readonly judgement: KeptJudgement | undefined;
}

const outcomeText = (outcome: VerdictOutcome): string => outcome.replace('-', ' ');

/** Lists the verdicts that are not what they were. */
async function printFlips(found: readonly Found[]): Promise<void> {
  const flips = found.filter(({ outcome, before }) => before !== undefined && before !== outcome);
  if (flips.length === 0) return;
  await print(
    [
      '',
      `${counted(flips.length, 'verdict')} changed:`,
      ...flips.map(
        ({ run, before, outcome }) => `  ${run} ${outcomeText(before!)} → ${outcomeText(outcome)}`,
      ),
    ].join('\n'),
  );
}

/** A database that must not be written has its runs judged all the same. */
const keepingNothing = (store: Store): Store => ({
  ...store,
  transaction: (work) => work(),
  judge: () => undefined,
  keepJudgement: () => undefined,
});

/** @throws {UsageError} when the file holds no configuration of the judge. */
function configurationIn(file: string): JudgeConfiguration {
  const text = readFileSync(existingFile(file, 'a configuration'), 'utf8');
  try {
    return readConfiguration(text);
  } catch (thrown) {
    if (thrown instanceof OrreryError) throw new UsageError(`${file}: ${thrown.message}`);
    throw thrown;
  }
}
