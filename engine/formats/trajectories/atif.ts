import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { argumentsOf, contentOf, outcomeOf, thought } from './chat.ts';
import { objectOf, objectsOf, shown, textOf, timeOf, tokensOf } from './fields.ts';
import { NO_RESULT, type Step, type Trajectory } from './trajectory.ts';

/** Whether `document` is in the Agent Trajectory Interchange Format, in any version. */
export const isAtif = (document: Json): document is JsonObject =>
  isJsonObject(document) && textOf(document['schema_version']).startsWith('ATIF-');

/** How deep helpers of helpers are followed. */
const MAX_DEPTH = 5;

/** The trajectory of the agent, and those of its helpers that the file has. */
export function atifTrajectories(document: JsonObject, file: string, depth = 0): readonly Trajectory[] {
  const { name, model_name: model } = objectOf(document['agent']);
  const helpers = depth < MAX_DEPTH ? objectsOf(document['subagent_trajectories']) : [];
  const next = document['continued_trajectory_ref'];
  return [
    {
      task:
        textOf(document['session_id']) || textOf(document['trajectory_id']) || file.replace(/\.json$/i, ''),
      steps: objectsOf(document['steps']).flatMap(stepsOf),
      states: { tools: {} },
      tags: [textOf(name), textOf(model)].filter((tag) => tag !== ''),
      notes: [
        ...[textOf(document['notes'])].filter((note) => note !== ''),
        ...(next === undefined || next === null ? [] : [`It goes on in ${shown(next)}.`]),
      ],
    },
    ...helpers.flatMap((helper) => atifTrajectories(helper, file, depth + 1)),
  ];
}

function stepsOf(step: JsonObject): readonly Step[] {
  const time = timeOf(step['timestamp']);
  const text = contentOf(step['message']);
  switch (textOf(step['source'])) {
    case 'user':
      return [{ kind: 'message', from: 'user', text, time }];
    case 'agent':
      return agentSteps(step, text);
    case 'system':
      return [{ kind: 'log', type: 'system_prompt', text, time }, ...observed(step)];
    default:
      return [{ kind: 'log', type: 'log', text, time }, ...observed(step)];
  }
}

/** What the agent thought, said and called. The tokens of the whole step stand with its first thought. */
function agentSteps(step: JsonObject, text: string): readonly Step[] {
  const time = timeOf(step['timestamp']);
  const calls = callsOf(step);
  const { prompt_tokens: read, completion_tokens: written } = objectOf(step['metrics']);
  const tokens = tokensOf(read, written);
  const speaks = calls.length === 0 && text !== '';
  const [first, ...others] = [
    ...thought(contentOf(step['reasoning_content']), time),
    ...(speaks ? [] : thought(text, time)),
  ];
  return [
    ...(first === undefined ? [] : [{ ...first, tokens } as Step]),
    ...others,
    ...(speaks ? [{ kind: 'message', from: 'agent', text, time } as const] : []),
    ...calls,
    ...observed(step),
  ];
}

function callsOf(step: JsonObject): readonly Step[] {
  const results = resultsOf(step);
  return objectsOf(step['tool_calls']).map((call): Step => {
    const result = results.find(({ source_call_id: id }) => id === call['tool_call_id']);
    return {
      kind: 'call',
      by: 'agent',
      app: 'tools',
      tool: textOf(call['function_name']) || 'unknown',
      args: argumentsOf(call['arguments']),
      outcome: result === undefined ? NO_RESULT : outcomeOf(contentOf(result['content'])),
      time: timeOf(step['timestamp']),
    };
  });
}

const resultsOf = (step: JsonObject): readonly JsonObject[] =>
  objectsOf(objectOf(step['observation'])['results']);

/** What was observed apart from the results of the step's calls. */
function observed(step: JsonObject): readonly Step[] {
  const called = new Set(objectsOf(step['tool_calls']).map((call) => call['tool_call_id'] ?? null));
  return resultsOf(step)
    .filter(({ source_call_id: id = null }) => id === null || !called.has(id))
    .map(({ content }) => ({
      kind: 'log',
      type: 'log',
      text: contentOf(content),
      time: timeOf(step['timestamp']),
    }));
}
