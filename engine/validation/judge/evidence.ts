import {
  type RejectedCall,
  type ComparedText,
  groupBy,
  type JsonObject,
  type JudgedCall,
  type JudgedTiming,
  type JudgeEvidence,
  type OracleEvidence,
  type OracleEvidenceStatus,
  type Rejection,
  type SimTime,
} from '../../model/index.ts';
import { type CompletedEvent, effectiveArguments, toolName } from './events.ts';
import type { Judge, TurnVerdict } from './judge.ts';
import type { EventComparison, Matching, OracleVisit } from './matching.ts';
import { outsideWindow, type TimeWindow } from './time-window.ts';
import { turnsOfAgent } from './turns.ts';

const MAX_CANDIDATES = 10;

/** A call of the agent that matches no oracle event. */
interface FreeCall {
  readonly event: CompletedEvent;
  readonly turn: number;
  /** The index among the events of the agent's log that count; missing if the call failed. */
  readonly index?: number;
}

/** Collects the evidence of verdicts. After a failure, the search continues without asking questions, so that every event is explained. */
export function collectEvidence(
  judge: Judge,
  verdicts: readonly TurnVerdict[],
  log: readonly CompletedEvent[],
): JudgeEvidence {
  const { graph, matching } = judge;
  if (judge.settings.method !== 'graph') return { oracle: [], extra: [], strayTurns: {} };
  const agentTurns = turnsOfAgent(log.filter(graph.counts), false);
  const judged = verdicts.flatMap(({ visits }) => visits);
  const decided = new Set(judged.map(({ oracle }) => oracle.id));
  const visits: OracleVisit[] = [...judged];
  judge.stopAsking();
  for (const [turn, events] of graph.turns.entries()) {
    if (turn > judge.turn) matching.addTurn(agentTurns[turn] ?? []);
    for (const event of events) if (!decided.has(event.id)) visits.push(matching.visit(event));
  }
  for (const events of agentTurns.slice(Math.max(judge.turn + 1, graph.turns.length)))
    matching.addTurn(events);

  const inTurns = agentTurns.flatMap((events, turn) => events.map((event) => ({ event, turn })));
  const free = inTurns
    .map((call, index): FreeCall => ({ ...call, index }))
    .filter(({ event, index }) => event.type === 'agent' && matching.takenBy(index!) === undefined);
  const unfound = visits.filter(({ match, oracle }) => match === undefined && oracle.type === 'agent');
  const instead = callsMadeInstead(unfound, [...free, ...failedCalls(log)], matching);
  const others = new Map(
    inTurns.filter(({ event }) => event.type !== 'agent').map((one) => [one.event.id, one]),
  );
  for (const { oracle, match } of visits) {
    const found =
      match !== undefined ? inTurns[match] : oracle.type === 'agent' ? undefined : others.get(oracle.id);
    const isDecided = match !== undefined && decided.has(oracle.id);
    if (found === undefined || isDecided || found.turn === oracle.turn) continue;
    const rejection = otherTurn(found, oracle);
    instead.set(oracle.id, { call: judgedCall(found.event), rejection });
  }
  return {
    oracle: visits.map((visit) =>
      createEvidence(visit, matching, instead.get(visit.oracle.id), !decided.has(visit.oracle.id)),
    ),
    extra: free.map(({ event, turn }) => ({ ...judgedCall(event), turn })),
    strayTurns: Object.fromEntries(
      inTurns.flatMap(({ event: { id, type }, turn }) => {
        const asked = type === 'agent' ? undefined : graph.turnOf.get(id);
        return asked === undefined || asked === turn ? [] : [[id, turn] as const];
      }),
    ),
  };
}

const otherTurn = ({ turn }: Pick<FreeCall, 'turn'>, oracle: OracleVisit['oracle']): Rejection => ({
  kind: 'turn',
  turn,
  expected: oracle.turn,
});

const judgedCall = (event: CompletedEvent, args = effectiveArguments(event)): JudgedCall => ({
  id: event.id,
  entry: event.entry,
  tool: toolName(event),
  time: event.time,
  args,
});

function createEvidence(
  visit: OracleVisit,
  matching: Matching,
  instead: RejectedCall | undefined,
  isAfterFailure: boolean,
): OracleEvidence {
  const { oracle, args, notJudged } = visit;
  const match = instead === undefined ? visit.match : undefined;
  const window = matching.matchWindow(visit);
  const found = match === undefined ? undefined : matching.events[match]!;
  return {
    turn: oracle.turn,
    oracle: { ...judgedCall(oracle, args), entry: undefined },
    type: oracle.type,
    parents: oracle.parents,
    status:
      instead !== undefined
        ? STATUSES[instead.rejection.kind]
        : found === undefined
          ? 'missing'
          : notJudged.length > 0
            ? 'not-judged'
            : 'matched',
    match: found && judgedCall(found),
    timing: found && window && judgedTiming(window, found.time),
    notJudged: found === undefined ? [] : comparedTexts(notJudged, args, found),
    ...(found === undefined
      ? candidatesFor(visit, matching, instead)
      : { candidates: [], moreCandidates: 0 }),
    isAfterFailure,
  };
}

const STATUSES = {
  argument: 'other-arguments',
  text: 'other-arguments',
  time: 'other-time',
  order: 'other-time',
  turn: 'other-turn',
  failed: 'failed',
  'not-compared': 'not-compared',
  'other-actor': 'missing',
} as const satisfies Record<Rejection['kind'], OracleEvidenceStatus>;

/** The call most likely meant for an oracle event, then the other rejected calls. If there is none, calls of other actors. */
function candidatesFor(
  visit: OracleVisit,
  matching: Matching,
  instead: RejectedCall | undefined,
): Pick<OracleEvidence, 'candidates' | 'moreCandidates'> {
  const candidates = instead === undefined ? [] : [instead];
  let moreCandidates = 0;
  for (const attempt of matching.attempts(visit, true)) {
    const rejection = rejectionOf(attempt, visit, matching);
    const call = judgedCall(attempt.agent);
    const isListed =
      isSameCall(call, instead?.call) || (instead === undefined && attempt.agent.type === 'agent');
    if (rejection === undefined || isListed) continue;
    if (candidates.length < MAX_CANDIDATES) candidates.push({ call, rejection });
    else moreCandidates += 1;
  }
  return { candidates, moreCandidates };
}

const isSameCall = ({ id, entry }: JudgedCall, other: JudgedCall | undefined): boolean =>
  id === other?.id && entry === other.entry;

function rejectionOf(
  attempt: EventComparison,
  { args }: OracleVisit,
  matching: Matching,
): Rejection | undefined {
  const { agent, window } = attempt;
  switch (attempt.result) {
    case 'match':
    case 'not-judged':
    case 'already_matched':
      return undefined;
    case 'type':
      return { kind: 'other-actor' };
    case 'time':
      return window && { kind: 'time', timing: judgedTiming(window, agent.time) };
    case 'hard':
    case 'event_check': {
      const { arg, checker, expected, actual } = attempt;
      return { kind: 'argument', arg, checker, expected, actual };
    }
    case 'soft':
      return { kind: 'text', checker: attempt.checker, texts: comparedTexts(attempt.texts, args, agent) };
    case 'causality':
      return {
        kind: 'order',
        before: attempt.parents.map((parent) =>
          judgedCall(matching.events[matching.visitOf(parent)!.match!]!),
        ),
      };
    case 'error':
      return { kind: 'not-compared', message: attempt.message };
  }
}

function comparedTexts(
  texts: readonly string[],
  args: JsonObject,
  agent: CompletedEvent,
): readonly ComparedText[] {
  const actual = effectiveArguments(agent);
  return texts.map((arg) => ({ arg, expected: args[arg]!, actual: actual[arg]! }));
}

const judgedTiming = (window: TimeWindow, time: SimTime): JudgedTiming => ({
  agent: time - window.from,
  oracle: window.oracle,
  isAbsolute: window.isAbsolute,
  comparator: window.comparator,
  outside: outsideWindow(window, time),
});

// The calls that the agent made instead

/** The agent's failed calls, which the judge ignores. */
const failedCalls = (log: readonly CompletedEvent[]): readonly FreeCall[] =>
  log.filter(({ type, failed }) => type === 'agent' && failed).map((event) => ({ event, turn: -1 }));

/** The number of pairs of one tool beyond which calls are paired in order, because comparing all would take too long. */
const MAX_PAIRS = 10_000;

/** The reasons for rejection, the closest to a match first. */
const REASONS_BY_CLOSENESS = [
  'turn',
  'order',
  'time',
  'text',
  'argument',
  'not-compared',
  'failed',
  'other-actor',
] as const satisfies readonly Rejection['kind'][];

interface Pair {
  readonly visit: OracleVisit;
  readonly call: FreeCall;
  readonly rejection: Rejection;
}

/** Pairs missing oracle events with unmatched calls of the same tool, the closest pairs first. */
function callsMadeInstead(
  unfound: readonly OracleVisit[],
  free: readonly FreeCall[],
  matching: Matching,
): Map<string, RejectedCall> {
  const byTool = groupBy(free, ({ event }) => toolName(event));
  const made = new Map<string, RejectedCall>();
  for (const [tool, visits] of groupBy(unfound, ({ oracle }) => toolName(oracle))) {
    const calls = byTool.get(tool) ?? [];
    const isMany = visits.length * calls.length > MAX_PAIRS;
    const pairs = visits.flatMap((visit, index) =>
      (isMany ? calls.slice(index, index + 1) : calls).map((call): Pair => {
        return { visit, call, rejection: rejectionReason(visit, call, matching) };
      }),
    );
    const taken = new Set<FreeCall>();
    for (const { visit, call, rejection } of pairs.sort(byCloseness)) {
      if (made.has(visit.oracle.id) || taken.has(call)) continue;
      taken.add(call);
      made.set(visit.oracle.id, { call: judgedCall(call.event), rejection });
    }
  }
  return made;
}

function byCloseness(one: Pair, other: Pair): number {
  const [a, b] = [one, other].map(({ rejection }) => REASONS_BY_CLOSENESS.indexOf(rejection.kind));
  const [few, many] = [one, other].map(({ rejection }) => misfitCount(rejection));
  const [near, far] = [one, other].map(({ visit, call }) => Math.abs(call.event.time - visit.oracle.time));
  return a! - b! || few! - many! || near! - far!;
}

const misfitCount = (rejection: Rejection): number =>
  rejection.kind === 'argument' ? 1 + (rejection.others?.length ?? 0) : 0;

/** The reason why a call does not match an oracle event. Differing arguments take precedence over a different turn or time. */
function rejectionReason(
  visit: OracleVisit,
  { event, turn, index }: FreeCall,
  matching: Matching,
): Rejection {
  if (index === undefined) return { kind: 'failed', error: event.error ?? '' };
  const [misfit, ...others] = matching.misfits(visit, index);
  if (misfit !== undefined) return { kind: 'argument', ...misfit, others };
  if (turn !== visit.oracle.turn) return otherTurn({ turn }, visit.oracle);
  const attempt = matching.compare(visit, index);
  const rejection = attempt && rejectionOf(attempt, visit, matching);
  return rejection ?? { kind: 'not-compared', message: visit.error ?? '' };
}
