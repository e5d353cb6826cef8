import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { OrreryError, rejectionText, type Store } from '../../../engine/index.ts';
import {
  EVIDENCE_WORDS,
  type Json,
  type JudgeConfiguration,
  type JudgedCall,
  type JudgedTiming,
  type KeptJudgement,
  printPath,
  type SimTime,
  truncate,
  unpairedCalls,
  type Verdict,
  type VerdictOutcome,
  plural,
} from '../../../engine/model/index.ts';
import { pricedModel, readConfiguration, RunJudge, TextReader } from '../../host/runs/index.ts';
import { databaseToLookAt, existingFile, existingRun, findInWorkspace } from '../files.ts';
import { addTrustOption, allowCode } from '../allow-code.ts';
import { addServerOptions, modelOf, type ModelOptions } from '../model-options.ts';
import { wholeNumberParser } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { oneLine, print, printNote } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { outcomeText, partLines } from '../summary.ts';

interface JudgeCommandOptions extends Omit<ModelOptions, 'modelCalls' | 'prompt'> {
  readonly votes?: number;
  readonly db: string;
  readonly all?: boolean;
  readonly config?: string;
  readonly against?: string;
  readonly json?: boolean;
  readonly trust?: boolean;
}

/** Adds `judge [run...]`, which judges stored runs against their oracles. It succeeds when all passed. */
export function addJudgeCommand(program: Command, { ended }: CommandContext): void {
  addServerOptions(
    addTrustOption(program.command('judge')),
    'that compares texts, which are not judged otherwise',
  )
    .description('compare runs with the oracle’s calls and store the verdicts; exits with 1 unless all pass')
    .argument('[run...]', 'ids of runs, such as r1 r2')
    .option('--all', 'judge every run of the database')
    .option(
      '--config <file>',
      'the judge’s configuration, JSON (default: from the scenario); docs/judge.md describes it',
    )
    .option('--against <file>', 'list the verdicts that change under this other configuration')
    .option(
      '--votes <n>',
      'how often the model is asked each question; most votes decide (default: 1)',
      wholeNumberParser(1),
    )
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print a JSON list of verdicts with their evidence')
    .action(async (runs: readonly string[], options: JudgeCommandOptions) => {
      ended(await judgeRuns(runs, options));
    });
}

/** Prints the verdict on each run. Returns whether all passed. */
async function judgeRuns(ids: readonly string[], options: JudgeCommandOptions): Promise<boolean> {
  const { db, all = false, config, against, json = false, trust, votes = 1 } = options;
  const asked = await modelOf(options);
  const model =
    asked && (await pricedModel(findInWorkspace(db, 'the database file of earlier runs').folder, asked));
  if (model === undefined && options.votes !== undefined)
    throw new UsageError('--votes needs a model in --model');
  if (all === ids.length > 0) throw new UsageError('Give the runs to judge, such as r1, or --all.');
  const configuration = config === undefined ? undefined : configurationIn(config);
  const other = against === undefined ? undefined : configurationIn(against);
  using database = databaseToLookAt(db);
  const store = database.readOnly ? keepingNothing(database.store) : database.store;
  const reader = model && new TextReader(store, model, votes, new AbortController().signal);
  const judge = new RunJudge(store, { configuration, reader });
  // Verdicts are compared with those under the other configuration, or the scenario's own.
  const before = new RunJudge(store, { configuration: other });
  const runs = all ? store.runs() : ids.map((id) => existingRun(store, id, db));
  await allowCode(store, runs, { trust });
  const found: Found[] = [];
  await using _ = { [Symbol.asyncDispose]: async () => reader?.end() };
  for (const run of runs) {
    const earlier =
      configuration === undefined && other === undefined ? run.verdict : (await before.judge(run)).verdict;
    const { verdict, judgement } = await judge.judge(run);
    found.push({ run: run.id, ...verdict, ...(earlier && { before: earlier.outcome }), judgement });
    if (json) continue;
    await print(`${run.id} ${outcomeText(verdict.outcome)}: ${verdict.sentence}`);
    if (all) continue;
    for (const line of [
      ...partLines(verdict),
      ...stateLines(verdict),
      ...(judgement ? evidenceLines(judgement, run.start) : []),
    ])
      await print(line);
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
  /** The previous outcome, or that under the configuration to compare with. */
  readonly before?: VerdictOutcome;
  /** The judge's evidence. */
  readonly judgement: KeptJudgement | undefined;
}

/** The differences between the final state and that of the oracle's run, by app. */
const stateLines = ({ finalState }: Verdict): readonly string[] =>
  (finalState?.apps ?? []).flatMap(({ app, differences }) =>
    differences.map(
      ({ path, a, b }) =>
        `    ${printPath([app, ...path])}: ${valueText(b)}, the oracle’s run ${valueText(a)}`,
    ),
  );

const valueText = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : truncate(JSON.stringify(value), MAX_CHARACTERS);

const MAX_CHARACTERS = 120;

/** The evidence of a judgement: each oracle event with its matching call, or with the rejected calls. */
function evidenceLines({ evidence }: KeptJudgement, start: SimTime): readonly string[] {
  const { oracle } = evidence;
  const extra = unpairedCalls(evidence);
  const isMany = oracle.some(({ turn }) => turn > 0);
  const labels = new Map(oracle.map((one) => [one, EVIDENCE_WORDS[one.status].toLowerCase()]));
  const labelWidth = Math.max(...[...labels.values(), 'extra'].map((label) => label.length));
  const width = Math.min(
    30,
    Math.max(...[...oracle.map((one) => one.oracle), ...extra].map(({ id }) => id.length)),
  );
  const line = (word: string, turn: number, { id, tool }: JudgedCall, more: string): string =>
    `  ${word.padEnd(labelWidth)}  ${isMany ? `turn ${turn + 1}  ` : ''}${oneLine(id).padEnd(width)}  ${tool.replace('__', '.')}${more}`;
  return [
    ...oracle.flatMap((event) => {
      const { turn, oracle: call, match, timing, notJudged, candidates } = event;
      return [
        line(
          labels.get(event)!,
          turn,
          call,
          match === undefined
            ? ''
            : [
                `  ${callText(match)}`,
                ...(timing === undefined ? [] : [shiftText(timing)]),
                ...notJudged.map(({ arg }) => `${arg} was not judged`),
              ].join(', '),
        ),
        ...candidates.map(
          (candidate) => `    ${callText(candidate.call)}: ${rejectionText(candidate, call, start)}`,
        ),
      ];
    }),
    ...extra.map((call) => line('extra', call.turn, call, `  ${callText(call)}`)),
  ];
}

const callText = ({ id, entry }: JudgedCall): string => (entry === undefined ? oneLine(id) : `#${entry}`);

const shiftText = ({ agent, oracle }: JudgedTiming): string =>
  agent === oracle
    ? 'on time'
    : `${Math.abs(agent - oracle) / 1e6} s ${agent < oracle ? 'earlier' : 'later'}`;

/** Prints the verdicts that have changed. */
async function printFlips(found: readonly Found[]): Promise<void> {
  const flips = found.filter(({ outcome, before }) => before !== undefined && before !== outcome);
  if (flips.length === 0) return;
  await print(
    [
      '',
      `${plural(flips.length, 'verdict')} changed:`,
      ...flips.map(
        ({ run, before, outcome }) => `  ${run} ${outcomeText(before!)} → ${outcomeText(outcome)}`,
      ),
    ].join('\n'),
  );
}

/** A store that discards judgements, to judge runs in a read-only database. */
const keepingNothing = (store: Store): Store => ({
  ...store,
  addExchange: () => 0,
  transaction: (work) => work(),
  setVerdict: () => undefined,
  keepJudgement: () => undefined,
});

/** @throws {UsageError} when the file is not a valid configuration of the judge. */
function configurationIn(file: string): JudgeConfiguration {
  const text = readFileSync(existingFile(file, 'the path of a judge configuration'), 'utf8');
  try {
    return readConfiguration(text);
  } catch (thrown) {
    if (thrown instanceof OrreryError) throw new UsageError(`${file}: ${thrown.message}`);
    throw thrown;
  }
}
