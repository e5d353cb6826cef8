import {
  type AskedQuestion,
  formatInstant,
  getOwn,
  type Json,
  type JsonObject,
  pythonText,
  type SoftChecker,
  type SoftQuestion,
  toSeconds,
  weekdayOf,
} from '../../model/index.ts';
import { isFalsy, normalizedText, once, trimmed } from './checkers.ts';
import type { ChecksOfTool } from './configuration.ts';
import { type CompletedEvent, effectiveArguments, JudgeError, toolName } from './events.ts';
import type { OracleEvent, OracleGraph } from './oracle-graph.ts';

/**
 * Answers soft questions, for example from a model's recorded answers: a text; null if there was no answer; `undefined` if the
 * question was not asked. Texts whose question was not asked are not judged.
 */
export type SoftJudge = (question: SoftQuestion) => string | null | undefined;

/** The result of comparing the free texts of two calls. */
export interface SoftResult {
  readonly result: 'accepted' | 'rejected' | 'not-judged';
  /** The checker that rejected the text. */
  readonly checker?: SoftChecker;
  /** Whether a checker rejected because it got no usable answer. */
  readonly noAnswer?: true;
  /** The checks that ran, in order. */
  readonly ran: readonly ('same_text' | SoftChecker)[];
  /** The arguments whose texts differ. */
  readonly differing: readonly string[];
}

/** Thrown when a soft check could not be carried out. */
export class SoftCheckError extends JudgeError {
  readonly checker: SoftChecker | undefined;
  readonly ran: SoftResult['ran'];

  constructor(message: string, checker: SoftChecker | undefined, ran: SoftResult['ran']) {
    super(message);
    this.checker = checker;
    this.ran = ran;
  }
}

/** Compares texts: directly if they are the same, otherwise through questions to a soft judge. Each question is asked once and recorded. */
export class TextComparer {
  readonly asked: AskedQuestion[] = [];
  readonly unanswered: SoftQuestion[] = [];
  readonly #judge: SoftJudge | undefined;
  readonly #answers = new Map<string, AskedQuestion['answer'] | undefined>();
  #hasStopped = false;
  readonly #normalized = new Map<string, string>();

  constructor(judge: SoftJudge | undefined) {
    this.#judge = judge;
  }

  /** Stops asking questions. Earlier answers are kept. */
  stopAsking(): void {
    this.#hasStopped = true;
  }

  get hasJudge(): boolean {
    return this.#judge !== undefined;
  }

  /** Whether two values are the same text except for case, accents and punctuation. */
  isSameText(one: Json, other: Json): boolean {
    return one === other || this.#normalize(one) === this.#normalize(other);
  }

  #normalize(value: Json): string {
    const text = pythonText(value);
    let normalized = this.#normalized.get(text);
    if (normalized === undefined) this.#normalized.set(text, (normalized = normalizedText(text)));
    return normalized;
  }

  /**
   * The answer to `question`; `undefined` when it is not answered.
   * @param key identifies the question; a repeated key gets the same answer
   * @throws {JudgeError} when the soft judge fails.
   */
  ask(key: string, question: SoftQuestion): string | null | undefined {
    if (this.#hasStopped && !this.#answers.has(key)) return undefined;
    if (!this.#answers.has(key)) this.#answers.set(key, this.#put(question));
    const answer = this.#answers.get(key);
    if (typeof answer === 'object' && answer !== null) throw new JudgeError(answer.failed);
    return answer;
  }

  #put(question: SoftQuestion): AskedQuestion['answer'] | undefined {
    let answer: AskedQuestion['answer'] | undefined;
    try {
      answer = this.#judge?.(question);
    } catch (thrown) {
      answer = { failed: thrown instanceof Error ? thrown.message : String(thrown) };
    }
    if (answer === undefined) this.unanswered.push(question);
    else this.asked.push({ question, answer });
    return answer;
  }
}

/** Two calls to compare by their free texts. */
export interface CallPair {
  readonly oracle: OracleEvent;
  readonly oracleArgs: JsonObject;
  readonly agent: CompletedEvent;
  /** Identifies this pair of calls. */
  readonly pair: string;
}

/**
 * Compares the free texts of two calls. Equal texts are accepted; for different texts, all soft checkers of the tool must say
 * yes.
 * @throws {SoftCheckError} when an argument is missing, or a question could not be asked.
 */
export function compareTexts(
  { oracle, oracleArgs, agent, pair }: CallPair,
  { texts, soft }: ChecksOfTool,
  { tasks, user }: Pick<OracleGraph, 'tasks' | 'user'>,
  comparer: TextComparer,
): SoftResult {
  const ran: SoftResult['ran'][number][] = ['same_text'];
  const raise = (message: string, checker?: SoftChecker): never => {
    throw new SoftCheckError(message, checker, checker === undefined ? [...ran] : [...ran, checker]);
  };
  const agentArgs = effectiveArguments(agent);
  const compared = texts.filter((arg) => !isFalsy(argument(oracleArgs, arg, oracle.id)));
  const differing = compared.filter(
    (arg) => !comparer.isSameText(oracleArgs[arg]!, argument(agentArgs, arg, agent.id)),
  );
  if (differing.length === 0) return { result: 'accepted', ran, differing };

  const calls = once(() => ({
    agent: described(pick(agentArgs, compared)),
    oracle: described(pick(oracleArgs, compared)),
  }));
  const subtask = soft.some((checker) => NEEDS_SUBTASK.has(checker)) ? askSubtask() : '';
  let isJudged = true;
  for (const checker of soft) {
    const vote = check(checker);
    ran.push(checker);
    if (vote === 'yes') continue;
    if (vote !== 'not-judged')
      return {
        result: 'rejected',
        checker,
        ran,
        differing,
        ...(vote === 'no-vote' ? { noAnswer: true } : {}),
      };
    isJudged = false;
  }
  return { result: isJudged ? 'accepted' : 'not-judged', ran, differing };

  function argument(args: JsonObject, arg: string, id: string): Json {
    const value = getOwn(args, arg);
    return value === undefined ? raise(`${id} has no argument ${arg}.`) : value;
  }

  /** The part of the task that the oracle's call fulfils; `undefined` when the question is not answered. */
  function askSubtask(): string | undefined {
    if (!comparer.hasJudge) return undefined;
    const task = trimmed(tasks.slice(0, oracle.turn + 1).join('\n'));
    if (task === '') return '';
    const inputs = { tool_name: toolName(oracle), oracle_action_call: calls().oracle, task };
    const answer = put(undefined, { checker: 'subtask_extractor', inputs });
    return answer === undefined ? undefined : subtaskIn(answer ?? '');
  }

  function check(checker: SoftChecker): Vote {
    if (checker === 'placeholder_checker')
      return hasPlaceholder(compared.map((arg) => agentText(arg, checker)).join(' ')) ? 'no' : 'yes';
    if (checker === 'sanity_checker' && BARE_NUMBER.test(calls().agent)) return 'yes';
    if (!comparer.hasJudge || (subtask === undefined && ASKS_SUBTASK.has(checker))) return 'not-judged';
    const [yes, no] = QUESTIONS[checker].tokens;
    const inputs = Object.fromEntries(QUESTIONS[checker].inputs(allInputs()));
    const answer = put(checker, { checker, inputs, yes, no });
    return answer === undefined ? 'not-judged' : readVote(answer, yes, no);
  }

  function put(checker: SoftChecker | undefined, question: SoftQuestion): string | null | undefined {
    try {
      return comparer.ask(`${question.checker} ${pair}`, question);
    } catch (thrown) {
      return raise((thrown as JudgeError).message, checker);
    }
  }

  /** The text to check. Only the placeholder check requires a text. */
  function agentText(arg: string, checker: SoftChecker): string {
    const value = agentArgs[arg]!;
    return typeof value === 'string' ? value : raise(`${arg} of ${agent.id} is not a text.`, checker);
  }

  function allInputs(): Inputs {
    return {
      agent_action_call: calls().agent,
      oracle_action_call: calls().oracle,
      tool_name: toolName(oracle),
      user_name: user.name,
      user_address: pythonText(user.address),
      today_date: dayText(oracle.time),
      subtask: subtask ?? '',
      // Quirk of ARE: between earlier tasks it puts a slash and an n.
      tasks: `${tasks.slice(0, oracle.turn).join('/n')}\n${tasks[oracle.turn] ?? ''}`,
    };
  }
}

/** The fields of `args` with the given `names`, in the order of `args`. */
const pick = (args: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));

/** A call as text for questions. */
const described = (args: JsonObject): string =>
  trimmed(
    Object.entries(args)
      .map(([name, value]) => `${name}: ${pythonText(value)} \n`)
      .join(''),
  );

/** A date as `2024-10-15 Tuesday`, in UTC. */
const dayText = (time: OracleEvent['time']): string =>
  `${formatInstant(time).slice(0, 10)} ${weekdayOf(toSeconds(time))}`;

// Questions

type Vote = 'yes' | 'no' | 'no-vote' | 'not-judged';

/** The vote in an answer. The success token wins, even if the failure token is present, too. */
const readVote = (answer: string | null, yes: string, no: string): Vote =>
  answer?.includes(yes) === true ? 'yes' : answer?.includes(no) === true ? 'no' : 'no-vote';

interface Inputs {
  readonly agent_action_call: string;
  readonly oracle_action_call: string;
  readonly tool_name: string;
  readonly user_name: string;
  readonly user_address: string;
  readonly today_date: string;
  readonly subtask: string;
  readonly tasks: string;
}

const TRUE_FALSE = ['[[True]]', '[[False]]'] as const;
const SUCCESS_FAILURE = ['[[Success]]', '[[Failure]]'] as const;

interface QuestionForm {
  readonly tokens: readonly [yes: string, no: string];
  readonly inputs: (all: Inputs) => readonly (readonly [name: string, value: string])[];
}

const form = (
  tokens: QuestionForm['tokens'],
  names: readonly (keyof Inputs)[],
  task?: 'subtask' | 'tasks',
): QuestionForm => ({
  tokens,
  inputs: (all) => [
    ...names.map((name) => [name, all[name]] as const),
    ...(task === undefined ? [] : [['task', all[task]] as const]),
  ],
});

const BOTH_CALLS = ['agent_action_call', 'oracle_action_call'] as const;

const QUESTIONS: Readonly<Record<Exclude<SoftChecker, 'placeholder_checker'>, QuestionForm>> = {
  signature_checker: form(TRUE_FALSE, ['agent_action_call', 'user_name']),
  sanity_checker: form(TRUE_FALSE, ['agent_action_call'], 'tasks'),
  tone_checker: form(TRUE_FALSE, ['agent_action_call']),
  email_checker: form(SUCCESS_FAILURE, [...BOTH_CALLS, 'today_date']),
  message_checker: form(SUCCESS_FAILURE, [...BOTH_CALLS, 'today_date']),
  cab_checker: form(TRUE_FALSE, [...BOTH_CALLS, 'user_address']),
  event_checker: form(SUCCESS_FAILURE, [...BOTH_CALLS, 'user_address'], 'subtask'),
  user_message_checker: form(SUCCESS_FAILURE, BOTH_CALLS, 'subtask'),
  content_checker: form(
    SUCCESS_FAILURE,
    [...BOTH_CALLS, 'tool_name', 'today_date', 'user_address'],
    'subtask',
  ),
};

/** The checkers whose question includes the sub-task. */
const ASKS_SUBTASK: ReadonlySet<SoftChecker> = new Set([
  'content_checker',
  'user_message_checker',
  'event_checker',
]);

/** The checkers for which ARE asks for the sub-task. */
const NEEDS_SUBTASK: ReadonlySet<SoftChecker> = new Set([...ASKS_SUBTASK, 'sanity_checker']);

/** An answer such as `content: 12.5`, with digits of any script. */
const BARE_NUMBER = /^content: \p{Nd}+(?:\.\p{Nd}+)?$/u;

const PLACEHOLDERS = ["[user's name]", '[user name]', '[user]', '[your name]', '[my name]'] as const;
const MISSING_SIGNATURE = /best(?: regards)?,\nyour name/;

/** Whether the text contains a template placeholder that was not filled in. */
function hasPlaceholder(text: string): boolean {
  const lower = text.toLowerCase();
  return PLACEHOLDERS.some((slot) => lower.includes(slot)) || MISSING_SIGNATURE.test(lower);
}

// The sub-task extractor answers in HTML.

const TAG = /<!--[^]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const VOID_TAGS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** The trimmed text of the first element `subtask` of `html`. An unclosed element extends to the end. */
function subtaskIn(html: string): string {
  const open: string[] = [];
  /** The number of open elements before the `subtask` element. */
  let depth: number | undefined;
  let text = '';
  let at = 0;
  for (const [tag, slash, given = ''] of html.matchAll(TAG)) {
    const from = html.indexOf(tag, at);
    if (depth !== undefined) text += html.slice(at, from);
    at = from + tag.length;
    const name = given.toLowerCase();
    if (name === '') continue;
    if (slash === '/') {
      const last = open.lastIndexOf(name);
      if (last >= 0) open.length = last;
      if (depth !== undefined && open.length <= depth) return trimmed(decodeEntities(text));
    } else if (!VOID_TAGS.has(name) && !tag.endsWith('/>')) {
      if (name === 'subtask') depth ??= open.length;
      open.push(name);
    } else if (name === 'subtask' && depth === undefined) return '';
  }
  return depth === undefined ? '' : trimmed(decodeEntities(text + html.slice(at)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  deg: '°',
  middot: '·',
  times: '×',
  sect: '§',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  aacute: 'á',
  ccedil: 'ç',
  ntilde: 'ñ',
  oslash: 'ø',
  aring: 'å',
};

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return getOwn(ENTITIES, name) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
