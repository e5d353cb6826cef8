import type { ModelChoice } from '../../engine/model/index.ts';
import {
  FIRST_MESSAGE_PROMPT,
  chatText,
  filledPrompt,
  DEFAULT_PROMPTS,
  STOP_MARK,
  type WantedCall,
} from './dialogue.ts';
import {
  type AskModel,
  editedRequest,
  editedTools,
  isFor,
  MAX_MISTAKES,
  MAX_STEPS,
  type ThoughtfulReply,
  WRITTEN_CALL_ID,
} from './model-agent.ts';
import { NativeDialogue } from './native-dialogue.ts';
import type { Start, Told } from './protocol.ts';

/** Lets a model play the user: tells it what the agent writes, and sends what it answers to the agent. */
export class ModelUser {
  readonly #choice: ModelChoice;
  readonly #dialogue: NativeDialogue;
  /** The tool with which the user writes to the agent. */
  readonly #writes: string | undefined;
  /** Messages that the model is told of when it is asked. */
  #untold: Told['messages'] = [];
  /** Calls of the last answer that are not carried out yet. */
  #wanted: readonly WantedCall[] = [];
  #called: WantedCall | undefined;
  #isNew = true;
  /** Whether the agent waits for an answer. */
  #isAsked = false;
  #hasEnded = false;

  constructor({ model, tools: given, time }: Pick<Start, 'model' | 'tools' | 'time'>) {
    this.#choice = model;
    const tools = editedTools(model, given);
    this.#writes = tools.find(({ name }) => isFor('send_message_to_agent', name))?.name;
    const others = tools.filter(({ name }) => name !== this.#writes);
    // The text of an answer is a message. A file's grammar that has calls knows no text beside them.
    const callable = model.wire === 'gguf' && others.length > 0 ? tools : others;
    const prompt = filledPrompt(model.prompt?.text ?? DEFAULT_PROMPTS.user, callable, time);
    this.#dialogue = new NativeDialogue(model.edits?.system ?? prompt, callable, 'assistant');
  }

  /** The user's reply to a question of the run. */
  async turn(told: Told, ask: AskModel): Promise<ThoughtfulReply> {
    this.#hear(told);
    if (this.#hasEnded || this.#writes === undefined) return { do: 'finish' };
    const next = this.#takeWanted('');
    if (next !== undefined) return next;
    for (
      let steps = 0, mistakes = 0;
      this.#isAsked && steps < MAX_STEPS && mistakes < MAX_MISTAKES;
      steps += 1
    ) {
      const meaning = this.#dialogue.answered(await ask(editedRequest(this.#choice, this.#dialogue)));
      if (meaning.kind === 'text') return this.#write(meaning.text, meaning.thought);
      if (meaning.kind === 'calls') {
        this.#wanted = meaning.calls;
        return this.#takeWanted(meaning.thought)!;
      }
      mistakes += 1;
    }
    // The model has nothing to say, or makes no sense.
    this.#isAsked = false;
    return { do: 'wait' };
  }

  #hear({ answer, messages }: Told): void {
    const called = this.#called;
    this.#called = undefined;
    if (called !== undefined && answer !== null && called.id !== WRITTEN_CALL_ID)
      this.#dialogue.result(called, answer);
    const begins = this.#isNew && messages.length === 0;
    this.#isNew = false;
    this.#untold = [...this.#untold, ...messages];
    if (begins) this.#dialogue.chat(FIRST_MESSAGE_PROMPT);
    if (begins || messages.some(({ kind }) => kind === 'agent-message')) this.#isAsked = true;
    if (!this.#isAsked || this.#untold.length === 0) return;
    this.#dialogue.chat(chatText(this.#untold));
    this.#untold = [];
  }

  #takeWanted(thought: string): ThoughtfulReply | undefined {
    const [call, ...later] = this.#wanted;
    if (call === undefined) return undefined;
    this.#wanted = later;
    const { content } = call.args;
    if (call.name === this.#writes)
      return this.#write(typeof content === 'string' ? content : '', thought, call);
    this.#called = call;
    return { do: 'call', tool: call.name, args: call.args, ...(thought === '' ? {} : { thought }) };
  }

  /** Sends a message to the agent, and ends the conversation where the message says so. */
  #write(text: string, thought: string, call?: WantedCall): ThoughtfulReply {
    const [message = ''] = text.split(STOP_MARK, 1);
    const content = message.trim();
    const beside = thought === '' ? {} : { thought };
    this.#hasEnded = text.includes(STOP_MARK);
    this.#isAsked = false;
    if (this.#hasEnded && content === '') return { do: 'finish', ...beside };
    const args = { ...call?.args, content };
    this.#called = call ?? { id: WRITTEN_CALL_ID, name: this.#writes!, args };
    return { do: 'call', tool: this.#writes!, args, ...beside };
  }
}
