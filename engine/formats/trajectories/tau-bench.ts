import { isJsonObject, type Json, type JsonObject, type Verdict } from '../../model/index.ts';
import { chatSteps } from './chat.ts';
import { listOf, numberOf, objectOf, objectsOf, shown, textOf } from './fields.ts';
import { type Step, type ToolCheck, toolVerdict, type Trajectory } from './trajectory.ts';

/**
 * Whether `document` has results of tau-bench, as a list, or of tau2-bench, as an object with tasks and simulations, or as one simulation
 * of those that lie in a folder.
 */
export const isTauBench = (document: Json): boolean =>
  Array.isArray(document)
    ? document.length > 0 && document.every((item: Json) => isJsonObject(item) && Array.isArray(item['traj']))
    : isSimulation(document) ||
      (isJsonObject(document) && Array.isArray(document['simulations']) && Array.isArray(document['tasks']));

const isSimulation = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  'task_id' in document &&
  'termination_reason' in document &&
  ('messages' in document || 'ticks' in document);

/** A trajectory for each attempt. */
export function tauBenchTrajectories(document: Json): readonly Trajectory[] {
  if (Array.isArray(document)) return objectsOf(document).map(oldResult);
  return newResults(isSimulation(document) ? { simulations: [document] } : objectOf(document));
}

/** Also where nothing was called, so that all runs of a file have the same apps. */
const TOOLS = { tools: {} };

function oldResult(result: JsonObject): Trajectory {
  const info = objectOf(result['info']);
  const { instruction, actions } = objectOf(info['task']);
  return {
    task: `task ${shown(result['task_id'])}`,
    steps: [...instructionSteps(instruction), ...chatSteps(listOf(result['traj']))],
    states: TOOLS,
    tags: [`trial ${shown(result['trial'] ?? 0)}`],
    verdict: verdictOf(result['reward'], objectOf(objectOf(info['reward_info'])['info'])),
    notes: expectedNote(actions),
  };
}

function newResults(document: JsonObject): readonly Trajectory[] {
  const info = objectOf(document['info']);
  const domain = textOf(objectOf(info['environment_info'])['domain_name']);
  const model = textOf(objectOf(info['agent_info'])['llm']);
  const tasks = new Map(objectsOf(document['tasks']).map((task) => [shown(task['id']), task]));
  return objectsOf(document['simulations']).map((simulation): Trajectory => {
    const id = shown(simulation['task_id']);
    const task = tasks.get(id) ?? {};
    const reward = objectOf(simulation['reward_info']);
    const { trial, messages, termination_reason: ending } = simulation;
    const seed = numberOf(simulation['seed']) ?? -1;
    return {
      task: `${domain} task ${id}`.trim(),
      seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined,
      steps: [
        ...instructionSteps(objectOf(task['user_scenario'])['instructions']),
        ...chatSteps(listOf(messages)),
      ],
      states: TOOLS,
      tags: [`trial ${shown(trial ?? 0)}`, ...(model === '' ? [] : [model])],
      verdict: verdictOf(reward['reward'], objectOf(reward['reward_breakdown']), checksOf(reward)),
      notes: [
        ...(typeof ending === 'string' ? [`It ended with ${ending}.`] : []),
        ...(Array.isArray(messages) ? [] : ['It has no messages: spoken conversations are not shown.']),
        ...expectedNote(objectOf(task['evaluation_criteria'])['actions']),
      ],
    };
  });
}

/** What the simulated user was told, which the agent did not see. */
const instructionSteps = (instructions: Json | undefined): readonly Step[] =>
  instructions === undefined || instructions === null
    ? []
    : [{ kind: 'log', type: 'log', text: `The simulated user was told: ${shown(instructions)}` }];

function expectedNote(actions: Json | undefined): readonly string[] {
  const calls = objectsOf(actions).map(
    ({ name, kwargs, arguments: args }) => `${shown(name)}(${shown(kwargs ?? args ?? {})})`,
  );
  return calls.length === 0 ? [] : [`The benchmark expected: ${calls.join(', ')}.`];
}

/** The checks that the benchmark made: the calls it expected, and what the agent had to tell the user. */
const checksOf = (reward: JsonObject): readonly ToolCheck[] => [
  ...objectsOf(reward['action_checks']).map(({ action, action_match }): ToolCheck => [
    `calls ${shown(objectOf(action)['name'])}`,
    action_match === true,
  ]),
  ...objectsOf(reward['communicate_checks']).map(({ info, met }): ToolCheck => [
    `tells ${shown(info)}`,
    met === true,
  ]),
];

/** A reward of 1 is a pass, anything less a failure; without a reward nothing was judged. */
function verdictOf(given: Json | undefined, parts: JsonObject, checks: readonly ToolCheck[] = []): Verdict {
  const reward = numberOf(given);
  if (reward === undefined) return toolVerdict('not-judged', 'The benchmark gave no reward.', checks);
  const details = Object.entries(parts)
    .filter(([, value]) => typeof value === 'number')
    .map(([part, value]) => `${part} ${shown(value)}`);
  const because = details.length === 0 ? '' : ` (${details.join(', ')})`;
  const sentence = `The benchmark gave a reward of ${reward}${because}.`;
  return toolVerdict(reward >= 1 ? 'passed' : 'failed', sentence, checks);
}
