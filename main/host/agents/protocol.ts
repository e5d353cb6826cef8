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

/** What is said between a run and the process that does its agent's part: one JSON object a line, as docs/agents.md says. */
const PROTOCOL = 1;

const LONGEST_SHOWN = 80; // characters

const json = z.json();

const tokens = z.int().min(0).max(1e12);

const ready = z.strictObject({ do: z.literal('ready') });

/** What may stand beside any answer: what the agent thought, and the tokens that its model read and wrote. */
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

/** What the agent does next. Without `seconds` it waits until it is told something. */
export type Reply = z.infer<typeof reply>;

/** What the call before came to, for the agent to read. */
export interface Answer {
  readonly tool: string;
  readonly outcome: Outcome;
}

/** The first line that the agent is told: which world it is in, and with what it can act there. It says when it is ready. */
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

/** It is the agent's turn. One line is wanted back. */
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

/** The last line: no answer is wanted. */
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

/** Reads the agent's first line, which says no more than that it is there. @throws {ProblemError} when it says anything else. */
export function readReady(text: string): void {
  read(ready, text, 1, '{"do":"ready"}');
}

/** What the agent's line number `line` says. @throws {ProblemError} when it is nothing that an agent can do. */
export const readReply = (text: string, line: number): Reply =>
  read(reply, text, line, '{"do":"call","tool":…,"args":{…}}, {"do":"wait","seconds":…} or {"do":"finish"}');

function read<Said>(shape: z.ZodType<Said>, text: string, line: number, wanted: string): Said {
  const parsed = readJsonAs(shape, text);
  if ('data' in parsed) return parsed.data;
  const why = findingsText(parsed.findings);
  throw new ProblemError(
    'agent-rubbish',
    `agent, line ${line}: ${why} The line was ${shortened(text)}, and expected is ${wanted}.`,
  );
}

const shortened = (text: string): string =>
  text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
