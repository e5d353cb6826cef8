import type { JSX } from 'react';
import type { RunSummary } from '../../engine/model/index.ts';
import { badgeOf, StateBadge } from '../elements/state-badge.tsx';
import { formatEntries } from '../format/amount.ts';
import { formatMoment, formatSpan } from '../format/clock.ts';
import { agentInWords } from '../format/words.ts';

interface RunHeadProps {
  readonly run: RunSummary;
  /** `A` or `B`, where there are two. */
  readonly letter?: string;
  readonly program: string;
}

/** Which run it is: all that is needed to have it again. */
export function RunHead({ run, letter, program }: RunHeadProps): JSX.Element {
  const { words, tone } = badgeOf(run);
  const tags = [...new Set([...(run.scenarioTags ?? []), ...run.tags])];
  const facts: readonly (readonly [string, string])[] = [
    ['Run', run.id],
    ['File', run.source],
    ['Seed', String(run.seed)],
    ['Agent', agentInWords(run)],
    ['Began', `${formatMoment(run.start)} UTC`],
    ['Took', `${formatSpan(run.now - run.start)}, ${formatEntries(run.entries)}`],
    ['Started', new Date(run.startedAt).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'],
    ['Written by', `Orrery ${program}`],
    ['Log’s SHA-256', run.logHash ?? 'none: it did not come to its end'],
  ];
  return (
    <div className="run-head">
      <h1>
        {letter === undefined ? null : <span className="letter">{letter}</span>}
        <bdi>{run.scenario}</bdi>
        <span className={`verdict-word badge-${tone}`}>
          <StateBadge run={run} /> {words}
        </span>
      </h1>
      {tags.length === 0 ? null : (
        <ul className="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
      <dl className="run-facts">
        {facts.map(([name, value]) => (
          <div key={name} className={value === run.logHash ? 'wide' : ''}>
            <dt>{name}</dt>
            <dd className={value === run.logHash ? 'mono' : 'number'}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
