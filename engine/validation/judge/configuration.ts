import * as z from 'zod';
import {
  ARGUMENT_CHECKERS,
  type ArgumentChecker,
  checkShape,
  compareCodePoints,
  findingsText,
  getOwn,
  type JudgeConfiguration,
  type SimSpan,
  SOFT_CHECKERS,
  type SoftChecker,
} from '../../model/index.ts';
import { JudgeError } from './events.ts';
import { TOOL_CHECKS } from './tool-checks.ts';

const argumentChecker = z.enum(ARGUMENT_CHECKERS);
const softChecker = z.enum(SOFT_CHECKERS);

const eventCheck = z.strictObject({
  tool: z.string(),
  arg: z.string(),
  checker: argumentChecker,
  checker_args: z
    .strictObject({
      targets: z.array(z.string()).optional(),
      tolerance_list_str: z.array(z.string()).optional(),
    })
    .optional(),
});

/** The judge's configuration as written in a file or a scenario. */
const configuration = z.strictObject({
  type: z.enum(['graph', 'scripted', 'in_context']).optional(),
  check_time_threshold_seconds: z.number().optional(),
  pre_event_tolerance_seconds: z.number().optional(),
  post_event_tolerance_seconds: z.number().optional(),
  extra_send_message_to_user_allowed: z.number().int().min(0).optional(),
  arg_checkers: z.record(z.string(), z.record(z.string(), argumentChecker).nullable()).optional(),
  soft_checkers: z.record(z.string(), z.array(softChecker)).optional(),
  event_id_to_checker_params: z.record(z.string(), z.array(eventCheck)).nullable().optional(),
}) satisfies z.ZodType<JudgeConfiguration>;

/** A further check of one oracle event. */
export interface EventCheck {
  readonly tool: string;
  readonly arg: string;
  readonly checker: ArgumentChecker;
  readonly targets: readonly string[] | undefined;
  readonly tolerated: readonly string[];
}

/** The checks of a tool's arguments: exact ones, and free text. */
export interface ChecksOfTool {
  /** Whether all arguments are compared by equality, as for an author's own tools. Then the lists are empty. */
  readonly isExact?: boolean;
  readonly hard: readonly { readonly arg: string; readonly checker: ArgumentChecker }[];
  readonly texts: readonly string[];
  readonly soft: readonly SoftChecker[];
}

/** How long before and after its oracle event a call may come, unless the configuration says otherwise. ARE's defaults. */
const TOLERATED_EARLY = 10; // seconds
const TOLERATED_LATE = 25; // seconds

/** The configuration of a judge, with defaults filled in. */
export interface JudgeSettings {
  /** `in-context` asks one question about a whole turn instead of matching calls. */
  readonly method: 'graph' | 'in-context';
  /** The shortest delay of the oracle whose time is compared. */
  readonly threshold: SimSpan;
  readonly toleratedEarly: SimSpan;
  readonly toleratedLate: SimSpan;
  /** The number of messages to the user that the agent may send beyond the oracle's, in each turn. */
  readonly extraMessages: number;
  /** The checks of a tool; `undefined` if the judge cannot compare it, because ARE has no rule for this tool. */
  readonly checksOf: (tool: string, isOwn?: boolean) => ChecksOfTool | undefined;
  /** Checks by oracle event id; `undefined` if none are configured, in which case free text is compared. */
  readonly eventChecks: ReadonlyMap<string, readonly EventCheck[]> | undefined;
}

/**
 * The settings of a configuration.
 * @throws {JudgeError} when the configuration is invalid.
 */
export function judgeSettings(configured: JudgeConfiguration = {}): JudgeSettings {
  const read = checkShape(configuration, configured);
  if ('findings' in read) throw new JudgeError(`Judge configuration: ${findingsText(read.findings)}`);
  const given = read.data;
  const {
    type = 'graph',
    check_time_threshold_seconds = 1,
    pre_event_tolerance_seconds = TOLERATED_EARLY,
    post_event_tolerance_seconds = TOLERATED_LATE,
    extra_send_message_to_user_allowed = 1,
    event_id_to_checker_params = type === 'scripted' ? {} : undefined,
  } = given;
  if (type === 'scripted' && event_id_to_checker_params === null)
    throw new JudgeError('A scripted judge needs event_id_to_checker_params. It may be empty.');
  const known = new Map<string, ChecksOfTool | undefined>();
  return {
    method: type === 'in_context' ? 'in-context' : 'graph',
    threshold: span(check_time_threshold_seconds),
    toleratedEarly: span(pre_event_tolerance_seconds),
    toleratedLate: span(post_event_tolerance_seconds),
    extraMessages: extra_send_message_to_user_allowed,
    checksOf: (tool, isOwn = false) => {
      if (!known.has(tool)) known.set(tool, checksOfTool(tool, isOwn, given));
      return known.get(tool);
    },
    eventChecks: event_id_to_checker_params ? eventChecksOf(event_id_to_checker_params) : undefined,
  };
}

/** A key that is equal for equivalent configurations. The order of arguments counts, because checks run in that order. */
export const canonicalConfiguration = ({
  type = 'graph',
  check_time_threshold_seconds = 1,
  pre_event_tolerance_seconds = TOLERATED_EARLY,
  post_event_tolerance_seconds = TOLERATED_LATE,
  extra_send_message_to_user_allowed = 1,
  arg_checkers = {},
  soft_checkers = {},
  event_id_to_checker_params = type === 'scripted' ? {} : null,
}: JudgeConfiguration): string =>
  JSON.stringify([
    type,
    check_time_threshold_seconds,
    pre_event_tolerance_seconds,
    post_event_tolerance_seconds,
    extra_send_message_to_user_allowed,
    ...[arg_checkers, soft_checkers, event_id_to_checker_params ?? undefined].map(
      (map) => map && Object.entries(map).sort(([one], [other]) => compareCodePoints(one, other)),
    ),
  ]);

/** A tolerance in microseconds. Unlike other spans, it may be negative. */
const span = (seconds: number): SimSpan => Math.round(seconds * 1e6) as SimSpan;

const EXACT_CHECKS: ChecksOfTool = { isExact: true, hard: [], texts: [], soft: [] };

function checksOfTool(
  tool: string,
  isOwn: boolean,
  { arg_checkers = {}, soft_checkers = {} }: JudgeConfiguration,
): ChecksOfTool | undefined {
  const row = getOwn(TOOL_CHECKS, tool);
  const replaced = getOwn(arg_checkers, tool);
  const args = replaced === undefined ? row?.args : replaced;
  if (args === undefined && isOwn) return EXACT_CHECKS;
  if (!args) return undefined;
  const all = Object.entries(args).map(([arg, checker]) => ({ arg, checker }));
  const soft = getOwn(soft_checkers, tool) ?? row?.soft ?? [];
  return {
    hard: all.filter(({ checker }) => checker !== 'llm_checker'),
    texts: all.filter(({ checker }) => checker === 'llm_checker').map(({ arg }) => arg),
    soft: soft.length === 0 ? ['content_checker'] : soft,
  };
}

const eventChecksOf = (
  params: NonNullable<JudgeConfiguration['event_id_to_checker_params']>,
): ReadonlyMap<string, readonly EventCheck[]> =>
  new Map(
    Object.entries(params).map(([id, checks]) => [
      id,
      checks.map(({ tool, arg, checker, checker_args: { targets, tolerance_list_str = [] } = {} }) => ({
        tool,
        arg,
        checker,
        targets,
        tolerated: tolerance_list_str,
      })),
    ]),
  );
