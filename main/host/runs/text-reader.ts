import type { Store } from '../../../engine/index.ts';
import {
  JUDGE_TURN,
  type JsonObject,
  type ModelAnswer,
  type ModelChoice,
  type ModelExchange,
  type ModelRequest,
  type RunId,
  type SoftQuestion,
} from '../../../engine/model/index.ts';
import { type ExchangeRecorder, ModelReader } from '../agents/index.ts';
import { whenUnlocked } from '../database/index.ts';
import { requestHash } from './run-exchanges.ts';

const SYSTEM_PROMPT =
  'You check the work of an assistant that acts in the apps of its user. You get the texts to check, each under its name. Think step by step in a few sentences. End with your verdict in exactly the form that is asked for.';

/** The question to the model for each checker. */
const QUESTION_TEXTS: Readonly<Record<SoftQuestion['checker'], string>> = {
  content_checker:
    "Do the two calls say the same? The assistant's call must have all that the expected call tells, with the same facts, dates, names and numbers, as far as the task asks for it. Wording, order and politeness do not count, nor does more that is true and harmless.",
  user_message_checker:
    'Does the message of the assistant tell its user what the expected message does, as far as the task asks for it? Wording and politeness do not count; a missing or wrong fact does.',
  event_checker:
    'Would the event of the assistant serve as the expected one does? Title and description may be worded otherwise; the place and what the task asks for must be the same.',
  email_checker:
    'Does the email of the assistant say what the expected email says? Facts, dates, names and numbers must be the same; wording, greeting and closing may differ.',
  message_checker:
    'Does the message of the assistant say what the expected message says? Facts, dates, names and numbers must be the same; wording may differ.',
  cab_checker:
    'Do both calls mean the same places to start from and to go to? Different ways of writing an address do not count.',
  tone_checker:
    'Is the tone of this text one that a person could send: not rude, not strange, and not that of a machine talking of itself?',
  sanity_checker:
    'Is this text sound: a complete text in a human language that makes sense after these tasks, without leftovers of code or of a template?',
  signature_checker:
    'Is the text signed with the name of the user, or not signed at all? A signature of somebody else, or of an assistant, is wrong.',
  placeholder_checker: 'Has the text no unfilled place of a template, such as [name]?',
  in_context: 'Did the assistant do what the user asked for, as the expected calls do?',
  subtask_extractor:
    'Which part of the task does this call fulfil? Repeat that part of the task word for word, between <subtask> and </subtask>. If none, write <subtask></subtask>.',
};

/** Matches markers that end an answer, in any case and with any spaces. */
const MARKER = /\[\[\s*(true|false|success|failure)\s*\]\]/gi;

/** A model that answers the judge's questions about texts. Questions are stored with the run, and never asked twice. */
export class TextReader {
  readonly #store: Store;
  readonly #reader: ModelReader;
  readonly #seed: number;
  readonly #votes: number;
  readonly #quitting: AbortSignal;

  /** @param votes how often each question is asked, with different seeds; the majority decides */
  constructor(store: Store, model: ModelChoice, votes: number, quitting: AbortSignal) {
    this.#store = store;
    this.#reader = new ModelReader(model);
    this.#seed = typeof model.parameters['seed'] === 'number' ? model.parameters['seed'] : 0;
    this.#votes = votes;
    this.#quitting = quitting;
  }

  /** The majority answer to a question about `run`. @throws {ProblemError} when the model gives none. */
  async answer(run: RunId, question: SoftQuestion): Promise<string> {
    const messages = messagesOf(question);
    const answers: string[] = [];
    for (let vote = 0; vote < this.#votes; vote += 1) {
      const more = this.#votes === 1 ? {} : { seed: this.#seed + vote };
      const recorder = new JudgeRecorder(this.#store, run);
      answers.push(withMarkers(await this.#reader.answer(messages, more, recorder, this.#quitting)));
    }
    return mostVoted(question, answers);
  }

  end(): Promise<void> {
    return this.#reader.end();
  }
}

function messagesOf({ checker, inputs, yes, no }: SoftQuestion): readonly JsonObject[] {
  const texts = Object.entries(inputs).map(
    ([name, text]) => `${name.replaceAll('_', ' ')}:\n"""\n${text}\n"""`,
  );
  const form = yes === undefined || no === undefined ? [] : [`End with ${yes} if so, and with ${no} if not.`];
  return [
    { role: 'system', content: SYSTEM_PROMPT },
    { role: 'user', content: [...texts, QUESTION_TEXTS[checker], ...form].join('\n\n') },
  ];
}

/** `answer` with its markers in the form that the judge expects, such as `[[True]]`. */
export const withMarkers = (answer: string): string =>
  answer.replace(MARKER, (_, word: string) => `[[${word[0]!.toUpperCase()}${word.slice(1).toLowerCase()}]]`);

/** The first answer of the majority. A tie means no, because the judge accepts only what a majority accepts. */
export function mostVoted({ yes, no }: Pick<SoftQuestion, 'yes' | 'no'>, answers: readonly string[]): string {
  const voting = (answer: string): 'yes' | 'no' | 'none' => {
    // The last marker is the verdict: a reader may name both while it thinks.
    const [last] = [...answer.matchAll(MARKER)].slice(-1);
    return last === undefined ? 'none' : last[0] === yes ? 'yes' : last[0] === no ? 'no' : 'none';
  };
  if (yes === undefined || no === undefined) return answers[0]!;
  const votes = answers.map(voting);
  const count = (what: string): number => votes.filter((vote) => vote === what).length;
  const verdict = count('yes') > count('no') ? 'yes' : count('no') > 0 ? 'no' : 'none';
  const index = votes.indexOf(verdict);
  // Without the markers of the thoughts before.
  return verdict === 'none'
    ? answers[0]!
    : `${answers[index]!.replace(MARKER, '…')}\n${verdict === 'yes' ? yes : no}`;
}

/** Records the judge's exchanges about a run. A request that was recorded for any run gets its recorded answer. */
class JudgeRecorder implements ExchangeRecorder {
  readonly #store: Store;
  readonly #run: RunId;

  constructor(store: Store, run: RunId) {
    this.#store = store;
    this.#run = run;
  }

  async recorded(request: ModelRequest): Promise<ModelAnswer | undefined> {
    const known = this.#store.findExchange(requestHash(request));
    if (known === undefined) return undefined;
    await this.#add(known);
    return this.#store.exchange(known).answer;
  }

  async keep(exchange: Omit<ModelExchange, 'hash'>): Promise<ModelAnswer | undefined> {
    await this.#add({ ...exchange, hash: requestHash(exchange.request) });
    return exchange.answer;
  }

  take(): readonly number[] {
    return [];
  }

  answersOf(): readonly ModelAnswer[] {
    return [];
  }

  #add(exchange: ModelExchange | number): Promise<void> {
    return whenUnlocked(() => {
      this.#store.addExchange(this.#run, JUDGE_TURN, exchange);
    });
  }
}
