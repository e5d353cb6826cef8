import { Help, type Command, type Option } from 'commander';

/** How each command is called in a workspace such as the sample one. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  run: [
    'run scenarios/invoice-by-noon.ts --db runs.db',
    'run scenarios/invoice-by-noon.ts --agent "node agents/forwarder.mjs" --db runs.db',
    'run scenarios/table-for-some.ts --variant all --json',
  ],
  check: ['check scenarios/invoice-by-noon.ts scenarios/table-for-some.ts'],
  runs: ['runs --db runs.db', 'runs --scenario "invoice*" --verdict failed --group seed --db runs.db'],
  log: ['log r1 --db runs.db'],
  state: ['state r1 --at 4 --app mail --db runs.db', 'state r1 --known --db runs.db'],
  why: ['why r1 --at 4 --db runs.db'],
  probe: ['probe r1 "apps.mail.folders.INBOX.emails.length" --db runs.db'],
  import: ['import traces/clay_delivery_time.trace.json --db runs.db'],
  compare: ['compare r1 r2 --db runs.db'],
  export: ['export r1 -o trace.json --db runs.db', 'export r1 --format orrery -o run.orrery --db runs.db'],
  report: ['report r1 -o run.html --db runs.db', 'report r1 r2 -o comparison.html --db runs.db'],
  branch: [
    'branch r1 --at 13 --change "argument subject=Hello" --db runs.db',
    'branch r1 --at 4 --script agents/hasty.json --db runs.db',
    'branch r1 --at 30 --agent "node agents/forwarder.mjs" --db runs.db',
  ],
  verify: ['verify r1 --db runs.db'],
  tools: ['tools --app EmailClientV2', 'tools scenarios/table-for-some.ts --json'],
  demo: ['demo'],
};

const EXIT_CODES = `
Exit codes: 0 it is done, 1 it failed (a run or check that did not pass counts),
2 bad usage, 130 and 143 interrupted.
"orrery <command> --help" has the options of a command, and examples.`;

/** Says of an option that it cannot be left out. Commands that are added afterwards have it, too. */
export function markRequired(program: Command): Command {
  const usual = new Help();
  const optionDescription = (option: Option): string =>
    `${usual.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`;
  return program.configureHelp({ optionDescription });
}

/** Ends the help of each command with examples, and that of all with what their exit codes mean. */
export function addExamples(program: Command): void {
  program.addHelpText('after', EXIT_CODES);
  for (const command of program.commands) {
    const lines = (EXAMPLES[command.name()] ?? []).map((example) => `  orrery ${example}`);
    command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
  }
}
