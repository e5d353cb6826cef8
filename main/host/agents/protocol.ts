import * as z from 'zod';
import type { Asked, PastTurn, ToolDescription } from '../../../engine/index.ts';
import {
  findingsText,
  type AgentAnswer,
  formatInstant,
  type JsonObject,
  type ModelAnswer,
  type ModelChoice,
  type Question,
  questionJson,
  readJsonAs,
  type SimTime,
  toSeconds,
} from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';

/** Version of the protocol between a run and its agent process: one JSON object per line; see docs/agents.md. */
const PROTOCOL = 1;

const MAX_SHOWN_LENGTH = 80; // characters

const json = z.json();

const tokens = z.int().min(0).max(1e12);

const ready = z.strictObject({ do: z.literal('ready') });

/** Optional fields of every answer: the agent's thought, and the tokens that its model read and wrote. */
const optionalFields = {
  thought: z.string().optional(),
  tokens: z.strictObject({ input: tokens.optional(), output: tokens.optional() }).optional(),
};

const reply = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('call'),
    tool: z.string(),
    args: z.record(z.string(), json).default({}),
    ...optionalFields,
  }),
  z.strictObject({
    do: z.literal('wait'),
    seconds: z.number().min(0).max(1e9).optional(),
    ...optionalFields,
  }),
  z.strictObject({ do: z.literal('finish'), ...optionalFields }),
]);

/** The agent's next step. A wait without `seconds` ends with the next message. */
export type AgentReply = z.infer<typeof reply>;

const object = z.record(z.string(), json);
const milliseconds = z.int().min(0).max(1e12);
const count = tokens.optional();

/** The agent wants to ask its model, with the first `from` messages of its last request followed by these. */
const request = z.strictObject({
  do: z.literal('request'),
  from: z.int().min(0).default(0),
  messages: z.array(object),
  body: object,
});

/** The result of a request to the model. Without an answer, all tries have failed. */
const answered = z.strictObject({
  do: z.literal('answered'),
  answer: z
    .strictObject({
      text: z.string(),
      reasoning: z.string().default(''),
      calls: z.array(z.strictObject({ id: z.string(), name: z.string(), args: z.string() })).default([]),
      finish: z.string().default(''),
      sendBack: object.optional(),
    })
    .optional(),
  usage: z.strictObject({ input: count, cached: count, output: count, reasoning: count }).default({}),
  raw: z.string().default(''),
  server: object.default({}),
  elapsed: milliseconds.default(0),
  failed: z.array(z.strictObject({ error: z.string(), elapsed: milliseconds })).default([]),
});

const agentLine = z.discriminatedUnion('do', [...reply.options, request, answered]);

/** A model's answer to a question, and the lines before it. */
const readerLine = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('said'), text: z.string() }),
  request,
  answered,
]);

export type RequestLine = z.infer<typeof request>;

/** A line of the agent: its next step, or a line about its model. */
export type AgentLine = z.infer<typeof agentLine>;
export type AnswerLine = z.infer<typeof answered>;

/**
 * The first line sent to the agent: the scenario, its start time, the tools, and the earlier turns of a continued run. The agent
 * replies that it is ready.
 */
export const startLine = (
  scenario: string,
  start: SimTime,
  tools: readonly ToolDescription[],
  history: readonly PastTurn[],
  model: ModelChoice | undefined,
  answersOf: (exchanges: readonly number[]) => readonly ModelAnswer[],
  by: Asked = 'agent',
): string =>
  JSON.stringify({
    kind: 'start',
    protocol: PROTOCOL,
    scenario,
    time: formatInstant(start),
    tools: tools.map(({ name, description, parameters, returns, effect }) => ({
      name,
      description,
      parameters,
      returns,
      effect,
    })),
    ...(by === 'agent' ? {} : { role: by }),
    ...(model === undefined ? {} : { model }),
    ...(history.length === 0
      ? {}
      : {
          turns: history.map(({ question, answer }) => ({
            ...questionJson(question),
            reply: replyTo(answer),
            ...(answer.exchanges === undefined ? {} : { answers: answersOf(answer.exchanges) }),
          })),
        }),
  });

/** An earlier reply, in the form in which the agent sent it. */
function replyTo({ act, thought }: AgentAnswer): object {
  const beside = thought === '' ? {} : { thought };
  switch (act.kind) {
    case 'call':
      return { do: 'call', tool: act.tool, args: act.args, ...beside };
    case 'wait':
      return { do: 'wait', ...(act.span === undefined ? {} : { seconds: toSeconds(act.span) }), ...beside };
    case 'finish':
      return { do: 'finish', ...beside };
  }
}

/** The line that asks the agent for its next step. The agent replies with one line. */
export const turnLine = (question: Question): string =>
  JSON.stringify({ kind: 'turn', ...questionJson(question) });

/** The last line sent to the agent. The agent does not reply. */
export const endLine = (now: SimTime, why: string): string =>
  JSON.stringify({ kind: 'end', time: formatInstant(now), why });

/** Parses the agent's first line, which must be `{"do":"ready"}`. @throws {ProblemError} when it is anything else. */
export function readReady(text: string): void {
  read(ready, text, 1, '{"do":"ready"}');
}

/** Parses line `line` of the agent. @throws {ProblemError} when the line is invalid. */
export const readAgentLine = (text: string, line: number): AgentLine =>
  read(
    agentLine,
    text,
    line,
    '{"do":"call","tool":…,"args":{…}}, {"do":"wait","seconds":…} or {"do":"finish"}',
  );

/** The line that asks the process for `model`'s answer to `messages`. */
export const questionLine = (model: ModelChoice, messages: readonly JsonObject[]): string =>
  JSON.stringify({ kind: 'question', model, messages });

/** Parses a line that replies to {@link questionLine}. @throws {ProblemError} when the line is invalid. */
export const readReaderLine = (text: string, line: number): z.infer<typeof readerLine> =>
  read(readerLine, text, line, '{"do":"said","text":…}');

/** The line that answers a request: with a recorded answer, or with the permission to ask the model. */
export const permissionLine = (answer: ModelAnswer | undefined): string =>
  JSON.stringify(answer === undefined ? { kind: 'ask' } : { kind: 'recorded', answer });

function read<Said>(shape: z.ZodType<Said>, text: string, line: number, wanted: string): Said {
  const parsed = readJsonAs(shape, text);
  if ('data' in parsed) return parsed.data;
  const why = findingsText(parsed.findings);
  throw new ProblemError(
    'agent-bad-line',
    `agent, line ${line}: ${why} The line was ${shortened(text)}, and expected is ${wanted}.`,
  );
}

const shortened = (text: string): string =>
  text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
