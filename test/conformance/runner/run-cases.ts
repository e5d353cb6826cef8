import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { ManualClock, OrreryError, parseValue } from '../../../engine/index.ts';
import { checkShape, findingsText } from '../../../engine/model/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/values/json.ts';
import { fromSeconds, seconds, type SimSpan, toSeconds } from '../../../engine/model/values/time.ts';
import { callsCase, runCalls } from './calls.ts';
import { type Case, caseFile, given, shaped } from './case-file.ts';
import { differenceInWords, firstDifference, stopDifference, withoutStops } from './compare.ts';
import { again, drive, prepare, type Session, startOf } from './drive.ts';
import { runBuilder } from './editor.ts';
import { judgeCase, judgeDifference } from './judge.ts';
import { resultOf } from './log.ts';
import { runScenarioFile, runTrace } from './traces.ts';
import { runTurns } from './turns.ts';

/** Reasons for intended differences by the names of cases: the sections of differences.md. */
export type Explanations = ReadonlyMap<string, string>;

/** Reads the explanations in the text of differences.md: a heading with the name of a case, and a paragraph. */
export const explanationsIn = (text: string): Explanations =>
  new Map(
    [...text.matchAll(/^### `(.+)`\n\n((?:.+\n?)+)/gm)].map(([, name, why]) => [
      name!,
      why!.trim().replaceAll('\n', ' '),
    ]),
  );

/** Runs every case in `folder`, sorted by file name. @throws when the folder cannot be read */
export function runFolder(folder: string, explanations: Explanations = new Map()): readonly CaseResult[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith(FINAL_STATE))
    .sort()
    .map((file) => {
      const result = runFile(join(folder, file));
      const why = result.difference === undefined || result.quirk ? undefined : explanations.get(result.name);
      return why === undefined ? result : { ...result, stated: why };
    });
}

/** The suffix of a file next to a trace, with the states at its end. */
const FINAL_STATE = '.final-state.json';

/** A file that cannot be read counts as a failed case. */
function runFile(path: string): CaseResult {
  const name = basename(path, '.json');
  try {
    const text = readFileSync(path, 'utf8');
    if (name.endsWith('.calls')) return runCallsFile(name, text);
    if (name.endsWith('.trace'))
      return ofFile(name, 'trace', runTrace(basename(path), text, finalStateOf(path)));
    if (name.endsWith('.scenario')) return ofFile(name, 'scenario', runScenarioFile(basename(path), text));
    return runCase(name, text);
  } catch (thrown) {
    return { name, kind: 'unknown', quirk: false, difference: `file: ${(thrown as Error).message}` };
  }
}

const ofFile = (name: string, kind: string, outcome: Partial<CaseResult> | undefined): CaseResult => ({
  name,
  kind,
  quirk: false,
  difference: undefined,
  ...outcome,
});

function runCallsFile(name: string, text: string): CaseResult {
  const parsed = checkShape(callsCase, JSON.parse(text) as Json);
  if ('findings' in parsed)
    return ofFile(name, 'calls', { difference: `file: ${findingsText(parsed.findings)}` });
  return ofFile(name, 'calls', runCalls(parsed.data));
}

function finalStateOf(path: string): string | undefined {
  const file = path.replace(/\.trace\.json$/, FINAL_STATE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The lines to print: one for each case, those that are equal first, then the counts. */
export function report(results: readonly CaseResult[]): readonly string[] {
  const quirks = results.filter(({ quirk }) => quirk);
  const plain = results.filter(({ quirk }) => !quirk);
  const different = quirks.filter(isDifferent);
  const stated = plain.filter((result) => isDifferent(result) && result.stated !== undefined);
  const failed = plain.filter(isFailure);
  return [
    ...results.filter((result) => !isDifferent(result)).map(({ name }) => `${name}: equal`),
    ...stated.map(
      ({ name, difference, stated }) => `${name}: stated difference: ${stated!} (${difference!})`,
    ),
    ...failed.map(({ name, difference }) => `${name}: ${difference!}`),
    ...different.map(({ name, difference }) => `${name} (quirk): ${difference!}`),
    ...(stated.length === 0 ? [] : [`stated differences: ${stated.length}`]),
    `quirk cases: ${quirks.length - different.length} equal, ${different.length} different`,
    `${plain.length - failed.length - stated.length} passed, ${failed.length} failed`,
  ];
}

/** True when a case that is no quirk differs without an explanation. */
export const hasFailed = (results: readonly CaseResult[]): boolean => results.some(isFailure);

const isDifferent = ({ difference }: CaseResult): boolean => difference !== undefined;

const isFailure = (result: CaseResult): boolean =>
  isDifferent(result) && !result.quirk && result.stated === undefined;

/** The result of a case. */
export interface CaseResult {
  readonly name: string;
  readonly kind: string;
  readonly quirk: boolean;
  /** The first difference, or the reason why the case did not run; `undefined` when nothing differs. */
  readonly difference: string | undefined;
  /** The reason for an intended difference of a case that is no quirk. */
  readonly stated?: string | undefined;
}

type Result = Readonly<Record<string, Json | undefined>>;

/** Runs one case from the text of its file. Never throws: an error is a difference. */
export function runCase(name: string, text: string): CaseResult {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    return { name, kind: 'unknown', quirk: false, difference: `file: ${(thrown as Error).message}` };
  }
  if (isJsonObject(given as Json) && (given as JsonObject)['kind'] === 'judge')
    return runJudge(given as JsonObject);
  const parsed = checkShape(caseFile, given as Json);
  if ('findings' in parsed)
    return { name, ...kindAndQuirk(given), difference: `file: ${findingsText(parsed.findings)}` };
  const { kind, quirk, name: own } = parsed.data;
  try {
    return { name: own, kind, quirk, difference: differenceOf(parsed.data) };
  } catch (thrown) {
    return { name: own, kind, quirk, difference: `run: ${errorText(thrown)}` };
  }
}

function runJudge(given: JsonObject): CaseResult {
  const name = typeof given['name'] === 'string' ? given['name'] : 'nameless';
  const parsed = checkShape(judgeCase, given);
  if ('findings' in parsed)
    return { name, ...kindAndQuirk(given), difference: `file: ${findingsText(parsed.findings)}` };
  try {
    return { name, ...kindAndQuirk(given), difference: judgeDifference(parsed.data) };
  } catch (thrown) {
    return { name, ...kindAndQuirk(given), difference: `run: ${errorText(thrown)}` };
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

function errorText(thrown: unknown): string {
  if (thrown instanceof OrreryError) return `refused: ${thrown.message}`;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}

function kindAndQuirk(given: unknown): Pick<CaseResult, 'kind' | 'quirk'> {
  const { kind, quirk } = (isJsonObject(given as Json) ? given : {}) as Record<string, unknown>;
  return { kind: typeof kind === 'string' ? kind : 'unknown', quirk: quirk === true };
}

const clockStep = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('advance'), seconds: z.number().min(0) }),
  z.strictObject({ do: z.literal('add_offset'), seconds: z.number() }),
  z.strictObject({ do: z.literal('set_offset'), seconds: z.number() }),
  z.strictObject({ do: z.literal('pause') }),
  z.strictObject({ do: z.literal('resume') }),
  z.strictObject({ do: z.literal('reset'), start_time: given(z.number()) }),
]);

/** Runs a case of the clock. */
function runClock(spec: Case): Record<string, Json> {
  let clock = new ManualClock(startOf(spec));
  const steps = spec.script.map((given): Json => {
    const one = shaped(clockStep, given);
    switch (one.do) {
      case 'advance':
        clock.elapse(seconds(one.seconds));
        break;
      case 'add_offset':
        clock.skip(micros(one.seconds));
        break;
      case 'set_offset':
        clock.setOffset(micros(one.seconds));
        break;
      case 'pause':
        clock.pause();
        break;
      case 'resume':
        clock.resume();
        break;
      case 'reset':
        clock = new ManualClock(one.start_time === undefined ? clock.now : fromSeconds(one.start_time));
        break;
    }
    return {
      do: one.do,
      time: toSeconds(clock.now),
      passed: toSeconds(clock.passed as SimSpan),
      real_passed: toSeconds(clock.realPassed),
      paused: clock.isPaused,
    };
  });
  return { steps };
}

/** Offsets may be negative, spans may not. */
const micros = (value: number): number => Math.round(value * 1e6);

const parseStep = z.strictObject({ value: z.string().nullable(), type: z.string().nullable() });

/** Runs a case of text-to-value conversion. */
function runParse(spec: Case): Record<string, Json> {
  return {
    steps: spec.script.map((given): Json => {
      const { value, type } = shaped(parseStep, given);
      try {
        const parsed = parseValue(value, type);
        return { value, type, result: parsed.value, result_type: parsed.type };
      } catch (thrown) {
        const { name, message } = thrown as Error;
        return { value, type, error: { type: name, message } };
      }
    }),
  };
}
