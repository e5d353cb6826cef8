import {
  compareCodePoints,
  groupBy,
  isJsonObject,
  type Json,
  type JsonObject,
  type Verdict,
  MAX_SUBAGENT_DEPTH,
  TraceError,
} from '../../model/index.ts';
import { atifTrajectories, isAtif } from './atif.ts';
import { EarlierParts } from './chat.ts';
import { claudeCodeTrajectories, isClaudeCode } from './claude-code.ts';
import { isCodex } from './codex.ts';
import { readDocuments } from './documents.ts';
import { endedSteps, errorSteps } from './endings.ts';
import { listOf, numberOf, objectOf, objectsOf, parseMilliseconds, shown, textOf } from './fields.ts';
import { gaia2EventsTrajectories, gaia2TraceTrajectories } from './gaia2-cli.ts';
import { conversationTrajectory, metricsIn } from './openhands.ts';
import {
  inOrder,
  rewardScore,
  rewardVerdict,
  scoreOf,
  type Step,
  toolVerdict,
  type Trajectory,
} from './trajectory.ts';

// Some tools write an attempt, or the results of a benchmark, to several files of a folder. Which files belong together is seen in their
// names; their documents are then read as one, an object with each file's document under its path in the folder.

/** A group of files that are read together. */
export interface FileGroup {
  /** The path that names the group. */
  readonly name: string;
  /** The paths of the files, by their paths in the group's folder. */
  readonly files: ReadonlyMap<string, string>;
}

/** The groups of files in a folder, and the files that are left out because a group has the same content. */
export interface GroupedFiles {
  readonly groups: readonly FileGroup[];
  readonly copies: ReadonlySet<string>;
}

interface Layout {
  /** Whether a folder with these files, by their paths in it, has this layout. */
  readonly isOf: (paths: ReadonlySet<string>) => boolean;
  /** Returns the files of each group. `beginningOf` is the text at the beginning of one of {@link filesToLookInto}. */
  readonly groups: (
    paths: readonly string[],
    beginningOf: (path: string) => string,
  ) => readonly (readonly string[])[];
  /** Matches the files that say what is in those of the group that it matches. */
  readonly copies?: RegExp;
}

const GAIA2_FILES = [
  'events.jsonl',
  'trace.jsonl',
  'result.json',
  'daemon_status.json',
  'agent_response.txt',
];
const TRIAL_FILES =
  /^(?:result\.json|config\.json|agent\/trajectory(?:\.[^/]+)?\.json|verifier\/(?:reward\.(?:txt|json)|test-stdout\.txt))$/;
/** Match files in which agents of a trial write their sessions: what they keep, what Harbor makes of it, what they print. */
const SESSION_FILES = [
  /^agent\/(?:[^/]+\.jsonl|sessions\/.+(?:\.jsonl|\.meta\.json|\/tool-results\/[^/]+\.(?:txt|json)))$/,
  /^agent\/(?!trajectory\.)[^/]+\.json$/,
  /^agent\/[^/]+\.txt$/,
];
const SIMULATION = /^simulations\/[^/]+\.json$/;
/** Match files beside a Claude Code session. The first group is the session's name, the second one that of the subagent or output. */
const BESIDE_SESSION =
  /^([^/]+)\/(?:subagents\/[^/]+\.jsonl|subagents\/agent-[^/]+\.meta\.json|tool-results\/[^/]+\.(?:txt|json))$/;
const SUBAGENT_FACTS = /^([^/]+)\/subagents\/agent-([^/]+)\.meta\.json$/;
const OUTPUT = /^([^/]+)\/tool-results\/([^/]+)$/;
/** Matches the trajectory of a subagent in the same folder as its agent's. */
const SUBAGENT_TRAJECTORY = /^([^/]*trajectory)\.[^/]+\.json$/;
/** Match the files of a session of OpenCode. The groups are the session, or the message, and the message. */
const OPENCODE_SESSION = /^session\/[^/]+\/(ses_[^/]+)\.json$/;
const OPENCODE_MESSAGE = /^(?:session\/)?message\/(ses_[^/]+)\/([^/]+)\.json$/;
const OPENCODE_PART = /^(?:session\/)?part\/(?:ses_[^/]+\/)?([^/]+)\/[^/]+\.json$/;
const OPENCODE_REST = /^(todo|session_diff)\/(ses_[^/]+)\.json$/;
const EVENT = /^events\/event-[^/]+\.json$/;

const LAYOUTS: readonly Layout[] = [
  // gaia2-cli
  {
    isOf: (paths) =>
      paths.has('events.jsonl') &&
      ['trace.jsonl', 'result.json', 'daemon_status.json'].some((name) => paths.has(name)),
    groups: (paths) => [paths.filter((path) => GAIA2_FILES.includes(path))],
  },
  // A trial of Harbor
  {
    isOf: (paths) => paths.has('result.json') && paths.has('agent/trajectory.json'),
    groups: (paths) => [paths.filter((path) => TRIAL_FILES.test(path))],
    copies: /^agent\//,
  },
  // A trial of Harbor whose agent left no trajectory in ATIF
  {
    isOf: (paths) =>
      paths.has('result.json') &&
      ['verifier/reward.txt', 'verifier/reward.json', 'trial.log'].some((name) => paths.has(name)),
    groups: (paths) => [[...sessionFiles(paths), ...paths.filter((path) => TRIAL_FILES.test(path))]],
    copies: /^agent\//,
  },
  // A session of Claude Code with those of its subagents, and the outputs that were too large for it
  {
    isOf: (paths) => [...paths].some((path) => agentOf(path, BESIDE_SESSION, paths, '.jsonl') !== undefined),
    groups: (paths) => familiesOf(paths, BESIDE_SESSION, '.jsonl'),
  },
  // A trajectory in ATIF with those of its subagents
  {
    isOf: (paths) =>
      [...paths].some((path) => agentOf(path, SUBAGENT_TRAJECTORY, paths, '.json') !== undefined),
    groups: (paths) => familiesOf(paths, SUBAGENT_TRAJECTORY, '.json'),
  },
  // tau2-bench
  {
    isOf: (paths) => paths.has('results.json') && [...paths].some((path) => SIMULATION.test(path)),
    groups: (paths) =>
      paths.filter((path) => SIMULATION.test(path)).map((simulation) => ['results.json', simulation]),
  },
  // The sessions that OpenCode keeps, each with those that it started
  {
    isOf: (paths) => [...paths].some((path) => OPENCODE_MESSAGE.test(path)),
    groups: openCodeFamilies,
  },
  // A conversation of OpenHands
  {
    isOf: (paths) => paths.has('base_state.json') && [...paths].some((path) => EVENT.test(path)),
    groups: (paths) => [paths.filter((path) => path === 'base_state.json' || EVENT.test(path))],
  },
];

/** The agent's file that a subagent's file belongs to, if it exists. */
function agentOf(
  path: string,
  subagent: RegExp,
  paths: ReadonlySet<string>,
  ending: string,
): string | undefined {
  const agent = `${subagent.exec(path)?.[1] ?? ''}${ending}`;
  return paths.has(agent) && agent !== path ? agent : undefined;
}

/** The files of each agent: its subagents' files, then its own. */
function familiesOf(
  paths: readonly string[],
  subagent: RegExp,
  ending: string,
): readonly (readonly string[])[] {
  const all = new Set(paths);
  const families = new Map<string, string[]>();
  for (const path of paths) {
    const agent = agentOf(path, subagent, all, ending);
    if (agent === undefined) continue;
    const family = families.get(agent);
    if (family === undefined) families.set(agent, [path]);
    else family.push(path);
  }
  return Array.from(families, ([agent, family]) => [...family, agent]);
}

/** The files of each session of OpenCode that no other one started, its own file last. */
function openCodeFamilies(
  paths: readonly string[],
  beginningOf: (path: string) => string,
): readonly (readonly string[])[] {
  const sessions = new Map(
    paths.flatMap((path) => {
      const id = OPENCODE_SESSION.exec(path)?.[1];
      return id === undefined ? [] : [[id, path] as const];
    }),
  );
  const sessionOf = new Map(
    paths.flatMap((path) => {
      const [, session, message] = OPENCODE_MESSAGE.exec(path) ?? [];
      return message === undefined ? [] : [[message, session!] as const];
    }),
  );
  const parents = new Map(
    Array.from(sessions, ([id, path]) => [id, valueIn('parentID', beginningOf(path)) ?? '']),
  );
  const families = new Map<string, string[]>();
  for (const path of paths) {
    const [, message] = OPENCODE_PART.exec(path) ?? [];
    const id =
      OPENCODE_MESSAGE.exec(path)?.[1] ??
      OPENCODE_REST.exec(path)?.[2] ??
      OPENCODE_SESSION.exec(path)?.[1] ??
      sessionOf.get(message ?? '');
    let head = id === undefined ? undefined : sessions.get(id) && id;
    for (let depth = 0; head !== undefined && depth < MAX_SUBAGENT_DEPTH; depth++) {
      const parent = parents.get(head);
      if (parent === undefined || !sessions.has(parent)) break;
      head = parent;
    }
    if (head === undefined || path === sessions.get(head)) continue;
    const family = families.get(head);
    if (family === undefined) families.set(head, [path]);
    else family.push(path);
  }
  return Array.from(families, ([head, own]) => [...own, sessions.get(head)!]);
}

/** Sessions of OpenCode as `opencode export` writes them, from the files that it keeps. */
function openCodeDocument(files: JsonObject): Json {
  const paths = Object.keys(files);
  const idIn = (form: RegExp, path: string): string => form.exec(path)?.[1] ?? '';
  const partsOf = groupBy(paths, (path) => idIn(OPENCODE_PART, path));
  const messagesOf = groupBy(paths, (path) => idIn(OPENCODE_MESSAGE, path));
  return paths.flatMap((path) => {
    const id = idIn(OPENCODE_SESSION, path);
    if (id === '') return [];
    const messages = (messagesOf.get(id) ?? []).map((message) => {
      const parts = partsOf.get(OPENCODE_MESSAGE.exec(message)![2]!) ?? [];
      return { info: files[message]!, parts: parts.map((part) => files[part]!) };
    });
    const [todos = null, diff = null] = ['todo', 'session_diff'].map((name) => files[`${name}/${id}.json`]);
    return [{ info: files[path]!, messages, todos, diff }];
  });
}

/** The files with the session of a trial's agent: those of the first kind that there are. */
const sessionFiles = (paths: readonly string[]): readonly string[] =>
  SESSION_FILES.map((form) => paths.filter((path) => form.test(path))).find((own) => own.length > 0) ?? [];

/** The maximum number of folder levels that a layout spans. */
const LEVELS = 8;

/** Matches the file of a subagent of an older Claude Code session, in the same folder as the session's file. */
const OLDER_SUBAGENT = /^agent-[^/]+\.jsonl$/;
/** Matches the file of a session of Codex, which may be compressed. */
const ROLLOUT = /^rollout-[^/]+\.jsonl(?:\.(?:gz|zst))?$/;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string): string => path.slice(folderOf(path).length);

/** The files that must be opened to find out which of them belong together, because their names do not say it. */
export function filesToLookInto(paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.filter((path) => OLDER_SUBAGENT.test(nameOf(path))).map(folderOf));
  return paths.filter(
    (path) =>
      ROLLOUT.test(nameOf(path)) ||
      /(?:^|\/)session\/[^/]+\/ses_[^/]+\.json$/.test(path) ||
      (path.endsWith('.jsonl') && folders.has(folderOf(path))),
  );
}

/** The text of a field at the beginning of a file. */
const valueIn = (name: string, text: string): string | undefined =>
  new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(text)?.[1];

/** A session, and the one that started it. */
interface Session {
  readonly id: string;
  readonly isSubagent: boolean;
  /** The id of the session that started this one; in older Claude Code sessions, both have the same. */
  readonly of: string;
}

/** The session at whose beginning a file has `text`. */
function sessionIn(path: string, text: string): Session {
  if (ROLLOUT.test(nameOf(path))) {
    // Further lines may be copied from another session.
    const [head = ''] = text.split('\n', 1);
    const of = valueIn('parent_thread_id', head);
    return { id: valueIn('id', head) ?? path, isSubagent: of !== undefined, of: of ?? '' };
  }
  const id = folderOf(path) + (valueIn('sessionId', text) ?? path);
  return { id, isSubagent: OLDER_SUBAGENT.test(nameOf(path)), of: id };
}

/** The groups of sessions with the sessions of their subagents, whose files say to which session they belong. */
function sessionFamilies(beginnings: ReadonlyMap<string, string>): readonly FileGroup[] {
  const sessions = [...beginnings].flatMap(([path, text]) =>
    path.endsWith('.json') ? [] : [[path, sessionIn(path, text)] as const],
  );
  const heads = new Map<string, string>();
  for (const [path, { id, isSubagent }] of sessions) if (!isSubagent && !heads.has(id)) heads.set(id, path);
  const callers = new Map(sessions.flatMap(([, { id, isSubagent, of }]) => (isSubagent ? [[id, of]] : [])));
  const families = new Map<string, string[]>();
  for (const [path, { isSubagent, of }] of sessions) {
    if (!isSubagent) continue;
    let id = of;
    for (let depth = 0; !heads.has(id) && depth < MAX_SUBAGENT_DEPTH; depth++) id = callers.get(id) ?? '';
    const head = heads.get(id);
    if (head !== undefined) families.set(head, [...(families.get(head) ?? []), path]);
  }
  return Array.from(families, ([head, own]) => ({
    name: head,
    files: new Map([...own, head].map((path) => [nameOf(path), path])),
  }));
}

/**
 * Groups the files among `paths` that are read together. `/` separates folders. Other files are read one by one.
 * @param beginnings the first characters of {@link filesToLookInto}
 */
export function groupedFiles(
  paths: readonly string[],
  beginnings: ReadonlyMap<string, string> = new Map(),
): GroupedFiles {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let level = 1; level <= Math.min(LEVELS, parts.length); level++) {
      const folder = parts.slice(0, -level).join('/');
      const own = byFolder.get(folder);
      if (own === undefined) byFolder.set(folder, [path]);
      else own.push(path);
    }
  }
  const groups: FileGroup[] = [];
  const copies = new Set<string>();
  const taken = new Set<string>();
  const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);
  // A trial of Harbor has a folder with trajectories within it.
  const outerFirst = [...byFolder].toSorted(([one], [other]) => depthOf(one) - depthOf(other));
  for (const [folder, files] of outerFirst) {
    const start = folder === '' ? 0 : folder.length + 1;
    const inner = files
      .filter((path) => !taken.has(path))
      .map((path) => path.slice(start))
      .sort(compareCodePoints);
    const all = new Set(inner);
    const layout = LAYOUTS.find(({ isOf }) => isOf(all));
    if (layout === undefined) continue;
    const full = (path: string): string => (folder === '' ? path : `${folder}/${path}`);
    const own = layout.groups(inner, (path) => beginnings.get(full(path)) ?? '');
    for (const group of own)
      groups.push({
        name: own.length === 1 && folder !== '' ? folder : full(group.at(-1)!),
        files: new Map(group.map((path) => [path, full(path)])),
      });
    const grouped = new Set(own.flat());
    const isCopy = (path: string): boolean => layout.copies?.test(path) === true;
    if ([...grouped].some(isCopy))
      for (const path of inner) if (!grouped.has(path) && isCopy(path)) copies.add(full(path));
    for (const path of inner) if (grouped.has(path) || copies.has(full(path))) taken.add(full(path));
  }
  const others = new Map([...beginnings].filter(([path]) => !taken.has(path)));
  return { groups: [...groups, ...sessionFamilies(others)], copies };
}

/** The lines in JSON that an agent of Harbor printed; any other file as it is. */
function withLines(path: string, file: Json): Json {
  if (typeof file !== 'string' || !SESSION_FILES.at(-1)!.test(path)) return file;
  try {
    return readDocuments(file, path).document;
  } catch (thrown) {
    if (thrown instanceof TraceError) return file;
    throw thrown;
  }
}

/** The document of a group: the documents of its files by path. `isFirst` is true for the first group of a folder. */
export function groupDocument(files: ReadonlyMap<string, Json>, isFirst: boolean): Json {
  const all = Object.fromEntries(Array.from(files, ([path, file]) => [path, withLines(path, file)]));
  if (Object.keys(all).some((path) => OPENCODE_SESSION.test(path))) return openCodeDocument(all);
  const results = all['results.json'];
  const [, simulation] = Object.entries(all).find(([path]) => SIMULATION.test(path)) ?? [];
  if (isJsonObject(results ?? null) && isJsonObject(simulation ?? null)) {
    const head = objectOf(results);
    const tasks = objectsOf(head['tasks']);
    const id = JSON.stringify(objectOf(simulation)['task_id'] ?? null).replaceAll('"', '');
    const own = tasks.filter((task) => JSON.stringify(task['id'] ?? null).replaceAll('"', '') === id);
    // The first one keeps what belongs to none.
    return {
      ...head,
      tasks: isFirst ? tasks : own,
      task_ids: tasks.map((task) => shown(task['id'])),
      simulations: [simulation!],
    };
  }
  return all;
}

const has = (document: Json, ...paths: readonly string[]): document is JsonObject =>
  isJsonObject(document) && paths.every((path) => Object.hasOwn(document, path));

/** Whether `document` has the files of a folder of gaia2-cli. */
export const isGaia2Folder = (document: Json): boolean => has(document, 'events.jsonl');

/**
 * The trajectory of an attempt of gaia2-cli: the calls in ARE's world at their simulated times, with the model's prompts and
 * thoughts between them, and the verdict.
 */
export function gaia2FolderTrajectories(document: Json, file: string): readonly Trajectory[] {
  const files = objectOf(document);
  const [world] = gaia2EventsTrajectories(files['events.jsonl']!, file);
  const [model] = has(document, 'trace.jsonl') ? gaia2TraceTrajectories(files['trace.jsonl']!, file) : [];
  const result = objectOf(files['result.json']);
  const judgement = objectOf(objectOf(files['daemon_status.json'])['judgment']);
  const answer = textOf(files['agent_response.txt']).trim();
  const success = result['success'] ?? judgement['success'] ?? null;
  const reason = textOf(result['failure_reason']) || textOf(judgement['failure_reason']);
  const clocks = objectsOf(files['events.jsonl']).map(({ t }) => numberOf(t));
  return [
    {
      ...world!,
      task: textOf(result['scenario_id']) || textOf(result['task_id']) || file,
      steps: [
        ...withThoughts(world!.steps, clocks, model?.steps ?? []),
        ...errorSteps('error', textOf(result['error'])),
      ],
      tags: model?.tags ?? [],
      verdict: gaia2Verdict(success, reason),
      notes: [
        ...(world!.notes ?? []),
        ...(answer === '' ||
        world!.steps.some((step) => step.kind === 'message' && step.text.trim() === answer)
          ? []
          : [`The agent’s last answer: ${answer}`]),
      ],
      attempt: {
        agent: 'gaia2-cli',
        model: textOf(result['model']) || model?.attempt?.model,
        attempt: numberOf(result['run_number']),
        scores:
          typeof success === 'boolean'
            ? [scoreOf('success', success, { passed: success, explanation: reason || undefined })]
            : [],
      },
    },
  ];
}

function gaia2Verdict(success: Json, reason: string): Verdict {
  const why = reason === '' ? '' : ` ${reason}`;
  if (success === true) return toolVerdict('passed', `gaia2-cli judged it a success.${why}`, []);
  if (success === false) return toolVerdict('failed', `gaia2-cli judged it a failure.${why}`, []);
  return toolVerdict('not-judged', `gaia2-cli did not judge it.${why}`, []);
}

/**
 * The steps of the world at their simulated times, merged by wall clock with the steps of the model's conversation that the world
 * does not have.
 */
function withThoughts(
  world: readonly Step[],
  clocks: readonly (number | undefined)[],
  talk: readonly Step[],
): readonly Step[] {
  const called = new Set(
    world.flatMap((step) => (step.kind === 'call' ? [callKey(step.tool, step.args)] : [])),
  );
  const own = talk.flatMap((step): readonly Step[] => {
    if (step.kind === 'log' || step.kind === 'limit' || step.kind === 'trouble') return [step];
    if (step.kind === 'message' || called.has(callKey(step.tool, step.args))) return [];
    const { outcome } = step;
    const came =
      outcome.status === 'done'
        ? shown(outcome.value)
        : outcome.status === 'failed'
          ? outcome.error.message
          : '';
    const text = `The model called ${step.tool}(${JSON.stringify(step.args)}), which the world did not record: ${came}`;
    return [{ kind: 'log', type: outcome.status === 'failed' ? 'error' : 'log', text, time: step.time }];
  });
  const merged: Step[] = [];
  let next = 0;
  world.forEach((step, index) => {
    const clock = clocks[index];
    while (next < own.length && clock !== undefined && (own[next]!.time ?? 0) / 1e6 < clock)
      merged.push({ ...own[next++]!, time: step.time });
    merged.push(step);
  });
  const last = world.at(-1)?.time;
  return [...merged, ...own.slice(next).map((step) => ({ ...step, time: last }))];
}

/** A key for a call by tool and arguments, without the app that models put before the tool. */
const callKey = (tool: string, args: JsonObject): string =>
  `${tool.replace(/^.*(?:__|\.)/, '')} ${JSON.stringify(args)}`;

/** Whether `document` has the files of a Claude Code session and what is beside it. */
export const isClaudeCodeFolder = (document: Json): boolean =>
  isJsonObject(document) &&
  Object.keys(document).some((path) => BESIDE_SESSION.test(path) || OLDER_SUBAGENT.test(path)) &&
  Object.values(document).some(isClaudeCode);

/** The trajectory of the session, with its subagents' steps in order of time. */
export function claudeCodeFolderTrajectories(document: Json, file: string): readonly Trajectory[] {
  const files = objectOf(document);
  const pathsOf = (form: RegExp): readonly (readonly [name: string, path: string])[] =>
    Object.keys(files).flatMap((path) => {
      const name = form.exec(path)?.[2];
      return name === undefined ? [] : [[name, path] as const];
    });
  // The session comes last in its group, and first in the trajectory.
  const lines = Object.keys(files)
    .toReversed()
    .filter((path) => path.endsWith('.jsonl'))
    .flatMap((path) => (Array.isArray(files[path]) ? listOf(files[path]) : [files[path]!]));
  return claudeCodeTrajectories(lines, file, new EarlierParts(), {
    outputs: new Map(pathsOf(OUTPUT).map(([name, path]) => [name, () => textOf(files[path])])),
    agents: new Map(pathsOf(SUBAGENT_FACTS).map(([id, path]) => [id, objectOf(files[path])])),
  }).map((trajectory) => ({ ...trajectory, steps: inOrder(trajectory.steps) }));
}

/** Whether a file of a group is read as the text that it is. */
export const isPlainText = (path: string): boolean =>
  path.endsWith('.txt') || /\/tool-results\/[^/]+$/.test(path);

/** Whether `document` has the files of a Codex session and its subagents. */
export const isCodexFolder = (document: Json): boolean =>
  isJsonObject(document) &&
  Object.keys(document).some((path) => ROLLOUT.test(path)) &&
  Object.values(document).every(isCodex);

/** Whether `document` has the files of an ATIF trajectory and its subagents. */
export const isAtifFolder = (document: Json): boolean => agentIn(document) !== undefined;

/** The path of the agent's trajectory among the files of a folder. */
const agentIn = (document: Json): string | undefined =>
  isJsonObject(document) && Object.values(document).every(isAtif)
    ? Object.keys(document).find(
        (path) => path.endsWith('trajectory.json') && Object.keys(document).length > 1,
      )
    : undefined;

export function atifFolderTrajectories(document: Json, file: string): readonly Trajectory[] {
  const agent = agentIn(document)!;
  const files = objectOf(document);
  return atifTrajectories(files[agent]!, file, besidesIn(files, agent));
}

/** The trajectories in the other files of the folder, by file name. */
const besidesIn = (files: JsonObject, agent: string): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(files).flatMap(([path, document]) =>
      path !== agent && isJsonObject(document) && isAtif(document) ? [[path, document] as const] : [],
    ),
  );

/** Whether `document` has the files of a trial of Harbor, or is its result alone. */
export const isHarborTrial = (document: Json): boolean =>
  isTrialResult(document) ||
  (has(document, 'result.json') &&
    (isTrialResult(objectOf(document)['result.json']!) || has(document, 'agent/trajectory.json')));

const isTrialResult = (document: Json): boolean => has(document, 'task_name', 'trial_name');

/** Reads a document in any format. */
export type ReadAny = (document: Json, file: string) => readonly Trajectory[];

/** The trajectory of a trial's agent with its subagents, and the results of the verifier and the harness. */
export function harborTrajectories(document: Json, file: string, readAny: ReadAny): readonly Trajectory[] {
  const files = isTrialResult(document) ? { 'result.json': document } : objectOf(document);
  const result = objectOf(files['result.json']);
  const { task_name: task, trial_name: trial, exception_info: exception } = result;
  const { name, model_info: model } = objectOf(result['agent_info']);
  const counted = objectOf(result['agent_result']);
  const trajectory = files['agent/trajectory.json'];
  const [agent = NO_TRAJECTORY, ...subagents] =
    trajectory === undefined
      ? sessionTrajectories(files, file, readAny)
      : atifTrajectories(trajectory, file, besidesIn(files, 'agent/trajectory.json'));
  const rewards = rewardsIn(files);
  const reward = rewards.find(([scorer]) => scorer === 'reward')?.[1];
  const output = textOf(files['verifier/test-stdout.txt']);
  const failure = exception === undefined || exception === null ? '' : shown(exception);
  const { exception_type: type, exception_message: message } = objectOf(exception);
  const reason = [type, message].map(textOf).filter((text) => text !== '');
  const [begun, ended] = ['started_at', 'finished_at'].map((name) =>
    parseMilliseconds(objectOf(result['agent_execution'])[name]),
  );
  const job = textOf(objectOf(result['config'])['job_id'] ?? objectOf(files['config.json'])['job_id']);
  const input = numberOf(counted['n_input_tokens']);
  const written = numberOf(counted['n_output_tokens']);
  const cached = numberOf(counted['n_cache_tokens']);
  return [
    {
      ...agent,
      task: textOf(task) || agent.task,
      steps: [
        ...agent.steps,
        ...(failure === '' ? [] : exceptionSteps(objectOf(exception), failure)),
        ...(output === ''
          ? []
          : [{ kind: 'log', type: 'score', text: `The verifier printed: ${output}` } as const]),
      ],
      verdict:
        reward === undefined
          ? toolVerdict('not-judged', reason.join(': ') || failure || 'The verifier gave no reward.', [])
          : rewardVerdict('The verifier', reward),
      notes: [...(agent.notes ?? []), ...(textOf(trial) === '' ? [] : [`The trial ${textOf(trial)}.`])],
      attempt: {
        ...agent.attempt,
        attempt: attemptIn(textOf(trial)),
        task: textOf(task) || agent.task,
        agent: textOf(name) || agent.attempt?.agent,
        model: textOf(objectOf(model)['name']) || agent.attempt?.model,
        cost: numberOf(counted['cost_usd']),
        duration: begun === undefined || ended === undefined ? undefined : (ended - begun) / 1000,
        ...(input === undefined && written === undefined
          ? {}
          : {
              tokens: {
                ...(input === undefined ? {} : { input }),
                ...(cached === undefined ? {} : { cached }),
                ...(written === undefined ? {} : { output: written }),
              },
            }),
        scores: rewards.map(([scorer, value]) =>
          scorer === 'reward' ? rewardScore(scorer, value) : scoreOf(scorer, value),
        ),
        set:
          job === ''
            ? undefined
            : {
                id: job,
                name: job,
                benchmark: textOf(result['source']) || undefined,
                tasks: [],
                scorers: [],
                details: {},
              },
      },
    },
    ...subagents,
  ];
}

const NO_TRAJECTORY: Trajectory = {
  task: '',
  steps: [],
  states: { tools: {} },
  notes: ['The trial has no trajectory or session of its agent that can be read.'],
};

/** The session that a trial's agent wrote itself, where Harbor has no trajectory of it. */
function sessionTrajectories(files: JsonObject, file: string, readAny: ReadAny): readonly Trajectory[] {
  const paths = sessionFiles(Object.keys(files));
  // A session comes after those of its subagents, which are in folders below it.
  const start = paths.map(folderOf).toSorted((one, other) => one.length - other.length)[0]?.length ?? 0;
  const together = Object.fromEntries(
    paths
      .toSorted((one, other) => other.split('/').length - one.split('/').length)
      .map((path) => [ROLLOUT.test(nameOf(path)) ? nameOf(path) : path.slice(start), files[path]!]),
  );
  const documents = [...(paths.length > 1 ? [together] : []), ...paths.map((path) => files[path]!)];
  for (const document of documents) {
    const trajectories = readAny(document, file);
    if (trajectories.length > 0) return trajectories;
  }
  return [];
}

/** The number of an attempt at the end of a trial's name. */
const attemptIn = (trial: string): number | undefined => {
  const nth = /(?:__|\.)(\d{1,3})(?:-of-\d+\b.*)?$/.exec(trial)?.[1];
  return nth === undefined ? undefined : Number(nth);
};

/** The steps for the exception that ended a trial; a limit if its type says so. */
function exceptionSteps({ exception_type: type }: JsonObject, failure: string): readonly Step[] {
  const ended = endedSteps('exception_type', type);
  return ended.length > 0
    ? [...ended, { kind: 'log', type: 'log', text: failure }]
    : errorSteps('exception_info', failure);
}

function rewardsIn(files: JsonObject): readonly (readonly [scorer: string, value: number])[] {
  const { rewards } = objectOf(objectOf(files['result.json'])['verifier_result']);
  const given = [objectOf(rewards), objectOf(files['verifier/reward.json'])].flatMap((one) =>
    Object.entries(one).flatMap(([scorer, value]) =>
      typeof value === 'number' ? [[scorer, value] as const] : [],
    ),
  );
  const text = textOf(files['verifier/reward.txt']).trim();
  const alone = text === '' ? NaN : Number(text);
  const all = new Map([
    ...(Number.isFinite(alone) ? [['reward', alone] as const] : []),
    ...given.toReversed(),
  ]);
  return [...all];
}

/** Whether `document` has the files of a conversation of OpenHands. */
export const isOpenHandsFolder = (document: Json): boolean => has(document, 'base_state.json');

/** The trajectory of the conversation, with the token counts of its state file. */
export function openHandsFolderTrajectories(document: Json, file: string): readonly Trajectory[] {
  const files = objectOf(document);
  const state = objectOf(files['base_state.json']);
  const events = Object.entries(files).flatMap(([path, event]) => (EVENT.test(path) ? [event] : []));
  const model = textOf(objectOf(objectOf(state['agent'])['llm'])['model']);
  const trajectory = conversationTrajectory(events, file, metricsIn(state['stats']));
  return [
    {
      ...trajectory,
      task: textOf(state['id']) || trajectory.task,
      tags: model === '' ? (trajectory.tags ?? []) : [model],
      attempt: { agent: 'OpenHands', model: model || trajectory.tags?.[0] },
    },
  ];
}
