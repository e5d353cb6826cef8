import type {
  Candidate,
  ComparedText,
  JsonObject,
  JudgedCall,
  JudgedTiming,
  JudgeEvidence,
  OracleEvidence,
  Rejection,
  SimTime,
} from '../../model/index.ts';
import { type CompletedEvent, effectiveArguments, toolName } from './events.ts';
import type { Judge, TurnVerdict } from './judge.ts';
import type { Attempt, Matching, Visit } from './matching.ts';
import { outsideWindow, type TimeWindow } from './time-window.ts';
import { turnsOfAgent } from './turns.ts';

const MAX_CANDIDATES = 10;

/**
 * Collects the evidence of verdicts. After a failure the search goes on without asking questions, so that every event is
 * explained.
 */
export function collectEvidence(
  judge: Judge,
  verdicts: readonly TurnVerdict[],
  log: readonly CompletedEvent[],
): JudgeEvidence {
  const { graph, matching } = judge;
  if (judge.settings.method !== 'graph') return { oracle: [], extra: [], strayTurns: {} };
  const agentTurns = turnsOfAgent(log, false);
  const judged = verdicts.flatMap(({ visits }) => visits);
  const decided = new Set(judged.map(({ oracle }) => oracle.id));
  const visits: Visit[] = [...judged];
  judge.stopAsking();
  for (const [turn, events] of graph.turns.entries()) {
    if (turn > judge.turn) matching.addTurn(agentTurns[turn] ?? []);
    for (const event of events) if (!decided.has(event.id)) visits.push(matching.visit(event));
  }
  const turnOf = new Map(agentTurns.flatMap((events, turn) => events.map(({ id }) => [id, turn] as const)));
  const taken = new Set(
    visits.flatMap(({ match }) => (match === undefined ? [] : [matching.events[match]!.id])),
  );
  const extra = agentTurns
    .flat()
    .filter(({ id, type }) => type === 'agent' && !taken.has(id))
    .map((event) => ({ ...judgedCall(event), turn: turnOf.get(event.id)! }));
  return {
    oracle: visits.map((visit) => evidenceOf(visit, matching, !decided.has(visit.oracle.id))),
    extra,
    strayTurns: Object.fromEntries(
      agentTurns.flatMap((events, turn) =>
        events.flatMap(({ id, type }) => {
          const asked = type === 'agent' ? undefined : graph.turnOf.get(id);
          return asked === undefined || asked === turn ? [] : [[id, turn] as const];
        }),
      ),
    ),
  };
}

const judgedCall = (event: CompletedEvent, args = effectiveArguments(event)): JudgedCall => ({
  id: event.id,
  entry: event.entry,
  tool: toolName(event),
  time: event.time,
  args,
});

function evidenceOf(visit: Visit, matching: Matching, isAfterFailure: boolean): OracleEvidence {
  const { oracle, args, match, notJudged } = visit;
  const candidates: Candidate[] = [];
  let moreCandidates = 0;
  if (match === undefined)
    for (const attempt of matching.attempts(visit, true)) {
      const rejection = rejectionOf(attempt, visit, matching);
      if (rejection === undefined) continue;
      if (candidates.length < MAX_CANDIDATES) candidates.push({ call: judgedCall(attempt.agent), rejection });
      else moreCandidates += 1;
    }
  const window = matching.matchWindow(visit);
  const found = match === undefined ? undefined : matching.events[match]!;
  return {
    turn: oracle.turn,
    oracle: { ...judgedCall(oracle, args), entry: undefined },
    type: oracle.type,
    parents: oracle.parents,
    status: found === undefined ? 'missing' : notJudged.length > 0 ? 'not-judged' : 'matched',
    match: found && judgedCall(found),
    timing: found && window && timingOf(window, found.time),
    notJudged: found === undefined ? [] : textsOf(notJudged, args, found),
    candidates,
    moreCandidates,
    isAfterFailure,
  };
}

function rejectionOf(attempt: Attempt, { args }: Visit, matching: Matching): Rejection | undefined {
  const { agent, window } = attempt;
  switch (attempt.result) {
    case 'match':
    case 'not-judged':
    case 'already_matched':
      return undefined;
    case 'type':
      return { kind: 'other-actor' };
    case 'time':
      return window && { kind: 'time', timing: timingOf(window, agent.time) };
    case 'hard':
    case 'event_check': {
      const { arg, checker, expected, actual } = attempt;
      return { kind: 'argument', arg, checker, expected, actual };
    }
    case 'soft':
      return { kind: 'text', checker: attempt.checker, texts: textsOf(attempt.texts, args, agent) };
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

function textsOf(texts: readonly string[], args: JsonObject, agent: CompletedEvent): readonly ComparedText[] {
  const actual = effectiveArguments(agent);
  return texts.map((arg) => ({ arg, expected: args[arg]!, actual: actual[arg]! }));
}

const timingOf = (window: TimeWindow, time: SimTime): JudgedTiming => ({
  agent: time - window.from,
  oracle: window.oracle,
  isAbsolute: window.isAbsolute,
  comparator: window.comparator,
  outside: outsideWindow(window, time),
});
