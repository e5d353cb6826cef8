import * as z from 'zod';
import type { ActionEntry, Happening } from '../model/log-entry.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { after, toSeconds, seconds, type SimSpan, type SimTime } from '../model/time.ts';
import { ScenarioError } from '../scenario/scenario-error.ts';
import { boundedJson } from '../trace/bounded-json.ts';
import { inShape } from '../model/in-shape.ts';
import { findingInWords, type Finding } from '../model/finding.ts';

/** One call that an agent makes whatever it sees. */
export interface ScriptedCall {
  /** Seconds after the run's start. */
  readonly at: number;
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The event it stands in for, or else the name it has in the log. */
  readonly event?: string | undefined;
  /** Ids of events that it waits for, where they are not there by its time. */
  readonly after?: readonly string[] | undefined;
}

/** A thousand years. */
const LATEST = 31_557_600_000; // seconds

const name = z.string().min(1).max(1000);
const shape = z.lazy(() =>
  z.strictObject({
    agent: z.array(
      z.strictObject({
        at: z.number().min(0).max(LATEST),
        app: name,
        tool: name,
        args: z
          .record(
            z.string(),
            z.custom<Json>((value) => value !== undefined),
          )
          .optional(),
        event: name.optional(),
        after: z.array(name).optional(),
      }),
    ),
  }),
);

/**
 * Reads the calls of an agent: `{"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {…}}]}`.
 *
 * @throws {ScenarioError} when `text` is no such script.
 */
export function readAgentScript(text: string, file: string): readonly ScriptedCall[] {
  const json = boundedJson(text);
  if ('finding' in json) throw broken(file, [json.finding]);
  const read = inShape(shape, json.value);
  if ('findings' in read) throw broken(file, read.findings);
  return read.data.agent.map(({ args = {}, ...call }) => ({ ...call, args }));
}

/** A run, as far as a script is made of it. */
export interface Scripted {
  readonly start: SimTime;
  readonly entries: readonly Happening[];
  /** The ids of the events that were planned; of a recording, those of all that came about will do. */
  readonly planned: ReadonlySet<string>;
}

/** The script of what the agent did in a run from entry `from` on: at the same times, and after the same events. */
export function agentScriptOf({ start, entries, planned }: Scripted, from: number): string {
  const calls = entries.slice(from).flatMap((entry): readonly ScriptedCall[] => {
    if (!isDone(entry)) return [];
    const { app, tool, args, resolved = args } = entry.action;
    const before = entry.causes.map((cause) => entries[cause]!.event);
    const causes = [...new Set(before)].filter((id) => planned.has(id));
    return [
      {
        at: toSeconds(Math.max(0, entry.due - start) as SimSpan),
        ...{ app, tool, args: resolved, event: entry.event },
        ...(causes.length === 0 ? {} : { after: causes }),
      },
    ];
  });
  return `{"agent": [\n${calls.map((call) => JSON.stringify(call)).join(',\n')}\n]}\n`;
}

const isDone = (entry: Happening): entry is Omit<ActionEntry, 'changes'> =>
  entry.kind === 'agent' && entry.outcome.status !== 'skipped';

/** When `call` is due in a run that began at `start`. */
export const dueOf = ({ at }: ScriptedCall, start: SimTime): SimTime => after(start, seconds(at));

const broken = (file: string, findings: readonly Finding[]): ScenarioError =>
  new ScenarioError(
    findings.map((finding) => ({
      severity: 'error',
      message: `${file}: ${findingInWords(finding)}`,
      place: undefined,
    })),
  );
