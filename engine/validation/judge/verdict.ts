import {
  allOf,
  type RejectedCall,
  type Json,
  type JsonObject,
  type JudgeConfiguration,
  type JudgedCall,
  type JudgedTiming,
  type JudgeEvidence,
  type JudgeVerdict,
  type OracleEvidence,
  plural,
  type SimTime,
  truncate,
  unpairedCalls,
  type VerdictOutcome,
} from '../../model/index.ts';
import { judgeSettings } from './configuration.ts';
import { type CompletedEvent, MESSAGE_TO_USER } from './events.ts';
import { collectEvidence } from './evidence.ts';
import { Judge, type JudgeFailure, judgeTurns, type TurnVerdict } from './judge.ts';
import type { OracleGraph } from './oracle-graph.ts';
import type { SoftJudge } from './compare-texts.ts';

/** Options for judging a run. */
export interface JudgeOptions {
  readonly configuration?: JudgeConfiguration | undefined;
  /** Answers soft questions. Without it, differing texts are not judged. */
  readonly softJudge?: SoftJudge | undefined;
}

/** Judges a finished run by its log. @throws {JudgeError} for an invalid configuration. */
export function judgeLog(
  graph: OracleGraph,
  log: readonly CompletedEvent[],
  { configuration, softJudge }: JudgeOptions = {},
): JudgeVerdict {
  const judge = new Judge(graph, judgeSettings(configuration), softJudge);
  const verdicts = judgeTurns(judge, log);
  const evidence = collectEvidence(judge, verdicts, log);
  const outcome = runOutcome(verdicts);
  return {
    outcome,
    ...sentenceOf(outcome, verdicts.at(-1), evidence, graph),
    evidence,
    asked: verdicts.flatMap(({ asked }) => asked),
    unanswered: judge.unanswered,
  };
}

/** The outcome of a run. It fails if any turn fails. It is not judged if no turn failed and one was not judged. */
function runOutcome(verdicts: readonly TurnVerdict[]): VerdictOutcome {
  const outcomes = verdicts.map(({ outcome }) => outcome);
  return outcomes.includes('failed') ? 'failed' : outcomes.includes('not-judged') ? 'not-judged' : 'passed';
}

// Sentences

/** The sentence of a verdict, and the entry it is about. */
type Sentence = Pick<JudgeVerdict, 'sentence' | 'entry'>;

const sentence = (text: string, entry?: number): Sentence => ({ sentence: text, entry });

function sentenceOf(
  outcome: VerdictOutcome,
  last: TurnVerdict | undefined,
  evidence: JudgeEvidence,
  { start, turns }: OracleGraph,
): Sentence {
  const open = evidence.oracle.filter(
    ({ status, isAfterFailure }) => status === 'not-judged' && !isAfterFailure,
  );
  if (last?.failure !== undefined) {
    const { sentence: why, entry } = failureSentence(last.failure, last.turn, evidence, start);
    const failure = turns.length === 1 ? why : `Turn ${last.turn + 1}: ${why}`;
    return outcome === 'not-judged' && open.length > 0
      ? sentence(
          `${failure} But that may be due to texts that were not judged: ${openTexts(open)}.`,
          open[0]?.match?.entry ?? entry,
        )
      : sentence(failure, entry);
  }
  if (outcome === 'not-judged')
    return open.length === 0
      ? sentence('The question about the run was not answered.')
      : sentence(
          `Everything else passes, but texts of ${plural(open.length, 'call')} were not judged: ${openTexts(open)}.`,
          open[0]!.match?.entry,
        );
  const late = evidence.extra.filter(({ turn }) => turn >= turns.length);
  const after = late.length === 0 ? '' : ` What comes after the last turn does not count: ${idsText(late)}.`;
  return sentence(
    `${allOf(evidence.oracle.length, 'event')} of the oracle’s run happened in this one.${after}`,
  );
}

const MAX_NAMED = 3;

const idsText = (calls: readonly JudgedCall[]): string =>
  [
    ...calls.slice(0, MAX_NAMED).map(({ tool, id }) => `${tool} (${id})`),
    ...(calls.length > MAX_NAMED ? [`${calls.length - MAX_NAMED} more`] : []),
  ].join(', ');

function openTexts(open: readonly OracleEvidence[]): string {
  const named = open
    .slice(0, MAX_NAMED)
    .map(
      ({ notJudged, match, oracle }) =>
        `${notJudged.map(({ arg }) => arg).join(', ')} of ${match!.id} for ${oracle.id}`,
    );
  return [...named, ...(open.length > MAX_NAMED ? [`${open.length - MAX_NAMED} more`] : [])].join('; ');
}

function failureSentence(
  failure: JudgeFailure,
  turn: number,
  evidence: JudgeEvidence,
  start: SimTime,
): Sentence {
  switch (failure.kind) {
    case 'tool_counts':
      return countSentence(failure, turn, evidence, start);
    case 'oracle_not_matched':
      return missingSentence(evidenceFor(failure.visit.oracle.id, evidence), start);
    case 'env_not_matched': {
      const {
        oracle,
        candidates: [elsewhere],
      } = evidenceFor(failure.visit.oracle.id, evidence);
      if (elsewhere !== undefined)
        return sentence(rejectionText(elsewhere, oracle, start), elsewhere.call.entry);
      return sentence(`${oracle.tool} (${oracle.id}) did not happen, as it does in the oracle’s run.`);
    }
    case 'in_context':
      return sentence('The answer to the question about its calls was not yes.');
    case 'unfinished':
      return sentence(`The run ended before turn ${failure.turns}, the last, was judged.`);
    case 'error':
      return sentence(failure.message);
  }
}

const evidenceFor = (id: string, { oracle }: JudgeEvidence): OracleEvidence =>
  oracle.find((one) => one.oracle.id === id)!;

/** Describes missing or additional calls: of the first tool with too few calls, otherwise of the first with too many. */
function countSentence(
  { counts }: Extract<JudgeFailure, { kind: 'tool_counts' }>,
  turn: number,
  evidence: JudgeEvidence,
  start: SimTime,
): Sentence {
  const shift = shiftText(turn, evidence);
  if (shift !== undefined) return sentence(shift);
  const { agentMessages, oracleMessages } = counts;
  const agent = new Map([...counts.agent, [MESSAGE_TO_USER, agentMessages]]);
  const oracle = new Map([...counts.oracle, [MESSAGE_TO_USER, oracleMessages]]);
  const unfound = evidence.oracle.filter(
    ({ oracle: { tool }, turn: of, status }) =>
      of === turn && !isFound(status) && (agent.get(tool) ?? 0) < (oracle.get(tool) ?? 0),
  );
  const extra = unpairedCalls(evidence).filter(
    ({ tool, turn: of }) => of === turn && (agent.get(tool) ?? 0) > (oracle.get(tool) ?? 0),
  );
  const lost = unfound.find(({ status }) => status === 'missing') ?? unfound[0];
  if (lost !== undefined) {
    const { tool, id, args } = lost.oracle;
    const [made] = lost.candidates;
    if (made !== undefined) return sentence(rejectionText(made, lost.oracle, start), made.call.entry);
    if (lost.type !== 'agent') return sentence(`${tool} (${id}) did not happen${argsText(args)}.`);
    const [instead] = extra;
    const also = instead === undefined ? '' : `; ${instead.tool} (${instead.id}) is extra`;
    return sentence(
      `The agent called ${tool} ${callCount(agent, tool)}, the oracle ${callCount(oracle, tool)}; missing is ${id}${argsText(args)}${also}.`,
      instead?.entry,
    );
  }
  const [first] = extra;
  if (first === undefined) return sentence('The agent did not call every tool as often as the oracle.');
  const all = extra.filter(({ tool, turn: of }) => tool === first.tool && of === turn);
  const named = all.slice(0, MAX_NAMED).map(({ id, args }) => `${id}${argsText(args)}`);
  return sentence(
    `The agent called ${first.tool} ${callCount(agent, first.tool)}, the oracle ${callCount(oracle, first.tool)}; extra is ${named.join(', ')}.`,
    all[0]?.entry,
  );
}

const isFound = (status: OracleEvidence['status']): boolean =>
  status === 'matched' || status === 'not-judged';

/** Explains that later events are in other turns because a message from the agent to the user is missing or additional. */
function shiftText(turn: number, { oracle, strayTurns }: JudgeEvidence): string | undefined {
  for (const { turn: asked, oracle: call } of oracle) {
    const found = strayTurns[call.id];
    if (found === turn && asked === turn + 1)
      return `The agent did not end the turn with a message to the user; ${call.tool} (${call.id}) of turn ${asked + 1} comes within it.`;
    if (found !== undefined && found > turn && asked === turn) {
      const message = MESSAGE_TO_USER;
      return `The agent ended the turn with ${message} before ${call.tool} (${call.id}) happened.`;
    }
  }
  return undefined;
}

const callCount = (counts: ReadonlyMap<string, number>, tool: string): string =>
  plural(counts.get(tool) ?? 0, 'time');

function missingSentence({ oracle, candidates }: OracleEvidence, start: SimTime): Sentence {
  const [closest] = candidates;
  if (closest === undefined)
    return sentence(
      `No call of ${oracle.tool} is left for ${oracle.id}${argsText(oracle.args)}: all stand for others.`,
    );
  const others = candidates.length > 1 ? ` It is the closest of ${candidates.length} calls.` : '';
  return sentence(`${rejectionText(closest, oracle, start)}${others}`, closest.call.entry);
}

/** The reason why a call does not match an oracle event, in one sentence. `start` is the start of the run. */
export function rejectionText({ call, rejection }: RejectedCall, oracle: JudgedCall, start: SimTime): string {
  const what = `${call.tool} (${call.id})`;
  switch (rejection.kind) {
    case 'argument': {
      const misfits = [rejection, ...(rejection.others ?? [])].slice(0, MAX_NAMED);
      const [agent, expected] = (['actual', 'expected'] as const).map((side) =>
        misfits.map((one) => `${one.arg} ${shortJson(one[side])}`).join(', '),
      );
      return `${what} was made with other arguments: ${agent}; the oracle’s ${oracle.id} has ${expected}.`;
    }
    case 'text': {
      const [text] = rejection.texts;
      return `${what} says ${text === undefined ? 'something' : `${text.arg} ${shortJson(text.actual)}`}, which ${rejection.checker} does not accept for ${oracle.id}: ${shortJson(text?.expected ?? null)}.`;
    }
    case 'time':
      return `${what} was made at the wrong time, ${timingText(rejection.timing, start)}.`;
    case 'turn':
      return `${what} was made in another turn: in turn ${rejection.turn + 1}, not in turn ${rejection.expected + 1}.`;
    case 'failed':
      return `${what} was made, but it failed: ${truncate(rejection.error, MAX_CHARACTERS)}.`;
    case 'order':
      return `${what} was made at the wrong time, before ${rejection.before.map(({ tool, id }) => `${tool} (${id})`).join(' and ')}, which it has to follow.`;
    case 'other-actor':
      return `${what} was called by another than the agent.`;
    case 'not-compared':
      return rejection.message;
  }
}

function timingText({ agent, oracle, outside, isAbsolute }: JudgedTiming, start: SimTime): string {
  const by = `${secondsText(Math.abs(outside))} too ${outside < 0 ? 'early' : 'late'}`;
  return isAbsolute
    ? `${by}: at ${clockText(start + agent)}, where the oracle called at ${clockText(start + oracle)}`
    : `${by}: ${agent < 0 ? `${secondsText(-agent)} before what it waits for` : `after ${secondsText(agent)}`}, where the oracle called after ${secondsText(oracle)}`;
}

const secondsText = (micros: number): string => `${micros / 1e6} s`;

const clockText = (time: number): string => new Date(Math.floor(time / 1000)).toISOString().slice(11, 19);

const MAX_CHARACTERS = 60;

const shortJson = (value: Json): string => truncate(JSON.stringify(value), MAX_CHARACTERS);

function argsText(args: JsonObject): string {
  const [first] = Object.entries(args).filter(([, value]) => value !== null);
  return first === undefined ? '' : ` (${first[0]} ${shortJson(first[1])})`;
}
