import { isJsonObject, type Json, type JsonObject, type Score } from '../../model/index.ts';
import { chatSteps, type EarlierParts, isChatMessage } from './chat.ts';
import { endedSteps, endingIn, errorSteps, withEnding } from './endings.ts';
import {
  firstField,
  firstText,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  shown,
  textOf,
  readUsage,
} from './fields.ts';
import { over, untracked } from './tracked-fields.ts';
import { rewardScore, rewardVerdict, scoreOf, type Trajectory, withCost } from './trajectory.ts';

// Messages without a format around them: a list, an object with such a list, or a talk on each line. Sets for training have names of their
// own for the list, and give rewards.

const LISTS = [
  'messages',
  'conversations',
  'conversation',
  'contents',
  'clientHistory',
  'history',
  'input',
  'prompt',
];

const isTalk = (messages: Json | undefined): boolean => {
  const list = listOf(messages);
  return list.every(isJsonObject) && isMostly(list, isChatMessage);
};

/** Whether at least half of the items are of a kind: files have a few incomplete ones. */
const isMostly = (items: readonly Json[], isOf: (item: Json) => boolean): boolean =>
  items.length > 0 && items.filter(isOf).length * 2 >= items.length;

/** The talk in an object, without what is logged around it; `undefined` if the object has none. */
function talkIn(value: Json): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const talk = opened(value);
  const isOne =
    LISTS.some((name) => isTalk(talk[name])) || answersIn(talk).length > 0 || failureIn(talk) !== '';
  return isOne ? talk : undefined;
}

/** A talk without the requests and responses that programs log around it. */
const opened = (line: JsonObject, depth = 0): JsonObject =>
  ['request', 'response', 'body', ...(isBatchRow(line) ? ['params', 'result', 'message'] : [])]
    .map((name) => line[name] ?? null)
    .filter(isJsonObject)
    .filter(() => depth < MAX_WRAPPERS)
    .map((inner) => opened(inner, depth + 1))
    .reduce(over, line);

const MAX_WRAPPERS = 3; // requests and responses within each other

/** Whether a line is a request to a service that answers many of them together, or the answer. */
const isBatchRow = (line: JsonObject): boolean =>
  'custom_id' in line || BATCH_RESULTS.includes(textOf(line['type']));

const BATCH_RESULTS = ['succeeded', 'errored', 'canceled', 'expired'];

/** Whether `document` is a conversation, or a list of conversations. */
export const isMessages = (document: Json): boolean =>
  isTalk(document) ||
  (Array.isArray(document)
    ? isMostly(document as readonly Json[], (one) => isTalk(one) || talkIn(one) !== undefined)
    : talkIn(document) !== undefined);

/** A conversation in a file: a list of messages, or an object around one. */
interface Written {
  readonly written: Json;
  /** The object without the requests and responses around its talk; `undefined` for a list. */
  readonly talk: JsonObject | undefined;
}

const writtenTalks = (document: Json): readonly Written[] =>
  (Array.isArray(document) ? (document as readonly Json[]) : [document]).flatMap(
    (written): readonly Written[] => {
      if (isTalk(written)) return [{ written, talk: undefined }];
      const talk = talkIn(written);
      return talk === undefined ? [] : [{ written, talk }];
    },
  );

export function messagesTrajectories(
  document: Json,
  file: string,
  earlier?: EarlierParts,
): readonly Trajectory[] {
  const name = file.replace(/\.jsonl?$/i, '');
  if (isTalk(document))
    return [{ task: name, steps: chatSteps(listOf(document), 'tools', earlier), states: { tools: {} } }];
  const talks = writtenTalks(document);
  const attempts = new Map<string, number>();
  return longestEpisodes(talks).map(({ written, talk }, index): Trajectory => {
    if (talk === undefined)
      return {
        task: `${name} ${index + 1}`,
        steps: chatSteps(listOf(written)),
        states: { tools: {} },
        parts: [written],
      };
    const { model, agent, reward, run_id: run, error } = talk;
    const given = numberOf(reward);
    const system = firstField(talk, 'system', 'instructions', 'systemInstruction', 'system_instruction');
    const own = firstText(talk, 'task', 'instance_id', 'task_id', 'custom_id', 'id', 'example_id');
    const id = own || shownNumber(firstField(talk, 'example_id', 'id', 'task_id'));
    const steps = chatSteps([...messagesIn(talk), ...answersIn(talk)]);
    const isCounted = steps.some((step) => step.kind === 'log' && step.tokens !== undefined);
    const tokens = readUsage(firstField(talk, 'token_usage', 'usage', 'usageMetadata'));
    // Rows with the same example are attempts at it.
    const attempt = (attempts.get(id) ?? 0) + 1;
    if (id !== '') attempts.set(id, attempt);
    return {
      task: id || (talks.length === 1 ? name : `${name} ${index + 1}`),
      steps: [
        ...chatSteps(system === undefined ? [] : [{ role: 'system', content: partsIn(system) }]),
        ...withEnding(steps, endingIn(talk)),
        ...(isCounted ? [] : withCost([], { tokens }, 'All answers of the model together.')),
        ...endedSteps('stop_condition', talk['stop_condition']),
        ...errorSteps('error', textOf(error) || failureIn(talk)),
      ],
      states: { tools: {} },
      tags: [agent, model, run].map(textOf).filter((tag) => tag !== ''),
      verdict: given === undefined ? undefined : rewardVerdict('The verifier', given),
      parts: [written],
      attempt: {
        agent: textOf(agent) || undefined,
        model: textOf(model) || undefined,
        attempt: id === '' || !('example_id' in talk) ? undefined : attempt,
        scores: scoresIn(talk),
      },
    };
  });
}

/** Why a request of a batch has no answer; empty if it has one. */
function failureIn(talk: JsonObject): string {
  if (!('custom_id' in talk)) return '';
  const { error, type } = talk;
  if (isJsonObject(error ?? null)) return firstText(objectOf(error), 'message') || shown(error);
  return type === 'canceled' || type === 'expired' ? `The request: ${type}` : '';
}

/** The list of parts around which Google's service writes an object. */
const partsIn = (content: Json): Json => objectOf(content)['parts'] ?? content;

/** What the model answered, if it stands beside what it read: the first of several answers. */
function answersIn(talk: JsonObject): readonly Json[] {
  const { choices, candidates, output, completion } = talk;
  const [choice = {}] = objectsOf(choices);
  if (isChatMessage(choice['message'] ?? null)) return [over(choice, objectOf(choice['message']))];
  const [candidate = {}] = objectsOf(candidates);
  if (isChatMessage(candidate['content'] ?? null)) return [over(candidate, objectOf(candidate['content']))];
  if (isTalk(output)) return listOf(output);
  if (isTalk(completion)) return listOf(completion);
  if (typeof completion === 'string' && 'prompt' in talk) return [{ role: 'assistant', content: completion }];
  return 'stop_reason' in talk && isChatMessage(talk) ? [over(talk, { stop_reason: null })] : [];
}

/** The reward, and other measurements of verifiers. */
function scoresIn({ reward, metrics }: JsonObject): readonly Score[] {
  const given = numberOf(reward);
  return [
    ...(given === undefined ? [] : [rewardScore('reward', given)]),
    ...Object.entries(objectOf(untracked(metrics ?? null))).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'boolean'
        ? [scoreOf(name, objectOf(metrics)[name]!)]
        : [],
    ),
  ];
}

const shownNumber = (value: Json | undefined): string => (typeof value === 'number' ? shown(value) : '');

/** The messages that the model read, or a text in their place. */
function messagesIn(talk: JsonObject): readonly Json[] {
  const list = LISTS.find((name) => isTalk(talk[name]));
  if (list !== undefined) return listOf(talk[list]);
  const text = firstText(talk, 'prompt', 'input');
  return text === '' ? [] : [{ role: 'user', content: text }];
}

/** The conversations without partial ones: of the episodes of one run, the longest, which contains all others, is kept. */
function longestEpisodes(talks: readonly Written[]): readonly Written[] {
  const longest = new Map<string, Written>();
  const lengthOf = ({ talk = {} }: Written): number => messagesIn(untracked(talk) as JsonObject).length;
  talks.forEach((one, index) => {
    const { episode, run_id: run, trial_name: trial, task } = untracked(one.talk ?? {}) as JsonObject;
    const key =
      typeof episode === 'string'
        ? JSON.stringify([run ?? null, trial ?? null, task ?? null])
        : `alone ${index}`;
    const other = longest.get(key);
    if (other === undefined || lengthOf(one) >= lengthOf(other)) longest.set(key, one);
  });
  return [...longest.values()];
}
