import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { contentOf, ConversationReader, EarlierParts, readMessage } from './chat.ts';
import { endedSteps } from './endings.ts';
import {
  firstField,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseIfJson,
  shown,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import { over } from './tracked-fields.ts';
import { ERROR_IN_OUTPUT, type TrajectoryCall, type Trajectory } from './trajectory.ts';

// A trajectory of mini-swe-agent: the messages of its model. Depending on the version a command is a tool call, or stands in a code block.

/** Whether `document` is a trajectory of mini-swe-agent, or only its messages. */
export const isMiniSweAgent = (document: Json): boolean =>
  isJsonObject(document)
    ? Array.isArray(document['messages']) &&
      (textOf(document['trajectory_format']).startsWith('mini-swe-agent') ||
        'mini_version' in objectOf(document['info']))
    : objectsOf(document).some(
        ({ role, content }) =>
          role === 'assistant' && typeof content === 'string' && content.includes('```mswea_bash_command'),
      );

export function miniSweAgentTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const whole = isJsonObject(document) ? document : {};
  const info = objectOf(whole['info']);
  const { exit_status: ended, submission, model_stats: stats, config } = info;
  const messages = isJsonObject(document) ? listOf(document['messages']) : listOf(document);
  const talk = new ConversationReader('shell', earlier);
  const before = earlier.state(EarlierMessages);
  new MessagesReader(talk, before).read(messages);
  const { instance_cost: cost, api_calls: calls } = objectOf(stats);
  if (!before.isCounted && numberOf(cost))
    talk.log('log', 'All answers of the model together.', undefined, { tokens: readUsage({ cost: cost! }) });
  talk.add(...endedSteps('exit_status', ended));
  const model = textOf(objectOf(objectOf(config)['model'])['model_name']);
  return [
    {
      task: textOf(whole['instance_id']) || file.replace(/(\.traj)?\.json$|\.traj$/i, ''),
      steps: talk.steps(),
      states: { shell: {} },
      tags: model === '' ? [] : [model],
      attempt: { agent: 'mini-swe-agent', model: model || undefined, cost: numberOf(cost) },
      notes: [
        ...(typeof ended === 'string' ? [`It ended with exit status ${ended}.`] : []),
        ...(textOf(submission) === '' ? [] : [`It submitted: ${textOf(submission)}`]),
        ...(numberOf(calls) === undefined
          ? []
          : [`The model was asked ${shown(calls)} times, for ${shown(cost)} dollars.`]),
      ],
    },
  ];
}

/** The messages of earlier parts, as far as later ones depend on them. */
class EarlierMessages {
  /** Whether any answer has a cost. */
  isCounted = false;
  /** The number of calls in code blocks. */
  blocks = 0;
  /** The number of those whose result is the next user message. */
  open = 0;
  hasAnswered = false;
}

class MessagesReader {
  readonly #talk: ConversationReader;
  readonly #before: EarlierMessages;

  constructor(talk: ConversationReader, before: EarlierMessages) {
    this.#talk = talk;
    this.#before = before;
  }

  read(messages: readonly Json[]): void {
    for (const message of messages)
      if (isJsonObject(message)) this.#message(message);
      else this.#talk.log('log', shown(message));
    this.#before.isCounted ||= this.#talk
      .steps()
      .some((step) => step.kind === 'log' && step.tokens?.cost !== undefined);
  }

  #message(message: JsonObject): void {
    const extra = objectOf(message['extra']);
    const time = parseTime(message['timestamp'] ?? extra['timestamp']);
    const role = textOf(message['role']);
    if (Array.isArray(message['output'])) this.#response(message, extra);
    else if (role === 'assistant') this.#assistant(message, extra);
    else if (role === 'tool' || message['type'] === 'function_call_output')
      this.#result(textOf(firstField(message, 'tool_call_id', 'call_id')), message, extra, time);
    else if (role === 'exit')
      this.#talk.log('log', `It ended: ${contentOf(message['content'])} ${shown(extra)}`, time);
    else if (role === 'user' && ('interrupt_type' in message || 'interrupt_type' in extra)) {
      this.#talk.log('error', contentOf(message['content']), time);
      const { usage } = objectOf(extra['response']);
      if (usage !== undefined)
        this.#talk.log('log', 'The model answered.', time, { tokens: readUsage(usage) });
    } else if (role === 'user' && this.#before.hasAnswered) {
      if (this.#before.open > 0)
        this.#result(`block ${this.#before.blocks - this.#before.open + 1}`, message, extra, time);
      // The model did not write one command.
      else this.#talk.log('log', contentOf(message['content']), time);
      this.#before.open = Math.max(0, this.#before.open - 1);
    } else this.#talk.message(message, { time });
  }

  #assistant(message: JsonObject, extra: JsonObject): void {
    this.#before.hasAnswered = true;
    const { calls, text, ...read } = readMessage(over(message, { extra }));
    const time = read.time ?? parseTime(extra['timestamp']);
    const own = calls.length > 0 ? calls : this.#blockCalls(extra, text);
    if (calls.length === 0) this.#before.open = own.length;
    // An answer without one command is refused, and nobody but the program reads it.
    const said =
      own.length === 0
        ? { text: '', reasoning: [read.reasoning, text].filter((one) => one !== '').join('\n') }
        : { text };
    this.#talk.message(message, { time, reads: () => ({ ...read, ...said, calls: own }) });
  }

  /** The commands that the program extracted from an answer, or the only command in a code block. */
  #blockCalls(extra: JsonObject, text: string): readonly { id: string; tool: string; args: JsonObject }[] {
    const actions = objectsOf(extra['actions']).map(({ command }) => textOf(command));
    const blocks =
      actions.length > 0 ? actions : Array.from(text.matchAll(BLOCK), ([, command]) => command!.trim());
    if (actions.length === 0 && blocks.length !== 1) return [];
    return blocks.map((command) => {
      this.#before.blocks += 1;
      return { id: `block ${this.#before.blocks}`, tool: 'bash', args: { command } };
    });
  }

  /** Adds an answer in the form of OpenAI's Responses API. */
  #response(message: JsonObject, extra: JsonObject): void {
    this.#before.hasAnswered = true;
    const items = objectsOf(message['output']);
    const content = items.flatMap((item) => (item['type'] === 'message' ? listOf(item['content']) : [item]));
    this.#talk.message(
      { role: 'assistant', content, extra, usage: message['usage'] ?? null },
      { time: parseTime(extra['timestamp']) },
    );
  }

  #result(id: string, message: JsonObject, extra: JsonObject, time: TrajectoryCall['time']): void {
    const { raw_output: raw, returncode, exception_info: thrown } = extra;
    // What the model read of an output that the file has as it was is not shown.
    const isWhole = typeof raw === 'string' && typeof returncode === 'number';
    const told = isWhole ? undefined : toldIn(contentOf(message['content'] ?? message['output']));
    const code = numberOf(returncode) ?? told?.code;
    const output = typeof raw === 'string' ? raw : told!.output;
    const failure =
      typeof thrown === 'string' && thrown !== ''
        ? { type: 'exception_info', message: `${thrown}\n${output}`.trim() }
        : code === -1
          ? { type: 'returncode -1', message: output }
          : told?.isStopped === true
            ? { type: ERROR_IN_OUTPUT, message: contentOf(message['content']) }
            : undefined;
    const outcome: TrajectoryCall['outcome'] =
      failure !== undefined
        ? { status: 'failed', error: failure }
        : { status: 'done', value: code === undefined || code === 0 ? output : { returncode: code, output } };
    this.#talk.result({ ids: [id], text: output, outcome }, time);
  }
}

const BLOCK = /```(?:mswea_bash_command|bash)[^\S\n]*\n(.*?)\n?```/gs;

/** What a message tells the model of a command's result. */
interface ToldResult {
  readonly code: number | undefined;
  readonly output: string;
  /** Whether the command took too long. */
  readonly isStopped: boolean;
}

/** The exit code and the output in a message that gives the model a command's result. */
function toldIn(text: string): ToldResult {
  const parsed = parseIfJson(text);
  if (isJsonObject(parsed) && 'returncode' in parsed)
    return { code: numberOf(parsed['returncode']), output: textOf(parsed['output']), isStopped: false };
  const code = /<returncode>(-?\d+)<\/returncode>/.exec(text)?.[1];
  const output = /<output>\n?(.*?)\n?<\/output>/s.exec(text)?.[1];
  return {
    code: code === undefined ? undefined : Number(code),
    output: output ?? text,
    isStopped: /^The last command .{0,2000}? timed out and has been killed/s.test(text),
  };
}
