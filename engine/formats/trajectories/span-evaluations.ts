import { groupBy, type Json, type JsonObject } from '../../model/index.ts';
import { objectOf, shown, textOf } from './fields.ts';
import type { Evaluation, Span } from './span.ts';

/** The grade that `given` is: a number, or a label. */
export const gradeOf = (given: Json | undefined): Pick<Evaluation, 'label' | 'value'> =>
  typeof given === 'number'
    ? { label: '', value: given }
    : { label: given === undefined || given === null ? '' : shown(given), value: undefined };

/** `spans` with evaluations: those that name a span at it, all others at the outermost. */
export function withEvaluations(
  spans: readonly Span[],
  given: readonly (readonly [span: string, evaluation: Evaluation])[],
): readonly Span[] {
  const ids = new Set(spans.map(({ id }) => id));
  const outermost = spans.find(({ parent }) => !ids.has(parent)) ?? spans[0];
  const bySpan = groupBy(given, ([id]) => (ids.has(id) ? id : outermost?.id));
  return spans.map((span) => {
    const own = bySpan.get(span.id)?.map(([, evaluation]) => evaluation);
    return own === undefined ? span : { ...span, evaluations: [...span.evaluations, ...own] };
  });
}

export const evaluationOf = ({ name, annotator_kind: by, result }: JsonObject): Evaluation => {
  const { label, score, explanation } = objectOf(result);
  return {
    name: textOf(name) || 'annotation',
    label: textOf(label),
    value: score ?? undefined,
    explanation: textOf(explanation),
    by: textOf(by),
  };
};

/** Matches the columns of tables of Phoenix and Arize that have the evaluations of a span. */
const EVALUATION_COLUMN = /^(eval|annotation)\.(.+)\.(?:label|score|explanation)$/;

export function evaluationsInColumns(row: JsonObject): readonly Evaluation[] {
  const names = Object.keys(row).flatMap(
    (column) => EVALUATION_COLUMN.exec(column)?.slice(1).join('.') ?? [],
  );
  return [...new Set(names)].flatMap((prefix) => {
    const [label, value, explanation] = ['label', 'score', 'explanation'].map(
      (field) => row[`${prefix}.${field}`] ?? undefined,
    );
    return [label, value, explanation].every((one) => one === undefined)
      ? []
      : [
          {
            name: prefix.slice(prefix.indexOf('.') + 1),
            label: textOf(label),
            value,
            explanation: textOf(explanation),
          },
        ];
  });
}

export function evaluationIn(attributes: JsonObject): readonly Evaluation[] {
  const name = textOf(attributes['gen_ai.evaluation.name']);
  if (name === '') return [];
  return [
    {
      name,
      label: textOf(attributes['gen_ai.evaluation.score.label']),
      value: attributes['gen_ai.evaluation.score.value'],
      explanation: textOf(attributes['gen_ai.evaluation.explanation']),
    },
  ];
}
