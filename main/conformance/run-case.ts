import * as z from 'zod';
import { inShape, inWords, LabError } from '../../engine/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../engine/model/json.ts';
import { runBuilder } from './builder-case.ts';
import { caseFile, type Case } from './case-file.ts';
import { runClock } from './clock-case.ts';
import { differenceInWords, firstDifference } from './compare.ts';
import { drive } from './drive.ts';
import { runParse } from './parse-case.ts';
import { resultOf } from './result.ts';
import { again, prepare, type Session } from './session.ts';
import { shaped } from './shaped.ts';
import { stopDifference, withoutStops } from './stop-messages.ts';
import { runTurns } from './turns-case.ts';

/** What became of one case. */
export interface CaseResult {
  readonly name: string;
  readonly kind: string;
  readonly quirk: boolean;
  /** The first difference, or why the case could not be run; `undefined` when it is equal. */
  readonly difference: string | undefined;
}

type Result = Readonly<Record<string, Json | undefined>>;

/** Runs the case that `text`, from a file called `name`, describes. Never throws: what goes wrong is a difference. */
export function runCase(name: string, text: string): CaseResult {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    return { name, kind: 'unknown', quirk: false, difference: `file: ${(thrown as Error).message}` };
  }
  const parsed = inShape(caseFile, given as Json);
  if ('findings' in parsed)
    return { name, ...asFarAsKnown(given), difference: `file: ${inWords(parsed.findings)}` };
  const { kind, quirk, name: own } = parsed.data;
  try {
    return { name: own, kind, quirk, difference: differenceOf(parsed.data) };
  } catch (thrown) {
    return { name: own, kind, quirk, difference: `run: ${wentWrong(thrown)}` };
  }
}

function differenceOf(spec: Case): string | undefined {
  const { expected } = spec;
  if (spec.kind !== 'rerun') return compare(expected, runOnce(spec));
  const runs = shaped(z.array(z.record(z.string(), z.json())), expected['runs']);
  let session = prepare(spec);
  for (const [at, wanted] of runs.entries()) {
    if (at > 0) session = again(session);
    const difference = compare(wanted, runSession(session));
    if (difference !== undefined) return `runs[${at}].${difference}`;
  }
  return undefined;
}

function runOnce(spec: Case): Result {
  switch (spec.kind) {
    case 'run':
    case 'rerun':
      return runSession(prepare(spec));
    case 'turns':
      return runTurns(spec);
    case 'time':
      return runClock(spec);
    case 'builder':
      return runBuilder(spec);
    case 'parse':
      return runParse(spec);
  }
}

function runSession(session: Session): Result {
  const driven = drive(session);
  if (session.spec.config.loop !== 'script' && driven.loopError === null) session.environment.finish();
  return resultOf(session, driven);
}

function compare(expected: JsonObject, actual: Result): string | undefined {
  const wanted = withoutStops(expected);
  const found = withoutStops(actual);
  const difference =
    firstDifference(wanted.rest as JsonObject, found.rest) ??
    ('notifications' in expected
      ? stopDifference(wanted.stops, found.stops, expected['env_state'])
      : undefined);
  return difference === undefined ? undefined : differenceInWords(difference);
}

function wentWrong(thrown: unknown): string {
  if (thrown instanceof LabError) return `refused: ${thrown.message}`;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}

function asFarAsKnown(given: unknown): Pick<CaseResult, 'kind' | 'quirk'> {
  const { kind, quirk } = (isJsonObject(given as Json) ? given : {}) as Record<string, unknown>;
  return { kind: typeof kind === 'string' ? kind : 'unknown', quirk: quirk === true };
}
