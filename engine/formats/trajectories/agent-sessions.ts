import { groupBy, type Json, type JsonObject } from '../../model/index.ts';
import { readArguments, contentOf, ConversationReader, EarlierParts, outcomeOf } from './chat.ts';
import { errorSteps } from './endings.ts';
import { digest, firstText, numberOf, objectOf, objectsOf, shown, textOf, parseTime } from './fields.ts';
import { sessionsIn } from './sessions.ts';
import { type Begun, Subagents } from './subagents.ts';
import { asTold, inOrder, type Step, type Trajectory, type TrajectoryCall } from './trajectory.ts';

// Sessions whose first line says so: those of Pi and OpenClaw, which are trees, and the traces of sessions that Hugging Face describes.
// The telemetry of OpenClaw, which repeats the whole talk at each turn, is read here too.

/** Whether `document` is a session of Pi or OpenClaw, or a trace on Hugging Face. */
export const isAgentSession = (document: Json): boolean =>
  objectsOf(Array.isArray(document) ? document : []).some(
    (line) => line['type'] === 'session' && ('id' in line || 'harness' in line),
  );

export function agentSessionTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const lines = objectsOf(Array.isArray(document) ? (document as readonly Json[]) : []);
  const sessions = sessionsIn(lines, earlier, ({ type, id }) =>
    type === 'session' ? textOf(id) : undefined,
  );
  return Array.from(sessions, ([id, own]) => ({
    ...sessionTrajectory(own, file, earlier.talk(id)),
    id,
    ...(sessions.size === 1 ? {} : { parts: own }),
  }));
}

function sessionTrajectory(lines: readonly JsonObject[], file: string, earlier: EarlierParts): Trajectory {
  const head = lines.find(({ type }) => type === 'session') ?? {};
  const { harness, name, id, provider, modelId } = head;
  const talk = new ConversationReader('tools', earlier);
  const models = new Set([provider, modelId].map(textOf).filter((word) => word !== ''));
  const active = activeEntries(lines);
  for (const line of lines) {
    if (line === head) continue;
    talk.told =
      active === undefined || active.has(line)
        ? undefined
        : (step) => asTold(step, 'Branch that was given up');
    addLine(talk, line, models);
  }
  return {
    task: textOf(name) || textOf(id) || file.replace(/\.jsonl$/i, ''),
    steps: talk.steps(),
    states: { tools: {} },
    tags: [...(typeof harness === 'string' ? [harness] : []), ...models],
    attempt: { agent: textOf(harness) || undefined, model: [...models].at(-1) },
  };
}

/** The entries on the path from the last one to the root; `undefined` for files without such a tree. */
function activeEntries(lines: readonly JsonObject[]): ReadonlySet<JsonObject> | undefined {
  const byId = new Map(
    lines.flatMap((line) =>
      typeof line['id'] === 'string' && 'parentId' in line ? [[line['id'], line]] : [],
    ),
  );
  if (byId.size === 0) return undefined;
  const active = new Set<JsonObject>(lines.filter((line) => !('parentId' in line)));
  for (
    let line = [...byId.values()].at(-1);
    line !== undefined && !active.has(line);
    line = byId.get(textOf(line['parentId']))
  )
    active.add(line);
  return active;
}

function addLine(talk: ConversationReader, line: JsonObject, models: Set<string>): void {
  const { type, message, summary, modelId } = line;
  const time = parseTime(line['timestamp']);
  switch (textOf(type)) {
    case 'message':
      addMessage(talk, objectOf(message), time, models);
      break;
    case 'compaction':
      talk.log('log', `The talk was compacted: ${textOf(summary)}`, time);
      break;
    case 'branch_summary':
      talk.log('log', `Summary of a branch that was given up: ${textOf(summary)}`, time);
      break;
    case 'model_change':
      if (typeof modelId === 'string') models.add(modelId);
      talk.log('log', `The model is now ${textOf(modelId)}.`, time);
      break;
    default:
      talk.log('log', shown(line), time);
  }
}

function addMessage(
  talk: ConversationReader,
  message: JsonObject,
  given: Step['time'],
  models: Set<string>,
): void {
  const {
    role,
    model,
    stopReason: reason,
    errorMessage: error,
    command,
    output,
    exitCode: code,
    timestamp,
  } = message;
  const time = given ?? parseTime(timestamp);
  if (typeof model === 'string') models.add(model);
  if (role === 'bashExecution') {
    // The user ran it.
    const text = textOf(output);
    const failed = typeof code === 'number' && code !== 0 ? { type: `exit code ${code}` } : null;
    talk.call(
      { id: '', tool: 'bash', args: { command: textOf(command) }, outcome: outcomeOf(text, failed) },
      time,
      'user',
    );
    return;
  }
  talk.message(message, { time });
  if (reason === 'error' || reason === 'aborted')
    talk.add(...errorSteps('errorMessage', textOf(error) || `The answer ended: ${reason}`, time));
}

/** Whether `document` is telemetry of OpenClaw. */
export const isOpenClawTelemetry = (document: Json): boolean =>
  objectsOf(Array.isArray(document) ? document : []).some(
    ({ type, sessionKey }) =>
      /^(?:agent|tool)\.(?:start|end)$/.test(textOf(type)) && typeof sessionKey === 'string',
  );

/** The agent's trajectory, including the subagents that results of calls name. Other subagents have trajectories of their own. */
export function openClawTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const lines = objectsOf(Array.isArray(document) ? (document as readonly Json[]) : []);
  const talks = new Map(
    Array.from(
      groupBy(lines, (line) => subagentOf(line)),
      ([key, own]) => [key, { own, ...telemetryTalk(own, earlier.talk(key)) }],
    ),
  );
  const family = new Subagents(new Map(Array.from(talks, ([key, { talk }]) => [key, talk.steps()])), begunBy);
  const name = file.replace(/\.jsonl$/i, '');
  return family.heads().map((subagent) => {
    const within = family.within(subagent);
    const models = new Set(within.flatMap((key) => [...talks.get(key)!.models]));
    return {
      task: subagent === '' ? name : `${name} ${subagent}`,
      id: subagent,
      steps: inOrder(family.stepsOf(subagent)),
      states: { tools: {} },
      tags: [...models],
      notes: subagent === '' ? [] : [`The session of a subagent (${subagent}).`],
      attempt: { agent: subagent === '' ? 'OpenClaw' : subagent, model: [...models][0] },
      parts: within.flatMap((key) => talks.get(key)!.own),
    };
  });
}

/** The subagent that a call started, as its result says, with the name that the agent gave it. */
function begunBy({ args, outcome }: TrajectoryCall): Begun | undefined {
  if (outcome.status !== 'done' || typeof outcome.value !== 'string') return undefined;
  const named = /"childSessionKey"\s*:\s*"([^"\\]{1,400})"/.exec(outcome.value)?.[1];
  const key = subagentOf({ sessionKey: named ?? null });
  return key === '' ? undefined : { key, name: firstText(args, 'label', 'agentId', 'name') || key };
}

const subagentOf = ({ sessionKey }: JsonObject): string =>
  /:(subagent:.*)$/.exec(textOf(sessionKey))?.[1] ?? '';

/** The calls in the messages of telemetry, which repeats them at each turn, as digests. */
class TelemetryCalls {
  readonly calls = new Set<number>();
}

function telemetryTalk(
  lines: readonly JsonObject[],
  earlier: EarlierParts,
): {
  readonly talk: ConversationReader;
  readonly models: ReadonlySet<string>;
} {
  const talk = new ConversationReader('tools', earlier);
  const models = new Set<string>();
  const { messages: known } = earlier;
  const { calls } = earlier.state(TelemetryCalls);
  const asked = new Map<string, number>();
  const texts = new Set<string>();
  for (const line of lines)
    for (const message of objectsOf(line['messages'])) {
      for (const call of objectsOf(message['content']))
        if (call['type'] === 'toolCall') {
          const key = callKey(call['name'], call['arguments']);
          const id = digest(`${key} ${textOf(call['id'])}`);
          if (!calls.has(id)) asked.set(key, (asked.get(key) ?? 0) + 1);
          calls.add(id);
        } else if (call['type'] === 'text') texts.add(`${textOf(message['role'])} ${textOf(call['text'])}`);
      if (typeof message['content'] === 'string')
        texts.add(`${textOf(message['role'])} ${message['content']}`);
    }
  const open: JsonObject[] = [];
  for (const line of lines) {
    const time = parseTime(line['ts'] ?? line['timestamp']);
    const { type, content, toolName: tool, params, success } = line;
    switch (textOf(type)) {
      case 'agent.start':
      case 'agent.end':
        for (const message of objectsOf(line['messages'])) {
          const key = digest(
            textOf(message['responseId']) ||
              JSON.stringify([
                message['role'] ?? null,
                message['timestamp'] ?? null,
                contentOf(message['content']),
              ]),
          );
          if (known.has(key)) continue;
          known.add(key);
          addMessage(talk, message, undefined, models);
        }
        if (success === false)
          talk.add(
            ...errorSteps(
              'error',
              `The agent failed: ${textOf(line['error']) || shown(line['error'])}`,
              time,
            ),
          );
        break;
      case 'message.in':
      case 'message.out': {
        const isIn = type === 'message.in';
        if (!texts.has(`${isIn ? 'user' : 'assistant'} ${textOf(content)}`))
          talk.say(isIn ? 'user' : 'agent', textOf(content), time);
        break;
      }
      case 'tool.start': {
        const key = callKey(tool, params);
        const left = asked.get(key) ?? 0;
        // Where messages have the call, they have its result, too.
        if (left > 0) asked.set(key, left - 1);
        else open.push(line);
        break;
      }
      case 'tool.end': {
        const index = open.findIndex((start) => start['toolName'] === tool);
        if (index === -1) break;
        const [start] = open.splice(index, 1);
        const { error, durationMs: took } = line;
        const text = textOf(error) || 'It failed.';
        talk.call(
          {
            id: '',
            tool: textOf(tool) || 'unknown',
            args: readArguments(start?.['params']),
            outcome:
              success === false
                ? { status: 'failed', error: { type: 'success: false', message: text } }
                : { status: 'done', value: `[No result is recorded. It took ${shown(took)} ms.]` },
            elapsed: (numberOf(took) ?? 0) / 1000,
          },
          parseTime(start?.['ts']) ?? time,
        );
        break;
      }
      default:
        talk.log('log', shown(line), time);
    }
  }
  for (const start of open)
    talk.call(
      { id: '', tool: textOf(start['toolName']) || 'unknown', args: readArguments(start['params']) },
      parseTime(start['ts']),
    );
  return { talk, models };
}

const callKey = (tool: Json | undefined, args: Json | undefined): string => `${textOf(tool)} ${shown(args)}`;
