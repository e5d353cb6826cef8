import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Store } from '../../engine/index.ts';
import {
  type JsonObject,
  modelAddress,
  type ModelChoice,
  modelLabel,
  type OutsideAgent,
  type RunLimits,
  type ThinkingTime,
  DEFAULT_THINKING,
} from '../../engine/model/index.ts';
import { type AnswerSources, replayPolicy, type ReplayPolicy } from '../host/runs/index.ts';
import { remoteHost, readText } from '../host/system/index.ts';
import { existingRun, findInWorkspace } from './files.ts';
import { parseThinking } from './options.ts';
import { UsageError } from './plain-command.ts';

/** Options for a model that plays the agent. */
export interface ModelOptions {
  /** Its address and name. */
  readonly model?: NonNullable<ReturnType<typeof modelAddress>>;
  readonly modelApi?: Exclude<ModelChoice['wire'], 'gguf'>;
  readonly modelCalls?: ModelChoice['calls'];
  readonly modelSet?: JsonObject;
  readonly modelHost?: readonly string[];
  /** The file of the system prompt. */
  readonly prompt?: string;
}

/** Options for a model that plays the user. */
export interface UserOptions {
  readonly userModel?: ModelOptions['model'];
  readonly userApi?: ModelOptions['modelApi'];
  readonly userSet?: JsonObject;
  readonly userPrompt?: string;
  readonly userThinking?: ThinkingTime;
}

/** Options for what a run may use. */
export interface LimitOptions {
  readonly maxTokens?: number;
  readonly maxRequests?: number;
  readonly maxMinutes?: number;
  readonly maxCost?: number;
}

/** The limits that the options name. */
export function limitsOf({
  maxTokens: tokens,
  maxRequests: requests,
  maxMinutes: minutes,
  maxCost: cost,
}: LimitOptions): RunLimits | undefined {
  const limits = {
    ...(tokens === undefined ? {} : { tokens }),
    ...(requests === undefined ? {} : { requests }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(cost === undefined ? {} : { cost }),
  };
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/** Options for answers from what was recorded. */
export interface ReplayOptions extends Omit<AnswerSources, 'replay'> {
  readonly replay?: string;
}

/** Adds the options for a model that plays the agent to `command`. They exclude the options `others`, which select the agent otherwise. */
export const addModelOptions = (command: Command, others: readonly string[]): Command =>
  addServerOptions(command, 'that plays the agent', others)
    .addOption(
      new Option(
        '--model-calls <form>',
        'how it calls tools: in the form of its server, or in text like the default agent of ARE',
      ).choices(['native', 'react']),
    )
    .option('--prompt <file>', 'file with the system prompt; {tools} and {time} are filled in');

/** Adds the options for a model to `command`. `role` says what it is for. */
export const addServerOptions = (command: Command, role: string, others: readonly string[] = []): Command =>
  command
    .addOption(
      new Option(
        '--model <url#name>',
        `model ${role}: the address of its server up to the version, and its name, such as http://127.0.0.1:8080/v1#qwen3, or a GGUF file; a key is read from ORRERY_MODEL_KEY`,
      )
        .argParser(parseAddress)
        .conflicts([...others]),
    )
    .addOption(
      new Option('--model-api <api>', 'what its server speaks').choices(['chat-completions', 'messages']),
    )
    .option(
      '--model-set <name=value>',
      'a parameter of each request, such as temperature=0 or seed=1; several times for several',
      parameter,
    )
    .addOption(hostOption());

/** The option for hosts that may be asked. */
export const hostOption = (): Option =>
  new Option(
    '--model-host <host>',
    'host that may be asked; several times for several; without it only this machine',
  ).argParser(anotherHost);

function anotherHost(host: string, before: readonly string[] = []): readonly string[] {
  return [...before, host];
}

/** Adds the options for a model that plays the user to `command`. */
export const addUserOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--user-model <url#name>',
        'model that plays the user and answers what the agent writes; as in --model',
      ).argParser(parseAddress),
    )
    .addOption(
      new Option('--user-api <api>', 'what its server speaks').choices(['chat-completions', 'messages']),
    )
    .option('--user-set <name=value>', 'a parameter of each of its requests', parameter)
    .option(
      '--user-prompt <file>',
      'file with its system prompt, which says who the user is and what they want',
    )
    .addOption(
      new Option(
        '--user-thinking <time>',
        'simulated time that each of its answers takes: frozen (none; the default), measured, or a number of seconds',
      ).argParser(parseThinking),
    );

/** The model that plays the user. @throws {UsageError} for what does not fit together. */
export async function userOf({
  userModel,
  userApi,
  userSet,
  userPrompt,
  userThinking: thinking = DEFAULT_THINKING,
  modelHost,
}: UserOptions & Pick<ModelOptions, 'modelHost'>): Promise<OutsideAgent | undefined> {
  const said = { '--user-api': userApi, '--user-set': userSet, '--user-prompt': userPrompt };
  const [alone] = Object.entries(said).find(([, value]) => value !== undefined) ?? [];
  if (userModel === undefined && alone !== undefined)
    throw new UsageError(`${alone} needs a model in --user-model`);
  const model = await modelOf({
    ...(userModel && { model: userModel }),
    ...(userApi && { modelApi: userApi }),
    ...(userSet && { modelSet: userSet }),
    ...(userPrompt === undefined ? {} : { prompt: userPrompt }),
    ...(modelHost && { modelHost }),
  });
  return model && { command: modelLabel(model), model, thinking };
}

/** Adds the options for answers from a record to `command`. */
export const addReplayOptions = (command: Command): Command =>
  command
    .option(
      '--replay <run>',
      'answer the model’s requests from those of this run, in their order, and stop at the first that differs',
    )
    .option('--then-live', 'ask the model from the first request on that differs')
    .option('--from-library', 'take the answer to the same request in any run of the database');

/** The model that the options name, as it is kept with the run. @throws {UsageError} for what does not fit together. */
export async function modelOf({
  model,
  modelApi: wire = 'chat-completions',
  modelCalls: calls = 'native',
  modelSet: parameters = {},
  modelHost,
  prompt,
}: ModelOptions): Promise<ModelChoice | undefined> {
  if (model === undefined) {
    if (prompt !== undefined) throw new UsageError('--prompt needs a model in --model');
    if (Object.keys(parameters).length > 0) throw new UsageError('--model-set needs a model in --model');
    return undefined;
  }
  const { isFile, url, name } = model;
  requireAllowed(url, modelHost);
  const choice = { url, name, wire: isFile ? ('gguf' as const) : wire, calls, parameters };
  if (prompt === undefined) return choice;
  const { folder, path } = findInWorkspace(prompt, 'the file of a system prompt');
  const file = join(folder, path);
  return {
    ...choice,
    prompt: { path, text: await readText(file, { most: MAX_PROMPT }) },
  };
}

/** How requests are answered from the record. @throws {UsageError} for what does not fit together. */
export function policyOf(
  store: Store,
  db: string | undefined,
  { replay, ...options }: ReplayOptions,
): ReplayPolicy {
  if (options.thenLive === true && replay === undefined)
    throw new UsageError('--then-live needs a run in --replay');
  if ((replay !== undefined || options.fromLibrary === true) && db === undefined)
    throw new UsageError('Recorded answers are in a database: give it with --db.');
  const run = replay === undefined ? undefined : existingRun(store, replay, db!).id;
  return replayPolicy(store, { ...options, replay: run });
}

const MAX_PROMPT = 1_000_000; // bytes

/** Nothing leaves this machine unless the person names where it may go. */
export function requireAllowed(url: string, hosts: readonly string[] = []): void {
  const hostname = remoteHost(url);
  if (hostname === undefined || hosts.includes(hostname)) return;
  throw new UsageError(
    `The model is on ${hostname}, another machine. To send the scenario’s data there, add --model-host ${hostname}`,
  );
}

function parseAddress(text: string): NonNullable<ModelOptions['model']> {
  const address = modelAddress(text);
  if (address === undefined || (/^https?:/.test(address.url) && !URL.canParse(address.url)))
    throw new InvalidArgumentError(
      'an address and a name, such as http://127.0.0.1:8080/v1#qwen3, or a GGUF file',
    );
  if (/^https?:/.test(address.url) && new URL(address.url).username !== '')
    throw new InvalidArgumentError(
      'an address without a key in it, which would be kept with the run. The key is read from ORRERY_MODEL_KEY',
    );
  return address;
}

function parameter(text: string, before: JsonObject = {}): JsonObject {
  const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('a name and a value, such as temperature=0');
  return { ...before, [name]: valueIn(value) };
}

/** A value as JSON, or as a text. */
function valueIn(text: string): JsonObject[string] {
  try {
    return JSON.parse(text) as JsonObject[string];
  } catch {
    return text;
  }
}
