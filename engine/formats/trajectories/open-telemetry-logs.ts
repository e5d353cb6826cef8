import { groupBy, type Json, type JsonObject } from '../../model/index.ts';
import { readArguments } from './chat.ts';
import { errorSteps } from './endings.ts';
import { shown, textOf, readTokens } from './fields.ts';
import { untracked } from './tracked-fields.ts';
import type { LogRecord } from './span.ts';
import { type Step, type Trajectory, withCost } from './trajectory.ts';

// Claude Code exports what it does as log records without traces: one for each prompt, request, decision and call.

const PREFIX = 'claude_code.';

/** A trajectory for each session of Claude Code whose events are among log records. */
export function sessionsInLogs(records: readonly LogRecord[]): readonly Trajectory[] {
  const events = records
    .map(({ event: { name, attributes }, time, record }) => {
      const body = textOf((untracked(attributes) as JsonObject)['body']);
      const full = body.startsWith(PREFIX) ? textOf(attributes['body']) : name.startsWith(PREFIX) ? name : '';
      return { record, time, attributes, name: full.slice(PREFIX.length) };
    })
    .filter(({ name }) => name !== '');
  return Array.from(
    groupBy(events, ({ attributes }) => textOf(attributes['session.id'])),
    ([session, own]): Trajectory => ({
      task: session === '' ? 'Claude Code' : session,
      steps: own
        .toSorted((one, other) => orderOf(one.attributes) - orderOf(other.attributes))
        .flatMap(({ time, attributes, name }) =>
          stepsOf(name, attributes).map((step) => ({ ...step, time })),
        ),
      states: { tools: {} },
      tags: [
        ...new Set(own.map(({ attributes }) => textOf(attributes['model'])).filter((model) => model !== '')),
      ],
      notes: [
        'The events of Claude Code do not have what the tools gave: a call has the time at which it ended.',
      ],
      parts: own.map(({ record }) => record),
    }),
  );
}

/** A number in an event of Claude Code, whose values are all texts. */
const numberIn = (value: Json | undefined): number | undefined => {
  const number = Number(value ?? NaN);
  return Number.isFinite(number) ? number : undefined;
};

const orderOf = (attributes: JsonObject): number => numberIn(attributes['event.sequence']) ?? 0;

function stepsOf(name: string, attributes: JsonObject): readonly Step[] {
  switch (name) {
    case 'user_prompt': {
      const prompt = textOf(attributes['prompt']);
      const text = prompt !== '' ? prompt : `[A prompt of ${shown(attributes['prompt_length'])} characters]`;
      return [{ kind: 'message', from: 'user', text }];
    }
    case 'api_request': {
      const { model, input_tokens: input, output_tokens: output, cost_usd: cost } = attributes;
      const [read, made] = [attributes['cache_read_tokens'], attributes['cache_creation_tokens']].map(
        numberIn,
      );
      const elapsed = numberIn(attributes['duration_ms']);
      const price = numberIn(cost);
      const tokens = {
        ...readTokens((numberIn(input) ?? 0) + (read ?? 0) + (made ?? 0), numberIn(output) ?? 0),
        ...(read === undefined || read === 0 ? {} : { cached: read }),
        ...(price === undefined || price === 0 ? {} : { cost: price }),
      };
      return withCost(
        [],
        { tokens, elapsed: elapsed === undefined ? undefined : elapsed / 1000 },
        `${textOf(model) || 'The model'} answered.`,
      );
    }
    case 'tool_result': {
      const { tool_name: tool, success, error, tool_parameters: parameters, duration_ms: took } = attributes;
      const isFailed = success === 'false' || success === false;
      const elapsed = numberIn(took);
      return [
        {
          kind: 'call',
          by: 'agent',
          app: 'tools',
          tool: textOf(tool) || 'unknown',
          args: readArguments(parameters),
          elapsed: elapsed === undefined ? undefined : elapsed / 1000,
          outcome: isFailed
            ? { status: 'failed', error: { type: 'success: false', message: textOf(error) || 'It failed.' } }
            : {
                status: 'done',
                value: took === undefined ? null : `[No result is recorded. It took ${shown(took)} ms.]`,
              },
        },
      ];
    }
    case 'api_error':
      return errorSteps(name, shown(attributes));
    default:
      return [{ kind: 'log', type: 'log', text: `${name}: ${shown(attributes)}` }];
  }
}
