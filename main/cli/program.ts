import { type Command, Help, type Option } from 'commander';
import type { CheckTypes } from '../host/scenarios/index.ts';
import { VERSION } from '../host/system/index.ts';
import { PlainCommand } from './plain-command.ts';
import { currentOutput, visible } from './print.ts';

/** What commands get from the program. */
export interface CommandContext {
  readonly checkTypes: CheckTypes;
  /** Called with whether the command succeeded. */
  readonly ended: (well: boolean) => void;
}

type AddCommand = (program: Command, context: CommandContext) => void;

/** The commands in the order of the help. Each is loaded when it is called, because loading all takes longer than most run. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import('./commands/run.ts')).addRunCommand,
  check: async () => (await import('./commands/check.ts')).addCheckCommand,
  runs: async () => (await import('./commands/runs.ts')).addRunsCommand,
  search: async () => (await import('./commands/search.ts')).addSearchCommand,
  log: async () => (await import('./commands/inspect.ts')).addLogCommand,
  transcript: async () => (await import('./commands/inspect.ts')).addTranscriptCommand,
  state: async () => (await import('./commands/inspect.ts')).addStateCommand,
  why: async () => (await import('./commands/inspect.ts')).addWhyCommand,
  probe: async () => (await import('./commands/probe.ts')).addProbeCommand,
  query: async () => (await import('./commands/query.ts')).addQueryCommand,
  import: async () => (await import('./commands/import.ts')).addImportCommand,
  compare: async () => (await import('./commands/compare.ts')).addCompareCommand,
  export: async () => (await import('./commands/export.ts')).addExportCommand,
  report: async () => (await import('./commands/export.ts')).addReportCommand,
  branch: async () => (await import('./commands/branch.ts')).addBranchCommand,
  'ask-again': async () => (await import('./commands/branch.ts')).addAskAgainCommand,
  resume: async () => (await import('./commands/branch.ts')).addResumeCommand,
  mcp: async () => (await import('./commands/mcp.ts')).addMcpCommand,
  judge: async () => (await import('./commands/judge.ts')).addJudgeCommand,
  sweep: async () => (await import('./commands/sweep.ts')).addSweepCommand,
  verify: async () => (await import('./commands/compare.ts')).addVerifyCommand,
  tools: async () => (await import('./commands/tools.ts')).addToolsCommand,
  demo: async () => (await import('./commands/demo.ts')).addDemoCommand,
};

/** The command line program, with the command `called`, or with all commands if there is no such command. */
export async function programFor(called: string | undefined, context: CommandContext): Promise<Command> {
  const program = markRequired(new PlainCommand('orrery'))
    .description('Runs scenarios and inspects runs, without a window.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => currentOutput().stdout.write(visible(text)),
      writeErr: (text) => currentOutput().stderr.write(visible(text)),
    })
    .helpCommand('help [command]', 'print the help of a command');
  const one = Object.entries(COMMANDS).find(([name]) => name === called)?.[1];
  const commands = await Promise.all(
    (one === undefined ? Object.values(COMMANDS) : [one]).map((load) => load()),
  );
  for (const add of commands) add(program, context);
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
  search: ['search invoice --db runs.db', 'search forward invoice --kind call,result --db runs.db'],
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
  'ask-again': ['ask-again r1 --request 3 --times 5 --db runs.db'],
  branch: [
    'branch r1 --at 13 --change "argument subject=Hello" --db runs.db',
    'branch r1 --at 4 --script agents/hasty.json --db runs.db',
    'branch r1 --at 30 --agent "node agents/forwarder.mjs" --db runs.db',
    'branch r1 --request 3 --change "parameter temperature=1" --db runs.db',
  ],
  resume: ['resume r1 --agent "node agents/forwarder.mjs" --db runs.db'],
  mcp: ['mcp scenarios/invoice-by-noon.ts --db runs.db', 'mcp --resume r1 --db runs.db'],
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
"orrery <command> --help" lists a command’s options, with examples.`;

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
