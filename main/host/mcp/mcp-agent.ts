import { type CallToolResult, CLIENT_INFO_META_KEY, McpServer } from '@modelcontextprotocol/server';
import { type PastTurn, type Plan } from '../../../engine/index.ts';
import {
  type AgentAct,
  type AgentAnswer,
  formatInstant,
  isSameJson,
  type JsonObject,
  micros,
  type Notification,
  type OutsideAgent,
  type Question,
  questionJson,
  readJsonAs,
  seconds,
  type SimTime,
  textOrJson,
  thinkingCost,
  type ThinkingTime,
  type ToolResult,
  toSeconds,
  truncate,
  shownResult,
} from '../../../engine/model/index.ts';
import { ProblemError, VERSION } from '../system/index.ts';
import * as z from 'zod';
import { jsonSchemas } from './json-schemas.ts';
import { tellingProgress } from './progress.ts';
import { FINISH_TOOL, WAIT_TOOL, type WorldTool, worldTools } from './world-tools.ts';
import { type ClosingMessage, type LiveParticipant } from '../agents/index.ts';

/** The maximum number of unanswered calls of a client. */
const MAX_WAITING_CALLS = 100;

/** The maximum length of a call's arguments. */
const MAX_ARGUMENTS = 1_000_000;

/** The maximum number of earlier turns that a client gets on resumption. The next constant limits the length of each result. */
const MAX_EARLIER = 100;
const MAX_EARLIER_LENGTH = 1_000;

/** The name and version that a client sends, if it does. */
export type McpClient = NonNullable<OutsideAgent['client']>;

/** A call of a client that has no answer yet. */
interface OpenCall {
  readonly tool: WorldTool;
  readonly act: AgentAct;
  readonly signal: AbortSignal;
  readonly answer: (result: CallToolResult) => void;
}

/** How long a client thinks, and what happens to a run without a client. */
export interface McpAgentOptions {
  readonly thinking: ThinkingTime;
  /** The maximum time between two calls; no limit when left out. */
  readonly agentTimeout?: number | undefined; // seconds
  /** Called when a different client calls a tool. */
  readonly onClient?: (client: McpClient) => void;
}

const waitArguments = z.strictObject({ seconds: z.number().min(0).max(1e9).nullish() });
const noArguments = z.strictObject({});
const anyArguments = z.record(z.string(), z.json());

/**
 * An agent that is a client of the Model Context Protocol: it lists the agent's tools of a world and calls them. Simulated time
 * stands still between its calls. Each call answers a turn, except a wait for messages that are already there.
 */
export class McpAgent implements LiveParticipant {
  readonly #tools: ReadonlyMap<string, WorldTool>;
  readonly #scenario: string;
  readonly #options: McpAgentOptions;
  /** Unprocessed calls, in order of arrival. */
  #waiting: OpenCall[] = [];
  /** The call that answered the last turn. */
  #open: OpenCall | undefined;
  /** Messages that no answer has contained yet. */
  #untold: readonly Notification[] = [];
  /** Texts for the next answer: earlier turns after a resumption, and results of abandoned calls. */
  #earlier: readonly string[] = [];
  #now: SimTime | undefined;
  /** The reason why no more questions follow. */
  #ended: string | undefined;
  #gone: ProblemError | undefined;
  /** The client that called last. */
  #client: McpClient | undefined;
  /** Called when a call arrives, or the client has gone. */
  #wake: () => void = () => undefined;
  #begin: (client: McpClient) => void = () => undefined;
  /** Resolves with the client at the first call, when a run may begin: clients also connect only to list the tools. */
  readonly begun = new Promise<McpClient>((resolve) => {
    this.#begin = resolve;
  });

  /** @throws {ProblemError} when the scenario's tools cannot be offered. */
  constructor(plan: Pick<Plan, 'name' | 'apps' | 'augmentation'>, options: McpAgentOptions) {
    this.#scenario = plan.name;
    this.#options = options;
    this.#tools = new Map(worldTools(plan).map((tool) => [tool.listed.name, tool]));
  }

  /** Ends the run at the current or next question, because no client is left. */
  leave(why: string): void {
    this.#gone ??= new ProblemError('agent-gone', why);
    this.#wake();
  }

  /** Creates the server for one connection of a client. */
  server(): McpServer {
    const mcp = new McpServer(
      { name: 'orrery', title: `Orrery: ${this.#scenario}`, version: VERSION },
      {
        capabilities: { tools: { listChanged: false } },
        instructions: this.#instructions,
        jsonSchemaValidator: jsonSchemas,
      },
    );
    const { server } = mcp;
    const listed = { tools: [...this.#tools.values()].map(({ listed: tool }) => tool) };
    server.setRequestHandler('tools/list', () => listed);
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const client = requestClient(server, mcpReq.envelope);
      const { name, arguments: args = {} } = params;
      // A paused run lets a call wait for as long as a person reads.
      return tellingProgress(mcpReq, () => this.#call(name, args, mcpReq.signal, client));
    });
    return mcp;
  }

  get #instructions(): string {
    return [
      `You act in a simulated world, "${this.#scenario}". Simulated time stands still between your calls.`,
      `Call ${WAIT_TOOL} to get your first message, and whenever you have nothing to do.`,
      'Each answer has the messages since the one before.',
      `Call ${FINISH_TOOL} when you have done everything.`,
    ].join(' ');
  }

  start(now: SimTime, history: readonly PastTurn[], quitting: AbortSignal): Promise<void> {
    quitting.throwIfAborted();
    this.#now = now;
    if (history.length > 0) this.#earlier = [earlierText(history)];
    return Promise.resolve();
  }

  async answer(question: Question, quitting: AbortSignal): Promise<AgentAnswer> {
    this.#now = question.time;
    this.#untold = [...this.#untold, ...question.messages];
    const open = this.#open;
    this.#open = undefined;
    if (open?.signal.aborted === false) this.#tell(open, question.result);
    else if (open?.act.kind === 'call')
      this.#earlier = [...this.#earlier, givenUpText(open, question.result)];
    const began = performance.now();
    for (;;) {
      const call = await this.#next(quitting);
      if (call.act.kind === 'wait' && this.#untold.length > 0) {
        this.#tell(call, undefined);
        continue;
      }
      this.#open = call;
      const took = micros(Math.round((performance.now() - began) * 1000));
      return {
        act: call.act,
        thinking: thinkingCost(this.#options.thinking, took),
        thought: '',
        elapsed: Math.round(took / 1000),
      };
    }
  }

  end({ time, messages, result, why = 'the run is over' }: ClosingMessage): Promise<void> {
    this.#now = time;
    this.#ended = why;
    const open = this.#open;
    this.#open = undefined;
    this.#untold = [...this.#untold, ...messages];
    // A call that was not carried out any more has no result.
    if (open?.act.kind === 'call' && result === undefined) open.answer(this.#refusal);
    else if (open !== undefined) this.#tell(open, result);
    for (const call of this.#waiting) call.answer(this.#refusal);
    this.#waiting = [];
    return Promise.resolve();
  }

  get #refusal(): CallToolResult {
    return refusal(`The run has ended for you: ${this.#ended!}.`);
  }

  #call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    client: McpClient,
  ): CallToolResult | Promise<CallToolResult> {
    if (this.#ended !== undefined) return this.#refusal;
    if (this.#waiting.length >= MAX_WAITING_CALLS)
      return refusal(
        `${MAX_WAITING_CALLS} calls wait for their answers. Call again when these are answered.`,
      );
    const tool = this.#tools.get(name) ?? unknownTool(name);
    const act = requestedAct(tool, args);
    if (typeof act === 'string') return refusal(act);
    return new Promise((resolve) => {
      const call: OpenCall = { tool, act, signal, answer: resolve };
      signal.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((one) => one !== call);
      });
      this.#waiting.push(call);
      this.#begin(client);
      if (this.#client === undefined || !isSameJson(this.#client, client)) this.#options.onClient?.(client);
      this.#client = client;
      this.#wake();
    });
  }

  /** Waits for the next call. @throws {ProblemError} when no client is left, or none calls in time. */
  async #next(quitting: AbortSignal): Promise<OpenCall> {
    const { agentTimeout } = this.#options;
    const late = agentTimeout === undefined ? undefined : AbortSignal.timeout(agentTimeout * 1000);
    for (;;) {
      quitting.throwIfAborted();
      const call = this.#waiting.shift();
      if (call !== undefined) return call;
      if (this.#gone !== undefined) throw this.#gone;
      if (late?.aborted === true)
        throw new ProblemError('agent-timeout', `The MCP client did not call within ${agentTimeout!} s.`);
      const signals = [quitting, late].filter((one) => one !== undefined);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        for (const one of signals) one.addEventListener('abort', this.#wake, { once: true });
      });
      for (const one of signals) one.removeEventListener('abort', this.#wake);
    }
  }

  /** Answers `call`, including the messages that were not sent yet. */
  #tell(call: OpenCall, result: ToolResult | undefined): void {
    const messages = this.#untold;
    this.#untold = [];
    const earlier = this.#earlier;
    this.#earlier = [];
    const { messages: told } = questionJson({ time: this.#now!, messages, result });
    const shown = resultOf(call.tool, result);
    const isWait = result === undefined;
    call.answer({
      content: [
        ...earlier.map(textBlock),
        textBlock(isWait ? this.#timeText : shown.text),
        ...(messages.length === 0 ? [] : [textBlock(messagesText(messages))]),
        ...(this.#ended === undefined ? [] : [textBlock(`You have no more turns: ${this.#ended}.`)]),
      ],
      structuredContent: {
        ...shown.fields,
        ...this.#clock,
        messages: told!,
        ...(this.#ended === undefined ? {} : { ended: this.#ended }),
      },
      ...(shown.isError ? { isError: true } : {}),
    });
  }

  get #clock(): { readonly time: string; readonly timestamp: number } {
    return { time: formatInstant(this.#now!), timestamp: toSeconds(this.#now!) };
  }

  get #timeText(): string {
    return `It is ${this.#clock.time}.`;
  }
}

/** The act that a call requests; a sentence if it cannot be carried out at all. */
function requestedAct(
  { name, listed }: WorldTool,
  args: Readonly<Record<string, unknown>>,
): AgentAct | string {
  let text: string;
  try {
    text = JSON.stringify(args);
  } catch {
    return 'The arguments are nested too deep.';
  }
  if (text.length > MAX_ARGUMENTS)
    return `The arguments are too long: at most ${MAX_ARGUMENTS.toLocaleString('en-US')} characters.`;
  switch (listed.name) {
    case WAIT_TOOL: {
      const read = readJsonAs(waitArguments, text);
      if ('findings' in read) return `${WAIT_TOOL} takes {"seconds": a number from 0 to 1,000,000,000}.`;
      const { seconds: span } = read.data;
      return typeof span === 'number' ? { kind: 'wait', span: seconds(span) } : { kind: 'wait' };
    }
    case FINISH_TOOL:
      return 'findings' in readJsonAs(noArguments, text)
        ? `${FINISH_TOOL} takes no arguments.`
        : { kind: 'finish' };
    default: {
      const read = readJsonAs(anyArguments, text);
      return 'findings' in read
        ? 'The arguments are no JSON that every program reads alike.'
        : { kind: 'call', tool: name, args: read.data };
    }
  }
}

/** A tool that the scenario does not have. Its call is a turn, and the run reports the error. */
const unknownTool = (name: string): WorldTool => ({
  name: truncate(name, MAX_EARLIER_LENGTH),
  fits: () => false,
  listed: { name: '', inputSchema: { type: 'object' } },
});

interface ShownResult {
  readonly text: string;
  readonly fields: JsonObject;
  readonly isError: boolean;
}

function resultOf({ fits }: WorldTool, result: ToolResult | undefined): ShownResult {
  if (result === undefined) return { text: '', fields: {}, isError: false };
  const { outcome } = result;
  const text = textOrJson(shownResult(outcome));
  if (outcome.status !== 'done') return { text, fields: {}, isError: true };
  const { value } = outcome;
  return { text, fields: fits(value) ? { result: value } : { other: value }, isError: false };
}

const textBlock = (text: string): CallToolResult['content'][number] => ({ type: 'text', text });

const refusal = (text: string): CallToolResult => ({ content: [textBlock(text)], isError: true });

/** The texts of notifications, which include time and sender. */
const messagesText = (messages: readonly Notification[]): string =>
  [
    'Messages since the last answer:',
    ...messages.map(({ text, attachments = [] }) =>
      attachments.length === 0 ? text : `${text}\nFiles: ${attachments.join(', ')}`,
    ),
  ].join('\n\n');

/** The result of a call that its client abandoned when the call was already the answer of a turn. */
const givenUpText = ({ tool, act }: OpenCall, result: ToolResult | undefined): string =>
  `The call ${truncate(actText(act), MAX_EARLIER_LENGTH)} was given up, but carried out. Its result: ${truncate(resultOf(tool, result).text, MAX_EARLIER_LENGTH)}`;

/** The agent's earlier turns, for a client that takes over. */
function earlierText(history: readonly PastTurn[]): string {
  const last = history.slice(-MAX_EARLIER);
  const left = history.length - last.length;
  return [
    'This run goes on from its record. Your turns before:',
    ...(left === 0 ? [] : [`(${left} earlier turns are left out)`]),
    ...last.flatMap(({ question: { time, messages, result }, answer: { act } }) => [
      ...(result === undefined
        ? []
        : [truncate(`  answer: ${resultOf(unknownTool(''), result).text}`, MAX_EARLIER_LENGTH)]),
      ...messages.map(({ text }) => truncate(`  message: ${text}`, MAX_EARLIER_LENGTH)),
      truncate(`[${formatInstant(time)}] ${actText(act)}`, MAX_EARLIER_LENGTH),
    ]),
  ].join('\n');
}

function actText(act: AgentAct): string {
  switch (act.kind) {
    case 'call':
      return `${act.tool} ${JSON.stringify(act.args)}`;
    case 'wait':
      return act.span === undefined ? 'wait' : `wait ${toSeconds(act.span)} s`;
    case 'finish':
      return 'finish';
  }
}

const MAX_CLIENT_NAME = 100; // characters

/** The name and version of the client that sent a request. Older clients send them when they connect, newer ones with each request. */
export function requestClient(
  server: McpServer['server'],
  envelope: Readonly<Record<string, unknown>> = {},
): McpClient {
  // oxlint-disable-next-line typescript/no-deprecated -- the only place for older clients
  const said = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const known = z.object({ name: z.string(), version: z.string() }).safeParse(said);
  if (!known.success) return {};
  const { name, version } = known.data;
  return { name: truncate(name, MAX_CLIENT_NAME), version: truncate(version, MAX_CLIENT_NAME) };
}

/** A client as the agent of a run, as lists show it. */
export const clientAgent = (client: McpClient, thinking: ThinkingTime): OutsideAgent => ({
  command: ['MCP client', client.name, client.version].filter((part) => part !== undefined).join(' '),
  client,
  thinking,
});
