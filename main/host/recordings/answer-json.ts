import type { LogHead } from '../../../engine/index.ts';
import {
  between,
  formatInstant,
  isClockTime,
  isTimed,
  type Json,
  type JsonObject,
  type RunGroupHead,
  type SimTime,
  toSeconds,
} from '../../../engine/model/index.ts';
import { rowOf } from '../inspect/index.ts';
import { bounded } from './bounded.ts';

/** Groups of runs as short JSON, with rates and intervals in percent. */
export const groupsJson = (groups: readonly RunGroupHead[]): Json =>
  bounded(
    groups.map(({ name, runs, rates: { all, judged }, counts, regressions }) => {
      const rate = all ?? judged;
      const others = Object.entries(counts).filter(([result, count]) => result !== 'passed' && count > 0);
      const percent = (part: number): number => Math.round(part * 1000) / 10;
      return withoutUndefined({
        name,
        runs,
        passed: counts.passed,
        ...Object.fromEntries(others),
        percent: rate === undefined || rate.of === 0 ? undefined : percent(rate.passed / rate.of),
        interval: rate === undefined || rate.of === 0 ? undefined : [percent(rate.low), percent(rate.high)],
        regressions: regressions === 0 ? undefined : regressions,
      });
    }),
    16_000,
    MAX_GROUPS,
  );

const MAX_GROUPS = 200;

/** `value` with the times of a log as seconds from its start: `time` becomes `seconds`, and others `dueSeconds` and so on. */
export function withSeconds(value: Json, start: SimTime): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withSeconds(one, start));
  if (typeof value !== 'object' || value === null) return value;
  return withoutUndefined(
    Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, field]) =>
        TIMES.includes(name) && Number.isSafeInteger(field)
          ? [name === 'time' ? 'seconds' : `${name}Seconds`, secondsSince(start, field as SimTime)]
          : // What a scenario keeps is its own.
            [name, OWN_FIELDS.includes(name) ? field : withSeconds(field, start)],
      ),
    ),
  );
}

const TIMES: readonly string[] = ['time', 'due'];

const OWN_FIELDS: readonly string[] = ['args', 'resolved', 'value', 'changes'];

export const clockText = (time: SimTime): string | undefined =>
  isClockTime(time) ? formatInstant(time) : undefined;

/** Seconds since the start of a run; `undefined` if the recording has no times. */
export const secondsSince = (start: SimTime, time: SimTime): number | undefined =>
  isTimed(start) ? toSeconds(between(start, time)) : undefined;

/** An entry as a row of a list. */
export function rowJson(head: LogHead, start: SimTime): Json {
  const { index, time, kind, event, oracle, app, tool, status, verdict, summary, causes } = rowOf(head);
  const args = 'action' in head ? (head.action.resolved ?? head.action.args) : undefined;
  return withoutUndefined({
    entry: index,
    seconds: secondsSince(start, time),
    time: clockText(time),
    kind,
    event,
    oracle: oracle ? true : undefined,
    app,
    tool,
    args: args && bounded(args, 1_000),
    status: status === 'done' ? undefined : status,
    verdict,
    result: summary === '' ? undefined : summary,
    causes: causes.length === 0 ? undefined : [...causes],
  });
}

/** `fields` without undefined values. */
export const withoutUndefined = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;

/** Orrery's own data as JSON. */
export const plainJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;
