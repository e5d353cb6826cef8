import { CircleCheck, CircleDashed, CircleX, type LucideIcon, Play } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import clsx from 'clsx';
import {
  type CheckResult,
  decidingEntry,
  type EndingCause,
  type FinalStateVerdict,
  isTrajectory,
  type Json,
  namedVerdictParts,
  printPath,
  type RunSummary,
  type Shortfall,
  type SourceLocation,
  type Verdict,
  withoutFullStop,
  legible,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import {
  agentStderrLines,
  CHECK_WORDS,
  ENDING_WORDS,
  PART_WORDS,
  VERDICT_WORDS,
} from '../../ui/format/words.ts';
import { EntryLink, PlaceLink, useNavigation } from '../../ui/links.tsx';
import { badgeOf, VERDICT_MARKS } from '../../ui/state-badge.tsx';
import { LongText } from '../../ui/text.tsx';
import { quoted } from '../../ui/query/complete.ts';
import { Output } from '../../ui/rich-text/rich-text.tsx';
import styles from './verdict.module.css';
import scenarioTagStyles from '../../ui/scenario-tag.module.css';

interface VerdictViewProps {
  readonly run: RunSummary;
  /** Notes of the run besides its log. */
  readonly notes: readonly string[];
  /** Source locations of events and entries; `undefined` in a report, which has no editor. */
  readonly places?: {
    readonly ofEvent: (event: string) => SourceLocation | undefined;
    readonly ofEntry: (entry: number) => SourceLocation | undefined;
  };
  /** Opens the library with a query; `undefined` in a report. */
  readonly onTag?: (query: string) => void;
  /** Goes on with an interrupted run; `undefined` where that is not possible. */
  readonly onResume?: (() => void) | undefined;
  readonly origin?: ReactNode;
  readonly verification?: ReactNode;
  readonly judge?: ReactNode;
  readonly costs?: ReactNode;
}

/** More of them are in the transcript. */
const MAX_LAST_WORDS = 8; // lines

/** Whether the agent's program ended a run: what it printed last says why. */
const isByAgent = (cause: EndingCause): boolean => cause in ENDING_WORDS;

/** The verdict of a run, with its evidence. */
export function VerdictView(props: VerdictViewProps): JSX.Element {
  const { run, notes, places, onTag, onResume, origin, verification, judge, costs } = props;
  const { verdict } = run;
  const ending = run.notes.find((note) => note.kind === 'ending');
  // A verdict on answers to other questions says less than it seems to: its reader has to know that first.
  const repeated = run.notes.filter(({ kind }) => kind === 'repeated').map(({ text }) => text);
  // The headline has the reason of an end without a verdict.
  const shown = verdict === undefined ? [...repeated, ending?.text] : repeated;
  const others = notes.filter((note) => !shown.includes(note));
  const isOfTool = isTrajectory(run);
  // The sentence of another tool's verdict names its only check.
  const fewestChecks = isOfTool ? 2 : 1;
  const lastWords =
    ending !== undefined && isByAgent(ending.cause) ? agentStderrLines(run.notes).slice(-MAX_LAST_WORDS) : [];
  return (
    <div className={styles.verdict}>
      {verdict === undefined && run.state === 'interrupted' ? (
        <Interrupted run={run} why={ending?.text} onResume={onResume} />
      ) : verdict === undefined ? (
        <p className={styles.line}>
          {run.mode === 'trace'
            ? isOfTool
              ? 'No verdict. The trajectory does not record one.'
              : 'Not judged yet. Traces do not contain a verdict.'
            : 'The verdict appears when the run ends.'}
        </p>
      ) : (
        <Headline run={run} verdict={verdict} places={places} />
      )}
      {repeated.map((text) => (
        <p key={text} className={styles.repeated}>
          {text}
        </p>
      ))}
      {lastWords.length === 0 ? null : (
        <figure className={styles.lastWords}>
          <figcaption>Last lines of the agent’s standard error</figcaption>
          <pre className="mono" tabIndex={0}>
            {lastWords.join('\n')}
          </pre>
        </figure>
      )}
      {costs}
      {origin}
      {shortfallsBelow(verdict).map((shortfall) => (
        <ShortfallLine
          key={`${shortfall.message} ${shortfall.entry ?? ''}`}
          shortfall={shortfall}
          place={shortfall.entry === undefined ? undefined : places?.ofEntry(shortfall.entry)}
        />
      ))}
      {verdict === undefined || verdict.checks.length < fewestChecks ? null : (
        <ul aria-label="Checks">
          {verdict.checks.map((check) => (
            <CheckLine
              key={`${check.validation} ${check.kind} ${check.check}`}
              check={check}
              isOfTool={isOfTool}
              place={places?.ofEvent(check.validation)}
            />
          ))}
        </ul>
      )}
      {verdict?.finalState === undefined ? null : <FinalState finalState={verdict.finalState} />}
      {judge}
      {others.length === 0 ? null : (
        <ul className={styles.runNotes} aria-label="Notes">
          {others.map((note, index) => (
            <li key={index}>
              <NoteText text={note} />
            </li>
          ))}
        </ul>
      )}
      {verification}
      {onTag === undefined ? null : <ScenarioTags run={run} onTag={onTag} />}
    </div>
  );
}

const SHORT_NOTE = 240; // characters

/** A note as text with its line breaks; a long one is folded to its first words. */
function NoteText({ text }: { readonly text: string }): JSX.Element {
  const [head = '', ...rest] = text.split(/(?<=^[^:\n]{1,60}:)\s+/);
  if (text.length <= SHORT_NOTE) return <bdi className={styles.noteText}>{legible(text)}</bdi>;
  const isNamed = rest.length > 0;
  return (
    <details className={styles.noteText}>
      <summary>
        {isNamed ? legible(`${head} `) : null}
        <span className={styles.firstWords}>
          {legible(`${text.slice(isNamed ? head.length : 0, SHORT_NOTE / 2)}…`)}
        </span>
      </summary>
      <Output text={isNamed ? text.slice(head.length).trimStart() : text} folded={false} />
    </details>
  );
}

interface ScenarioTagsProps {
  readonly run: RunSummary;
  readonly onTag: (query: string) => void;
}

/** The tags of a run's scenario. Each opens the library with all runs that have this tag. */
function ScenarioTags({ run, onTag }: ScenarioTagsProps): JSX.Element | null {
  const { scenarioTags = [] } = run;
  if (scenarioTags.length === 0) return null;
  return (
    <ul className={styles.scenarioTags} aria-label="Tags of the scenario">
      {scenarioTags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            className={scenarioTagStyles.tag}
            title={legible(`Show runs with the tag ${tag}`)}
            onClick={() => {
              onTag(`tag=${quoted(tag)}`);
            }}
          >
            {legible(tag)}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface InterruptedProps {
  readonly run: RunSummary;
  /** Why it was interrupted. */
  readonly why: string | undefined;
  readonly onResume: VerdictViewProps['onResume'];
}

/** Why an interrupted run has no verdict, with a button to go on with it. */
function Interrupted({ run, why, onResume }: InterruptedProps): JSX.Element {
  const { icon: Icon, tone } = badgeOf(run);
  return (
    <div className={clsx(styles.headline, styles.interrupted)}>
      <p className={clsx(styles.sentence, styles[tone])}>
        <Icon aria-hidden />
        {`No verdict. ${legible(why ?? 'The run was interrupted.')}`}
      </p>
      {onResume === undefined ? null : <Button icon={Play} label="Resume" onClick={onResume} />}
    </div>
  );
}

interface HeadlineProps {
  readonly run: Pick<RunSummary, 'state' | 'verdict'>;
  readonly verdict: Verdict;
  readonly places: VerdictViewProps['places'];
}

/** Whether the sentence of the verdict is about `shortfall`, alone or with a number of others. */
const isHeadline = ({ sentence }: Verdict, { message }: Shortfall): boolean =>
  sentence.toLowerCase().startsWith(withoutFullStop(message).toLowerCase());

/** Whether a line of the checks shows the same. */
const isCheckLine = ({ checks }: Verdict, { message }: Shortfall): boolean =>
  checks.some(
    ({ check, status }) => (status === 'missed' || status === 'tripped') && message.includes(`"${check}"`),
  );

/** The shortfalls that neither the sentence of the verdict nor its checks show. */
const shortfallsBelow = (verdict: Verdict | undefined): readonly Shortfall[] =>
  verdict?.shortfalls.filter(
    (shortfall) => !isHeadline(verdict, shortfall) && !isCheckLine(verdict, shortfall),
  ) ?? [];

/** The verdict as a sentence that leads to the entry that decided it, if there is one. */
function Headline({ run, verdict, places }: HeadlineProps): JSX.Element {
  const { seek } = useNavigation();
  const { icon: Icon, tone } = badgeOf(run);
  const { outcome, sentence } = verdict;
  const entry = decidingEntry(verdict);
  const words = legible(`${VERDICT_WORDS[outcome]}: ${sentence}`);
  const said = verdict.shortfalls.find((shortfall) => isHeadline(verdict, shortfall));
  // The checks have their places themselves.
  const source = said?.entry === undefined || isCheckLine(verdict, said) ? undefined : said.entry;
  return (
    <div className={styles.headline}>
      <p className={clsx(styles.sentence, styles[tone])}>
        <Icon aria-hidden />
        {entry === undefined ? (
          <span>{words}</span>
        ) : (
          <button
            type="button"
            title={`Go to #${entry}`}
            onClick={() => {
              seek(entry);
            }}
          >
            {words}
          </button>
        )}
        <PlaceLink place={source === undefined ? undefined : places?.ofEntry(source)} />
      </p>
      <Parts verdict={verdict} />
    </div>
  );
}

/** The outcome of each part and whether it counts; `null` for a single part, which the sentence covers. */
function Parts({ verdict }: { readonly verdict: Verdict }): JSX.Element | null {
  const { rule, checks } = verdict;
  const parts = namedVerdictParts(verdict);
  if (parts.length === 0) return null;
  const good = checks.filter(({ status }) => status === 'reached' || status === 'clear').length;
  const ofChecks = `${formatCount(good)} of ${formatCount(checks.length)}`;
  return (
    <ul className={styles.parts} aria-label="Parts of the verdict">
      {parts.map(({ part, outcome, counts }) => {
        const { icon: Icon, tone } = VERDICT_MARKS[outcome];
        const words =
          part === 'checks' && checks.length > 0 ? ofChecks : VERDICT_WORDS[outcome].toLowerCase();
        return (
          <li key={part} className={clsx(styles.part, styles[tone], !counts && styles.aside)}>
            <Icon aria-hidden />
            {`${PART_WORDS[part]}: ${words}${counts ? '' : ' (does not count)'}`}
          </li>
        );
      })}
      {rule === undefined ? null : (
        <li className={styles.rule}>
          {rule.need === 'any' ? 'One passed part is enough.' : 'All parts that count must pass.'}
        </li>
      )}
    </ul>
  );
}

/** The differences between the final state and that of the oracle's run, by app. */
function FinalState({ finalState }: { readonly finalState: FinalStateVerdict }): JSX.Element {
  const { sentence, apps } = finalState;
  const differing = apps.filter(({ differences }) => differences.length > 0);
  const equal = apps.filter(({ differences }) => differences.length === 0);
  return (
    <section className={styles.section} aria-label="Final state">
      <h3>Final state</h3>
      {differing.length === 0 ? <p>{sentence}</p> : null}
      {differing.map(({ app, differences }) => (
        <table key={app} className={styles.differences} aria-label={`Final state of ${app}`}>
          <thead>
            <tr>
              <th scope="col">{app}</th>
              <th scope="col">Oracle’s run</th>
              <th scope="col">This run</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ path, a, b }) => (
              <tr key={`${printPath(path)} ${a === undefined ? 'extra' : ''}`}>
                <th scope="row" className="mono">
                  {printPath(path)}
                </th>
                <Value value={a} />
                <Value value={b} />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {equal.length === 0 || differing.length === 0 ? null : (
        <p className={styles.soft}>{`Equal: ${equal.map(({ app }) => app).join(', ')}.`}</p>
      )}
    </section>
  );
}

const CUT = 200; // characters

const Value = ({ value }: { readonly value: Json | undefined }): JSX.Element => (
  <td>
    {value === undefined ? (
      <span className={styles.soft}>nothing</span>
    ) : (
      <LongText className="mono" text={JSON.stringify(value)} limit={CUT} />
    )}
  </td>
);

const MARKS = {
  reached: { icon: CircleCheck, tone: 'good' },
  clear: { icon: CircleCheck, tone: 'good' },
  missed: { icon: CircleX, tone: 'bad' },
  tripped: { icon: CircleX, tone: 'bad' },
  'not-checked': { icon: CircleDashed, tone: 'plain' },
} as const satisfies Record<CheckResult['status'], { icon: LucideIcon; tone: string }>;

interface CheckLineProps {
  readonly check: CheckResult;
  /** Whether it is a scorer, or a check, of another tool, and no milestone. */
  readonly isOfTool: boolean;
  readonly place: SourceLocation | undefined;
}

function CheckLine({ check, isOfTool, place }: CheckLineProps): JSX.Element {
  const { icon: Icon, tone } = MARKS[check.status];
  return (
    <li className={clsx(styles.check, styles[tone])}>
      <Icon aria-hidden />
      <span className={styles.checkName}>
        {check.status === 'clear' ? 'Never happened: ' : null}
        <bdi>{legible(check.check)}</bdi>
      </span>
      <span className={styles.checkStatus}>
        {isOfTool ? null : <span>{check.kind === 'milestone' ? 'Milestone ' : 'Minefield '}</span>}
        {CHECK_WORDS[check.status].toLowerCase()}
      </span>
      <PlaceLink place={place} />
      <EntryLink entry={check.entry} />
    </li>
  );
}

interface ShortfallLineProps {
  readonly shortfall: Shortfall;
  readonly place: SourceLocation | undefined;
}

function ShortfallLine({ shortfall, place }: ShortfallLineProps): JSX.Element {
  return (
    <p className={styles.shortfall}>
      <bdi>{legible(shortfall.message)}</bdi> <PlaceLink place={place} />{' '}
      <EntryLink entry={shortfall.entry} />
    </p>
  );
}
