import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { argumentsOf, contentOf, failureIn, outcomeOf, thought } from './chat.ts';
import { listOf, objectOf, objectsOf, shown, textOf, timeOf, usageOf } from './fields.ts';
import {
  asTold,
  type Call,
  type Log,
  NO_RESULT,
  type Step,
  type Trajectory,
  withCost,
} from './trajectory.ts';

/** Whether `document` is in the Agent Trajectory Interchange Format, in any version: one trajectory, or a list of them. */
export const isAtif = (document: Json): boolean =>
  Array.isArray(document) ? document.length > 0 && document.every(isOne) : isOne(document);

const isOne = (document: Json): boolean =>
  isJsonObject(document) && textOf(document['schema_version']).startsWith('ATIF-');

/** How deep helpers of helpers are followed. */
const MAX_DEPTH = 5;

/** The trajectory of each agent, and those of its helpers that the file has. */
export const atifTrajectories = (document: Json, file: string): readonly Trajectory[] =>
  objectsOf(Array.isArray(document) ? document : [document]).flatMap((one) => trajectories(one, file, 0));

function trajectories(document: JsonObject, file: string, depth: number): readonly Trajectory[] {
  const { name, model_name: model } = objectOf(document['agent']);
  const helpers = depth < MAX_DEPTH ? objectsOf(document['subagent_trajectories']) : [];
  const next = document['continued_trajectory_ref'];
  const steps = objectsOf(document['steps']);
  const copied = steps.filter(isCopied).length;
  return [
    {
      task:
        textOf(document['session_id']) || textOf(document['trajectory_id']) || file.replace(/\.jsonl?$/i, ''),
      steps: steps.flatMap((step) =>
        isCopied(step) ? stepsOf(step).map((one) => asTold(uncounted(one), COPIED)) : stepsOf(step),
      ),
      states: { tools: {} },
      tags: [textOf(name), textOf(model)].filter((tag) => tag !== ''),
      notes: [
        ...[textOf(document['notes'])].filter((note) => note !== ''),
        ...(copied === 0
          ? []
          : [
              `${copied} of ${steps.length} steps are copied from the trajectory before: they are told in the transcript only.`,
            ]),
        ...(next === undefined || next === null ? [] : [`It goes on in ${shown(next)}.`]),
      ],
      parts: [document],
      attempt: { agent: textOf(name) || undefined, model: textOf(model) || undefined },
    },
    ...helpers.flatMap((helper) => trajectories(helper, file, depth + 1)),
  ];
}

const COPIED = 'Copied from the trajectory before';

const isCopied = (step: JsonObject): boolean => step['is_copied_context'] === true;

/** Tokens count where they were spent. */
const uncounted = (step: Step): Step => (step.kind === 'log' ? { ...step, tokens: undefined } : step);

function stepsOf(step: JsonObject): readonly Step[] {
  const time = timeOf(step['timestamp']);
  const text = contentOf(step['message']);
  const results = new StepResults(step);
  const own = objectOf(objectOf(step['extra'])['orrery']);
  const calls = objectsOf(step['tool_calls']).map((call): Call => {
    const outcome = results.take(call['tool_call_id']);
    return {
      kind: 'call',
      by: 'agent',
      app: textOf(own['app']) || 'tools',
      tool: textOf(own['tool']) || textOf(call['function_name']) || 'unknown',
      args: argumentsOf(call['arguments']),
      // What this program wrote has the value itself.
      outcome:
        outcome.status === 'done' && own['value'] !== undefined
          ? { status: 'done', value: own['value'] }
          : outcome,
      time,
    };
  });
  const observed = [
    ...calls,
    ...results.others().map(({ text, failed }): Step => ({
      kind: 'log',
      type: failed ? 'error' : 'log',
      text,
      time,
    })),
  ];
  switch (textOf(step['source'])) {
    case 'user':
      return [{ kind: 'message', from: 'user', text, time }, ...observed];
    case 'agent':
      return withCost(
        agentSteps(step, text, observed),
        { tokens: usageOf(step['metrics']), time },
        'The model answered.',
      );
    case 'system':
      return [{ kind: 'log', type: logTypeIn(own), text, time }, ...observed];
    default:
      return [{ kind: 'log', type: 'log', text: `${shown(step['source'])}: ${text}`, time }, ...observed];
  }
}

/** The type of a log that this program wrote as a step of the system. */
function logTypeIn({ kind, title }: JsonObject): Log['type'] {
  if (kind !== 'log' && kind !== 'hint' && kind !== 'note') return 'system_prompt';
  return LOG_TYPES.find((type) => type === title) ?? 'log';
}

const LOG_TYPES: readonly Log['type'][] = ['error', 'score', 'log'];

/** What the agent thought, said and called. */
function agentSteps(step: JsonObject, text: string, acts: readonly Step[]): readonly Step[] {
  const time = timeOf(step['timestamp']);
  const speaks = text !== '' && !acts.some(({ kind }) => kind === 'call');
  return [
    ...thought(contentOf(step['reasoning_content']), time),
    ...(speaks ? [{ kind: 'message', from: 'agent', text, time } as const] : thought(text, time)),
    ...acts,
  ];
}

/** The results in a step's observation. */
class StepResults {
  readonly #left: JsonObject[];
  /** The call of results that name none: programs that run one command in each step do not say whose result it is. */
  readonly #unnamed: Json | undefined;
  readonly #failed: boolean;

  constructor(step: JsonObject) {
    const calls = objectsOf(step['tool_calls']);
    this.#left = [...objectsOf(objectOf(step['observation'])['results'])];
    const isNamed = this.#left.some(({ source_call_id: id = null }) => id !== null);
    this.#unnamed = isNamed ? undefined : calls.at(-1)?.['tool_call_id'];
    this.#failed = calls.length === 1 && objectOf(step['extra'])['tool_result_is_error'] === true;
  }

  /** The outcome of the call `id`, of which there may be several results. */
  take(id: Json = null): Call['outcome'] {
    const own = this.#left.filter(
      ({ source_call_id: source = null }) => source === id || (source === null && this.#unnamed === id),
    );
    if (own.length === 0) return NO_RESULT;
    for (const one of own) this.#left.splice(this.#left.indexOf(one), 1);
    const failure = own.map(failureOf).find((one) => one !== null) ?? null;
    return outcomeOf(
      own.map(resultText).join('\n'),
      this.#failed ? { type: 'tool_result_is_error: true' } : failure,
    );
  }

  /** What was observed apart from the results of the step's calls. */
  others(): readonly { readonly text: string; readonly failed: boolean }[] {
    return this.#left.map((result) => ({ text: resultText(result), failed: failureOf(result) !== null }));
  }
}

const failureOf = (result: JsonObject): Json => {
  const own = failureIn(result);
  return own !== null ? own : failureIn(objectOf(result['extra']));
};

/** The text of a result, and the trajectories of helpers that it names. */
function resultText(result: JsonObject): string {
  const helpers = objectsOf(
    Array.isArray(result['subagent_trajectory_ref'])
      ? listOf(result['subagent_trajectory_ref'])
      : [result['subagent_trajectory_ref'] ?? null],
  ).map((helper) => {
    const { session_id: session, trajectory_id: id, trajectory_path: path, ...more } = helper;
    const names = [session, id, path].filter((name) => name !== undefined && name !== null).map(shown);
    const rest = Object.values(more).some((value) => value !== null) ? ` ${shown(more)}` : '';
    return `[The trajectory of a helper: ${names.join(', ')}${rest}]`;
  });
  return [contentOf(result['content']), ...helpers].filter((text) => text !== '').join('\n');
}
