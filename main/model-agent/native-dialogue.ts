import type { JsonObject, ModelAnswer } from '../../engine/model/index.ts';
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

/** Calls of tools in the server's own form. */
export class NativeDialogue implements Dialogue {
  readonly messages: JsonObject[];
  readonly tools: readonly JsonObject[];
  readonly #partner: 'user' | 'assistant';
  /** Calls of the last answer whose results are not told yet. */
  #open = 0;
  /** What comes after these results: servers refuse other messages between them. */
  #later: string[] = [];

  /** `partner` is whom the model writes to. */
  constructor(prompt: string, tools: readonly DescribedTool[], partner: 'user' | 'assistant' = 'user') {
    this.#partner = partner;
    this.messages = [{ role: 'system', content: prompt }];
    this.tools = tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
  }

  /** Tells what was written, after the results of calls. */
  chat(text: string): void {
    if (this.#open > 0) this.#later.push(text);
    else this.messages.push({ role: 'user', content: text });
  }

  tell(messages: Told['messages']): void {
    const news = notices(messages);
    const told = [
      ...(news.length === 0 ? [] : [`Notifications:\n${news.join('\n')}`]),
      ...userTexts(messages),
    ];
    if (told.length > 0) this.chat(told.join('\n\n'));
  }

  result({ id }: WantedCall, answer: NonNullable<Told['answer']>): void {
    this.#toolResult(id, resultText(answer));
  }

  answered({ text, reasoning, calls, finish, sendBack }: ModelAnswer): Meaning {
    this.messages.push({
      role: 'assistant',
      content: text,
      ...sendBack,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, args }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(argumentsIn(args) ?? {}) },
            })),
          }),
    });
    this.#open = calls.length;
    const thought = [reasoning, calls.length === 0 ? '' : text].filter(Boolean).join('\n\n');
    if (calls.length === 0) {
      if (text.trim() !== '') return { kind: 'text', text, thought };
      return this.#mistake(
        finish === 'length'
          ? 'Your answer was too long and was cut off. Make it shorter.'
          : `You answered nothing. ${this.tools.length === 0 ? 'Write' : 'Call a tool, or write'} to the ${this.#partner}.`,
      );
    }
    const wanted = calls.map(({ id, name, args }) => ({ id, name, args: argumentsIn(args), written: args }));
    const broken = wanted.find(({ args }) => args === undefined);
    if (broken === undefined) return { kind: 'calls', calls: wanted as readonly WantedCall[], thought };
    const what = `The arguments of ${broken.name} are no JSON object: ${broken.written.slice(0, 200)}`;
    for (const { id } of wanted)
      this.#toolResult(id, id === broken.id ? what : 'Not called: another call had broken arguments.');
    return { kind: 'mistake', what };
  }

  #mistake(what: string): Meaning {
    this.messages.push({ role: 'user', content: what });
    return { kind: 'mistake', what };
  }

  #toolResult(id: string, content: string): void {
    this.messages.push({ role: 'tool', tool_call_id: id, content });
    this.#open -= 1;
    if (this.#open > 0 || this.#later.length === 0) return;
    this.messages.push({ role: 'user', content: this.#later.join('\n\n') });
    this.#later = [];
  }
}
