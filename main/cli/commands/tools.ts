import type { Command } from 'commander';
import {
  classNames,
  describeTools,
  mainClassNames,
  type ToolDescription,
  toolsOf,
} from '../../../engine/index.ts';
import { prepareRun } from '../../host/runs/index.ts';
import type { CheckTypes } from '../../host/scenarios/index.ts';
import { scenarioFile } from '../files.ts';
import { UsageError } from '../plain-command.ts';
import { print } from '../print.ts';
import type { CommandContext } from '../program.ts';

/** Adds `tools [scenario.ts]`, which lists the tools of a scenario's apps or of all built-in apps. */
export function addToolsCommand(program: Command, { checkTypes }: CommandContext): void {
  program
    .command('tools')
    .description('list tools and their arguments, of a scenario or of all built-in apps')
    .argument('[scenario.ts]', 'list the tools of the apps in this scenario')
    .option('--app <name>', 'only tools of this app: its class, or its name in the scenario')
    .option('--json', 'print a JSON list, with arguments as JSON Schema')
    .action((file: string | undefined, options: ToolsOptions) => printTools(file, options, checkTypes));
}

interface ToolsOptions {
  readonly app?: string;
  readonly json?: boolean;
}

/** Prints how to call the tools of a scenario's apps, or of all known apps. */
async function printTools(
  file: string | undefined,
  { app, json = false }: ToolsOptions,
  checkTypes: CheckTypes,
): Promise<void> {
  const { apps, all } = file === undefined ? catalogue : await appsOf(file, checkTypes);
  const tools = (app === undefined ? all : [app]).flatMap((name) => apps.get(name) ?? unknown(name, apps));
  await print(json ? JSON.stringify(tools, null, 2) : tools.map(describeTool).join('\n\n'));
}

/** Tools by app name, and the names that cover all apps without repetition. */
interface Described {
  readonly apps: ReadonlyMap<string, readonly ToolDescription[]>;
  readonly all: readonly string[];
}

const catalogue: Described = {
  apps: new Map(classNames.map((name) => [name, describeTools(name, toolsOf(name)!)])),
  all: mainClassNames,
};

async function appsOf(file: string, checkTypes: CheckTypes): Promise<Described> {
  const { plan } = await prepareRun({ ...scenarioFile(file), mode: 'plain' }, checkTypes);
  const apps = Object.entries(plan.apps);
  return {
    apps: new Map(
      apps.map(([name, { tools }]) => [name, describeTools(name, tools, plan.augmentation.tools)]),
    ),
    all: apps.map(([name]) => name),
  };
}

const unknown = (name: string, apps: Described['apps']): never => {
  throw new UsageError(`There is no app "${name}". The apps are ${[...apps.keys()].join(', ')}.`);
};

/** The signature has the names and JSON types of the arguments already. */
function describeTool({ signature, description, parameters, effect, roles }: ToolDescription): string {
  const schemas = parameters['properties'] as Readonly<Record<string, { readonly description?: string }>>;
  const notes = Object.entries(schemas).flatMap(([argument, { description: note }]) =>
    note === undefined ? [] : [`  ${argument}: ${note}`],
  );
  const callers = roles.length === 0 ? 'nobody' : roles.join(', ');
  return [signature, `  ${description}`, ...notes, `  ${effect}; for ${callers}`].join('\n');
}
