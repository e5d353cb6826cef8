import { CircleCheck, CircleDashed, CircleX, Gavel, type LucideIcon } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type {
  CheckResult,
  RunSummary,
  Shortfall,
  SourceLocation,
  Verdict,
} from '../../../engine/model/index.ts';
import { openLibrary } from '../../stores/library.ts';
import { placeOf } from '../../stores/plan.ts';
import { seek } from '../../stores/selection.ts';
import { useStores, useRows, useShownRun } from '../../stores/use-stores.ts';
import { CHECK_WORDS, notesBesideAgent } from '../../ui/format/words.ts';
import { Empty } from '../../ui/messages.tsx';
import { OriginLine } from '../branch/index.ts';
import { EntryLink, PlaceLink } from '../links/index.ts';
import { JudgeSection } from './judge-section.tsx';
import { FinalState, Headline } from './parts.tsx';
import { VerificationLine } from './verification.tsx';
import styles from './verdict.module.css';
import scenarioTagsStyles from './scenario-tags.module.css';
import scenarioTagStyles from '../../ui/scenario-tag.module.css';

/** The tags of a run's scenario. Each opens the library with all runs that have it. */
function ScenarioTags({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const { library } = useStores();
  const { scenarioTags = [] } = run;
  if (scenarioTags.length === 0) return null;
  return (
    <ul className={scenarioTagsStyles.scenarioTags} aria-label="Tags of the scenario">
      {scenarioTags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            className={scenarioTagStyles.tag}
            title={`Show runs with the tag ${tag}`}
            onClick={() => {
              openLibrary(library, `tag:${written(tag)}`);
            }}
          >
            {tag}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A tag as a filter takes it. No filter can hold a quote, but a star stands for any text. */
const written = (tag: string): string => (/[\s",]/.test(tag) ? `"${tag.replaceAll('"', '*')}"` : tag);

const MARKS = {
  reached: { icon: CircleCheck, tone: 'good' },
  clear: { icon: CircleCheck, tone: 'good' },
  missed: { icon: CircleX, tone: 'bad' },
  tripped: { icon: CircleX, tone: 'bad' },
  'not-checked': { icon: CircleDashed, tone: 'plain' },
} as const satisfies Record<CheckResult['status'], { icon: LucideIcon; tone: string }>;

/** Whether the run passed, in one sentence, and all that this rests on. */
export function VerdictView(): JSX.Element {
  const run = useShownRun();
  if (run === undefined)
    return (
      <Empty icon={Gavel} title="No run open">
        Run a scenario with F5. Its verdict is shown here.
      </Empty>
    );
  const { verdict } = run;
  return (
    <div className={styles.verdict}>
      {verdict === undefined ? (
        <p className={styles.line}>
          {run.mode === 'trace'
            ? 'Not judged yet. A recorded trace carries no verdict of its own.'
            : run.state === 'interrupted'
              ? 'No verdict: the run was interrupted.'
              : 'The verdict comes when the run has ended.'}
        </p>
      ) : (
        <RunHeadline run={run} verdict={verdict} />
      )}
      <ScenarioTags run={run} />
      <OriginLine run={run} />
      <VerificationLine run={run} />
      {verdict?.shortfalls.map((shortfall) => (
        <ShortfallLine key={`${shortfall.message} ${shortfall.entry ?? ''}`} shortfall={shortfall} />
      ))}
      {verdict === undefined || verdict.checks.length === 0 ? null : (
        <ul aria-label="Checks">
          {verdict.checks.map((check) => (
            <CheckLine key={`${check.validation} ${check.kind} ${check.check}`} check={check} />
          ))}
        </ul>
      )}
      {verdict?.finalState === undefined ? null : <FinalState finalState={verdict.finalState} />}
      <JudgeSection run={run} />
      <Notes run={run} />
    </div>
  );
}

function RunHeadline({ run, verdict }: { readonly run: RunSummary; readonly verdict: Verdict }): JSX.Element {
  const onSeek = useSeek();
  return <Headline run={run} verdict={verdict} onSeek={onSeek} />;
}

/** Puts the playhead on an entry. */
function useSeek(): (entry: number) => void {
  const { selection, log } = useStores();
  return (entry) => {
    seek(selection, entry, log.getState().rows.length);
  };
}

function CheckLine({ check }: { readonly check: CheckResult }): JSX.Element {
  const { icon: Icon, tone } = MARKS[check.status];
  return (
    <li className={clsx(styles.check, styles[tone])}>
      <Icon aria-hidden />
      <span className={styles.checkName}>{check.check}</span>
      <span className={styles.checkStatus}>
        <span>{check.kind === 'milestone' ? 'Milestone' : 'Minefield'}</span>{' '}
        {CHECK_WORDS[check.status].toLowerCase()}
      </span>
      <PlaceLink place={useWritten(check.validation)} />
      <EntryLink entry={check.entry} />
    </li>
  );
}

function ShortfallLine({ shortfall }: { readonly shortfall: Shortfall }): JSX.Element {
  const rows = useRows();
  const place = useWritten(shortfall.entry === undefined ? undefined : rows[shortfall.entry]?.event);
  return (
    <p className={styles.shortfall}>
      <span>{shortfall.message}</span> <PlaceLink place={place} /> <EntryLink entry={shortfall.entry} />
    </p>
  );
}

/** Where an event is written. */
function useWritten(event: string | undefined): SourceLocation | undefined {
  const places = useStore(useStores().places, (state) => state.places);
  return event === undefined ? undefined : placeOf(places, event);
}

/** What the agent's program wrote stands with the agent. */
function Notes({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const notes = notesBesideAgent(run.notes);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.runNotes} aria-label="Notes">
      {notes.map((note, nth) => (
        <li key={nth}>{note}</li>
      ))}
    </ul>
  );
}
