import type { Actor, TimeComparator } from './event.ts';
import type { RunId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { SimTime } from './time.ts';

export type VerdictOutcome = 'passed' | 'failed' | 'not-judged';

/** How an argument is compared, by the reference's names. `llm_checker` marks free text, which soft checkers compare. */
export const ARGUMENT_CHECKERS = [
  'eq_checker',
  'unordered_list_checker',
  'path_checker',
  'unordered_path_list_checker',
  'datetime_checker',
  'phone_number_checker',
  'eq_str_strip_checker',
  'list_attendees_checker',
  'contain_any_checker',
  'contain_all_checker',
  'llm_checker',
] as const;

export type ArgumentChecker = (typeof ARGUMENT_CHECKERS)[number];

/** What is asked about the free text of a call. All but the first need an answer from outside, such as a model's. */
export const SOFT_CHECKERS = [
  'placeholder_checker',
  'signature_checker',
  'sanity_checker',
  'tone_checker',
  'email_checker',
  'message_checker',
  'cab_checker',
  'event_checker',
  'user_message_checker',
  'content_checker',
] as const;

export type SoftChecker = (typeof SOFT_CHECKERS)[number];

/** A further check of one argument of an oracle event. */
export interface JudgeEventCheck {
  /** `class__tool`; the check applies only where the oracle's event calls this tool. */
  readonly tool: string;
  readonly arg: string;
  readonly checker: ArgumentChecker;
  readonly checker_args?:
    | {
        /** The texts that the containment checkers look for. */
        readonly targets?: readonly string[] | undefined;
        /** The names that the checker of attendees tolerates. */
        readonly tolerance_list_str?: readonly string[] | undefined;
      }
    | undefined;
}

/** How the judge compares a run with the oracle's, in the names of ARE's judge. What is left out is ARE's default. */
export interface JudgeConfiguration {
  /** `graph` (the default) matches calls; `scripted` does, too, without free text; `in_context` asks one question a turn. */
  readonly type?: 'graph' | 'scripted' | 'in_context' | undefined;
  /** The time of a call that the oracle makes sooner than this is not compared; 1 second when left out. */
  readonly check_time_threshold_seconds?: number | undefined;
  /** How much too early a call may come; 10 seconds when left out. */
  readonly pre_event_tolerance_seconds?: number | undefined;
  /** How much too late a call may come; 25 seconds when left out. */
  readonly post_event_tolerance_seconds?: number | undefined;
  /** How many messages to the user the agent may send beyond the oracle's, in each turn; 1 when left out. */
  readonly extra_send_message_to_user_allowed?: number | undefined;
  /** How the arguments of a tool, `class__tool`, are compared, in this order. Replaces the row of the tool; null removes it. */
  readonly arg_checkers?:
    Readonly<Record<string, Readonly<Record<string, ArgumentChecker>> | null>> | undefined;
  /** Replaces the soft checkers of a tool. */
  readonly soft_checkers?: Readonly<Record<string, readonly SoftChecker[]>> | undefined;
  /** Further checks by the oracle event's id. If given, even empty, free text is not compared at all. */
  readonly event_id_to_checker_params?:
    Readonly<Record<string, readonly JudgeEventCheck[]>> | null | undefined;
}

/** The judge's verdict on a run, with what it rests on. */
export interface JudgeVerdict {
  readonly outcome: VerdictOutcome;
  /** The first failure, or what was not judged, or that all was found, in one sentence. */
  readonly sentence: string;
  /** The entry that the sentence is about, where there is one. */
  readonly entry?: number | undefined;
  readonly evidence: JudgeEvidence;
  /** The soft questions that were asked, with their answers, and those that nobody answered. */
  readonly asked: readonly AskedQuestion[];
  readonly unanswered: readonly SoftQuestion[];
}

/** What a verdict of the judge rests on. */
export interface JudgeEvidence {
  /** Every oracle event, in the order in which the judge looks for them. */
  readonly oracle: readonly OracleEvidence[];
  readonly extra: readonly ExtraCall[];
  /** What the environment and the user did in another turn of the agent's run than of the oracle's: that turn, by id. */
  readonly strayTurns: Readonly<Record<string, number>>;
}

/** What the judge found for one oracle event. */
export interface OracleEvidence {
  readonly turn: number;
  /** The oracle's event, with the arguments that were asked for. */
  readonly oracle: JudgedCall;
  readonly type: Actor | 'other';
  readonly parents: readonly string[];
  readonly status: 'matched' | 'not-judged' | 'missing';
  readonly match: JudgedCall | undefined;
  /** Where the time of the match was compared. */
  readonly timing: JudgedTiming | undefined;
  /** The texts of the match that nobody compared. */
  readonly notJudged: readonly ComparedText[];
  /** Where no call was found: the first of the calls that were rejected, and how many more there are. */
  readonly candidates: readonly Candidate[];
  readonly moreCandidates: number;
  /** The verdict did not depend on it any more: an earlier event had decided. */
  readonly isAfterFailure: boolean;
}

/** An event of the agent's log, as evidence names it. */
export interface JudgedCall {
  readonly id: string;
  /** {@link LogEntry.index}, where the log is a run's. */
  readonly entry?: number | undefined;
  /** `class__tool` */
  readonly tool: string;
  readonly time: SimTime;
  readonly args: JsonObject;
}

/** A call of the agent's that stands for nothing that the oracle did. */
export interface ExtraCall extends JudgedCall {
  /** The turn it is in; beyond the last turn, calls do not count. */
  readonly turn: number;
}

/** The call to show beside an oracle event: its match, or else the first that was rejected. */
export const nearestCall = ({
  match,
  candidates,
}: Pick<OracleEvidence, 'match' | 'candidates'>): JudgedCall | undefined => match ?? candidates[0]?.call;

/** The extra calls that do not stand beside an oracle event as {@link nearestCall}. */
export function unpairedCalls({ oracle, extra }: JudgeEvidence): readonly ExtraCall[] {
  const keyOf = ({ id, entry }: JudgedCall): string => `${id} ${entry ?? ''}`;
  const beside = new Set(oracle.flatMap((one) => nearestCall(one) ?? []).map(keyOf));
  return extra.filter((call) => !beside.has(keyOf(call)));
}

/** A call of the oracle's tool that does not stand for the oracle's call. */
export interface Candidate {
  readonly call: JudgedCall;
  readonly rejection: Rejection;
}

/** Why a call does not stand for an oracle event. */
export type Rejection =
  | {
      readonly kind: 'argument';
      readonly arg: string;
      readonly checker: ArgumentChecker;
      readonly expected: Json;
      readonly actual: Json;
    }
  /** The soft check that did not accept the texts. */
  | { readonly kind: 'text'; readonly checker: string; readonly texts: readonly ComparedText[] }
  | { readonly kind: 'time'; readonly timing: JudgedTiming }
  /** It came before the calls that it has to follow. */
  | { readonly kind: 'order'; readonly before: readonly JudgedCall[] }
  | { readonly kind: 'other-actor' }
  | { readonly kind: 'not-compared'; readonly message: string };

/** A text of a call and the oracle's. */
export interface ComparedText {
  readonly arg: string;
  readonly expected: Json;
  readonly actual: Json;
}

/** When a call came, and when it had to. In microseconds, from the calls it follows or, for a time of day, from the start. */
export interface JudgedTiming {
  readonly agent: number;
  readonly oracle: number;
  readonly isAbsolute: boolean;
  readonly comparator: TimeComparator | undefined;
  /** How far outside its window: negative when it is too early, 0 within it. */
  readonly outside: number;
}

/** A question that only a reader of text can answer. */
export interface SoftQuestion {
  readonly checker: SoftChecker | 'subtask_extractor' | 'in_context';
  /** What the question is about, by the names that the reference's prompts use. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The answer that says yes has this in it. */
  readonly yes?: string;
  /** The answer that says no has this in it, and not `yes`. */
  readonly no?: string;
}

/** A soft question and its answer, as the judge got it. */
export interface AskedQuestion {
  readonly question: SoftQuestion;
  readonly answer: string | null | { readonly failed: string };
}

/** A verdict of the judge as it is kept with its run, by the configuration that it was judged under. */
export interface KeptJudgement extends JudgeVerdict {
  /** SHA-256 of the configuration, in hex. */
  readonly configuration: string;
}

/** The outcome of judging one run, without the evidence. */
export interface JudgedRun extends Pick<JudgeVerdict, 'outcome' | 'sentence'> {
  readonly run: RunId;
  /** What the run came to under the configuration that it is held against; `undefined` when that is not known. */
  readonly before: VerdictOutcome | undefined;
}
