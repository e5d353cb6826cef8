import { type Command, Help, Option } from 'commander';
import type { CheckTypes } from '../host/scenarios/index.ts';
import { VERSION } from '../host/system/index.ts';
import { type BranchOptions, branchRun, CHANGES } from './commands/branch.ts';
import { addCheck } from './commands/check.ts';
import { printComparison, verifyRun } from './commands/compare.ts';
import { demonstrate } from './commands/demo.ts';
import { exportCommand, type ExportOptions, reportCommand, type ReportOptions } from './commands/export.ts';
import { importTraces } from './commands/import.ts';
import { addJudge } from './commands/judge.ts';
import { addWhy, printLog, printState, printTranscript } from './commands/inspect.ts';
import { addAgentOptions, seedList, share, verdicts, wholeNumber } from './options.ts';
import { PlainCommand } from './plain-command.ts';
import { addProbe } from './commands/probe.ts';
import { addQuery } from './commands/query.ts';
import { runScenario } from './commands/run.ts';
import { listRuns, type RunsOptions } from './commands/runs.ts';
import { addSweep, addWorkers, type GridOptions, isGrid, runGrid } from './commands/sweep.ts';
import { printTools, type ToolsOptions } from './commands/tools.ts';

/** The command line program. `ended` is called with whether the command succeeded. */
export function programWith(checkTypes: CheckTypes, ended: (well: boolean) => void): Command {
  const program = markRequired(new PlainCommand('orrery'))
    .description('Runs scenarios and looks at runs, without a window.')
    .version(VERSION)
    .exitOverride()
    .helpCommand(false);
  const db = '--db <file>';

  addAgentOptions(program.command('run'), 'mode')
    .description(
      'run a scenario to its end and say what happened; several seeds, variants or agents are a sweep with a table at the end',
    )
    .argument(
      '<scenario>',
      'a scenario in TypeScript, or a scenario or trace of ARE in JSON; its workspace is the nearest folder above with scenarios/ in it',
    )
    .option('--seed <n>', "seed of chance, instead of the scenario's own", wholeNumber(0))
    .addOption(
      new Option('--seeds <list>', 'run it with each of these seeds: a range such as 1..30, or 1,5,9')
        .argParser(seedList)
        .conflicts('seed'),
    )
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
    .option('--json', 'print one JSON object with the whole log; of several runs a list of results')
    .addOption(addWorkers())
    .action(async (file: string, options: GridOptions) => {
      ended(await (isGrid(options) ? runGrid : runScenario)(file, options, checkTypes));
    });

  addCheck(program, checkTypes, ended);

  program
    .command('runs')
    .description('list the runs in a database, regressions first, then newest first')
    .requiredOption(db, 'the database')
    .option('--scenario <names>', 'only runs of these scenarios, by name; * stands for anything')
    .option('--tag <tags>', 'only runs with one of these tags, of their own or of their scenario')
    .option(
      '--verdict <verdicts>',
      'only runs that came to one of these: passed, failed, not-judged',
      verdicts,
    )
    .option('--note <words>', 'only runs with these words in a note')
    .addOption(
      new Option(
        '--group <how>',
        'with pass rates by scenario or seed, or each branch below its parent',
      ).choices(['scenario', 'seed', 'branches']),
    )
    .option('--json', 'print a JSON list')
    .action(async (options: RunsOptions) => {
      ended(await listRuns(options));
    });

  program
    .command('log')
    .description("print a run's log")
    .argument('<run>', 'such as r1')
    .requiredOption(db, 'the database')
    .option('--json', 'print a JSON list of whole entries')
    .action(printLog);

  program
    .command('transcript')
    .description('print what the agent was asked and told, thought, called and said')
    .argument('<run>', 'such as r1')
    .addOption(
      new Option('--format <format>', 'for a terminal, for people, or for programs')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .requiredOption(db, 'the database')
    .action(printTranscript);

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
  addQuery(program, ended);

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
    .description('write a run to a file that ARE reads, to one that holds all of it, or its log as rows')
    .argument('<run>', 'such as r1')
    .addOption(
      new Option(
        '--format <format>',
        'ARE\'s "hf" format, a portable file that import brings back exactly, or a line for each entry of the log',
      )
        .choices(['are', 'orrery', 'jsonl', 'csv'])
        .default('are'),
    )
    .option(
      '-o, --out <file>',
      'the file; one that is there is replaced. Rows go to standard output when it is left out',
    )
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

  addJudge(program, ended);
  addSweep(program, checkTypes, ended);

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

/** Example calls of each command in a workspace like the sample workspace. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  run: [
    'run scenarios/invoice-by-noon.ts --db runs.db',
    'run scenarios/invoice-by-noon.ts --agent "node agents/forwarder.mjs" --db runs.db',
    'run scenarios/table-for-some.ts --variant all --seeds 1..5',
  ],
  check: ['check scenarios/invoice-by-noon.ts scenarios/table-for-some.ts'],
  runs: ['runs --db runs.db', 'runs --scenario "invoice*" --verdict failed --group seed --db runs.db'],
  log: ['log r1 --db runs.db'],
  transcript: ['transcript r1 --db runs.db', 'transcript r1 --format markdown --db runs.db'],
  state: ['state r1 --at 4 --app mail --db runs.db', 'state r1 --known --db runs.db'],
  why: ['why r1 --at 4 --db runs.db'],
  probe: ['probe r1 "apps.mail.folders.INBOX.emails.length" --db runs.db'],
  import: ['import traces/clay_delivery_time.trace.json --db runs.db'],
  compare: ['compare r1 r2 --db runs.db'],
  query: [
    'query "SELECT run, scenario, passed FROM run_summary" --db runs.db',
    'query "SELECT tool, count(*) FROM tool_calls GROUP BY tool" --csv --db runs.db',
  ],
  export: [
    'export r1 -o trace.json --db runs.db',
    'export r1 --format orrery -o run.orrery --db runs.db',
    'export r1 --format csv -o log.csv --db runs.db',
  ],
  report: ['report r1 -o run.html --db runs.db', 'report r1 r2 -o comparison.html --db runs.db'],
  branch: [
    'branch r1 --at 13 --change "argument subject=Hello" --db runs.db',
    'branch r1 --at 4 --script agents/hasty.json --db runs.db',
    'branch r1 --at 30 --agent "node agents/forwarder.mjs" --db runs.db',
  ],
  judge: ['judge r1 --db runs.db', 'judge --all --json --db runs.db'],
  verify: ['verify r1 --db runs.db'],
  tools: ['tools --app EmailClientV2', 'tools scenarios/table-for-some.ts --json'],
  demo: ['demo'],
};

const EXIT_CODES = `
Exit codes: 0 it is done, 1 it failed (a run or check that did not pass counts),
2 bad usage, 130 and 143 interrupted.
"orrery <command> --help" has the options of a command, and examples.`;

/** Marks required options in the help. Applies to the commands added later. */
function markRequired(program: Command): Command {
  const usual = new Help();
  const optionDescription = (option: Option): string =>
    `${usual.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`;
  return program.configureHelp({ optionDescription });
}

/** Appends examples to the help of each command, and the exit codes to the main help. */
function addExamples(program: Command): void {
  program.addHelpText('after', EXIT_CODES);
  for (const command of program.commands) {
    const lines = (EXAMPLES[command.name()] ?? []).map((example) => `  orrery ${example}`);
    command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
  }
}
