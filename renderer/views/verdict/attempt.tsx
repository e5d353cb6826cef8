import { CircleCheck, CircleX, Gauge } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { legible, type Score, type StoredAttempt } from '../../../engine/model/index.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount, formatDollars } from '../../ui/format/numbers.ts';
import { Markdown } from '../../ui/rich-text/markdown.tsx';
import { Output } from '../../ui/rich-text/rich-text.tsx';
import { textKind } from '../../ui/rich-text/text-kind.ts';
import { Facts } from './facts.tsx';
import styles from './verdict.module.css';

/** What a run of another tool attempted and cost, what was expected, and what each scorer made of it. */
export function AttemptView({ attempt }: { readonly attempt: StoredAttempt }): JSX.Element {
  const { scores, expected } = attempt;
  return (
    <section className={styles.attempt} aria-label="Attempt">
      <Facts facts={factsOf(attempt)} />
      {scores.some(({ answer }) => isText(answer)) || !isText(expected) ? null : (
        <article className={styles.score}>
          <h4>Expected</h4>
          <Output text={expected} folded={false} />
        </article>
      )}
      {scores.map((score, index) => (
        <ScoreCard key={index} score={score} expected={expected} />
      ))}
    </section>
  );
}

function factsOf({ task, attempt, tool, model, agent, tokens, cost, duration, errors }: StoredAttempt) {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Task', task],
    ['Attempt', String(attempt)],
    ['Model', model],
    ['Agent', agent],
    ['Tokens in', tokens.input === undefined ? undefined : formatCount(tokens.input)],
    ['Cached', tokens.cached === undefined ? undefined : formatCount(tokens.cached)],
    ['Tokens out', tokens.output === undefined ? undefined : formatCount(tokens.output)],
    ['Cost', cost === undefined ? undefined : formatDollars(cost)],
    ['Duration', duration === undefined ? undefined : formatSpan(duration * 1_000_000)],
    ['Failed calls', formatCount(errors)],
    ['Tool', tool],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

interface ScoreCardProps {
  readonly score: Score;
  /** What the benchmark expected, to be read beside the answer. */
  readonly expected: string | undefined;
}

/** A score with the answer and the words of its scorer. */
function ScoreCard({
  score: { scorer, label, passed, answer, explanation },
  expected,
}: ScoreCardProps): JSX.Element {
  const Icon = passed === undefined ? Gauge : passed ? CircleCheck : CircleX;
  return (
    <article className={clsx(styles.score, passed !== undefined && (passed ? styles.good : styles.bad))}>
      <h3>
        <Icon role="img" aria-label={passed === undefined ? 'Score' : passed ? 'Passed' : 'Failed'} />
        <bdi>{legible(scorer)}</bdi>
        <bdi className="number">{legible(label)}</bdi>
      </h3>
      {isText(answer) ? (
        <div className={styles.answers}>
          <Part title="Expected" text={expected} />
          <Part title="Answer" text={answer} />
        </div>
      ) : null}
      <Part title="Explanation" text={explanation} />
    </article>
  );
}

const isText = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function Part({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string | undefined;
}): JSX.Element | null {
  if (!isText(text)) return null;
  return (
    <div>
      <h4>{title}</h4>
      {textKind(text).kind === 'plain' ? <Markdown text={text} /> : <Output text={text} folded={false} />}
    </div>
  );
}
