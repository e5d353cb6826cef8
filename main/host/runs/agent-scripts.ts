import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import { type Store, writeAgentScript } from '../../../engine/index.ts';
import {
  type EntryHead,
  type Intervention,
  RECORDED_AGENT,
  type RunChoices,
  type RunSummary,
} from '../../../engine/model/index.ts';
import { filesIn } from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';

/** A change to a run, with the text of its script if it names one. */
export interface ChangeWithScript {
  readonly intervention: Intervention;
  readonly script?: string | undefined;
}

/**
 * The text of the script that `intervention` names in `folder`; `undefined` if it names none.
 *
 * @throws {ProblemError} when it does not exist, or cannot be a script.
 */
export async function scriptIn(
  folder: string,
  intervention: Intervention | undefined,
): Promise<string | undefined> {
  if (intervention?.kind !== 'agent' || intervention.script === RECORDED_AGENT) return undefined;
  return readScript(folder, intervention.script);
}

/** The text of the script at `path` of `folder`. @throws {ProblemError} when it does not exist, or cannot be a script. */
export async function readScript(folder: string, path: string): Promise<string> {
  const files = filesIn(await realpath(folder));
  const found = await files.find(path);
  if (found.kind !== 'file')
    throw new ProblemError(
      'no-such-file',
      `${path}: ${REPLACEMENT_ADVICE[found.kind]}. The script of an agent is a .json file of the workspace.`,
    );
  return files.read(found.path);
}

const REPLACEMENT_ADVICE = {
  missing: 'no such file',
  outside: 'outside the workspace',
  unreadable: 'not a .json file',
} as const;

/**
 * The texts of the scripts in `choices`, by path in `folder`. A deleted script is taken from the files `kept`.
 *
 * @throws {ProblemError} as {@link readScript}.
 */
export async function scriptsFor(
  folder: string,
  choices: RunChoices | undefined,
  kept: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const script = choices?.script;
  if (script === undefined) return new Map();
  const text = await readScript(folder, script).catch((thrown: unknown) => {
    const before = kept.get(script);
    if (before === undefined) throw thrown;
    return before;
  });
  return new Map([[script, text]]);
}

/** The intervention that makes the agent follow the script in `choices`, if a script is set. */
export const scriptIntervention = (
  choices: RunChoices | undefined,
): readonly (Intervention & { kind: 'agent' })[] =>
  choices?.script === undefined ? [] : [{ kind: 'agent', at: 0, script: choices.script }];

/** Whether the intervention replaces the agent. */
export const changesAgent = ({ kind }: Intervention): boolean => kind === 'agent' || kind === 'mode';

/** `change` with the script's text and an unused name among `files`. The script of a recorded agent is created from `run`. */
export function withScript(
  store: Store,
  run: RunSummary,
  { intervention, script }: ChangeWithScript,
  files: ReadonlyMap<string, string>,
): ChangeWithScript {
  if (intervention.kind !== 'agent') return { intervention };
  const isRecorded = intervention.script === RECORDED_AGENT;
  const text = isRecorded ? recordingOf(store, run, intervention.at) : (script ?? '');
  const wanted = isRecorded ? `agent-of-${run.id}.json` : intervention.script;
  return { intervention: { ...intervention, script: freeName(files, wanted, text) }, script: text };
}

function recordingOf(store: Store, run: RunSummary, at: number): string {
  const entries = store.heads(run.id, 0, run.entries);
  return writeAgentScript({ start: run.start, entries, planned: plannedIn(store, run, entries) }, at);
}

function plannedIn(store: Store, { id }: RunSummary, entries: readonly EntryHead[]): ReadonlySet<string> {
  const events = store.plan(id)?.events.map((event): string => event.id);
  return new Set(events ?? entries.filter(recordedBefore).map(({ event }) => event));
}

const recordedBefore = (entry: EntryHead): boolean =>
  'action' in entry || (entry.kind === 'condition' && entry.verdict === 'held');

/** A name for `text` among `files`: `wanted`, with a number if another text already has that name. */
export function freeName(files: ReadonlyMap<string, string>, wanted: string, text: string): string {
  const extension = posix.extname(wanted);
  const stem = wanted.slice(0, wanted.length - extension.length);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${stem}-${count}${extension}`;
    if ((files.get(name) ?? text) === text) return name;
  }
}
