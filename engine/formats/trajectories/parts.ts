import { isJsonObject, type Json } from '../../model/index.ts';
import { isAgentSession, isOpenClawTelemetry } from './agent-sessions.ts';
import { isAtif } from './atif.ts';
import { isClaudeCode } from './claude-code.ts';
import { isCodex } from './codex.ts';
import { isGaia2Rows } from './gaia2-rows.ts';
import { isGeminiCli } from './gemini-cli.ts';
import { isInspectLog } from './inspect.ts';
import { isLangfuse } from './langfuse.ts';
import { isMessages } from './messages.ts';
import { isMiniSweAgent } from './mini-swe-agent.ts';
import { isOpenHands } from './openhands.ts';
import { isOpenTelemetry } from './open-telemetry.ts';
import { isSweAgent } from './swe-agent.ts';
import { isTauBench } from './tau-bench.ts';

// A file that is too large to be read at once is read by its lines or items. In most formats each stands for itself; spans of
// OpenTelemetry stand with those of the same trace, and episodes with those of the same run.

/** How the pieces of a file are read: one by one, or together if they share a key. */
export type Reading = 'each' | { readonly keys: (text: string) => readonly string[] };

/** How a file that begins with `documents` is read in pieces; `undefined` if it can only be read as a whole. */
export function readingOf(documents: readonly Json[]): Reading | undefined {
  // Some lines of a session look like talks of their own.
  if (SESSIONS.some((isOf) => isOf(documents))) return undefined;
  if (documents.some(isOpenTelemetry)) return { keys: tracesIn };
  if (documents.some((one) => isJsonObject(one) && typeof one['episode'] === 'string' && isMessages(one)))
    return { keys: runIn };
  return documents.some(standsForItself) ? 'each' : undefined;
}

const SESSIONS = [isOpenClawTelemetry, isAgentSession, isClaudeCode, isCodex, isGeminiCli];

const standsForItself = (document: Json): boolean =>
  [
    ...[isGaia2Rows, isAtif, isInspectLog, isTauBench, isLangfuse, isOpenHands],
    ...[isMiniSweAgent, isSweAgent, isMessages],
  ].some((isOf) => isOf(document)) || isTauBench([document]);

const TRACE = /"trace_?i[dD]"\s*:\s*"([^"\\]{1,100})"/gi;

const tracesIn = (text: string): readonly string[] => Array.from(text.matchAll(TRACE), ([, id]) => id!);

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
  const id = item['traceId'] ?? item['trace_id'] ?? item['traceID'];
  return typeof id === 'string' ? id : undefined;
}
