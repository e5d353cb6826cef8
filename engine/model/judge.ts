import type { Actor, TimeComparator } from './event.ts';
import type { RunId } from './values/ids.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { SimTime } from './values/time.ts';

export type VerdictOutcome = 'passed' | 'failed' | 'not-judged';

/** The comparisons of arguments, by ARE's names. `llm_checker` marks free text, which soft checkers compare. */
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

/** The questions about the free text of a call. All but the first need an answer from outside, such as a model's. */
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
  /** `class__tool`; the check applies only if the oracle's event calls this tool. */
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

/** The settings for comparing a run with the oracle's, with the names of ARE's judge. Missing settings have ARE's defaults. */
export interface JudgeConfiguration {
  /** `graph` (the default) matches calls; `scripted` does, too, without free text; `in_context` asks one question a turn. */
  readonly type?: 'graph' | 'scripted' | 'in_context' | undefined;
  /** The time of a call is not compared if the oracle makes it sooner than this; 1 second when left out. */
  readonly check_time_threshold_seconds?: number | undefined;
  /** The time by which a call may come too early; 10 seconds when left out. */
  readonly pre_event_tolerance_seconds?: number | undefined;
  /** The time by which a call may come too late; 25 seconds when left out. */
  readonly post_event_tolerance_seconds?: number | undefined;
  /** The number of messages to the user that the agent may send beyond the oracle's, in each turn; 1 when left out. */
  readonly extra_send_message_to_user_allowed?: number | undefined;
  /**
   * The checkers of a tool's arguments, by `class__tool`, in this order. They replace the tool's default row; null removes it.
   */
  readonly arg_checkers?:
    Readonly<Record<string, Readonly<Record<string, ArgumentChecker>> | null>> | undefined;
  /** Replaces the soft checkers of a tool. */
  readonly soft_checkers?: Readonly<Record<string, readonly SoftChecker[]>> | undefined;
  /** Further checks by the oracle event's id. If given, even empty, free text is not compared at all. */
  readonly event_id_to_checker_params?:
    Readonly<Record<string, readonly JudgeEventCheck[]>> | null | undefined;
}

/** The judge's verdict on a run, with its evidence. */
export interface JudgeVerdict {
  readonly outcome: VerdictOutcome;
  /** One sentence: the first failure, the part that was not judged, or the statement that all was found. */
  readonly sentence: string;
  /** The entry that the sentence is about, if any. */
  readonly entry?: number | undefined;
  readonly evidence: JudgeEvidence;
  /** The soft questions that were asked, with their answers. */
  readonly asked: readonly AskedQuestion[];
  readonly unanswered: readonly SoftQuestion[];
}

/** The evidence of a verdict of the judge. */
export interface JudgeEvidence {
  /** Every oracle event, in the order in which the judge looks for them. */
  readonly oracle: readonly OracleEvidence[];
  readonly extra: readonly ExtraCall[];
  /** For each event of environment or user that is in another turn than in the oracle's run: its turn in the agent's run, by id. */
  readonly strayTurns: Readonly<Record<string, number>>;
}

/**
 * The result of looking for one oracle event. `missing` means that the tool was never called. The other failures are calls with
 * other arguments, at another time, in another turn, or without success.
 */
export type OracleEvidenceStatus =
  | 'matched'
  | 'not-judged'
  | 'other-arguments'
  | 'other-time'
  | 'other-turn'
  | 'failed'
  | 'not-compared'
  | 'missing';

/** The words for each {@link OracleEvidenceStatus}. */
export const EVIDENCE_WORDS = {
  matched: 'Matched',
  'not-judged': 'Not judged',
  'other-arguments': 'Made with other arguments',
  'other-time': 'Made at the wrong time',
  'other-turn': 'Made in another turn',
  failed: 'Made, but failed',
  'not-compared': 'Cannot be compared',
  missing: 'Missing',
} as const satisfies Record<OracleEvidenceStatus, string>;

/** The judge's findings about one oracle event. */
export interface OracleEvidence {
  readonly turn: number;
  /** The oracle's event, with the expected arguments. */
  readonly oracle: JudgedCall;
  readonly type: Actor | 'other';
  readonly parents: readonly string[];
  readonly status: OracleEvidenceStatus;
  readonly match: JudgedCall | undefined;
  /** The time of the match compared with the oracle's; `undefined` if times were not compared. */
  readonly timing: JudgedTiming | undefined;
  /** The texts of the match that were not compared. */
  readonly notJudged: readonly ComparedText[];
  /** If no call matches: first the call most likely meant, then the other rejected calls. `moreCandidates` is the number left out. */
  readonly candidates: readonly RejectedCall[];
  readonly moreCandidates: number;
  /** Whether an earlier event had already decided the verdict. */
  readonly isAfterFailure: boolean;
}

/** An event of the agent's log, for evidence. */
export interface JudgedCall {
  readonly id: string;
  /** {@link LogEntry.index}, if the log is a run's. */
  readonly entry?: number | undefined;
  /** `class__tool` */
  readonly tool: string;
  readonly time: SimTime;
  readonly args: JsonObject;
}

/** A call of the agent that matches no oracle event. */
export interface ExtraCall extends JudgedCall {
  /** The turn of the call. Calls after the last turn do not count. */
  readonly turn: number;
}

/** The call to show beside an oracle event: its match, or else the first rejected call. */
export const nearestCall = ({
  match,
  candidates,
}: Pick<OracleEvidence, 'match' | 'candidates'>): JudgedCall | undefined => match ?? candidates[0]?.call;

/** The extra calls that no oracle event has as its {@link nearestCall}. */
export function unpairedCalls({ oracle, extra }: JudgeEvidence): readonly ExtraCall[] {
  const keyOf = ({ id, entry }: JudgedCall): string => `${id} ${entry ?? ''}`;
  const beside = new Set(oracle.flatMap((one) => nearestCall(one) ?? []).map(keyOf));
  return extra.filter((call) => !beside.has(keyOf(call)));
}

/** A call of the oracle's tool that was rejected as a match. */
export interface RejectedCall {
  readonly call: JudgedCall;
  readonly rejection: Rejection;
}

/** The reason why a call does not match an oracle event. */
export type Rejection =
  /** The first argument that differs, and the others. */
  | ({ readonly kind: 'argument'; readonly others?: readonly ArgumentMisfit[] } & ArgumentMisfit)
  /** The soft check that did not accept the texts. */
  | { readonly kind: 'text'; readonly checker: string; readonly texts: readonly ComparedText[] }
  | { readonly kind: 'time'; readonly timing: JudgedTiming }
  /** It came before the calls that it has to follow. */
  | { readonly kind: 'order'; readonly before: readonly JudgedCall[] }
  /** It came in another turn. */
  | { readonly kind: 'turn'; readonly turn: number; readonly expected: number }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'other-actor' }
  | { readonly kind: 'not-compared'; readonly message: string };

/** An argument of a call that its checker does not accept. */
export interface ArgumentMisfit {
  readonly arg: string;
  readonly checker: ArgumentChecker;
  readonly expected: Json;
  readonly actual: Json;
}

/** A text in a call and the expected text. */
export interface ComparedText {
  readonly arg: string;
  readonly expected: Json;
  readonly actual: Json;
}

/** The actual and the expected time of a call, in microseconds after its predecessors or, for a time of day, after the start. */
export interface JudgedTiming {
  readonly agent: number;
  readonly oracle: number;
  readonly isAbsolute: boolean;
  readonly comparator: TimeComparator | undefined;
  /** The distance from the time window: negative when the call is too early, 0 within the window. */
  readonly outside: number;
}

/** A question about free text, for a model or a person. */
export interface SoftQuestion {
  readonly checker: SoftChecker | 'subtask_extractor' | 'in_context';
  /** The inputs of the question, by their names in ARE's prompts. */
  readonly inputs: Readonly<Record<string, string>>;
  /** An answer that contains this text means yes. */
  readonly yes?: string;
  /** An answer that contains this text, and not `yes`, means no. */
  readonly no?: string;
}

/** A soft question and its answer. */
export interface AskedQuestion {
  readonly question: SoftQuestion;
  readonly answer: string | null | { readonly failed: string };
}

/** A stored verdict of the judge on a run, with the configuration used. */
export interface KeptJudgement extends JudgeVerdict {
  /** SHA-256 of the configuration, in hex. */
  readonly configuration: string;
}

/** The outcome of judging one run, without the evidence. */
export interface JudgedRun extends Pick<JudgeVerdict, 'outcome' | 'sentence'> {
  readonly run: RunId;
  /** The hash of the configuration; missing if the run could not be judged. */
  readonly configuration?: string | undefined;
  /** The run's outcome under the configuration that it is compared with; `undefined` when unknown. */
  readonly before: VerdictOutcome | undefined;
}
