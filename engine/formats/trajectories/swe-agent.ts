import {
  instant,
  isJsonObject,
  isSameJson,
  NO_CLOCK,
  type Json,
  type JsonObject,
  type SimTime,
} from '../../model/index.ts';
import { chatSteps, EarlierParts, thought } from './chat.ts';
import { endedSteps } from './endings.ts';
import {
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseIfJson,
  shown,
  textOf,
  readTokens,
  readUsage,
} from './fields.ts';
import {
  asTold,
  ERROR_IN_OUTPUT,
  type TrajectoryCall,
  type Step,
  type Trajectory,
  withCost,
} from './trajectory.ts';

/** Whether `document` is a `.traj` file of SWE-agent: steps, or only the messages of the model. */
export const isSweAgent = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  ('trajectory' in document
    ? objectsOf(document['trajectory']).some((step) => 'action' in step && 'observation' in step) ||
      isWithoutSteps(document)
    : objectsOf(document['history']).some((message) => 'role' in message && 'content' in message));

/** Whether the attempt ended before its first step. */
const isWithoutSteps = ({ trajectory, info }: JsonObject): boolean =>
  Array.isArray(trajectory) && trajectory.length === 0 && 'exit_status' in objectOf(info);

/** The trajectory of one attempt: each action is a call of the shell, whose state is the state that the file records. */
export const sweAgentTrajectories = (
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] => [trajectoryOf(objectOf(document), file, earlier.state(Shell))];

/** The shell after the steps so far. */
class Shell {
  /** Seconds. */
  elapsed = 0;
  state: JsonObject = {};
}

function trajectoryOf(document: JsonObject, file: string, shell: Shell): Trajectory {
  const history = listOf(document['history']);
  const config = objectOf(parseIfJson(document['replay_config']));
  const model = textOf(objectOf(objectOf(config['agent'])['model'])['name']);
  const steps = objectsOf(document['trajectory']);
  const info = objectOf(document['info']);
  const isTimed = steps.some((step) => typeof step['execution_time'] === 'number');
  return {
    task: textOf(objectOf(config['problem_statement'])['id']) || file.replace(/\.(traj|json)$/i, ''),
    steps:
      'trajectory' in document
        ? [...attemptOf(steps, isTimed, history, shell), ...endSteps(info)]
        : [...talkSteps(history), ...endSteps(info)],
    states: { shell: {} },
    tags: model === '' ? [] : [model],
    notes: [...(isTimed ? [NO_CLOCK_NOTE] : []), ...endNotes(info)],
    attempt: {
      agent: 'SWE-agent',
      model: model || undefined,
      cost: numberOf(objectOf(info['model_stats'])['instance_cost']),
    },
  };
}

/**
 * The steps of an attempt. The file has no clock, but most versions record how long each command took: times are sums of these
 * durations.
 */
function attemptOf(
  steps: readonly JsonObject[],
  isTimed: boolean,
  history: readonly Json[],
  shell: Shell,
): readonly Step[] {
  const time = isTimed ? NO_CLOCK : undefined;
  return [...openingOf(history).map((step) => ({ ...step, time })), ...shellSteps(steps, isTimed, shell)];
}

const NO_CLOCK_NOTE = 'The file has no clock: its steps are as far apart as the commands took.';

/** The prompts and the task, which the model read before its first answer. */
function openingOf(history: readonly Json[]): readonly Step[] {
  const answer = history.findIndex((message) => isJsonObject(message) && isOwnAnswer(message));
  return talkSteps(answer === -1 ? history : history.slice(0, answer));
}

/** Whether a message is of a demonstration, which shows the model how another task was solved. */
const isDemonstration = (message: Json): boolean => isJsonObject(message) && message['is_demo'] === true;

const isOwnAnswer = (message: JsonObject): boolean =>
  message['role'] === 'assistant' && !isDemonstration(message);

/** What was said and done. Demonstrations come before, as logs. */
const talkSteps = (history: readonly Json[]): readonly Step[] => [
  ...chatSteps(history.filter(isDemonstration), 'shell').map((step) => asTold(step, 'Demonstration')),
  ...chatSteps(
    history.filter((message) => !isDemonstration(message)),
    'shell',
  ),
];

function shellSteps(steps: readonly JsonObject[], isTimed: boolean, shell: Shell): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    const time = isTimed ? timeAfter(shell.elapsed) : undefined;
    shell.elapsed += Math.max(0, numberOf(step['execution_time']) ?? 0);
    const given = parseIfJson(step['state']);
    const state = objectOf(given);
    const other: readonly Step[] =
      typeof given === 'string' && given !== ''
        ? [{ kind: 'log', type: 'log', text: `State: ${given}`, time }]
        : [];
    const sets = Object.entries(state).filter(([key, value]) => !isSameJson(shell.state[key] ?? null, value));
    shell.state = { ...shell.state, ...state };
    const thinks = thought(textOf(step['thought']) || textOf(step['response']), time);
    const command = textOf(step['action']);
    const observation = textOf(step['observation']);
    if (command.trim() === '')
      return observation === ''
        ? [...thinks, ...other]
        : [...thinks, { kind: 'log', type: 'log', text: observation, time }, ...other];
    return [
      ...thinks,
      {
        kind: 'call',
        by: 'agent',
        app: 'shell',
        tool: 'bash',
        args: { command },
        outcome: commandOutcome(observation),
        sets: Object.fromEntries(sets),
        time,
        elapsed: numberOf(step['execution_time']),
      },
      ...other,
    ];
  });
}

/** Matches the messages with which SWE-agent's tools report that a command was not carried out. */
const REFUSALS =
  /^(?:Your proposed edit has introduced new syntax error|Your edit was not applied|(?:EXECUTION|COMMAND) TIMED OUT|COMMAND FAILED TO EXECUTE|The command .{0,200}was cancelled because it took more than|The path .{0,200} does not exist\. Please provide a valid path|No (?:replacement|edits) (?:was|were) performed|bash: line \d+: syntax error|.{0,200}: command not found)/;

const commandOutcome = (observation: string): TrajectoryCall['outcome'] =>
  REFUSALS.test(observation.trimStart())
    ? { status: 'failed', error: { type: ERROR_IN_OUTPUT, message: observation } }
    : { status: 'done', value: observation };

/** The cost of the attempt, and the limit that ended it. */
const endSteps = (info: JsonObject): readonly Step[] => [
  ...costSteps(info),
  ...endedSteps('exit_status', info['exit_status']),
];

/** The total cost of the attempt. */
function costSteps({ model_stats: stats }: JsonObject): readonly Step[] {
  const { tokens_sent: sent, tokens_received: received, instance_cost: cost } = objectOf(stats);
  const tokens = { ...readTokens(sent, received), ...readUsage({ cost: cost ?? null }) };
  return withCost([], { tokens }, 'All answers of the model together.').filter(
    () => (numberOf(sent) ?? 0) + (numberOf(received) ?? 0) > 0,
  );
}

const timeAfter = (seconds: number): SimTime | undefined =>
  seconds < 1e9 ? instant(NO_CLOCK + Math.round(seconds * 1e6)) : undefined;

/** Notes on how the attempt ended and on its cost. */
function endNotes({ exit_status: ended, submission, model_stats: stats }: JsonObject): readonly string[] {
  const {
    tokens_sent: sent,
    tokens_received: received,
    api_calls: calls,
    instance_cost: cost,
  } = objectOf(stats);
  const answered = (numberOf(received) ?? 0) > 0;
  return [
    ...(typeof ended === 'string' ? [`It ended with exit status ${ended}.`] : []),
    ...(textOf(submission) === '' ? [] : [`It submitted: ${textOf(submission)}`]),
    ...(answered
      ? [
          `The model read ${shown(sent)} tokens and wrote ${shown(received)}, in ${shown(calls)} calls, for ${shown(cost)} dollars.`,
        ]
      : []),
  ];
}
