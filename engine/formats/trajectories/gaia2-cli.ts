import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { ConversationReader, EarlierParts, messageDigest, readMessage } from './chat.ts';
import { endingWithin, errorSteps } from './endings.ts';
import {
  linesOf,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseIfJson,
  parseTime,
  shown,
  textOf,
} from './fields.ts';
import { over, untracked } from './tracked-fields.ts';
import { type TrajectoryCall, type Step, type Trajectory } from './trajectory.ts';

// gaia2-cli writes what happened in ARE's world (events.jsonl) and what its model was asked (trace.jsonl).

/** Whether `document` has the events of gaia2-cli. */
export const isGaia2Events = (document: Json): boolean =>
  linesOf(document).some(
    (line) =>
      typeof line['app'] === 'string' && typeof line['fn'] === 'string' && ('t' in line || 'sim_t' in line),
  );

/** A trajectory of the calls in ARE's own apps, at their simulated times. */
export function gaia2EventsTrajectories(document: Json, file: string): readonly Trajectory[] {
  const lines = linesOf(document);
  const isSimulated = lines.some((line) => 'sim_t' in line);
  return [
    {
      task: file.replace(/\.jsonl$/i, ''),
      steps: lines.map((line) => eventStep(line, isSimulated)),
      notes: [
        'gaia2-cli does not write calls that failed.',
        ...(isSimulated ? [] : ['No simulated times are recorded: the times are those of the clock.']),
      ],
    },
  ];
}

/**
 * The step of an event. Wall-clock time replaces simulated time only if the file has no simulated times, because the two are
 * years apart.
 */
function eventStep(line: JsonObject, isSimulated: boolean): Step {
  // What is not shown is not read: the notes name it.
  const { app, fn, args, w: writes, ret } = line;
  const time = parseTime(isSimulated ? line['sim_t'] : line['t']);
  const id = (untracked(line) as JsonObject)['event_id'];
  if (typeof app !== 'string' || typeof fn !== 'string')
    return { kind: 'log', type: 'log', text: shown(line), time };
  const content = objectOf(args)['content'];
  if (
    app === 'AgentUserInterface' &&
    typeof content === 'string' &&
    /^send_message_to_(?:agent|user)$/.test(fn)
  ) {
    const more = ret === undefined || ret === null ? {} : { value: ret };
    return { kind: 'message', from: fn.endsWith('agent') ? 'user' : 'agent', text: content, time, ...more };
  }
  const by: TrajectoryCall['by'] = textOf(id).startsWith('Event-ENV-') ? 'environment' : 'agent';
  const effect = writes === false ? 'read' : 'write';
  return {
    kind: 'call',
    by,
    app,
    tool: fn,
    args: objectOf(args),
    effect,
    outcome: { status: 'done', value: ret ?? null },
    time,
  };
}

/** Whether `document` has the model requests of gaia2-cli. */
export const isGaia2Trace = (document: Json): boolean =>
  linesOf(document).some((line) => line['type'] === 'llm_call' && isJsonObject(line['request'] ?? null));

/** A trajectory of the model's prompts and answers. */
export function gaia2TraceTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const talk = new ConversationReader('tools', earlier);
  const models = new Set<string>();
  const known = earlier.messages;
  for (const line of linesOf(document)) {
    const time = parseTime(line['timestamp']) ?? parseTime(line['t']);
    if (line['type'] !== 'llm_call') {
      talk.log('log', shown(line), time);
      continue;
    }
    const request = objectOf(line['request']);
    const { model, system } = request;
    if (typeof model === 'string') models.add(model);
    const messages = [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...objectsOf(request['messages'] ?? request['input'] ?? request['contents']),
    ];
    // Each request repeats the talk so far.
    for (const message of messages) {
      const key = messageDigest(readMessage(message));
      if (!known.has(key)) talk.message(message, { time });
      known.add(key);
    }
    const elapsed = numberOf(line['latency_ms']);
    const response = line['response'] ?? parseIfJson(line['raw_response']) ?? null;
    const status = numberOf(line['http_status']) ?? 200;
    if (status >= 400)
      talk.add(
        ...errorSteps(
          `http_status ${status}`,
          `The service answered with status ${status}: ${shown(response)}`,
          time,
        ),
      );
    else
      for (const answer of answersIn(response)) {
        const own = readMessage(answer);
        const read = { ...own, role: 'assistant' as const, ending: own.ending ?? endingWithin(response) };
        talk.message(answer, { time, reads: () => read });
        known.add(messageDigest(read));
      }
    if (elapsed !== undefined) talk.log('log', `It took ${elapsed} ms.`, time);
  }
  return [
    {
      task: file.replace(/\.jsonl$/i, ''),
      steps: talk.steps(),
      states: { tools: {} },
      tags: [...models],
      attempt: { agent: 'gaia2-cli', model: [...models][0] },
      notes: ['The times are those of the clock.'],
    },
  ];
}

/** The messages in a service's response. A streamed response stays a text. */
function answersIn(response: Json): readonly JsonObject[] {
  if (!isJsonObject(response))
    return [{ role: 'assistant', content: response === null ? '' : shown(response) }];
  const { content, tool_calls: calls, usage, usageMetadata, choices, candidates, output } = response;
  const cost = usage ?? usageMetadata ?? null;
  const messages: readonly JsonObject[] =
    content !== undefined || calls !== undefined
      ? [{ content: content ?? null, tool_calls: calls ?? [] }]
      : Array.isArray(candidates)
        ? objectsOf(candidates).map((one) => objectOf(one['content']))
        : Array.isArray(output)
          ? [
              {
                content: listOf(output).flatMap((item) =>
                  objectOf(item)['type'] === 'message' ? listOf(objectOf(item)['content']) : [item],
                ),
              },
            ]
          : objectsOf(choices).map((choice) =>
              objectOf(choice['message'] ?? { content: choice['text'] ?? null }),
            );
  if (messages.length === 0) return [{ role: 'assistant', content: shown(response), usage: cost }];
  return messages.map((message, index) =>
    over(message, { role: 'assistant', ...(index === 0 ? { usage: cost } : {}) }),
  );
}
