import type { Store } from '../../../engine/index.ts';
import {
  ERROR_TOOL,
  formatInstant,
  isClockTime,
  type JsonObject,
  LIMIT_TOOL,
  type LogEntry,
  plural,
  type RecordedAction,
  type RunSummary,
  type SimTime,
  type Subagent,
  sumTokens,
  textOrJson,
  type TokenCount,
  totalTokens,
  type TranscriptStep,
} from '../../../engine/model/index.ts';
import { besideSteps, callDetails, calledEntry, stepsOf } from '../inspect/index.ts';

const ATIF_VERSION = 'ATIF-v1.7';

/**
 * The transcript of `run` in the Agent Trajectory Interchange Format, which programs for training and evaluation read, as parts
 * to be joined by line breaks. A step of the agent is one call or one reply, with the thoughts before it.
 */
export function* writeAtif(store: Store, run: RunSummary): Generator<string, readonly string[]> {
  const { id, scenario, verdict } = run;
  const model = store.attempt(id)?.model ?? run.choices?.agent?.model?.name;
  const counts: TokenCount[] = [];
  const head = {
    schema_version: ATIF_VERSION,
    session_id: scenario,
    trajectory_id: id,
    agent: {
      name: agentNameOf(store, run),
      version: 'unknown',
      ...(model === undefined ? {} : { model_name: model }),
    },
    ...(verdict === undefined
      ? {}
      : { extra: { orrery: { outcome: verdict.outcome, sentence: verdict.sentence } } }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"steps":[`;
  let count = 0;
  for (const step of atifSteps(store, run)) {
    if (step.tokens !== undefined) counts.push(step.tokens);
    yield `${count === 0 ? '' : ','}${JSON.stringify({ step_id: ++count, ...withMetrics(step) })}`;
  }
  const { input, output, cached, cost } = hasAllTokenCounts(store, run) ? sumTokens(counts) : {};
  const totals = {
    total_steps: count,
    total_prompt_tokens: input,
    total_completion_tokens: output,
    total_cached_tokens: cached,
    total_cost_usd: cost,
  };
  yield `],"final_metrics":${JSON.stringify(totals)}}`;
  const others = store
    .entries(id, 0, run.entries)
    .filter((entry) => entry.kind !== 'agent' && 'action' in entry && !isInTranscript(entry.action)).length;
  return [...(others === 0 ? [] : [`${plural(others, 'call')} of the user and the environment: Left out.`])];
}

/** Whether the call is already a step of the transcript: a message, a reached limit, or an error. */
const isInTranscript = ({ tool }: RecordedAction): boolean =>
  tool === LIMIT_TOOL || tool === ERROR_TOOL || /^send_message_to_(?:agent|user)$/.test(tool);

/** Whether the token counts of all requests to the agent's model are known. */
const hasAllTokenCounts = (store: Store, run: RunSummary): boolean =>
  besideSteps(store, run).every(
    ({ by, requests, tokens = {} }) =>
      by === 'user' || requests === undefined || totalTokens(tokens) !== undefined,
  );

/** The name of the agent, for programs that compare agents. */
export function agentNameOf(store: Store, { id, mode, choices }: RunSummary): string {
  const attempt = store.attempt(id);
  if (attempt !== undefined) return attempt.agent ?? attempt.tool;
  return choices?.agent?.command ?? choices?.script ?? mode;
}

/** The name of the app in files that do not name a tool's app. */
const UNNAMED_APP = 'tools';

/** A tool's name as ARE writes it; the plain name if it has no app. */
export const toolNameOf = ({ app, tool }: RecordedAction): string =>
  app === UNNAMED_APP ? tool : `${app}__${tool}`;

/** `step` with its tokens in the format's fields. Unknown counts are left out. */
function withMetrics({ tokens, ...step }: AtifStep): object {
  if (tokens === undefined) return step;
  const { input, output, cached, reasoning, cost } = tokens;
  return {
    ...step,
    metrics: {
      prompt_tokens: input,
      completion_tokens: output,
      cached_tokens: cached,
      cost_usd: cost,
      // The format has no field for it.
      ...(reasoning === undefined ? {} : { extra: { reasoning_tokens: reasoning } }),
    },
  };
}

/** A step in the format, except for its tokens. */
interface AtifStep {
  readonly timestamp?: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly JsonObject[];
  readonly observation?: { readonly results: readonly JsonObject[] };
  readonly tokens?: TokenCount;
  readonly extra?: { readonly orrery: JsonObject };
}

/** The steps of `run`. Thoughts and model costs are added to the following call or reply. */
function* atifSteps(store: Store, run: RunSummary): Generator<AtifStep> {
  let thoughts: TranscriptStep[] = [];
  for (const step of stepsOf(store, run)) {
    // The format has the thoughts of one model.
    if (step.by === 'user') continue;
    if (thoughts.length > 0 && thoughts[0]!.subagent?.nth !== step.subagent?.nth) {
      yield agentStep(thoughts, thoughts.at(-1)!, undefined);
      thoughts = [];
    }
    if (step.kind === 'thought' || step.tokens !== undefined) {
      // A step has one thought.
      if (thoughts.some(({ kind }) => kind === 'thought') && step.kind === 'thought' && step.text !== '') {
        yield agentStep(thoughts, thoughts.at(-1)!, undefined);
        thoughts = [];
      }
      thoughts.push(step);
      continue;
    }
    const acts = step.kind === 'call' || step.kind === 'reply';
    if (!acts && thoughts.length > 0) yield agentStep(thoughts, thoughts.at(-1)!, undefined);
    yield acts ? agentStep(thoughts, step, calledEntry(store, run, step)) : otherStep(step);
    thoughts = [];
  }
  if (thoughts.length > 0) yield agentStep(thoughts, thoughts.at(-1)!, undefined);
}

/** A step for a message of the user, or an output of the agent's program or world. */
const otherStep = ({ kind, time, index, title, text, result, subagent }: TranscriptStep): AtifStep => ({
  ...timestampOf(time),
  source: kind === 'user' ? 'user' : 'system',
  message: text,
  extra: {
    orrery: {
      kind,
      ...(title === '' ? {} : { title }),
      ...(index === undefined ? {} : { entry: index }),
      ...(result === undefined ? {} : { rule: result }),
      ...subagentField(subagent),
    },
  },
});

/** The subagent of a step. On import, the numbers identify subagents and the calls that started them. */
const subagentField = (subagent: Subagent | undefined): JsonObject =>
  subagent === undefined
    ? {}
    : {
        helper: {
          nth: subagent.nth,
          name: subagent.name,
          ...(subagent.call === undefined ? {} : { call: subagent.call }),
          ...(subagent.of === undefined ? {} : { of: subagent.of.nth }),
        },
      };

/** A step of the agent: its thoughts, and its call or reply in `step`. */
function agentStep(
  thoughts: readonly TranscriptStep[],
  { kind, time, text, status, result, elapsed, subagent }: TranscriptStep,
  entry: LogEntry | undefined,
): AtifStep {
  const reasoning = thoughts.flatMap((one) => (one.kind === 'thought' && one.text !== '' ? [one.text] : []));
  const tokens = thoughts.flatMap((one) => one.tokens ?? []);
  const own: JsonObject = {
    ...callFacts(entry),
    ...(kind === 'call' && elapsed !== undefined ? { elapsed: elapsed / 1000 } : {}),
    ...(kind === 'reply' && status === 'failed' && result !== undefined ? { refused: result } : {}),
    ...subagentField(subagent),
  };
  return {
    ...timestampOf(time),
    source: 'agent',
    message: kind === 'reply' ? text : '',
    ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('\n\n') }),
    ...toolCallOf(entry),
    ...(tokens.length === 0 ? {} : { tokens: sumTokens(tokens) }),
    ...(Object.keys(own).length === 0 ? {} : { extra: { orrery: own } }),
  };
}

/** Data about a call that Orrery reads again on import. */
function callFacts(entry: LogEntry | undefined): JsonObject {
  if (entry === undefined || !('action' in entry)) return {};
  const { index, outcome, action } = entry;
  return {
    entry: index,
    app: action.app,
    tool: action.tool,
    status: outcome.status,
    // Its content is a text, whatever the call returned.
    ...(outcome.status === 'done' && typeof outcome.value !== 'string' ? { value: outcome.value } : {}),
  };
}

/** A call with its outcome, with the tool's name as ARE writes it. */
function toolCallOf(entry: LogEntry | undefined): Partial<AtifStep> {
  const called = callDetails(entry);
  if (entry === undefined || !('action' in entry) || called === undefined) return {};
  const { index, outcome, action } = entry;
  const { args, came } = called;
  const id = `call-${index}`;
  const calls = [{ tool_call_id: id, function_name: toolNameOf(action), arguments: args }];
  if (outcome.status === 'no-result') return { tool_calls: calls };
  const content = textOrJson(came);
  return {
    tool_calls: calls,
    observation: {
      results: [
        {
          source_call_id: id,
          content: outcome.status === 'failed' ? outcome.error.message : content,
          ...(outcome.status === 'failed'
            ? { extra: { error: { type: outcome.error.type, message: outcome.error.message } } }
            : {}),
        },
      ],
    },
  };
}

/** A timestamp in ISO 8601 with microseconds, which `Date` does not support; left out if the recording has no times. */
function timestampOf(time: SimTime): { readonly timestamp?: string } {
  if (!isClockTime(time)) return {};
  const micros = ((time % 1e6) + 1e6) % 1e6;
  return { timestamp: `${formatInstant(time).replace(' ', 'T')}.${String(micros).padStart(6, '0')}Z` };
}
