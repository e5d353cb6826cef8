import {
  ArrowDownUp,
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePlus,
  CircleX,
  Clock,
  type LucideIcon,
} from 'lucide-react';
import { type JSX, useId, useMemo, useState } from 'react';
import clsx from 'clsx';
import {
  type ArgumentMisfit,
  EVIDENCE_WORDS,
  type ExtraCall,
  instant,
  isSameJson,
  type Json,
  type JudgedCall,
  type JudgedTiming,
  type JudgeEvidence,
  legible,
  nearestCall,
  type OracleEvidence,
  type RejectedCall,
  type Rejection,
  type SimTime,
  textOrJson,
  unpairedCalls,
} from '../../../engine/model/index.ts';
import { formatClock, formatOffset, formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { HoverText, LongText, useShowMore } from '../../ui/text.tsx';
import { laneCount, type LaneRow, laneRows } from './lanes.ts';
import styles from './evidence.module.css';

interface EvidenceProps {
  readonly evidence: JudgeEvidence;
  /** Start of the run. */
  readonly start: SimTime;
  /** The entry at the playhead. */
  readonly at: number | undefined;
  readonly onSeek: (entry: number) => void;
  /** Renders a link to the source of an event. */
  readonly place?: ((event: string) => JSX.Element) | undefined;
}

/** The judge's evidence: the oracle's events with the run's calls, by turn. */
export function Evidence({ evidence, start, at, onSeek, place }: EvidenceProps): JSX.Element {
  const turns = useMemo(() => turnsOf(evidence), [evidence]);
  return (
    <div className={styles.evidence}>
      {turns.map(({ turn, rows, lanes, isBeyond }) => (
        <section key={turn} aria-label={`Turn ${turn + 1}`}>
          {turns.length === 1 ? null : (
            <h4>{isBeyond ? 'After the last turn: does not count' : `Turn ${turn + 1}`}</h4>
          )}
          <Turn {...{ rows, lanes, start, at, onSeek, place }} />
        </section>
      ))}
    </div>
  );
}

type Row =
  | { readonly oracle: OracleEvidence; readonly extra?: undefined; readonly lane: LaneRow }
  | { readonly oracle?: undefined; readonly extra: ExtraCall; readonly through: readonly number[] };

interface TurnRows {
  readonly turn: number;
  readonly rows: readonly Row[];
  readonly lanes: number;
  readonly isBeyond: boolean;
}

/** The rows of each turn: oracle events in the judge's order, and extra calls in between. */
function turnsOf(evidence: JudgeEvidence): readonly TurnRows[] {
  const { oracle } = evidence;
  const extra = unpairedCalls(evidence);
  const last = oracle.reduce((most, { turn }) => Math.max(most, turn), 0);
  const numbers = [...new Set([...oracle, ...extra].map(({ turn }) => turn))].sort(
    (one, other) => one - other,
  );
  return numbers.map((turn) => {
    const own = oracle.filter((one) => one.turn === turn);
    const lanes = laneRows(own.map(({ oracle: { id }, parents }) => ({ id, parents })));
    const waiting = extra.filter((one) => one.turn === turn);
    const rows: Row[] = [];
    let through: readonly number[] = [];
    for (const [index, event] of own.entries()) {
      const call = nearestCall(event);
      while (call !== undefined && waiting[0] !== undefined && waiting[0].time < call.time)
        rows.push({ extra: waiting.shift()!, through });
      const lane = lanes[index]!;
      rows.push({ oracle: event, lane });
      through = lane.goesOn ? [...lane.through, lane.lane] : lane.through;
    }
    rows.push(...waiting.map((call) => ({ extra: call, through: [] })));
    return { turn, rows, lanes: laneCount(lanes), isBeyond: turn > last };
  });
}

interface TurnProps extends Omit<EvidenceProps, 'evidence'> {
  readonly rows: readonly Row[];
  readonly lanes: number;
}

function Turn({ rows, lanes, start, at, onSeek, place }: TurnProps): JSX.Element {
  const [first, more] = useShowMore(rows);
  return (
    <>
      <div className={styles.columns} aria-hidden>
        <span style={{ width: widthOf(lanes) }} />
        <span />
        <span>Oracle</span>
        <span>Run</span>
        <span>Outcome</span>
      </div>
      <ul aria-label="Calls">
        {first.map((row) => (
          <EvidenceRow
            key={
              row.oracle === undefined
                ? `extra ${row.extra.id} ${row.extra.entry ?? ''}`
                : row.oracle.oracle.id
            }
            {...{ row, lanes, start, at, onSeek, place }}
          />
        ))}
      </ul>
      {more}
    </>
  );
}

interface EvidenceRowProps extends Omit<TurnProps, 'rows'> {
  readonly row: Row;
}

/** An oracle event with its matching call, or an extra call. A click moves the playhead and opens the details. */
function EvidenceRow({ row, lanes, start, at, onSeek, place }: EvidenceRowProps): JSX.Element {
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const { icon: Icon, tone, words } = outcomeOf(row);
  const call = row.oracle === undefined ? row.extra : nearestCall(row.oracle);
  const isFound = row.oracle === undefined || row.oracle.match !== undefined;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const { oracle } = row.oracle ?? {};
  const arg = decidingArgument(row);
  return (
    <li
      className={clsx(
        styles.row,
        styles[tone],
        row.oracle?.isAfterFailure === true && styles.later,
        call?.entry !== undefined && call.entry === at && styles.at,
      )}
    >
      <button
        type="button"
        className={styles.summary}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => {
          setOpen(!isOpen);
          if (call?.entry !== undefined) onSeek(call.entry);
        }}
      >
        <Lanes row={row} lanes={lanes} />
        <Icon aria-hidden className={styles.mark} />
        <CallName call={oracle} arg={arg} />
        {call === undefined ? (
          <span className={styles.none}>—</span>
        ) : (
          <span className={clsx(styles.call, !isFound && styles.rejectedCall)}>
            <CallName call={call} arg={arg} isShort={oracle !== undefined} />
            <span className={clsx(styles.when, 'number')}>
              {formatOffset(start, call.time)}
              {call.entry === undefined ? '' : ` #${call.entry}`}
            </span>
          </span>
        )}
        <span className={styles.outcome}>
          <HoverText className={styles.words} text={words} />
          <Chevron aria-hidden />
        </span>
      </button>
      {isOpen ? (
        <div id={details} ref={scrollToSee} className={styles.details}>
          <Details {...{ row, start, onSeek, place }} />
        </div>
      ) : null}
    </li>
  );
}

/** What opens below the fold is moved into sight. */
const scrollToSee = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** The argument that an outcome is about, where there is one. */
function decidingArgument({ oracle }: Row): string | undefined {
  const rejection = oracle?.candidates[0]?.rejection;
  if (rejection?.kind === 'argument') return rejection.arg;
  const texts = rejection?.kind === 'text' ? rejection.texts : oracle?.notJudged;
  return texts?.[0]?.arg;
}

interface CallNameProps {
  readonly call: JudgedCall | undefined;
  /** The argument to show; the first that has a value when left out. */
  readonly arg: string | undefined;
  /** Leaves out the class, where a call of the same tool stands beside it. */
  readonly isShort?: boolean;
}

/** The name of a call, such as `EmailClientV2.send_email`, with an argument that tells it from other calls. */
function CallName({ call, arg, isShort = false }: CallNameProps): JSX.Element {
  if (call === undefined) return <span className={styles.none}>—</span>;
  const [className = '', tool = ''] = call.tool.split('__');
  const value =
    arg === undefined
      ? Object.values(call.args).find((one) => one !== null && one !== '')
      : (call.args[arg] ?? null);
  return (
    <span className={styles.name} title={legible(`${className}.${tool} (${call.id})`)}>
      <span className={clsx('mono', styles.signature)}>
        {isShort ? null : <span className={styles.class}>{className}.</span>}
        <span>{tool}</span>
      </span>
      {value === undefined ? null : (
        <span className={clsx(styles.hint, arg !== undefined && styles.deciding)}> {textOrJson(value)}</span>
      )}
    </span>
  );
}

interface Outcome {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'bad' | 'open' | 'extra';
  readonly words: string;
}

function outcomeOf({ oracle, extra }: Row): Outcome {
  if (oracle === undefined)
    return { icon: CirclePlus, tone: 'extra', words: extra.turn < 0 ? 'Extra' : 'Extra call' };
  const { status, timing, notJudged, candidates, moreCandidates, type } = oracle;
  const [first] = candidates;
  if (first !== undefined) {
    const others = candidates.length + moreCandidates - 1;
    const words = `${rejectionText(first)}${others === 0 ? '' : `, and ${formatCount(others)} more`}`;
    return { icon: ICONS[first.rejection.kind], tone: 'bad', words };
  }
  if (status === 'matched')
    return {
      icon: CircleCheck,
      tone: 'good',
      words:
        timing === undefined ? EVIDENCE_WORDS.matched : `${EVIDENCE_WORDS.matched}, ${shiftText(timing)}`,
    };
  if (status === 'not-judged')
    return {
      icon: CircleHelp,
      tone: 'open',
      words: `${EVIDENCE_WORDS['not-judged']}: ${notJudged.map(({ arg }) => arg).join(', ')}`,
    };
  const words = type === 'agent' ? EVIDENCE_WORDS.missing : 'Did not happen';
  return { icon: CircleDashed, tone: 'bad', words };
}

const ICONS = {
  argument: CircleX,
  text: CircleX,
  time: Clock,
  order: ArrowDownUp,
  turn: ArrowDownUp,
  failed: CircleX,
  'other-actor': CircleX,
  'not-compared': CircleHelp,
} as const satisfies Record<RejectedCall['rejection']['kind'], LucideIcon>;

function rejectionText({ rejection }: RejectedCall): string {
  switch (rejection.kind) {
    case 'argument':
      return `${EVIDENCE_WORDS['other-arguments']}: ${misfitsOf(rejection)
        .map(({ arg }) => arg)
        .join(', ')}`;
    case 'text':
      return `${EVIDENCE_WORDS['other-arguments']}: ${rejection.texts.map(({ arg }) => arg).join(', ')}`;
    case 'time':
      return `${EVIDENCE_WORDS['other-time']}: ${outsideText(rejection.timing)}`;
    case 'order':
      return `${EVIDENCE_WORDS['other-time']}: another call must come first`;
    case 'turn':
      return `${EVIDENCE_WORDS['other-turn']}: ${rejection.turn + 1}, not ${rejection.expected + 1}`;
    case 'failed':
      return EVIDENCE_WORDS.failed;
    case 'other-actor':
      return 'Not called by the agent';
    case 'not-compared':
      return EVIDENCE_WORDS['not-compared'];
  }
}

const misfitsOf = (rejection: Extract<Rejection, { kind: 'argument' }>): readonly ArgumentMisfit[] => [
  rejection,
  ...(rejection.others ?? []),
];

const outsideText = ({ outside }: JudgedTiming): string =>
  `${formatSpan(outside)} too ${outside < 0 ? 'early' : 'late'}`;

/** When a call came, and when the oracle's: counted from what it waits for, or at a time of day. */
function calledText({ agent, oracle, isAbsolute }: JudgedTiming, start: SimTime): string {
  if (isAbsolute)
    return `Called at ${formatClock(instant(start + agent))}; the oracle at ${formatClock(instant(start + oracle))}.`;
  const when = `${formatSpan(Math.abs(agent))} ${agent < 0 ? 'before' : 'after'} the preceding events`;
  return `Called ${when}; the oracle after ${formatSpan(oracle)}.`;
}

const shiftText = ({ agent, oracle }: JudgedTiming): string =>
  agent === oracle ? 'on time' : `${formatSpan(agent - oracle)} ${agent < oracle ? 'earlier' : 'later'}`;

// Details

function Details({
  row,
  start,
  onSeek,
  place,
}: Pick<EvidenceRowProps, 'row' | 'start' | 'onSeek' | 'place'>): JSX.Element {
  if (row.oracle === undefined)
    return (
      <>
        <p>The oracle does not make this call.</p>
        <Values call={row.extra} />
      </>
    );
  const { oracle, match, timing, notJudged, candidates, moreCandidates, isAfterFailure } = row.oracle;
  return (
    <>
      {place?.(oracle.id)}
      {isAfterFailure ? <p className={styles.note}>An earlier call already decided the verdict.</p> : null}
      {timing === undefined ? null : <p>{calledText(timing, start)}</p>}
      {notJudged.length === 0 ? null : (
        <p>{`Not judged: whether ${notJudged.map(({ arg }) => arg).join(', ')} has the same meaning. A person has to compare the texts.`}</p>
      )}
      {match === undefined ? <Values call={oracle} /> : <Values call={match} oracle={oracle} />}
      {candidates.length > 0 ? (
        <ol className={styles.candidates} aria-label="Rejected calls">
          {candidates.map((candidate) => (
            <RejectedCallLine
              key={`${candidate.call.id} ${candidate.call.entry ?? ''}`}
              {...{ candidate, start, onSeek }}
            />
          ))}
        </ol>
      ) : null}
      {moreCandidates === 0 ? null : (
        <p className={styles.note}>{`${formatCount(moreCandidates)} more calls were rejected.`}</p>
      )}
    </>
  );
}

interface CandidateLineProps extends Pick<EvidenceProps, 'start' | 'onSeek'> {
  readonly candidate: RejectedCall;
}

function RejectedCallLine({ candidate, start, onSeek }: CandidateLineProps): JSX.Element {
  const { call, rejection } = candidate;
  return (
    <li>
      <p className={styles.rejected}>
        <EntryButton entry={call.entry} onSeek={onSeek} />{' '}
        <span className="number">{formatOffset(start, call.time)}</span> <b>{rejectionText(candidate)}</b>
        {rejection.kind === 'text' ? <small className="mono"> {rejection.checker}</small> : null}
      </p>
      {rejection.kind === 'argument'
        ? misfitsOf(rejection).map((misfit) => <TwoValues key={misfit.arg} {...misfit} />)
        : null}
      {rejection.kind === 'text'
        ? rejection.texts.map((text) => <TwoValues key={text.arg} {...text} />)
        : null}
      {rejection.kind === 'time' ? <p>{calledText(rejection.timing, start)}</p> : null}
      {rejection.kind === 'order' ? (
        <p>
          {'Must come after '}
          {rejection.before.map(({ id, tool, entry }) => (
            <span key={id}>
              <span className="mono">{tool.replace('__', '.')}</span>{' '}
              <EntryButton entry={entry} onSeek={onSeek} />{' '}
            </span>
          ))}
        </p>
      ) : null}
      {rejection.kind === 'not-compared' ? <p>{rejection.message}</p> : null}
      {rejection.kind === 'failed' ? <p className="mono">{rejection.error}</p> : null}
    </li>
  );
}

function EntryButton({
  entry,
  onSeek,
}: {
  readonly entry: number | undefined;
  readonly onSeek: (entry: number) => void;
}): JSX.Element | null {
  if (entry === undefined) return null;
  return (
    <button
      type="button"
      className={clsx(styles.entry, 'number')}
      onClick={() => {
        onSeek(entry);
      }}
    >
      #{entry}
    </button>
  );
}

const CUT = 240; // characters

interface TwoValuesProps {
  readonly arg: string;
  readonly expected: Json;
  readonly actual: Json;
  readonly checker?: string;
}

const TwoValues = ({ arg, expected, actual, checker }: TwoValuesProps): JSX.Element => (
  <dl className={styles.values}>
    <dt className="mono">
      {arg} {checker === undefined ? null : <small>{checker}</small>}
    </dt>
    <dd>
      <span className={styles.side}>Oracle</span>{' '}
      <LongText className="mono" text={textOrJson(expected)} limit={CUT} />
    </dd>
    <dd className={styles.differs}>
      <span className={styles.side}>Run</span>{' '}
      <LongText className="mono" text={textOrJson(actual)} limit={CUT} />
    </dd>
  </dl>
);

/** The arguments of a call, with the oracle's where they differ. */
function Values({
  call,
  oracle,
}: {
  readonly call: JudgedCall;
  readonly oracle?: JudgedCall;
}): JSX.Element | null {
  const names = [...new Set([...Object.keys(oracle?.args ?? {}), ...Object.keys(call.args)])];
  if (names.length === 0) return null;
  return (
    <dl className={styles.values}>
      {names.map((name) => {
        const [own, other] = [call.args[name], oracle?.args[name]];
        const differs =
          oracle !== undefined && (own === undefined || other === undefined || !isSameJson(own, other));
        return (
          <div key={name}>
            <dt className="mono">{name}</dt>
            {differs ? (
              <dd>
                <span className={styles.side}>Oracle</span>{' '}
                <LongText
                  className="mono"
                  text={other === undefined ? 'nothing' : textOrJson(other)}
                  limit={CUT}
                />
              </dd>
            ) : null}
            <dd>
              {differs ? <span className={styles.side}>Run</span> : null}{' '}
              <LongText className="mono" text={own === undefined ? 'nothing' : textOrJson(own)} limit={CUT} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

// The graph

const LANE = 14; // CSS px
const HEIGHT = 28; // in the SVG, which is as high as the row

const widthOf = (lanes: number): number => Math.max(1, lanes) * LANE;

const laneCentre = (lane: number): number => lane * LANE + LANE / 2;

/** The part of the dependency graph beside a row. */
function Lanes({ row, lanes }: { readonly row: Row; readonly lanes: number }): JSX.Element {
  const width = widthOf(lanes);
  const { lane, from, through, goesOn } =
    row.oracle === undefined ? { lane: undefined, from: [], through: row.through, goesOn: false } : row.lane;
  return (
    <svg
      className={styles.lanes}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      style={{ width }}
      preserveAspectRatio="none"
      aria-hidden
    >
      {through.map((one) => (
        <path key={`through ${one}`} d={`M${laneCentre(one)} 0V${HEIGHT}`} />
      ))}
      {lane === undefined ? null : (
        <>
          {from.map((one) => (
            <path
              key={`from ${one}`}
              d={`M${laneCentre(one)} 0C${laneCentre(one)} ${HEIGHT / 3} ${laneCentre(lane)} ${HEIGHT / 6} ${laneCentre(lane)} ${HEIGHT / 2}`}
            />
          ))}
          {goesOn ? <path d={`M${laneCentre(lane)} ${HEIGHT / 2}V${HEIGHT}`} /> : null}
          <circle cx={laneCentre(lane)} cy={HEIGHT / 2} r={3.5} />
        </>
      )}
    </svg>
  );
}
