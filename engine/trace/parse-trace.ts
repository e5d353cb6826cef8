import type { Json } from '../model/json.ts';
import { boundedJson } from './bounded-json.ts';
import { findingsIn } from './check-trace.ts';
import { isLite } from './lite-trace.ts';
import { plainNumbers } from './plain-numbers.ts';
import type { Finding } from '../model/finding.ts';
import { TraceError } from './trace-error.ts';
import { traceIn, type AreTrace } from './trace-format.ts';

/** All of `text` as it is, and what of it was lost. @throws {TraceError} when it is no JSON, or none that is taken. */
export function documentIn(
  text: string,
  file: string,
): { readonly document: Json; readonly notes: readonly string[] } {
  const plain = plainNumbers(text);
  const json = boundedJson(plain.text);
  if ('finding' in json) throw new TraceError(file, [json.finding]);
  return { document: json.value, notes: plain.notes };
}

/** The trace that `document` is. @throws {TraceError} when it is none. */
export function traceOf(document: Json, file: string): AreTrace {
  const other = otherFormat(document);
  if (other !== undefined) throw new TraceError(file, [other]);
  const shape = traceIn(document);
  if ('findings' in shape) throw new TraceError(file, shape.findings);
  const findings = findingsIn(shape.trace);
  if (findings.length > 0) throw new TraceError(file, findings);
  return shape.trace;
}

/** Both at once. @throws {TraceError} when `text` holds no trace. */
export function parseTrace(
  text: string,
  file: string,
): { readonly trace: AreTrace; readonly document: Json; readonly notes: readonly string[] } {
  const { document, notes } = documentIn(text, file);
  return { trace: traceOf(document, file), document, notes };
}

/** ARE writes other files beside its traces, and people will try them. */
function otherFormat(value: Json): Finding | undefined {
  const has = (key: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const wanted = 'ARE\'s "hf" format, with metadata, apps and events';
  if (isLite(value)) return { path: '', found: 'ARE\'s "lite" format, which holds no events', wanted };
  if (has('event_log') && has('event_queue')) return { path: '', found: "a dump of ARE's state", wanted };
  return undefined;
}
