import { isJsonObject, type Json } from '../../model/index.ts';
import { isAgentSession, isOpenClawTelemetry } from './agent-sessions.ts';
import { isAtif } from './atif.ts';
import { readMessage } from './chat.ts';
import { isChatGpt } from './chatgpt.ts';
import { isClaudeChats } from './claude-chats.ts';
import { isClaudeCode } from './claude-code.ts';
import { isCodex } from './codex.ts';
import { listOf, objectOf } from './fields.ts';
import { isGaia2Events, isGaia2Trace } from './gaia2-cli.ts';
import { isGaia2Rows } from './gaia2-rows.ts';
import { isGeminiCli } from './gemini-cli.ts';
import { isGeminiCliOutput } from './gemini-cli-output.ts';
import { isInspectLog } from './inspect.ts';
import { isLangfuse } from './langfuse.ts';
import { isLangSmith } from './langsmith.ts';
import { isMessages } from './messages.ts';
import { isMlflow } from './mlflow.ts';
import { isMiniSweAgent } from './mini-swe-agent.ts';
import { isOpenCode, isOpenCodeOutput } from './opencode.ts';
import { isOpenHands } from './openhands.ts';
import { isOpenTelemetry } from './open-telemetry.ts';
import { isSweAgent } from './swe-agent.ts';
import { isTauBench } from './tau-bench.ts';
import { isWeave } from './weave.ts';

// A file that is too large to be read at once is read by its lines or items. In most formats each stands for itself; spans of
// OpenTelemetry, Langfuse, LangSmith and Weave stand with those of the same trace, episodes with those of the same run, and the lines of a session
// or the steps of a trajectory are one run together.

/** How the pieces of a file are read: one by one, together if they share a key, or all as one run. */
export type Reading = 'each' | 'together' | { readonly keys: (text: string) => readonly string[] };

/** How a file that begins with `documents` is read in pieces; `undefined` if its format is not known. */
export function readingOf(documents: readonly Json[]): Reading | undefined {
  // Some lines of a session look like talks of their own.
  if (SESSIONS.some((isOf) => isOf(documents))) return 'together';
  if (documents.some((one) => isOpenTelemetry(one) || isOfTrace(one))) return { keys: tracesIn };
  if (documents.some((one) => isJsonObject(one) && typeof one['episode'] === 'string' && isMessages(one)))
    return { keys: runIn };
  if (documents.some(standsForItself)) return 'each';
  return [isOpenHands, isMiniSweAgent, isOpenCode, isMessages].some((isOf) => isOf(documents))
    ? 'together'
    : undefined;
}

const SESSIONS = [
  ...[isOpenClawTelemetry, isAgentSession, isClaudeCode, isCodex, isGeminiCli],
  ...[isGeminiCliOutput, isOpenCodeOutput],
  ...[isGaia2Events, isGaia2Trace],
];

/** Whether it is an observation of Langfuse, a run of LangSmith or a call of Weave, which others of its trace stand beside. */
const isOfTrace = (document: Json): boolean =>
  (isLangfuse(document) || isLangSmith(document) || isWeave(document)) &&
  [document, ...['data', 'runs', 'calls'].flatMap((list) => listOf(objectOf(document)[list]))].some(
    (one) => traceOf(one) !== undefined,
  );

const standsForItself = (document: Json): boolean =>
  [
    ...[isGaia2Rows, isAtif, isInspectLog, isTauBench, isMlflow, isLangfuse, isLangSmith, isOpenHands],
    ...[isMiniSweAgent, isSweAgent, isOpenCode, isClaudeChats, isChatGpt, isMessages],
  ].some((isOf) => isOf(document)) || isTauBench([document]);

/** Matches the ids, also in texts that contain documents, and in attributes of spans. */
const LINK =
  /"(?:(?:source_|tool_|function_)?call_?id|tool_?call_?id|tool_?use_?id|cause|id)\\*"\s*:\s*(?:\\*"([^"\\]{1,200})|(\d{1,15})\b)|call\.id"\s*,\s*"value"\s*:\s*\{\s*"string_?value"\s*:\s*"([^"\\]{1,200})/gi;

/** The ids by which calls and their results name each other, as do the lines of one answer, in the text of a piece. */
export const linksIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(LINK), ([, name, number, attribute]) => name ?? number ?? attribute!));

/** Whether a piece is a message that answers the one before it, as results without ids do. */
export const isAnswer = (piece: Json): boolean =>
  isJsonObject(piece) && 'role' in piece && readMessage(piece).role !== 'assistant';

const TRACE = /"(?:context\.)?trace_?i[dD]"\s*:\s*"([^"\\]{1,100})"/gi;

/** The traces in a text. Records of programs that have none, such as logs, are together. */
function tracesIn(text: string): readonly string[] {
  const traces = Array.from(text.matchAll(TRACE), ([, id]) => id!);
  return traces.length === 0 ? [''] : traces;
}

const NAMES = ['run_id', 'trial_name', 'task'] as const;

/** The keys that name the run of an episode. */
const runIn = (text: string): readonly string[] => [
  NAMES.map((name) => new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1] ?? '').join(
    '\n',
  ),
];

/** A piece as a document: tau-bench results are a list even if there is one. */
export const asDocument = (piece: Json): Json =>
  !isTauBench(piece) && isTauBench([piece]) ? [piece] : piece;

/** `document` with only the spans and records of trace `trace`; unchanged if it has no spans. */
export function withOnly(document: Json, trace: string): Json {
  if (Array.isArray(document))
    return (document as readonly Json[])
      .filter((item) => traceOf(item) === undefined || traceOf(item) === trace)
      .map((item) => (traceOf(item) === undefined ? withOnly(item, trace) : item));
  if (!isJsonObject(document)) return document;
  return Object.fromEntries(Object.entries(document).map(([key, value]) => [key, withOnly(value, trace)]));
}

function traceOf(item: Json): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const id = item['traceId'] ?? item['trace_id'] ?? item['traceID'] ?? item['context.trace_id'];
  return typeof id === 'string' ? id : undefined;
}
