import { Option, type Command } from 'commander';
import { VERSION } from '../version.ts';
import type { CheckTypes } from '../runs/prepare-run.ts';
import { addCheck } from './check-command.ts';
import { addWhy } from './why-command.ts';
import { addProbe } from './probe-command.ts';
import { addAgentOptions } from './agent-options.ts';
import { branchRun, type BranchOptions } from './branch-command.ts';
import { printComparison } from './compare-command.ts';
import { demonstrate } from './demo-command.ts';
import { exportCommand, type ExportOptions } from './export-command.ts';
import { addExamples, markRequired } from './help.ts';
import { importTraces } from './import-command.ts';
import { CHANGES } from './parse-change.ts';
import { PlainCommand } from './plain-command.ts';
import { share, verdicts, wholeNumber } from './option-values.ts';
import { printLog, printState } from './look-commands.ts';
import { reportCommand, type ReportOptions } from './report-command.ts';
import { runScenario, type RunOptions } from './run-command.ts';
import { listRuns } from './runs-command.ts';
import { printTools, type ToolsOptions } from './tools-command.ts';
import { verifyRun } from './verify-command.ts';

/** The command line. `ended` is told whether what was asked for went well. */
export function programWith(checkTypes: CheckTypes, ended: (well: boolean) => void): Command {
  const program = markRequired(new PlainCommand('orrery'))
    .description('Runs scenarios and looks at runs, without a window.')
    .version(VERSION)
    .exitOverride()
    .helpCommand(false);
  const db = '--db <file>';

  addAgentOptions(program.command('run'), 'mode')
    .description('run a scenario to its end and say what happened')
    .argument(
      '<scenario>',
      'a scenario in TypeScript, or a scenario or trace of ARE in JSON; its workspace is the nearest folder above with scenarios/ in it',
    )
    .option('--seed <n>', "seed of chance, instead of the scenario's own", wholeNumber(0))
    .addOption(
      new Option('--mode <mode>', "who does the agent's part: the scenario's oracle, or nobody")
        .choices(['oracle', 'plain'])
        .default('oracle'),
    )
    .option('--variant <name>', 'run this variant of it, or "all"; the first when left out')
    .option('--tool-failures <share>', "let this share of the agent's own calls fail, from 0 to 1", share)
    .option('--noise <n>', 'let so many events a minute happen that nobody planned', wholeNumber(0))
    .option('--noise-seed <n>', 'seed of that noise, which has chance of its own', wholeNumber(0))
    .addOption(
      new Option('--verbosity <level>', 'how much the agent is told unasked; medium when left out').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option(db, 'keep the run in this database, made when it is not there')
    .option('--json', 'print one JSON object with the whole log; a list of them with --variant all')
    .action(async (file: string, options: RunOptions) => {
      ended(await runScenario(file, options, checkTypes));
    });

  addCheck(program, checkTypes, ended);

  program
    .command('runs')
    .description('list the runs in a database, regressions first, then newest first')
    .requiredOption(db, 'the database')
    .option('--scenario <names>', 'only runs of these scenarios, by name; * stands for anything')
    .option('--tag <tags>', 'only runs with one of these tags, of their own or of their scenario')
    .option('--verdict <verdicts>', 'only runs that came to one of these: passed, failed, none', verdicts)
    .option('--note <words>', 'only runs with these words in a note')
    .addOption(
      new Option(
        '--group <how>',
        'with pass rates by scenario or seed, or each branch below its parent',
      ).choices(['scenario', 'seed', 'branches']),
    )
    .option('--json', 'print a JSON list')
    .action(listRuns);

  program
    .command('log')
    .description("print a run's log")
    .argument('<run>', 'such as r1')
    .requiredOption(db, 'the database')
    .option('--json', 'print a JSON list of whole entries')
    .action(printLog);

  program
    .command('state')
    .description("print the apps' states right after an entry of the log, as JSON")
    .argument('<run>', 'such as r1')
    .option(
      '--at <entry>',
      'number of the entry; -1 is before the first; the last when left out',
      wholeNumber(-1),
    )
    .option('--app <name>', "only this app's state")
    .addOption(
      new Option('--whole', 'with the log up to there, and the events that have not happened').conflicts(
        'app',
      ),
    )
    .addOption(
      new Option(
        '--known',
        'not the states, but which of their records the agent knew then, and since which entry',
      ).conflicts('whole'),
    )
    .requiredOption(db, 'the database')
    .action(printState);

  addWhy(program, wholeNumber(-1));
  addProbe(program);

  program
    .command('import')
    .description('keep traces exported by ARE, and portable files of other databases, as runs')
    .argument('<file...>', 'the traces and portable files')
    .requiredOption(db, 'the database, made when it is not there')
    .option('--json', 'print a JSON list: of each file its run, or the error that kept it out')
    .action(async (files: string[], options: { db: string; json?: boolean }) => {
      ended(await importTraces(files, options));
    });

  program
    .command('compare')
    .description('say where two runs part; exits with 1 when they differ')
    .argument('<a>', 'such as r1')
    .argument('<b>', 'such as r2')
    .requiredOption(db, 'the database')
    .option('--json', 'print one JSON object with every row')
    .action(async (a: string, b: string, options: { db: string; json?: boolean }) => {
      ended(await printComparison(a, b, options));
    });

  program
    .command('export')
    .description('write a run to a file that ARE reads, or to one that holds all of it')
    .argument('<run>', 'such as r1')
    .addOption(
      new Option(
        '--format <format>',
        'ARE\'s "hf" format, or a portable file that import brings back exactly',
      )
        .choices(['are', 'orrery'])
        .default('are'),
    )
    .requiredOption('-o, --out <file>', 'the file; one that is there is replaced')
    .requiredOption(db, 'the database')
    .option('--json', 'print one JSON object, with what the format has no place for')
    .action((run: string, options: ExportOptions) => exportCommand(run, options));

  program
    .command('report')
    .description('write a page that shows a run, or how two differ, without network or server')
    .argument('<run>', 'such as r1')
    .argument('[beside]', 'a second run, to show where they part')
    .requiredOption('-o, --out <file.html>', 'the file; one that is there is replaced')
    .requiredOption(db, 'the database')
    .option('--json', 'print one JSON object, with the runs and the file')
    .action((run: string, beside: string | undefined, options: ReportOptions) =>
      reportCommand(run, beside, options),
    );

  addAgentOptions(program.command('branch'), 'change')
    .description('run again what led up to an entry, and go on with one thing otherwise')
    .argument('<run>', 'such as r1')
    .requiredOption('--at <entry>', 'number of the first entry that may differ', wholeNumber(0))
    .option('--change <change>', CHANGES.join(', '))
    .requiredOption(db, 'the database')
    .option('--json', 'print one JSON object with the whole log')
    .action(async (run: string, options: BranchOptions) => {
      ended(await branchRun(run, options));
    });

  program
    .command('verify')
    .description('run a run again and see that it comes out the same; exits with 1 when it does not')
    .argument('<run>', 'such as r1')
    .requiredOption(db, 'the database')
    .option('--json', 'print one JSON object, with the first entry that differs')
    .action(async (run: string, options: { db: string; json?: boolean }) => {
      ended(await verifyRun(run, options));
    });

  program
    .command('tools')
    .description('say how tools are called: those of a scenario, or of all apps there are')
    .argument('[scenario.ts]', 'the scenario whose apps are meant, its own ones too')
    .option('--app <name>', 'only those of this app, by its class or its name in the scenario')
    .option('--json', 'print a JSON list, with arguments as JSON Schema')
    .action((file: string | undefined, options: ToolsOptions) => printTools(file, options, checkTypes));

  program
    .command('demo')
    .description('run a sample scenario and import a trace, in a temporary workspace')
    .action(async () => {
      ended(await demonstrate(checkTypes));
    });

  addExamples(program);
  return program;
}
