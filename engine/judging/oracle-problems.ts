import { isAuthorClass, judgedEvents } from '../are/index.ts';
import { getOwn, predecessors, type Problem, quotedList } from '../model/index.ts';
import { planData } from '../scenario/index.ts';
import { JudgeError } from '../validation/judge/index.ts';
import type { Plan, PlanData } from '../world/index.ts';
import { judgeRun } from './judge-run.ts';
import { oracleReference, type PlayedRun } from './oracle.ts';

/**
 * Warns of problems that keep an agent from passing the judge although it makes the oracle's calls: events that wait for these
 * calls, and events with which the oracle's own run does not pass.
 * @param played the oracle's run at its end
 */
export function oracleProblems(given: Plan | PlanData, played: PlayedRun): readonly Problem[] {
  const plan = planData(given);
  const { judge: configuration, rule } = plan.judging ?? {};
  if (rule?.of?.includes('judge') === false || configuration?.type === 'in_context') return [];
  return [...unknownCheckers(plan), ...eventsAfterCalls(plan), ...problemsOfRun(plan, played)];
}

/** Warnings about rows of `arg_checkers` for tools and arguments that do not exist. Rows for other apps of ARE are accepted. */
function unknownCheckers({ apps, judging }: PlanData): readonly Problem[] {
  const messageFor = (name: string, row: object | null): string | undefined => {
    const [className = '', tool = ''] = name.split('__');
    const app = Object.values(apps).find((one) => one.class === className);
    if (app === undefined)
      return isAuthorClass(className) ? `No app has the class "${className}".` : undefined;
    const declared = getOwn(app.tools, tool);
    if (declared === undefined)
      return `${className} has no tool "${tool}". It has ${quotedList(Object.keys(app.tools), MAX_NAMES)}.`;
    const known = Object.keys(declared.args);
    const unknown = Object.keys(row ?? {}).find((arg) => !known.includes(arg));
    return unknown === undefined
      ? undefined
      : `${tool} has no argument "${unknown}". It has ${quotedList(known, MAX_NAMES)}.`;
  };
  return Object.entries(judging?.judge?.arg_checkers ?? {}).flatMap(([name, row]): readonly Problem[] => {
    const message = messageFor(name, row);
    return message === undefined
      ? []
      : [{ severity: 'warning', message: `judge.arg_checkers.${name}: ${message}`, place: undefined }];
  });
}

const MAX_NAMES = 10;

/** Warnings about environment events that wait for an oracle call other than a message to the user. */
function eventsAfterCalls({ outline: { events } }: PlanData): readonly Problem[] {
  const calls = new Set(
    events.flatMap(({ id, oracle, action }) =>
      oracle === true && action?.tool !== 'send_message_to_user' ? [id] : [],
    ),
  );
  return events.flatMap((event): readonly Problem[] => {
    const call = predecessors(event.timing).find((id) => calls.has(id));
    if ((event.kind !== 'user' && event.kind !== 'environment') || call === undefined) return [];
    const message = `"${event.id}" waits for the oracle’s call "${call}". In a run of an agent it does not follow the agent’s own call, and the judge misses it. Let it wait for a condition, or for a message to the user.`;
    return [{ severity: 'warning', message, place: event.place }];
  });
}

function problemsOfRun(plan: PlanData, played: PlayedRun): readonly Problem[] {
  const configuration = plan.judging?.judge;
  const warning = (message: string, id: string | undefined): readonly Problem[] => {
    const place = plan.outline.events.find((event) => event.id === id)?.place;
    return [{ severity: 'warning', message, place }];
  };
  try {
    const { graph } = oracleReference(plan, played);
    if (graph === undefined) return [];
    const log = { events: judgedEvents(played.apps, played.log) };
    const { outcome, sentence, evidence } = judgeRun({ mode: 'oracle' }, log, graph, { configuration });
    if (outcome === 'passed') return [];
    const unfound = evidence.oracle.find(({ status }) => status !== 'matched') ?? evidence.extra[0];
    const id = unfound && ('oracle' in unfound ? unfound.oracle.id : unfound.id);
    return warning(`The oracle’s own run does not pass the judge: ${sentence}`, id);
  } catch (thrown) {
    if (!(thrown instanceof JudgeError)) throw thrown;
    const broken = played.log.find(({ outcome }) => outcome.status === 'failed');
    return warning(thrown.message, broken?.event);
  }
}
