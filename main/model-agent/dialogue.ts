import { jsonrepair } from 'jsonrepair';
import {
  failureText,
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelAnswer,
} from '../../engine/model/index.ts';
import type { Told, DescribedTool } from './protocol.ts';

/** A call that the model wants. `id` names it in the server's form. */
export interface WantedCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** What an answer of the model's means. */
export type Meaning =
  | { readonly kind: 'calls'; readonly calls: readonly WantedCall[]; readonly thought: string }
  /** Text for the user, without a call. */
  | { readonly kind: 'text'; readonly text: string; readonly thought: string }
  /** The model has been told of its mistake and is asked again. */
  | { readonly kind: 'mistake'; readonly what: string };

/** What the model was told and has answered, as messages in OpenAI's form. */
export interface Dialogue {
  readonly messages: readonly JsonObject[];
  /** The tools of each request, where the server's form has them. */
  readonly tools: readonly JsonObject[] | undefined;
  /** Tells news: of a new task when the model has rested, otherwise in the middle of its work. */
  tell(messages: Told['messages'], isTask: boolean): void;
  /** Tells the result of a call. */
  result(call: WantedCall, answer: NonNullable<Told['answer']>): void;
  /** Adds the model's answer. */
  answered(answer: ModelAnswer): Meaning;
}

/** Reads the arguments of a call; mistakes that are common in JSON of small models are mended. `undefined` if it is no object. */
export function argumentsIn(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  for (const read of [JSON.parse, (broken: string): unknown => JSON.parse(jsonrepair(broken))])
    try {
      const value = read(text) as Json;
      if (isJsonObject(value)) return value;
    } catch {
      // Tries the next way.
    }
  return undefined;
}

/** The text of a call's result for a model. */
export function resultText(answer: NonNullable<Told['answer']>): string {
  if (answer.status === 'failed') return failureText(answer.error);
  const { value } = answer;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

export const userTexts = (messages: Told['messages']): readonly string[] =>
  messages.filter(({ kind }) => kind === 'user-message').map(withAttachments);

export const notices = (messages: Told['messages']): readonly string[] =>
  messages
    .filter(({ kind }) => kind === 'environment-notification')
    .map(({ time, text }) => `[${time}] ${text}`);

const withAttachments = ({ text, attachments }: Told['messages'][number]): string =>
  attachments.length === 0 ? text : `${text}\n(attached: ${attachments.join(', ')})`;

const SYSTEM_PROMPT = `You are an assistant with tools. You work for one user, in their apps. Things change while you work: you are told of new messages and notifications as they come.`;

/** Ends the conversation in a message of a user who is a model, as in tau-bench. */
export const STOP_MARK = '###STOP###';

/** Asks a user who is a model for the first message. */
export const FIRST_MESSAGE_PROMPT = 'The conversation begins. Write your first message to the assistant.';

/** `messages` as the next message to the model that plays the user. If some were written in the user's name, each begins with who wrote it. */
export const chatText = (messages: Told['messages']): string =>
  messages.every(({ kind }) => kind === 'agent-message')
    ? messages.map(withAttachments).join('\n\n')
    : messages
        .map(
          (message) =>
            `${message.kind === 'agent-message' ? 'The assistant wrote' : 'You wrote'}:\n${withAttachments(message)}`,
        )
        .join('\n\n');

/** The prompts of ours. `{tools}` and `{time}` are replaced, also in a person's own. */
export const DEFAULT_PROMPTS = {
  native: `${SYSTEM_PROMPT}
Use the tools to do what the user asks. When you have done it, or need an answer from the user, write to the user in plain text: that ends your work until there is news. When there is nothing to do or to say yet, wait for news with the tool for it.
The time is {time}.`,
  react: `${SYSTEM_PROMPT}
Work in steps. In each step write a thought and one action, in exactly this form:

Thought: what you have found, and what you do next
Action:
{
  "action": "name_of_the_tool",
  "action_input": {"argument": "value"}
}<end_action>

Then you are told the observation: the result of the action. Use the result of an action in the next step; never write observations yourself. When the task is done, or you need an answer, send the user a message with the tool for it: that ends your work until there is news.

The tools:
{tools}

Today's date in 'YYYY-MM-DD HH' format is {time}`,
  user: `You play a person who uses an assistant. The assistant works in your apps, and you write to each other. Stay in this role: you are not the assistant.
You want what your messages to the assistant say. Write short messages in plain words, as people do. Answer the questions of the assistant; where your messages do not say it, decide as this person would, and stay with it. Leave the work to the assistant.
When all is done that you asked for, or the assistant says that it cannot be done, end the conversation: write ${STOP_MARK}
The time is {time}.`,
} as const;

export const filledPrompt = (prompt: string, tools: readonly DescribedTool[], time: string): string =>
  prompt.replaceAll('{tools}', tools.map(described).join('\n')).replaceAll('{time}', time);

const described = ({ name, description, parameters, returns }: DescribedTool): string => {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  return `- ${name}: ${description}\n    Takes inputs: ${JSON.stringify(properties)}\n    Returns an output of type: ${returns}`;
};
