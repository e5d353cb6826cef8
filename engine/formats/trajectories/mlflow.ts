import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { EarlierParts } from './chat.ts';
import { firstText, listOf, objectOf, objectsOf, parseIfJson, shown, textOf } from './fields.ts';
import { spansTrajectory } from './open-telemetry.ts';
import { type Evaluation, type RawSpan, type Span } from './span.ts';
import { gradeOf, withEvaluations } from './span-evaluations.ts';
import { isMlflowSpan, plainSpan } from './span-records.ts';
import { kindOf } from './span-attributes.ts';
import { spanOf } from './open-telemetry-spans.ts';
import type { Trajectory } from './trajectory.ts';

// An export of MLflow: a trace with its spans, whose inputs and outputs are among their attributes, and assessments.

/** Whether `document` is a trace of MLflow, a list of them, or a page. */
export const isMlflow = (document: Json): boolean => tracesIn(document).length > 0;

/** Why `document` has no attempt, if it has traces of MLflow without their spans; `undefined` for any other. */
export const whereMlflowSpansAre = (document: Json): string | undefined =>
  itemsIn(document).some((one) => 'trace_metadata' in infoOf(one) || 'request_metadata' in infoOf(one))
    ? 'These are traces of MLflow without their spans. Export one with mlflow traces get --trace-id ID, or many with mlflow traces search --output json.'
    : undefined;

interface Exported {
  /** What is known of the whole trace. */
  readonly info: JsonObject;
  readonly spans: readonly JsonObject[];
  readonly part: JsonObject;
}

const itemsIn = (document: Json): readonly JsonObject[] =>
  objectsOf(isJsonObject(document) ? listOf(document['traces'] ?? [document]) : listOf(document));

const infoOf = (item: JsonObject): JsonObject =>
  isJsonObject(item['info'] ?? null) ? objectOf(item['info']) : item;

/**
 * The traces of a document. In the rows of a table, the fields of a trace stand beside the list of its spans; in those of an
 * evaluation, the trace is a text.
 */
const tracesIn = (document: Json): readonly Exported[] =>
  itemsIn(document).flatMap((part) => {
    const trace = 'data' in part || 'spans' in part ? part : objectOf(parseIfJson(part['trace']));
    const data = objectOf(parseIfJson(trace['data']));
    const spans = objectsOf(parseIfJson(data['spans'] ?? trace['spans'])).filter(isMlflowSpan);
    return spans.length === 0 ? [] : [{ info: infoOf(trace), spans, part }];
  });

/** A trajectory for each trace. */
export const mlflowTrajectories = (
  document: Json,
  file: string,
  earlier: EarlierParts,
): readonly Trajectory[] =>
  tracesIn(document).map(({ info, spans: records, part }, _, all): Trajectory => {
    const raws = records.map(plainSpan);
    const kinds = new Map(raws.map((raw) => [raw, kindOf(raw.attributes, raw.name)]));
    const models = new Map(raws.flatMap((raw) => (kinds.get(raw) === 'model' ? [[raw, spanOf(raw)]] : [])));
    const asked = new Set([...models.values()].flatMap(toolsAskedFor));
    const hasAgent = [...kinds.values()].includes('agent');
    const assessments = objectsOf(parseIfJson(info['assessments'])).filter(({ valid }) => valid !== false);
    const expected = assessments.filter((one) => isJsonObject(one['expectation'] ?? null));
    const given = assessments.filter((one) => !expected.includes(one));
    const tags = objectOf(parseIfJson(info['tags']));
    const trajectory = spansTrajectory(
      withEvaluations(
        raws.map((raw) => models.get(raw) ?? mlflowSpan(raw, asked, hasAgent)),
        given.map((one) => [textOf(one['span_id']), evaluationOf(one)]),
      ),
      file,
      all.length === 1 ? earlier : new EarlierParts(),
      textOf(tags['mlflow.traceName']),
    );
    return {
      ...trajectory,
      attempt: { ...trajectory.attempt, expected: expectedText(expected) },
      parts: [part],
    };
  });

/** What several assessments expect, one a line by their names. */
function expectedText(expected: readonly JsonObject[]): string | undefined {
  const values = expected.map((one) => shown(expectedValue(one)));
  return values.length < 2
    ? values[0]
    : values.map((value, index) => `${nameOf(expected[index]!)}: ${value}`).join('\n');
}

const toolsAskedFor = ({ written }: Span): readonly string[] =>
  written.flatMap(({ calls }) => calls.map(({ tool }) => tool));

/**
 * A span. Many functions have no type: one that a model asked for is a tool, the outermost the agent if no
 * other is, and others parts of the program.
 */
function mlflowSpan(raw: RawSpan, asked: ReadonlySet<string>, hasAgent: boolean): Span {
  // Older versions number spans of the same name.
  const plain = raw.name.replace(/_\d+$/, '');
  const name = !asked.has(raw.name) && asked.has(plain) ? plain : raw.name;
  const kind = kindOf(raw.attributes, name);
  if (kind !== 'other' && kind !== 'chain') return spanOf({ ...raw, name }, kind);
  const isTyped = !['', 'UNKNOWN'].includes(textOf(raw.attributes['mlflow.spanType']));
  return spanOf(
    { ...raw, name },
    asked.has(name) ? 'tool' : raw.parent === '' && !hasAgent ? 'agent' : isTyped ? kind : 'chain',
  );
}

const nameOf = (assessment: JsonObject): string =>
  firstText(assessment, 'assessment_name', 'name') || 'assessment';

const expectedValue = ({ expectation }: JsonObject): Json | undefined => {
  const { value, serialized_value: serialized } = objectOf(expectation);
  return value ?? parseIfJson(objectOf(serialized)['value']);
};

/** The evaluation in an assessment. One that failed has no result. */
function evaluationOf(assessment: JsonObject): Evaluation {
  const { feedback, rationale, source, error: failed } = assessment;
  const { value = null, error = failed } = objectOf(feedback);
  return {
    name: nameOf(assessment),
    ...gradeOf(value),
    explanation: [textOf(rationale), firstText(objectOf(error), 'error_message', 'error_code')]
      .filter((text) => text !== '')
      .join(' '),
    by: textOf(objectOf(source)['source_type']),
  };
}
