import type { JsonObject, ModelAnswer, ModelChoice, ModelRequest } from '../../engine/model/index.ts';
import { type Dialogue, filledPrompt, DEFAULT_PROMPTS, type WantedCall } from './dialogue.ts';
import { localBody } from './local-model.ts';
import { anthropicRequest } from './messages.ts';
import { NativeDialogue } from './native-dialogue.ts';
import type { EarlierTurn, AgentReply, Start, Told, DescribedTool } from './protocol.ts';
import { ReactDialogue } from './react-dialogue.ts';

/** Gets the model's answer to a request. */
export type AskModel = (request: ModelRequest) => Promise<ModelAnswer>;

/** A reply, with the thought before it. */
export type ThoughtfulReply = AgentReply & { readonly thought?: string };

/** The most answers of the model in one piece of work, as of ARE's default agent. */
export const MAX_STEPS = 80;
/** How often a model is asked again with the same messages because its answer makes no sense. */
export const MAX_MISTAKES = 10;

/** Whether `tool` is the tool `name` of an app. */
export const isFor = (name: string, tool: string): boolean => tool === name || tool.endsWith(`__${name}`);

/** The tool with which a model waits for news without a word to the user, where the world has none. */
const WAIT: DescribedTool = {
  name: 'wait',
  description:
    'Ends your work until there is news: a message of the user, or a notification. Use it when there is nothing to do or to say yet.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  returns: 'null',
};

/** The tools of a model that calls them in its server's form. */
const withWait = (tools: readonly DescribedTool[]): readonly DescribedTool[] =>
  tools.some(({ name }) => name === WAIT.name || isFor('wait_for_notification', name))
    ? tools
    : [...tools, WAIT];

/** Lets a model play the agent: tells it what happens, asks it, and carries out its calls one by one. */
export class ModelAgent {
  readonly #choice: ModelChoice;
  readonly #dialogue: Dialogue;
  /** The tool with which the agent writes to the user. */
  readonly #writes: string | undefined;
  /** Whether the model has the tool {@link WAIT} of ours. */
  readonly #waits: boolean;
  /** Calls of the last answer that are not carried out yet. */
  #wanted: readonly WantedCall[] = [];
  #called: WantedCall | undefined;
  /** Whether it waits for news before it asks the model. */
  #rests = true;
  /** Whether the last answer has a wait after its calls. */
  #restsAfterCalls = false;
  #steps = 0;

  constructor({ model, tools: given, time }: Pick<Start, 'model' | 'tools' | 'time'>) {
    this.#choice = model;
    const prompt = model.prompt?.text ?? DEFAULT_PROMPTS[model.calls];
    const shown = model.calls === 'react' ? time.slice(0, 'YYYY-MM-DD HH'.length) : time;
    const tools = editedTools(model, model.calls === 'react' ? given : withWait(given));
    this.#waits = model.calls !== 'react' && tools.length > given.length;
    const filled = model.edits?.system ?? filledPrompt(prompt, tools, shown);
    this.#dialogue =
      model.calls === 'react' ? new ReactDialogue(filled, tools) : new NativeDialogue(filled, tools);
    this.#writes = tools.find(({ name }) => isFor('send_message_to_user', name))?.name;
  }

  /** Takes over an earlier turn of another agent, as far as it can be told. */
  adopt({ reply, ...told }: EarlierTurn): void {
    this.#hear(told);
    if (reply.do !== 'call') {
      this.#rests = true;
      return;
    }
    const id = `earlier_${this.#dialogue.messages.length}`;
    const call = { id, name: reply.tool, args: reply.args };
    const written = { action: call.name, action_input: call.args };
    const text =
      this.#choice.calls === 'react'
        ? `Thought: ${reply.thought ?? ''}\nAction:\n${JSON.stringify(written)}`
        : (reply.thought ?? '');
    const calls =
      this.#choice.calls === 'react' ? [] : [{ id, name: call.name, args: JSON.stringify(call.args) }];
    this.#dialogue.answered({ text, reasoning: '', calls, finish: '' });
    this.#called = call;
  }

  /** Its reply to a question of the run. */
  async turn(told: Told, ask: AskModel): Promise<ThoughtfulReply> {
    this.#hear(told);
    const next = this.#takeWanted('');
    if (next !== undefined) return next;
    if (this.#restsAfterCalls) return this.#rest();
    for (let mistakes = 0; !this.#rests && mistakes < MAX_MISTAKES;) {
      if (this.#steps >= MAX_STEPS) return this.#write(`Max iterations (${MAX_STEPS}) reached. Stopping.`);
      const meaning = this.#dialogue.answered(await ask(editedRequest(this.#choice, this.#dialogue)));
      this.#steps += 1;
      if (meaning.kind === 'text') return this.#write(meaning.text, meaning.thought);
      if (meaning.kind === 'calls') return this.#carryOut(meaning.calls, meaning.thought);
      mistakes += 1;
    }
    // The model makes no sense, or has nothing to do.
    return this.#rest();
  }

  /** Carries out the calls of an answer, one a turn. A wait comes after them. */
  #carryOut(calls: readonly WantedCall[], thought: string): ThoughtfulReply {
    const waits = this.#waits ? calls.filter(({ name }) => name === WAIT.name) : [];
    for (const wait of waits)
      this.#dialogue.result(wait, {
        tool: WAIT.name,
        status: 'done',
        value: 'You are told of news when it comes.',
      });
    this.#wanted = calls.filter((call) => !waits.includes(call));
    this.#restsAfterCalls = waits.length > 0;
    return this.#takeWanted(thought) ?? this.#rest(thought);
  }

  /** Waits for news. */
  #rest(thought = ''): ThoughtfulReply {
    this.#rests = true;
    this.#restsAfterCalls = false;
    return { do: 'wait', ...(thought === '' ? {} : { thought }) };
  }

  /** Tells the model what has come since the last turn. */
  #hear({ answer, messages }: Told): void {
    const called = this.#called;
    this.#called = undefined;
    if (called !== undefined && answer !== null) {
      if (called.id !== WRITTEN_CALL_ID) this.#dialogue.result(called, answer);
      // Its work is done: what comes now is a new task.
      if (isFor('send_message_to_user', called.name) || isFor('wait_for_notification', called.name))
        this.#rests = true;
    }
    const isNews = messages.some(({ kind }) => kind !== 'environment-stop');
    if (!isNews) return;
    this.#dialogue.tell(messages, this.#rests);
    if (this.#rests) this.#steps = 0;
    this.#rests = false;
  }

  #takeWanted(thought: string): ThoughtfulReply | undefined {
    const [call, ...later] = this.#wanted;
    if (call === undefined) return undefined;
    this.#wanted = later;
    this.#called = call;
    return { do: 'call', tool: call.name, args: call.args, ...(thought === '' ? {} : { thought }) };
  }

  /** Sends text of the model's to the user. */
  #write(content: string, thought = ''): ThoughtfulReply {
    if (this.#writes === undefined) return this.#rest(thought);
    this.#called = { id: WRITTEN_CALL_ID, name: this.#writes, args: { content } };
    const beside = thought === '' ? {} : { thought };
    return { do: 'call', tool: this.#writes, args: { content }, ...beside };
  }
}

/** Lets `player` go through an earlier turn of its own, with the recorded answers of its model. */
export async function repeatTurn(
  player: { turn(told: Told, ask: AskModel): Promise<ThoughtfulReply> },
  { answers, ...told }: EarlierTurn & { readonly answers: readonly ModelAnswer[] },
): Promise<void> {
  const left = [...answers];
  await player.turn(told, () => {
    const answer = left.shift();
    return answer === undefined
      ? Promise.reject(new Error('The record of an earlier turn lacks an answer of the model.'))
      : Promise.resolve(answer);
  });
}

/** The tools with the descriptions that a person changed. */
export const editedTools = (
  { edits }: ModelChoice,
  tools: readonly DescribedTool[],
): readonly DescribedTool[] =>
  tools.map((tool) => ({ ...tool, description: edits?.tools?.[tool.name] ?? tool.description }));

/** The request as it is sent, with what a person changed of it. */
export function editedRequest(
  choice: ModelChoice,
  { messages, tools }: Pick<Dialogue, 'messages' | 'tools'>,
): ModelRequest {
  const { messages: edited } = choice.edits ?? {};
  const request = requestTo(choice, messages, tools);
  if (edited === undefined) return request;
  return { ...request, messages: request.messages.map((message, index) => edited[index] ?? message) };
}

/** The request to a model with these messages and tools, both in OpenAI's form. */
export function requestTo(
  { name: model, parameters, wire }: ModelChoice,
  messages: readonly JsonObject[],
  tools: readonly JsonObject[] = [],
): ModelRequest {
  if (wire === 'gguf') return { messages: [...messages], body: localBody(model, tools, parameters) };
  const body: JsonObject = { model, ...(tools.length === 0 ? {} : { tools }), ...parameters };
  if (wire === 'messages') return anthropicRequest(messages, body);
  return {
    messages: [...messages],
    body: { ...body, stream: true, stream_options: { include_usage: true } },
  };
}

/** In place of an id: agent or user called the tool for text of the model's, and the model is not told of its result. */
export const WRITTEN_CALL_ID = ' written';
