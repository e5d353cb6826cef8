import {
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
  sumTokens,
  type TokenCount,
  type Verdict,
} from '../../model/index.ts';
import { readArguments, contentOf, ConversationReader, EarlierParts, outcomeOf, thought } from './chat.ts';
import { endingOfError, errorSteps } from './endings.ts';
import { listOf, numberOf, objectOf, objectsOf, shown, textOf, parseTime, readUsage } from './fields.ts';
import { over } from './tracked-fields.ts';
import { type Step, toolVerdict, type Trajectory, withCost, scoreOf } from './trajectory.ts';

// OpenHands writes events: in its older form an action or an observation each, in its newer form with a `kind`. An evaluation writes a line
// for each attempt, with the events as its history.

const isOldEvent = (event: Json): boolean =>
  isJsonObject(event) && ('action' in event || 'observation' in event) && 'source' in event && 'id' in event;

const KINDS = ['MessageEvent', 'ActionEvent', 'ObservationEvent', 'SystemPromptEvent'];

const isNewEvent = (event: Json): boolean =>
  isJsonObject(event) && KINDS.includes(textOf(event['kind'])) && 'source' in event;

const isEventList = (events: Json | undefined): boolean =>
  listOf(events).some((event) => isOldEvent(event) || isNewEvent(event));

const isAttempt = (line: Json): boolean =>
  isJsonObject(line) &&
  'instance_id' in line &&
  Array.isArray(line['history']) &&
  ('test_result' in line || 'instruction' in line);

/** Whether `document` is a trajectory of OpenHands, or a list of evaluated attempts. */
export const isOpenHands = (document: Json): boolean =>
  Array.isArray(document) ? isEventList(document) || document.some(isAttempt) : isAttempt(document);

export function openHandsTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const lines = Array.isArray(document) ? (document as readonly Json[]) : [document];
  if (!lines.some(isAttempt)) return [conversationTrajectory(lines, file, [], earlier)];
  return objectsOf(lines)
    .filter(isAttempt)
    .map((attempt): Trajectory => {
      const { instance_id: id, history, error, test_result: result, metrics } = attempt;
      const { steps, tags } = talkOf(
        listOf(history).flatMap((item) => (Array.isArray(item) ? (item as readonly Json[]) : [item])),
        [objectOf(metrics)],
      );
      const cost = numberOf(objectOf(metrics)['accumulated_cost']);
      const model = tags[0] ?? textOf(objectOf(objectOf(attempt['metadata'])['llm_config'])['model']);
      return {
        task: shown(id),
        steps: [
          // A history that has messages begins with the instruction.
          ...(steps.some(({ kind }) => kind === 'message') || textOf(attempt['instruction']) === ''
            ? []
            : [{ kind: 'message', from: 'user', text: textOf(attempt['instruction']) } as const]),
          ...steps,
          ...errorSteps('error', textOf(error)),
        ],
        states: { tools: {} },
        tags: tags.length > 0 || model === '' ? tags : [model],
        verdict: verdictOf(objectOf(result)),
        attempt: {
          task: shown(id),
          agent: textOf(objectOf(attempt['metadata'])['agent_class']) || 'OpenHands',
          model: model || undefined,
          cost,
          scores: resolvedIn(objectOf(result)).map(([name, value]) =>
            scoreOf(name, value, { passed: value }),
          ),
        },
        notes: [textOf(objectOf(result)['git_patch'])].flatMap((patch) =>
          patch === '' ? [] : [`It submitted: ${patch}`],
        ),
        parts: [attempt],
      };
    });
}

function verdictOf(result: JsonObject): Verdict | undefined {
  const [found] = resolvedIn(result);
  if (found === undefined) return undefined;
  const [name, value] = found;
  return toolVerdict(value ? 'passed' : 'failed', `The benchmark says ${name}: ${value}.`, []);
}

/** The benchmark's result of an attempt, by field name. */
function resolvedIn(result: JsonObject): readonly (readonly [name: string, value: boolean])[] {
  const report = isJsonObject(result['report'] ?? null) ? objectOf(result['report']) : result;
  const name = ['resolved', 'success'].find((one) => typeof report[one] === 'boolean');
  return name === undefined ? [] : [[name, report[name] === true]];
}

/**
 * The trajectory of a conversation, named after the file.
 * @param metrics what the models of the conversation used, as far as the file tells that beside the events
 */
export function conversationTrajectory(
  events: readonly Json[],
  file: string,
  metrics: readonly JsonObject[],
  earlier = new EarlierParts(),
): Trajectory {
  const { steps, tags } = talkOf(events, metrics, earlier);
  return {
    task: file.replace(/\.jsonl?$/i, ''),
    states: { tools: {} },
    steps,
    tags,
    attempt: { agent: 'OpenHands', model: tags[0] },
  };
}

function talkOf(
  events: readonly Json[],
  metrics: readonly JsonObject[],
  earlier = new EarlierParts(),
): {
  readonly steps: readonly Step[];
  readonly tags: readonly string[];
} {
  const reader = earlier.state(Events);
  reader.talk = new ConversationReader('tools', earlier);
  reader.answers = answersIn(metrics);
  for (const event of events)
    if (!isJsonObject(event)) reader.talk.log('log', shown(event));
    else if ('kind' in event) reader.newEvent(event);
    else reader.oldEvent(event);
  reader.addTotals(metrics);
  return { steps: reader.talk.steps(), tags: [...reader.models] };
}

/** What all answers of a model used, up to the time at which the metrics were written. */
const totalIn = (metrics: JsonObject): TokenCount => ({
  ...readUsage(metrics['accumulated_token_usage']),
  ...readUsage({ cost: metrics['accumulated_cost'] ?? null }),
});

/** What each answer of the models used, by its id. */
const answersIn = (metrics: readonly JsonObject[]): ReadonlyMap<string, TokenCount> =>
  new Map(
    metrics.flatMap((one) => {
      const [usages, costs] = [objectsOf(one['token_usages']), objectsOf(one['costs'])];
      return usages.map((usage, index) => [
        textOf(usage['response_id']),
        {
          ...readUsage(usage),
          ...(costs.length === usages.length ? readUsage({ cost: costs[index]!['cost'] ?? null }) : {}),
        },
      ]);
    }),
  );

class Events {
  talk = new ConversationReader();
  readonly models = new Set<string>();
  /** What answers used, by their ids, if the file tells that beside the events. */
  answers: ReadonlyMap<string, TokenCount> = new Map();
  readonly #answers = new Set<string>();
  /** The total cost of the model up to the current event. */
  #before: TokenCount = {};
  /** What the steps so far say that the models used. */
  #counted: TokenCount = {};

  /** Adds an action, or a result, which names its action as its cause. */
  oldEvent(event: JsonObject): void {
    // What is not shown is not read: the notes name it.
    const { source, action, observation } = event;
    const time = parseTime(event['timestamp']);
    const args = objectOf(event['args']);
    const cost = this.#cost(event);
    if (typeof observation === 'string') {
      const text = contentOf(event['content']) || textOf(event['message']);
      const { agent_state: state, reason } = objectOf(event['extras']);
      if (observation === 'agent_state_changed' && state === 'error')
        this.talk.add(...errorSteps('agent_state_changed: error', textOf(reason), time));
      if (observation === 'error' && endingOfError('observation: error', text) !== undefined) {
        this.talk.add(...errorSteps('observation: error', text, time));
        return;
      }
      this.talk.result(
        { ids: [`event ${shown(event['cause'])}`], text, outcome: outcomeOf(text, failureOf(event)) },
        time,
      );
      return;
    }
    const thinks = thought(textOf(args['thought']), time);
    const isLog = ['system', 'recall', 'change_agent_state', 'condensation', ''].includes(textOf(action));
    this.#answer(isLog ? [] : thinks, cost.tokens, time);
    switch (textOf(action)) {
      case 'system':
        this.talk.log('system_prompt', contentOf(args['content']), time);
        break;
      case 'message':
        this.talk.say(
          source === 'user' ? 'user' : 'agent',
          contentOf(args['content']) || textOf(event['message']),
          time,
        );
        break;
      case 'finish':
        this.talk.say('agent', textOf(args['final_thought']) || textOf(event['message']), time);
        break;
      case 'think':
        break;
      case 'recall':
      case 'change_agent_state':
      case 'condensation':
      case '':
        this.talk.log(
          'log',
          `${textOf(action) || 'event'}: ${textOf(event['message'])} ${shown(args)}`,
          time,
        );
        break;
      default: {
        const { function_name: name } = objectOf(event['tool_call_metadata']);
        const { thought: _, ...others } = args;
        this.talk.call(
          {
            id: `event ${shown(event['id'])}`,
            tool: textOf(name) || textOf(action),
            args: readArguments(others),
          },
          time,
          source === 'user' ? 'user' : 'agent',
        );
      }
    }
  }

  /** Adds the thoughts of an answer, with what the answer used. */
  #answer(thoughts: readonly Step[], tokens: TokenCount | undefined, time: SimTime | undefined): void {
    if (tokens !== undefined) this.#counted = sumTokens([this.#counted, tokens]);
    this.talk.add(...withCost(thoughts, { tokens, time }, 'The model answered.'));
  }

  /** Adds what the models used besides what the steps say. */
  addTotals(metrics: readonly JsonObject[], time?: SimTime): void {
    const total = sumTokens(metrics.map(totalIn));
    const tokens = growth(total, this.#counted);
    this.#counted = sumTokens([this.#counted, tokens]);
    for (const { model_name: model } of metrics) if (textOf(model) !== '') this.models.add(textOf(model));
    const name = [...new Set(metrics.map((one) => textOf(one['model_name'])))].join(', ') || 'the model';
    this.talk.add(...withCost([], { tokens, time }, `Answers of ${name}.`));
  }

  /** The tokens of a model's answer. The file repeats them in each event of the answer, or sums them over the conversation. */
  #cost(event: JsonObject): { readonly tokens?: TokenCount } {
    const response = objectOf(objectOf(event['tool_call_metadata'])['model_response']);
    const id = textOf(response['id']);
    if (typeof response['model'] === 'string') this.models.add(response['model']);
    const metrics = objectOf(event['llm_metrics']);
    const total = totalIn(metrics);
    const before = this.#before;
    const isCounted = total.input !== undefined || total.output !== undefined;
    if (isCounted) this.#before = total;
    if (id !== '') {
      if (this.#answers.has(id)) return {};
      this.#answers.add(id);
      const usage = readUsage(response['usage']);
      const cost = difference(total.cost, before.cost);
      if (Object.keys(usage).length > 0)
        return { tokens: { ...usage, ...(cost === undefined ? {} : { cost }) } };
    }
    if (!isCounted) return {};
    const tokens = growth(total, before);
    return Object.keys(tokens).length === 0 ? {} : { tokens };
  }

  /** What the answer of an event used, in the first event of the answer. */
  #usageOf({ llm_response_id: response }: JsonObject): TokenCount | undefined {
    const id = textOf(response);
    if (id === '' || this.#answers.has(id)) return undefined;
    this.#answers.add(id);
    return this.answers.get(id);
  }

  newEvent(event: JsonObject): void {
    const {
      kind,
      source,
      llm_message: message,
      tool_call_id: id,
      tool_name: tool,
      tool_call: call,
      llm_response_id: response,
    } = event;
    const time = parseTime(event['timestamp']);
    switch (textOf(kind)) {
      case 'SystemPromptEvent':
        this.talk.log('system_prompt', contentOf([event['system_prompt'] ?? '']), time);
        break;
      case 'MessageEvent':
        this.#answer([], this.#usageOf(event), time);
        this.talk.message(
          over(objectOf(message), {
            role:
              source === 'user'
                ? 'user'
                : source === 'agent'
                  ? 'assistant'
                  : (objectOf(message)['role'] ?? 'user'),
          }),
          { time },
        );
        break;
      case 'ActionEvent': {
        const isSame = this.#answers.has(textOf(response));
        const tokens = this.#usageOf(event);
        const thoughts = [textOf(event['reasoning_content']), contentOf(event['thought'])];
        const told = isSame ? [] : [...new Set(thoughts)].flatMap((text) => thought(text, time));
        this.#answer(told, tokens, time);
        const given = objectOf(call);
        const args = readArguments(
          given['arguments'] ?? objectOf(given['function'])['arguments'] ?? event['action'],
        );
        if (tool === 'finish') this.talk.say('agent', textOf(args['message']) || shown(args), time);
        else this.talk.call({ id: textOf(id), tool: textOf(tool) || 'unknown', args }, time);
        break;
      }
      case 'ObservationEvent': {
        // The reply repeats it.
        if (tool === 'finish') break;
        const observation = objectOf(event['observation']);
        const text = contentOf(observation['content'] ?? observation['output']);
        const failed = observation['is_error'] === true ? { type: 'is_error: true' } : null;
        this.talk.result({ ids: [textOf(id)], text, outcome: outcomeOf(text, failed) }, time);
        break;
      }
      case 'AgentErrorEvent': {
        const text = textOf(event['error']);
        this.talk.result(
          { ids: [textOf(id)], text, outcome: outcomeOf(text, { type: 'AgentErrorEvent' }) },
          time,
        );
        break;
      }
      case 'UserRejectObservation': {
        const text = textOf(event['rejection_reason']) || 'The user rejected the call.';
        this.talk.result(
          { ids: [textOf(id)], text, outcome: outcomeOf(text, { type: 'rejected by the user' }) },
          time,
        );
        break;
      }
      case 'Condensation':
        this.talk.log('log', `The talk was compacted: ${textOf(event['summary'])}`, time);
        break;
      case 'ConversationStateUpdateEvent': {
        const { key, value = null } = event;
        const stats = key === 'stats' ? value : key === 'full_state' ? objectOf(value)['stats'] : undefined;
        if (stats === undefined) this.talk.log('log', shown(event), time);
        else this.addTotals(metricsIn(stats), time);
        break;
      }
      default:
        if (/Error/.test(textOf(kind))) this.talk.add(...errorSteps(textOf(kind), shown(event), time));
        else this.talk.log('log', shown(event), time);
    }
  }
}

/** The metrics of each model in the statistics of a conversation. */
export const metricsIn = (stats: Json | undefined): readonly JsonObject[] =>
  Object.values(objectOf(objectOf(stats)['usage_to_metrics'])).map(objectOf);

/** How much more a total has than `before`. */
const growth = (total: TokenCount, before: TokenCount): TokenCount =>
  Object.fromEntries(
    (['input', 'output', 'cached', 'reasoning', 'cost'] as const).flatMap((name) => {
      const more = difference(total[name], before[name]);
      return more === undefined ? [] : [[name, more] as const];
    }),
  );

/** A difference above 0, without the digits that subtraction adds to fractions. */
function difference(total = 0, before = 0): number | undefined {
  const more = Number((total - before).toFixed(12));
  return more > 0 ? more : undefined;
}

function failureOf(event: JsonObject): Json {
  if (event['observation'] === 'error') return { type: 'observation: error' };
  return event['success'] === false || objectOf(event['extras'])['success'] === false
    ? { type: 'success: false' }
    : null;
}
