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
    .description('Runs scenarios and inspects runs, without a window.')
    .version(VERSION)
    .exitOverride()
    .helpCommand('help [command]', 'print the help of a command');
  const db = '--db <file>';

  addAgentOptions(program.command('run'), 'mode')
    .description(
      'run a scenario and print the outcome; with several seeds, variants or agents, run all combinations and print a table',
    )
    .argument(
      '<scenario>',
      'a scenario in TypeScript, or a scenario or trace of ARE in JSON; the nearest parent folder that contains scenarios/ is its workspace',
    )
    .option('--seed <n>', 'random seed (default: from the scenario)', wholeNumber(0))
    .addOption(
      new Option('--seeds <list>', 'run with each of these seeds, such as 1..30 or 1,5,9')
        .argParser(seedList)
        .conflicts('seed'),
    )
    .addOption(
      new Option('--mode <mode>', "who plays the agent: the scenario's oracle, or nobody (plain)")
        .choices(['oracle', 'plain'])
        .default('oracle'),
    )
    .option('--variant <name>', 'variant to run, or "all" (default: the first)')
    .option('--tool-failures <share>', "share of the agent's calls that fail at random, from 0 to 1", share)
    .option('--noise <n>', 'random emails, messages and offers per simulated minute', wholeNumber(0))
    .option('--noise-seed <n>', 'random seed of the noise', wholeNumber(0))
    .addOption(
      new Option('--verbosity <level>', 'how many notifications the agent gets (default: medium)').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option(db, 'store the run in this database file; created if it does not exist')
    .option('--json', 'print one JSON object with the log; for several runs, a list of results')
    .addOption(addWorkers())
    .action(async (file: string, options: GridOptions) => {
      ended(await (isGrid(options) ? runGrid : runScenario)(file, options, checkTypes));
    });

  addCheck(program, checkTypes, ended);

  program
    .command('runs')
    .description('list the runs in a database, regressions first, then newest first')
    .requiredOption(db, 'the database file')
    .option('--scenario <names>', 'only runs of scenarios with these names; * matches any text')
    .option('--tag <tags>', 'only runs with one of these tags, on the run or its scenario')
    .option(
      '--verdict <verdicts>',
      'only runs with one of these verdicts: passed, failed, not-judged',
      verdicts,
    )
    .option('--note <words>', 'only runs with this text in a note')
    .addOption(
      new Option(
        '--group <how>',
        'group by scenario or seed, with pass rates, or list branches below their parents',
      ).choices(['scenario', 'seed', 'branches']),
    )
    .option('--json', 'print a JSON list')
    .action(async (options: RunsOptions) => {
      ended(await listRuns(options));
    });

  program
    .command('log')
    .description("print a run's log")
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption(db, 'the database file')
    .option('--json', 'print a JSON list of entries')
    .action(printLog);

  program
    .command('transcript')
    .description("print the agent's transcript: messages, notifications, thoughts, tool calls and replies")
    .argument('<run>', 'id of the run, such as r1')
    .addOption(
      new Option('--format <format>', 'output format').choices(['text', 'markdown', 'json']).default('text'),
    )
    .requiredOption(db, 'the database file')
    .action(printTranscript);

  program
    .command('state')
    .description("print the apps' states after a log entry, as JSON")
    .argument('<run>', 'id of the run, such as r1')
    .option('--at <entry>', 'entry number; -1 is before the first (default: the last)', wholeNumber(-1))
    .option('--app <name>', "only this app's state")
    .addOption(
      new Option('--whole', 'include the log up to that entry, and the pending events').conflicts('app'),
    )
    .addOption(
      new Option(
        '--known',
        'print which records the agent knew, and since which entry, instead of the states',
      ).conflicts('whole'),
    )
    .requiredOption(db, 'the database file')
    .action(printState);

  addWhy(program, wholeNumber(-1));
  addProbe(program);
  addQuery(program, ended);

  program
    .command('import')
    .description('import traces exported by ARE, and portable files, as runs')
    .argument('<file...>', 'traces and portable files')
    .requiredOption(db, 'the database file; created if it does not exist')
    .option('--json', 'print a JSON list with the run or the error of each file')
    .action(async (files: string[], options: { db: string; json?: boolean }) => {
      ended(await importTraces(files, options));
    });

  program
    .command('compare')
    .description('show where two runs diverge; exits with 1 if they differ')
    .argument('<a>', 'first run, such as r1')
    .argument('<b>', 'second run, such as r2')
    .requiredOption(db, 'the database file')
    .option('--json', 'print one JSON object with all rows')
    .action(async (a: string, b: string, options: { db: string; json?: boolean }) => {
      ended(await printComparison(a, b, options));
    });

  program
    .command('export')
    .description('export a run as an ARE trace, as a portable file, or as log rows')
    .argument('<run>', 'id of the run, such as r1')
    .addOption(
      new Option(
        '--format <format>',
        'ARE\'s "hf" format, a portable file with the whole run, or the log with one line per entry',
      )
        .choices(['are', 'orrery', 'jsonl', 'csv'])
        .default('are'),
    )
    .option(
      '-o, --out <file>',
      'output file, replaced if it exists (default for jsonl and csv: standard output)',
    )
    .requiredOption(db, 'the database file')
    .option('--json', 'print one JSON object, with what the format cannot hold')
    .action((run: string, options: ExportOptions) => exportCommand(run, options));

  program
    .command('report')
    .description('write a web page that shows a run, or compares two, and works offline')
    .argument('<run>', 'id of the run, such as r1')
    .argument('[other]', 'id of a second run, to compare the two')
    .requiredOption('-o, --out <file.html>', 'output file, replaced if it exists')
    .requiredOption(db, 'the database file')
    .option('--json', 'print one JSON object, with the runs and the file')
    .action((run: string, other: string | undefined, options: ReportOptions) =>
      reportCommand(run, other, options),
    );

  addAgentOptions(program.command('branch'), 'change')
    .description('repeat a run up to an entry, then continue with one change')
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption('--at <entry>', 'number of the first entry that may differ', wholeNumber(0))
    .option('--change <change>', `the change, one of: ${CHANGES.join('; ')}`)
    .requiredOption(db, 'the database file')
    .option('--json', 'print one JSON object with the whole log')
    .action(async (run: string, options: BranchOptions) => {
      ended(await branchRun(run, options));
    });

  addJudge(program, ended);
  addSweep(program, checkTypes, ended);

  program
    .command('verify')
    .description('run a stored run again and compare the logs; exits with 1 if they differ')
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption(db, 'the database file')
    .option('--json', 'print one JSON object, with the first entry that differs')
    .action(async (run: string, options: { db: string; json?: boolean }) => {
      ended(await verifyRun(run, options));
    });

  program
    .command('tools')
    .description('list tools and their arguments, of a scenario or of all built-in apps')
    .argument('[scenario.ts]', 'list the tools of the apps in this scenario')
    .option('--app <name>', 'only tools of this app: its class, or its name in the scenario')
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
  sweep: [
    'sweep run sweeps/invoice-agents.json --out invoice.sweep',
    'sweep show invoice.sweep --attempts 3',
  ],
  verify: ['verify r1 --db runs.db'],
  tools: ['tools --app EmailClientV2', 'tools scenarios/table-for-some.ts --json'],
  demo: ['demo'],
};

const EXIT_CODES = `
Exit codes: 0 success; 1 failure, also of a run or check; 2 wrong usage; 130 and
143 interrupted.
"orrery <command> --help" lists a command's options, with examples.`;

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
