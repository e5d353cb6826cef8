import { CornerDownRight, NotebookPen, Pin, TrendingDown } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { legible, type RunLine, threeDigits, totalTokens } from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatAgo, formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { agentName, settingWords } from '../../ui/format/words.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
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
  /** The scorers that have a column; `undefined` in a list of worlds' runs. */
  readonly scorers: readonly string[] | undefined;
  /** Titles of the columns of imported runs that are not shown. */
  readonly hidden: ReadonlySet<string>;
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
  scorers,
  hidden,
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
          {legible(scenario)}
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
      {scorers === undefined ? (
        <Facts line={line} now={now} />
      ) : (
        <AttemptFacts {...{ line, scorers, hidden }} />
      )}
    </div>
  );
}

interface AttemptFactsProps extends Pick<RunRowProps, 'line' | 'hidden'> {
  readonly scorers: readonly string[];
}

/** What an imported run was, came to and cost, in the order of the columns. */
function AttemptFacts({ line, scorers, hidden }: AttemptFactsProps): JSX.Element {
  const { agent, attempt, entries } = line;
  const { tokens, cost, duration } = attempt ?? {};
  const total = totalTokens(tokens ?? {});
  const cell = (
    key: string,
    className: string | undefined,
    shown: string,
    title?: string,
  ): JSX.Element | null =>
    hidden.has(key) ? null : (
      <span key={key} role="gridcell" className={className} title={title}>
        {legible(shown)}
      </span>
    );
  const number = (key: string, shown: string, title?: string): JSX.Element | null =>
    cell(key, clsx(styles.number, 'number'), shown, title);
  const text = (key: string, className: string | undefined, shown: string): JSX.Element | null =>
    cell(key, className, shown, legible(shown));
  return (
    <>
      {number('Attempt', attempt === undefined ? '' : String(attempt.attempt))}
      {text('Model', styles.model, attempt?.model ?? '')}
      {text('Agent', styles.agent, attempt?.agent ?? agentName(agent))}
      {scorers.map((scorer) => {
        const score = attempt?.scores.find((one) => one.scorer === scorer);
        return number(scorer, score?.label ?? '', legible(score?.explanation?.slice(0, 300) ?? ''));
      })}
      {cell('Entries', clsx(styles.number, styles.length, 'number'), formatCount(entries))}
      {number(
        'Tokens',
        total === undefined ? '' : formatCount(total),
        total === undefined
          ? undefined
          : `${formatCount(tokens!.input!)} in, ${formatCount(tokens!.output!)} out`,
      )}
      {number('Cost', cost === undefined ? '' : `$${threeDigits(cost)}`)}
      {number('Duration', duration === undefined ? '' : formatSpan(duration * 1_000_000))}
      {number('Errors', attempt === undefined || attempt.errors === 0 ? '' : formatCount(attempt.errors))}
      {text('Set', styles.set, attempt?.setName ?? '')}
      {hidden.has('Tags') ? null : <Tags line={line} />}
    </>
  );
}

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
function Tags({ line }: { readonly line: RunLine }): JSX.Element {
  const { tags, scenarioTags = [], notes } = line;
  const settings = settingWords(line);
  const labels = [...tags, ...settings, ...scenarioTags];
  return (
    <span role="gridcell" className={styles.cellTags} title={legible(labels.join(', '))}>
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
