import * as z from 'zod';
import type { ToolDescription } from '../../../engine/index.ts';
import {
  findingsText,
  formatInstant,
  type Notification,
  type Outcome,
  readJsonAs,
  type SimTime,
} from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';

/** Version of the protocol between a run and its agent process: one JSON object per line; see docs/agents.md. */
const PROTOCOL = 1;

const MAX_SHOWN_LENGTH = 80; // characters

const json = z.json();

const tokens = z.int().min(0).max(1e12);

const ready = z.strictObject({ do: z.literal('ready') });

/** Optional fields of every answer: the agent's thought, and the tokens that its model read and wrote. */
const beside = {
  thought: z.string().optional(),
  tokens: z.strictObject({ input: tokens.optional(), output: tokens.optional() }).optional(),
};

const reply = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('call'),
    tool: z.string(),
    args: z.record(z.string(), json).default({}),
    ...beside,
  }),
  z.strictObject({ do: z.literal('wait'), seconds: z.number().min(0).max(1e9).optional(), ...beside }),
  z.strictObject({ do: z.literal('finish'), ...beside }),
]);

/** The agent's next step. A wait without `seconds` ends with the next message. */
export type Reply = z.infer<typeof reply>;

/** The result of the agent's last call. */
export interface Answer {
  readonly tool: string;
  readonly outcome: Outcome;
}

/** The first line sent to the agent: the scenario, the time and the tools. The agent replies that it is ready. */
export const startLine = (scenario: string, now: SimTime, tools: readonly ToolDescription[]): string =>
  JSON.stringify({
    kind: 'start',
    protocol: PROTOCOL,
    scenario,
    time: formatInstant(now),
    tools: tools.map(({ name, description, parameters, returns, effect }) => ({
      name,
      description,
      parameters,
      returns,
      effect,
    })),
  });

/** Asks the agent for its next step; it replies with one line. */
export const turnLine = (
  now: SimTime,
  messages: readonly Notification[],
  answer: Answer | undefined,
): string =>
  JSON.stringify({
    kind: 'turn',
    time: formatInstant(now),
    messages: messages.map(({ kind, time, text, attachments = [] }) => ({
      kind,
      time: formatInstant(time),
      text,
      attachments,
    })),
    answer: answer === undefined ? null : answerOf(answer),
  });

/** The last line; the agent does not reply. */
export const endLine = (now: SimTime, why: string): string =>
  JSON.stringify({ kind: 'end', time: formatInstant(now), why });

function answerOf({ tool, outcome }: Answer): object {
  switch (outcome.status) {
    case 'done':
      return { tool, status: 'done', value: outcome.value };
    case 'failed':
      return { tool, status: 'failed', error: { type: outcome.error.type, message: outcome.error.message } };
    case 'skipped':
      return { tool, status: 'skipped', reason: outcome.reason };
  }
}

/** Reads the agent's first line, which must be `{"do":"ready"}`. @throws {ProblemError} when it is anything else. */
export function readReady(text: string): void {
  read(ready, text, 1, '{"do":"ready"}');
}

/** Reads line `line` of the agent. @throws {ProblemError} when it is not a valid reply. */
export const readReply = (text: string, line: number): Reply =>
  read(reply, text, line, '{"do":"call","tool":…,"args":{…}}, {"do":"wait","seconds":…} or {"do":"finish"}');

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
