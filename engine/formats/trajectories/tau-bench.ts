import {
  isJsonObject,
  type Json,
  type JsonObject,
  plural,
  type Score,
  type Verdict,
} from '../../model/index.ts';
import { chatSteps } from './chat.ts';
import { endedSteps, errorSteps } from './endings.ts';
import {
  listOf,
  parseMilliseconds,
  numberOf,
  objectOf,
  objectsOf,
  shown,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import { over, untracked, whole } from './tracked-fields.ts';
import {
  type AttemptFacts,
  ERROR_IN_OUTPUT,
  type TrajectoryCall,
  rewardScore,
  rewardVerdict,
  scoreOf,
  type Step,
  type ToolCheck,
  toolVerdict,
  type Trajectory,
} from './trajectory.ts';

/**
 * Whether `document` has results of tau-bench (a list), of tau2-bench (an object with tasks and simulations), or one simulation
 * of a folder.
 */
export const isTauBench = (document: Json): boolean =>
  Array.isArray(document)
    ? document.length > 0 && document.every((item: Json) => isJsonObject(item) && Array.isArray(item['traj']))
    : isSimulation(document) ||
      (isJsonObject(document) &&
        Array.isArray(document['tasks']) &&
        (Array.isArray(document['simulations']) || isFolderHead(document)));

const isSimulation = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  'task_id' in document &&
  'termination_reason' in document &&
  ('messages' in document || 'ticks' in document);

/** Whether `document` is the file with the tasks of a folder. Newer versions write each simulation to a file of its own. */
const isFolderHead = (document: JsonObject): boolean =>
  !('simulations' in document) && isJsonObject(objectOf(document['info'])['environment_info'] ?? null);

/** Why `document` has no attempt, if it is the file of tasks of a folder; `undefined` for any other. */
export const whereSimulationsAre = (document: Json): string | undefined =>
  isJsonObject(document) && isTauBench(document) && isFolderHead(document) && !isSimulation(document)
    ? 'A file in the format of tau-bench, but without any attempt: the attempts are in the folder simulations beside it. Import its files.'
    : undefined;

/** A trajectory for each attempt. */
export function tauBenchTrajectories(document: Json, file: string): readonly Trajectory[] {
  if (Array.isArray(document)) {
    const results = objectsOf(document);
    const set = {
      name: file.replace(/\.json$/i, ''),
      benchmark: 'tau-bench',
      tasks: [...new Set(results.map((result) => shownId(result['task_id'])))],
      scorers: ['reward'],
      details: {},
    };
    return results.map((result) => oldResult(result, set));
  }
  return newResults(isSimulation(document) ? { simulations: [document] } : objectOf(document));
}

/** The app of the tools, present even if no tool was called, so that all runs of a file have the same apps. */
const TOOLS = { tools: {} };

function oldResult(result: JsonObject, set: AttemptFacts['set']): Trajectory {
  const info = objectOf(result['info']);
  const { instruction, actions } = objectOf(info['task']);
  return {
    task: `task ${shown(result['task_id'])}`,
    steps: [...instructionSteps(instruction), ...toolErrors(chatSteps(listOf(result['traj'])))],
    states: TOOLS,
    tags: [`trial ${shown(result['trial'] ?? 0)}`],
    verdict: verdictOf(result['reward'], objectOf(objectOf(info['reward_info'])['info'])),
    notes: [],
    parts: [result],
    attempt: {
      task: shownId(result['task_id']),
      attempt: 1 + (numberOf(result['trial']) ?? 0),
      expected: callsText(actions),
      scores: rewardScores(result['reward'], {}),
      set,
    },
  };
}

/** `steps` with failed calls marked. In tau-bench, the result of a failed call begins with "Error". */
const toolErrors = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step) => {
    if (step.kind !== 'call' || step.outcome.status !== 'done') return step;
    const { value } = step.outcome;
    return typeof value === 'string' && /^Error\b/.test(value)
      ? { ...step, outcome: { status: 'failed', error: { type: ERROR_IN_OUTPUT, message: value } } }
      : step;
  });

function newResults(document: JsonObject): readonly Trajectory[] {
  const info = objectOf(document['info']);
  const domain = textOf(objectOf(info['environment_info'])['domain_name']);
  const model = textOf(objectOf(info['agent_info'])['llm']);
  const tasks = new Map(objectsOf(document['tasks']).map((task) => [shownId(task['id']), task]));
  const agent = textOf(objectOf(info['agent_info'])['implementation']);
  const named = Array.isArray(document['task_ids'])
    ? listOf(document['task_ids']).map(shown)
    : [...tasks.keys()];
  const set = 'info' in document ? setIn(document, named, domain, model) : undefined;
  return objectsOf(document['simulations']).map((simulation): Trajectory => {
    const id = shownId(simulation['task_id']);
    const task = tasks.get(id) ?? {};
    const reward = objectOf(simulation['reward_info']);
    const {
      trial,
      messages,
      ticks,
      termination_reason: ending,
      agent_cost: cost,
      user_cost: userCost,
    } = simulation;
    const seed = numberOf(simulation['seed']) ?? -1;
    const talk = Array.isArray(messages)
      ? chatSteps(listOf(messages).flatMap(toolMessagesIn))
      : spokenSteps(listOf(ticks));
    const whole = talk.some((step) => step.kind === 'log' && step.tokens !== undefined)
      ? []
      : usageSteps(simulation['agent_usage'], cost);
    return {
      task: `${domain} task ${id}`.trim(),
      seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined,
      steps: [
        ...policySteps(simulation['policy'] ?? objectOf(info['environment_info'])['policy']),
        ...instructionSteps(objectOf(task['user_scenario'])['instructions']),
        ...toolErrors(talk),
        ...whole,
        ...(/_error$/.test(textOf(ending))
          ? errorSteps('termination_reason', `The attempt ended with ${textOf(ending)}.`)
          : endedSteps('termination_reason', ending)),
        ...checkSteps(reward),
      ],
      states: TOOLS,
      tags: [`trial ${shown(trial ?? 0)}`, ...(model === '' ? [] : [model])],
      verdict: verdictOf(reward['reward'], objectOf(reward['reward_breakdown']), checksOf(reward), ending),
      notes: [
        ...(typeof ending === 'string' ? [`It ended with ${ending}.`] : []),
        ...costNote(cost, userCost),
        ...(Array.isArray(messages) || Array.isArray(ticks) ? [] : ['It has no messages.']),
      ],
      parts: [simulation],
      attempt: {
        task: id,
        attempt: 1 + (numberOf(trial) ?? 0),
        model: model || undefined,
        agent: agent || undefined,
        cost: numberOf(cost),
        duration: numberOf(simulation['duration']),
        expected: callsText(objectOf(task['evaluation_criteria'])['actions']),
        scores: rewardScores(reward['reward'], objectOf(reward['reward_breakdown'])),
        set,
      },
    };
  });
}

/** A message, or those of several results that are written as one. */
const toolMessagesIn = (message: Json): readonly Json[] => {
  const several = objectOf(message)['tool_messages'];
  return Array.isArray(several) ? (several as readonly Json[]) : [message];
};

/** The data of all simulations together. */
function setIn(
  document: JsonObject,
  tasks: readonly string[],
  domain: string,
  model: string,
): NonNullable<AttemptFacts['set']> {
  const { timestamp } = document;
  const { git_commit: commit, num_trials: trials, max_steps: steps, seed } = objectOf(document['info']);
  return {
    id: JSON.stringify([timestamp ?? null, commit ?? null, domain, model, seed ?? null]),
    name: [domain, model].filter((word) => word !== '').join(', ') || 'tau2-bench',
    benchmark: `tau2-bench ${domain}`.trim(),
    model: model || undefined,
    created: parseMilliseconds(timestamp),
    tasks,
    scorers: ['reward'],
    details: whole({
      git_commit: commit ?? null,
      num_trials: trials ?? null,
      max_steps: steps ?? null,
      seed: seed ?? null,
    }),
  };
}

/** The scores: the reward and its components. */
const rewardScores = (reward: Json | undefined, parts: JsonObject): readonly Score[] => {
  const given = numberOf(reward);
  if (given === undefined) return [];
  return [
    rewardScore('reward', given),
    ...Object.entries(objectOf(untracked(parts))).flatMap(([part, value]) =>
      typeof value === 'number' ? [scoreOf(part, value)] : [],
    ),
  ];
};

/** An id as text. Some files have numbers. */
const shownId = (id: Json | undefined): string => shown(id ?? null);

function usageSteps(usage: Json | undefined, cost: Json | undefined): readonly Step[] {
  const tokens = { ...readUsage(usage), ...readUsage({ cost: cost ?? null }) };
  return Object.keys(tokens).length === 0
    ? []
    : [{ kind: 'log', type: 'log', text: 'All answers of the model together.', tokens }];
}

function costNote(agent: Json | undefined, user: Json | undefined): readonly string[] {
  const costs = [
    ...(numberOf(agent) ? [`the agent ${shown(agent)}`] : []),
    ...(numberOf(user) ? [`the simulated user ${shown(user)}`] : []),
  ];
  return costs.length === 0 ? [] : [`Dollars that the models cost: ${costs.join(', ')}.`];
}

/** The agent's policy, which was in its system prompt and is in no message. */
const policySteps = (policy: Json | undefined): readonly Step[] =>
  textOf(policy) === '' ? [] : [{ kind: 'log', type: 'system_prompt', text: textOf(policy) }];

/** The instructions of the simulated user, which the agent did not see. */
const instructionSteps = (instructions: Json | undefined): readonly Step[] =>
  instructions === undefined || instructions === null
    ? []
    : [{ kind: 'log', type: 'log', text: `The simulated user was told: ${shown(instructions)}` }];

/** The calls that a task needs, one a line. */
function callsText(actions: Json | undefined): string | undefined {
  const calls = objectsOf(actions).map(
    ({ name, kwargs, arguments: args }) => `${shown(name)}(${shown(kwargs ?? args ?? {})})`,
  );
  return calls.length === 0 ? undefined : calls.join('\n');
}

/** The speakers in one tick of a spoken conversation. */
const SPEAKERS = ['user', 'agent'] as const;

/** A sequence of ticks in which somebody speaks without a pause. */
interface Utterance {
  readonly key: string;
  readonly first: number;
  last: number;
  readonly texts: string[];
  readonly time: Step['time'];
}

/** The steps of a spoken conversation, which is recorded tick by tick: an utterance is a message at the time it begins. */
function spokenSteps(ticks: readonly Json[]): readonly Step[] {
  const said: { readonly tick: number; readonly steps: () => readonly Step[] }[] = [];
  const speaking = new Map<string, Utterance>();
  const results = objectsOf(ticks).flatMap((tick) =>
    SPEAKERS.flatMap((who) => objectsOf(tick[`${who}_tool_results`])),
  );
  const actions = new Map<string, string>();
  objectsOf(ticks).forEach((tick, index) => {
    const time = parseTime(tick['timestamp']);
    for (const who of SPEAKERS) {
      const chunk = objectOf(tick[`${who}_chunk`]);
      const calls = objectsOf(tick[`${who}_tool_calls`] ?? chunk['tool_calls']);
      const text = textOf(chunk['content']);
      const action = textOf(objectOf(chunk['turn_taking_action'])['action']);
      const other = speaking.get(who === 'user' ? 'agent' : 'user');
      // Where texts were taken out of a file, it still has who spoke when.
      if (text !== '' || chunk['contains_speech'] === true) {
        const key = shown(chunk['utterance_ids'] ?? null);
        const current = speaking.get(who);
        if (current !== undefined && current.last >= index - 1 && current.key === key) {
          current.last = index;
          current.texts.push(text);
        } else {
          const utterance: Utterance = { key, first: index, last: index, texts: [text], time };
          speaking.set(who, utterance);
          const overlaps = other !== undefined && other.last >= index - 1;
          said.push({ tick: index, steps: () => utteranceSteps(who, utterance, overlaps) });
        }
      }
      if (action !== '' && action !== 'wait' && actions.get(who) !== action)
        said.push({
          tick: index,
          steps: () => [{ kind: 'log', type: 'log', text: `The ${who}: ${action}`, time }],
        });
      actions.set(who, action);
      if (calls.length > 0) said.push({ tick: index, steps: () => calledSteps(who, calls, results, time) });
    }
  });
  return said.flatMap(({ steps }) => steps());
}

function utteranceSteps(
  from: 'user' | 'agent',
  { texts, first, last, time }: Utterance,
  overlaps: boolean,
): readonly Step[] {
  const ticks = plural(last - first + 1, 'tick');
  const text = texts.join('') || `[speech of ${ticks}, whose words are not in the file]`;
  const spoken: Step = { kind: 'message', from, text, time };
  return overlaps
    ? [
        {
          kind: 'log',
          type: 'log',
          text: `The ${from} begins to speak while the ${from === 'user' ? 'agent' : 'user'} still speaks.`,
          time,
        },
        spoken,
      ]
    : [spoken];
}

function calledSteps(
  by: TrajectoryCall['by'],
  calls: readonly JsonObject[],
  results: readonly JsonObject[],
  time: Step['time'],
): readonly Step[] {
  const ids = new Set(calls.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
  const own = results
    .filter(({ id = null }) => ids.has(id as string))
    .map((result) => over(result, { role: 'tool' }));
  return chatSteps([{ role: by === 'user' ? 'user' : 'assistant', tool_calls: calls }, ...own]).map(
    (step) => ({ ...step, time }),
  );
}

/** The checks of the benchmark: the expected calls, the information for the user, and the state of the world. */
const checksOf = (reward: JsonObject): readonly ToolCheck[] => [
  ...objectsOf(reward['action_checks']).map(({ action, action_match: met }): ToolCheck => [
    `calls ${shown(objectOf(action)['name'])}`,
    met === true,
  ]),
  ...objectsOf(reward['env_assertions']).map(({ env_assertion: assertion, met }): ToolCheck => {
    const { func_name: name } = objectOf(assertion);
    return [shown(name), met === true];
  }),
  ...objectsOf(reward['nl_assertions']).map(({ nl_assertion: assertion, met }): ToolCheck => [
    shown(assertion),
    met === true,
  ]),
  ...(typeof objectOf(reward['db_check'])['db_match'] === 'boolean'
    ? [['the database is as expected', objectOf(reward['db_check'])['db_match'] === true] as const]
    : []),
  ...objectsOf(reward['communicate_checks']).map(({ info, met }): ToolCheck => [
    `tells ${shown(info)}`,
    met === true,
  ]),
];

/** The benchmark's comments on its checks. */
const checkSteps = (reward: JsonObject): readonly Step[] => [
  ...objectsOf(reward['env_assertions']).flatMap(({ env_assertion: assertion, met }) => {
    const { func_name: name, arguments: args, ...more } = objectOf(assertion);
    return args === undefined
      ? []
      : checkStep([name, args, ...(Object.keys(more).length === 0 ? [] : [more])].map(shown).join(' '), met);
  }),
  ...['nl_assertions', 'communicate_checks'].flatMap((list) =>
    objectsOf(reward[list]).flatMap(({ nl_assertion: assertion, info, met, justification }) =>
      textOf(justification) === ''
        ? []
        : checkStep(`${shown(assertion ?? info ?? null)} (${textOf(justification)})`, met),
    ),
  ),
];

const checkStep = (text: string, met: Json | undefined): readonly Step[] => [
  { kind: 'log', type: 'score', text: `${met === true ? 'Met' : 'Missed'}: ${text}` },
];

/** Endings that do not count against the agent. */
const NOT_JUDGED = ['infrastructure_error'];

/** The verdict of the reward; without a reward, the attempt is not judged. */
function verdictOf(
  given: Json | undefined,
  parts: JsonObject,
  checks: readonly ToolCheck[] = [],
  ending?: Json,
): Verdict {
  const reward = numberOf(given);
  if (reward === undefined) return toolVerdict('not-judged', 'The benchmark gave no reward.', checks);
  const plain = objectOf(untracked(parts));
  const details = Object.keys(parts)
    .filter((part) => typeof plain[part] === 'number')
    .map((part) => `${part} ${shown(parts[part])}`);
  const because = details.length === 0 ? '' : ` (${details.join(', ')})`;
  if (NOT_JUDGED.includes(textOf(ending)))
    return toolVerdict(
      'not-judged',
      `The benchmark gave a reward of ${reward}${because}. It ended with ${textOf(ending)}.`,
      checks,
    );
  return rewardVerdict('The benchmark', reward, because, checks);
}
