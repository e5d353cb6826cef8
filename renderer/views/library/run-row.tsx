import { CornerDownRight, NotebookPen, Pin, TrendingDown } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { legible, type RunLine, totalTokens } from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatAgo, formatSpan } from '../../ui/format/clock.ts';
import { formatCount, formatDollars } from '../../ui/format/numbers.ts';
import { agentName, settingWords } from '../../ui/format/words.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { Name } from '../../ui/text.tsx';
import { type Column, ALWAYS_SHOWN } from './columns.ts';
import type { TableActions } from './run-table.tsx';
import styles from './library.module.css';
import scenarioTagStyles from '../../ui/scenario-tag.module.css';

interface RunRowProps {
  readonly line: RunLine;
  /** Its position among all shown runs. */
  readonly position: number;
  /** Whether it is the current run, which keys act on. */
  readonly current: boolean;
  readonly selected: boolean;
  /** Number of its ancestor runs listed above it. */
  readonly depth: number;
  /** The columns of a list of imported runs; `undefined` in a list of worlds' runs. */
  readonly columns: readonly Column[] | undefined;
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly actions: TableActions;
}

/** A run as a row of the library. */
export function RunRow({
  line,
  position,
  current,
  selected,
  depth,
  columns,
  now,
  top,
  actions,
}: RunRowProps): JSX.Element {
  const { id, scenario, outcome, shortfall, regression } = line;
  return (
    <div
      id={`line-${id}`}
      data-run={id}
      className={clsx(styles.line, regression && styles.worse, current && styles.at)}
      role="row"
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        actions.moveTo(position);
      }}
      onDoubleClick={() => {
        actions.open(id);
      }}
    >
      <span role="gridcell" className={styles.pick}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${id}`}
          checked={selected}
          onChange={() => {
            actions.toggle([id]);
          }}
        />
      </span>
      <span
        role="gridcell"
        className={styles.verdict}
        title={shortfall === undefined ? undefined : legible(shortfall)}
      >
        <StateBadge run={{ state: line.state, verdict: outcome && { outcome }, ending: line.ending }} />
        {regression ? <TrendingDown role="img" aria-label="Regression: the baseline passed" /> : null}
      </span>
      <span role="gridcell" className={clsx(styles.id, 'number')}>
        {id}
      </span>
      <span role="gridcell" className={styles.scenario} style={{ paddingLeft: Math.min(depth, 12) * 16 }}>
        {line.parent === undefined ? null : (
          <CornerDownRight role="img" aria-label={`Branch of ${line.parent}`} />
        )}
        <button
          type="button"
          tabIndex={-1}
          title={legible(scenario)}
          onClick={() => {
            actions.open(id);
          }}
        >
          <Name text={scenario} />
        </button>
        <Button
          bare
          icon={Pin}
          tabIndex={-1}
          className={line.baseline ? styles.pinned : styles.pin}
          aria-pressed={line.baseline}
          label={
            line.baseline
              ? `Unpin ${id} as the baseline of its scenario`
              : `Pin ${id} as the baseline of its scenario`
          }
          onClick={() => {
            actions.pin(id, !line.baseline);
          }}
        />
      </span>
      {columns === undefined ? <Facts line={line} now={now} /> : <AttemptFacts {...{ line, columns }} />}
    </div>
  );
}

interface AttemptFactsProps extends Pick<RunRowProps, 'line'> {
  readonly columns: readonly Column[];
}

/** What an imported run was, came to and cost, in the order of the columns after those that every row has. */
const AttemptFacts = ({ line, columns }: AttemptFactsProps): JSX.Element => (
  <>
    {columns.map((column) => {
      const { title, className, scorer, keep } = column;
      if (scorer === undefined && ALWAYS_SHOWN.includes(title)) return null;
      if (scorer === undefined && title === 'Tags') return <Tags key={title} line={line} keep={keep} />;
      const [shown, hint] = factOf(line, column);
      return (
        <span
          key={title}
          role="gridcell"
          className={clsx(className, className === styles.number && 'number')}
          data-keep={keep}
          title={hint && legible(hint)}
        >
          {title === 'Model' || title === 'Set' ? <Name text={shown} /> : legible(shown)}
        </span>
      );
    })}
  </>
);

/** Smaller costs have more digits than the column has room for. */
const LEAST_COST = 0.001; // US dollars

/** What a column says of an imported run, and its tooltip. */
function factOf(
  { agent, attempt, entries }: RunLine,
  { title, scorer }: Column,
): readonly [shown: string, hint?: string | undefined] {
  const { tokens, cost, duration, errors = 0 } = attempt ?? {};
  const total = totalTokens(tokens ?? {});
  if (scorer !== undefined) {
    const score = attempt?.scores.find((one) => one.scorer === scorer);
    return [score?.label ?? '', score?.explanation?.slice(0, 300)];
  }
  switch (title) {
    case 'Attempt':
      return [attempt === undefined ? '' : String(attempt.attempt)];
    case 'Model':
      return whole(attempt?.model ?? '');
    case 'Agent':
      return whole(attempt?.agent ?? agentName(agent));
    case 'Entries':
      return [formatCount(entries)];
    case 'Tokens':
      return total === undefined
        ? ['']
        : [formatCount(total), `${formatCount(tokens!.input!)} in, ${formatCount(tokens!.output!)} out`];
    case 'Cost':
      if (cost === undefined) return [''];
      // A cut number would be another number.
      return cost > 0 && cost < LEAST_COST
        ? [`<${formatDollars(LEAST_COST)}`, formatDollars(cost)]
        : [formatDollars(cost)];
    case 'Duration':
      return [duration === undefined ? '' : formatSpan(duration * 1_000_000)];
    case 'Errors':
      return [errors === 0 ? '' : formatCount(errors)];
    default:
      return whole(attempt?.setName ?? '');
  }
}

/** A text that may be cut, and is whole in its tooltip. */
const whole = (text: string): readonly [string, string] => [text, text];

function Facts({ line, now }: Pick<RunRowProps, 'line' | 'now'>): JSX.Element {
  const { mode, seed, agent, entries, start, startedAt, endedAt } = line;
  return (
    <>
      <span role="gridcell" className={clsx(styles.seed, 'number')}>
        {mode === 'trace' ? '' : seed}
      </span>
      <span role="gridcell" className={styles.mode} title={legible(agentName(agent))}>
        {legible(agentName(agent))}
      </span>
      <span role="gridcell" className={clsx(styles.events, 'number')}>
        {formatCount(entries)}
      </span>
      <span role="gridcell" className={clsx(styles.simulated, 'number')}>
        {formatSpan(line.now - start)}
      </span>
      <span role="gridcell" className={clsx(styles.wall, 'number')}>
        {endedAt === undefined ? '' : formatSpan((endedAt - startedAt) * 1000)}
      </span>
      <span
        role="gridcell"
        className={clsx(styles.started, 'number')}
        title={new Date(startedAt).toISOString()}
      >
        {formatAgo(startedAt, now)}
      </span>
      <Tags line={line} />
    </>
  );
}

/** Notes, tags and settings of a run. Of a row only as many are shown as fit. */
function Tags({ line, keep }: { readonly line: RunLine; readonly keep?: Column['keep'] }): JSX.Element {
  const { tags, scenarioTags = [], notes } = line;
  const settings = settingWords(line);
  const labels = [...tags, ...settings, ...scenarioTags];
  return (
    <span role="gridcell" className={styles.cellTags} data-keep={keep} title={legible(labels.join(', '))}>
      {notes === 0 ? null : (
        <span className={styles.tag} title={notes === 1 ? 'One note' : `${notes} notes`}>
          <NotebookPen aria-hidden /> {notes}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {legible(tag)}
        </span>
      ))}
      {settings.map((setting) => (
        <span key={setting} className={styles.setting} title="Run setting">
          {legible(setting)}
        </span>
      ))}
      {scenarioTags.map((tag) => (
        <span key={tag} className={scenarioTagStyles.tag} title="Scenario tag">
          {legible(tag)}
        </span>
      ))}
    </span>
  );
}
