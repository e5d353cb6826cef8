import { isJsonObject, type Json, type JsonObject, type ModelAnswer } from '../../engine/model/index.ts';
import {
  argumentsIn,
  type Dialogue,
  type Meaning,
  notices,
  resultText,
  userTexts,
  type WantedCall,
} from './dialogue.ts';
import type { Told, DescribedTool } from './protocol.ts';

/** The model's text is cut off at these. */
export const STOPS = ['<end_action>', 'Observation:'];

/** Thoughts and actions as text: messages with the roles, order and counters of ARE's default agent. */
export class ReactDialogue implements Dialogue {
  readonly messages: JsonObject[];
  readonly tools = undefined;
  readonly #tools: readonly DescribedTool[];
  /** Counts observations and errors. */
  #step = 0;

  constructor(prompt: string, tools: readonly DescribedTool[]) {
    this.messages = [{ role: 'system', content: `${prompt}\n` }];
    this.#tools = tools;
  }

  tell(messages: Told['messages'], isTask: boolean): void {
    const [texts, news] = [userTexts(messages), notices(messages)];
    if (texts.length > 0)
      this.#user(isTask ? `[TASK]: \n${texts.join('\n')}\n` : `User messages updates:\n${starred(texts)}`);
    if (news.length > 0) this.#user(`Environment notifications updates:\n${starred(news)}`);
  }

  result(_call: WantedCall, answer: NonNullable<Told['answer']>): void {
    if (answer.status === 'failed') {
      this.#error(resultText(answer));
      return;
    }
    this.#step += 1;
    const text = resultText(answer).trim() || 'No observation';
    this.#user(`[OUTPUT OF STEP ${this.#step}] Observation:\n${starred([text])}`);
  }

  answered({ text: whole, reasoning }: ModelAnswer): Meaning {
    const text = STOPS.reduce((left, stop) => left.split(stop)[0]!, whole);
    if (!text.includes('Action:') && !text.includes('Thought:'))
      return { kind: 'mistake', what: 'It wrote neither a thought nor an action.' };
    this.messages.push({ role: 'assistant', content: `${text}\n` });
    const parts = text.split('Action:');
    if (parts.length < 2)
      return this.#mistake('There is no action in your answer. Write one after "Action:".');
    if (parts.length > 2)
      return this.#mistake('There are several actions in your answer. Write one action in each step.');
    const [before = '', action = ''] = parts;
    const call = this.#callIn(action);
    if (typeof call === 'string') return this.#mistake(call);
    const thought = [reasoning, before.replace(/^\s*Thought:/, '').trim()].filter(Boolean).join('\n\n');
    return { kind: 'calls', calls: [call], thought };
  }

  /** The call that is written as JSON, or what is wrong with it. */
  #callIn(text: string): WantedCall | string {
    const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
    const written = from < 0 ? undefined : argumentsIn(text.slice(from, to < from ? undefined : to + 1));
    if (written === undefined) return `The action is no JSON object: ${text.trim().slice(0, 200)}`;
    const { action: name, action_input: input = {} } = written;
    if (typeof name !== 'string')
      return 'The JSON of the action has no field "action" with the name of a tool.';
    const tool = this.#tools.find((one) => one.name === name);
    if (tool === undefined)
      return `There is no tool "${name}". The tools are ${this.#tools.map((one) => one.name).join(', ')}.`;
    return { id: '', name, args: isJsonObject(input) ? input : soleArgument(tool, input) };
  }

  #mistake(what: string): Meaning {
    this.#error(what);
    return { kind: 'mistake', what };
  }

  #error(what: string): void {
    this.#step += 1;
    this.#user(
      `[OUTPUT OF STEP ${this.#step}] ERROR:\n${starred([what])}\nNow let's retry: do not repeat the error. After several errors, try another way.\n`,
    );
  }

  #user(content: string): void {
    this.messages.push({ role: 'user', content });
  }
}

const starred = (texts: readonly string[]): string => `***\n${texts.join('\n')}\n***\n`;

/** A value in place of arguments is the first of them; nothing stands for none. */
function soleArgument({ parameters }: DescribedTool, value: Json): JsonObject {
  const [first] = Object.keys(isJsonObject(parameters['properties']) ? parameters['properties'] : {});
  return first === undefined || value === '' || value === null ? {} : { [first]: value };
}
