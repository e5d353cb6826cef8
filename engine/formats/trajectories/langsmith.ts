import { groupBy, isJsonObject, type Json, type JsonObject, type TokenCount } from '../../model/index.ts';
import { type ChatMessage, EarlierParts } from './chat.ts';
import { endingWithin } from './endings.ts';
import {
  listOf,
  objectOf,
  objectsOf,
  parseIfJson,
  parseTime,
  readUsage,
  textOf,
  usageOfAnswer,
} from './fields.ts';
import { untracked } from './tracked-fields.ts';
import { toolArguments } from './langfuse.ts';
import { type Evaluation, NO_TALK, type Span, type SpanKind, withIds, MAX_SPAN_DEPTH } from './span.ts';
import { kindNamed, toolOutput } from './span-attributes.ts';
import { messagesFrom } from './span-messages.ts';
import { spansTrajectory } from './open-telemetry.ts';
import { type Trajectory } from './trajectory.ts';

// An export of LangSmith: runs, which are spans by another name, within each other or in a list.

const isRun = (value: Json): boolean =>
  isJsonObject(value) && typeof value['run_type'] === 'string' && ('inputs' in value || 'outputs' in value);

/** Whether `document` is a run of LangSmith, or a list of them. */
export const isLangSmith = (document: Json): boolean => {
  const list = listIn(document);
  return list.length > 0 && list.every(isRun);
};

const listIn = (document: Json): readonly Json[] => {
  const { runs } = isJsonObject(document) && !isRun(document) ? document : {};
  return listOf(Array.isArray(document) ? document : (runs ?? [document]));
};

/** A trajectory for each trace. */
export const langSmithTrajectories = (
  document: Json,
  file: string,
  earlier: EarlierParts,
): readonly Trajectory[] => {
  const roots = objectsOf(listIn(document));
  const runs = roots.flatMap((root) =>
    withChildren(root, textOf(root['parent_run_id']), textOf(root['trace_id']) || rootId(root, roots), 0),
  );
  // Runs that began at the same time are in the order in which the program called them.
  const ordered = runs
    .map((run) => ({ run, order: textOf(run.record['dotted_order']) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
    .map(({ run }) => run);
  const traces = groupBy(ordered, ({ trace }) => trace);
  return Array.from(traces.values(), (spans) => ({
    ...spansTrajectory(spans, file, traces.size === 1 ? earlier : new EarlierParts()),
    parts: spans.map(({ record }) => record),
  }));
};

/** The id of the root run, if the export does not name the run's trace. */
function rootId(run: JsonObject, all: readonly JsonObject[]): string {
  const byId = new Map(all.map((one) => [textOf(one['id']), one]));
  let root = run;
  for (let depth = 0; depth < MAX_SPAN_DEPTH; depth++) {
    const next = byId.get(textOf(root['parent_run_id']));
    if (next === undefined) break;
    root = next;
  }
  return textOf(root['id']);
}

function withChildren(run: JsonObject, parent: string, trace: string, depth: number): readonly Span[] {
  const own = spanOf(run, parent, trace);
  const children = depth < MAX_SPAN_DEPTH ? objectsOf(run['child_runs']) : [];
  return [own, ...children.flatMap((child) => withChildren(child, own.id, trace, depth + 1))];
}

const KINDS: Readonly<Record<string, SpanKind>> = { llm: 'model', tool: 'tool', retriever: 'tool' };

function spanOf(run: JsonObject, parent: string, trace: string): Span {
  const { id, run_type: type, error } = run;
  // Bulk exports have documents as texts.
  const inputs = parseIfJson(run['inputs']);
  const outputs = parseIfJson(run['outputs']);
  const extra = objectOf(parseIfJson(run['extra']));
  const { name: named } = untracked(run) as JsonObject;
  const name = textOf(named) || 'run';
  const kind = kindNamed(KINDS, type) ?? (parent === '' ? 'agent' : 'chain');
  const metadata = objectOf(extra['metadata']);
  const talk = (): Pick<Span, 'read' | 'written'> =>
    withIds(messagesFrom(inputs, 'user'), messagesFrom(outputs, 'assistant'));
  const tokens = (written: readonly ChatMessage[] = []): TokenCount => ({
    // Newer programs write them with the message that the model gave.
    ...written[0]?.cost,
    ...readUsage(metadata['usage_metadata']),
    ...usageOfAnswer(outputs),
    ...readUsage({
      prompt_tokens: run['prompt_tokens'] ?? null,
      completion_tokens: run['completion_tokens'] ?? null,
      cost: run['total_cost'] ?? null,
    }),
  });
  const told = kind === 'model' ? talk() : undefined;
  const output = kind === 'tool' ? toolOutput(outputs) : undefined;
  return {
    trace,
    id: textOf(id),
    parent,
    name,
    kind,
    start: parseTime(run['start_time']),
    end: parseTime(run['end_time']),
    attributes: {},
    failure: textOf(error) === '' ? output?.failure : { type: 'error', message: textOf(error) },
    agent: name,
    model: textOf(metadata['ls_model_name']) || textOf(objectOf(extra['invocation_params'])['model']),
    ending: kind === 'model' ? endingWithin(outputs) : undefined,
    ...(told === undefined ? NO_TALK : { ...told, tokens: tokens(told.written) }),
    own: kind === 'agent' ? { talk, tokens } : undefined,
    call: {
      id: textOf(objectOf(inputs)['tool_call_id']) || undefined,
      tool: name,
      args: kind === 'tool' ? toolArguments(inputs) : undefined,
      result: output?.result,
    },
    evaluations: feedbackIn(run),
    record: run,
  };
}

/** The averages of what people and programs said of a run, which are no verdict. */
function feedbackIn(run: JsonObject): readonly Evaluation[] {
  const feedback = objectOf(parseIfJson(run['feedback_stats']));
  return Object.entries(objectOf(untracked(feedback))).flatMap(([name, stats]) => {
    const value = isJsonObject(stats) ? objectOf(feedback[name])['avg'] : undefined;
    return typeof value === 'number' ? [{ name, label: '', value, explanation: '' }] : [];
  });
}
