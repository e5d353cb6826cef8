import { isJsonObject, type Json, type JsonObject, type Score, type Verdict } from '../../model/index.ts';
import { chatSteps } from './chat.ts';
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
import { unfollowed } from './followed.ts';
import { scoreOf, toolVerdict, type Trajectory, withCost } from './trajectory.ts';

// Messages without a format around them: a list, an object with such a list, or a talk on each line. Sets for training have names of their
// own for the list, and give rewards.

const LISTS = ['messages', 'conversations', 'conversation'];

const isMessage = (message: Json): boolean =>
  isJsonObject(message) &&
  (typeof message['role'] === 'string'
    ? 'content' in message || 'tool_calls' in message || 'parts' in message
    : (typeof message['from'] === 'string' && 'value' in message) ||
      ((message['type'] === 'function_call' || message['type'] === 'function_call_output') &&
        'call_id' in message));

const isTalk = (messages: Json | undefined): boolean => {
  const list = listOf(messages);
  return (
    list.length > 0 &&
    list.every((message) => isMessage(message) || objectOf(message)['type'] === 'reasoning')
  );
};

const isTalkObject = (value: Json): value is JsonObject =>
  isJsonObject(value) &&
  (LISTS.some((name) => isTalk(value[name])) || (isTalk(value['prompt']) && isTalk(value['completion'])));

/** Whether `document` is a conversation, or a list of conversations. */
export const isMessages = (document: Json): boolean =>
  isTalk(document) ||
  (Array.isArray(document)
    ? document.length > 0 && document.every((one: Json) => isTalk(one) || isTalkObject(one))
    : isTalkObject(document));

export function messagesTrajectories(document: Json, file: string): readonly Trajectory[] {
  const name = file.replace(/\.jsonl?$/i, '');
  if (listOf(document).some(isMessage))
    return [{ task: name, steps: chatSteps(listOf(document)), states: { tools: {} } }];
  const talks = Array.isArray(document) ? (document as readonly Json[]) : [document];
  const attempts = new Map<string, number>();
  return longestEpisodes(talks).map((talk, index): Trajectory => {
    if (!isJsonObject(talk))
      return {
        task: `${name} ${index + 1}`,
        steps: chatSteps(listOf(talk)),
        states: { tools: {} },
        parts: [talk],
      };
    const { system, model, agent, reward, run_id: run, error } = talk;
    const own = firstText(talk, 'task', 'instance_id', 'task_id', 'id', 'example_id');
    const id = own || shownNumber(firstField(talk, 'example_id', 'id', 'task_id'));
    const steps = chatSteps([...messagesIn(talk), ...answersIn(talk)]);
    const isCounted = steps.some((step) => step.kind === 'log' && step.tokens !== undefined);
    const tokens = readUsage(talk['token_usage'] ?? talk['usage']);
    // Rows with the same example are attempts at it.
    const attempt = (attempts.get(id) ?? 0) + 1;
    if (id !== '') attempts.set(id, attempt);
    return {
      task: id || (talks.length === 1 ? name : `${name} ${index + 1}`),
      steps: [
        ...chatSteps(system === undefined ? [] : [{ role: 'system', content: system }]),
        ...withEnding(steps, endingIn(talk)),
        ...(isCounted ? [] : withCost([], { tokens }, 'All answers of the model together.')),
        ...endedSteps('stop_condition', talk['stop_condition']),
        ...errorSteps('error', textOf(error)),
      ],
      states: { tools: {} },
      tags: [agent, model, run].map(textOf).filter((tag) => tag !== ''),
      verdict: verdictOf(reward),
      parts: [talk],
      attempt: {
        agent: textOf(agent) || undefined,
        model: textOf(model) || undefined,
        attempt: id === '' || !('example_id' in talk) ? undefined : attempt,
        scores: scoresIn(talk),
      },
    };
  });
}

/** The model's answers stored beside the messages. */
const answersIn = ({ choices }: JsonObject): readonly JsonObject[] =>
  objectsOf(choices)
    .slice(0, 1)
    .map((choice) => objectOf(choice['message']));

/** The reward, and other measurements of verifiers. */
function scoresIn({ reward, metrics }: JsonObject): readonly Score[] {
  const given = numberOf(reward);
  return [
    ...(given === undefined
      ? []
      : [scoreOf('reward', given, { passed: given === 1 ? true : given === 0 ? false : undefined })]),
    ...Object.entries(objectOf(unfollowed(metrics ?? null))).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'boolean'
        ? [scoreOf(name, objectOf(metrics)[name]!)]
        : [],
    ),
  ];
}

const shownNumber = (value: Json | undefined): string => (typeof value === 'number' ? shown(value) : '');

function messagesIn(talk: JsonObject): readonly Json[] {
  const list = LISTS.find((name) => isTalk(talk[name]));
  return list === undefined ? [...listOf(talk['prompt']), ...listOf(talk['completion'])] : listOf(talk[list]);
}

/** The conversations without partial ones: of the episodes of one run, the longest, which contains all others, is kept. */
function longestEpisodes(talks: readonly Json[]): readonly Json[] {
  const longest = new Map<string, Json>();
  talks.forEach((talk, index) => {
    const { episode, run_id: run, trial_name: trial, task } = objectOf(talk);
    const key =
      typeof episode === 'string'
        ? JSON.stringify([run ?? null, trial ?? null, task ?? null])
        : `alone ${index}`;
    const other = longest.get(key);
    if (other === undefined || messagesIn(objectOf(talk)).length >= messagesIn(objectOf(other)).length)
      longest.set(key, talk);
  });
  return [...longest.values()];
}

/** The verdict: a reward of 1 is a pass and 0 is a failure; other rewards are neither. */
function verdictOf(given: Json | undefined): Verdict | undefined {
  const reward = numberOf(given);
  if (reward === undefined) return undefined;
  const outcome = reward === 1 ? 'passed' : reward === 0 ? 'failed' : 'not-judged';
  return toolVerdict(outcome, `The reward is ${reward}.`, []);
}
