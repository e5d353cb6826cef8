import { groupBy, isJsonObject, type Json, type JsonObject, MAX_SUBAGENT_DEPTH } from '../../model/index.ts';
import { readArguments, contentOf, findFailure, outcomeOf, thought } from './chat.ts';
import { type Ending, endingIn, withEnding } from './endings.ts';
import { listOf, numberOf, objectOf, objectsOf, shown, textOf, parseTime, readUsage } from './fields.ts';
import {
  asTold,
  type TrajectoryCall,
  type RecordedSubagent,
  type Limit,
  type Log,
  NO_RESULT,
  ofSubagent,
  type Step,
  type Trajectory,
  type Trouble,
  withCost,
} from './trajectory.ts';

/** Whether `document` is in the Agent Trajectory Interchange Format, in any version: one trajectory, or a list of them. */
export const isAtif = (document: Json): boolean =>
  Array.isArray(document) ? document.length > 0 && document.every(isOne) : isOne(document);

const isOne = (document: Json): boolean =>
  isJsonObject(document) && textOf(document['schema_version']).startsWith('ATIF-');

/**
 * The trajectory of each agent. A subagent whose trajectory is included is shown where a result names it; other subagents have
 * trajectories of their own.
 * @param beside the trajectories of further files, by file name
 */
export function atifTrajectories(
  document: Json,
  file: string,
  beside: ReadonlyMap<string, JsonObject> = new Map(),
): readonly Trajectory[] {
  const own = [...objectsOf(Array.isArray(document) ? document : [document]), ...beside.values()];
  const all = own.flatMap((one) => withSubagents(one, 0));
  const family = new Family(all, beside);
  const read = all.flatMap((one) =>
    family.holderOf(one) === undefined ? [[one, family.stepsOf(one)] as const] : [],
  );
  return read
    .filter(([one]) => family.holderOf(one) === undefined)
    .map(([one, steps]) => ({
      ...trajectory(one, steps, file),
      parts: [one, ...own.filter((other) => family.holderOf(other) === one)],
    }));
}

const withSubagents = (document: JsonObject, depth: number): readonly JsonObject[] => [
  document,
  ...(depth < MAX_SUBAGENT_DEPTH ? objectsOf(document['subagent_trajectories']) : []).flatMap((subagent) =>
    withSubagents(subagent, depth + 1),
  ),
];

function trajectory(document: JsonObject, steps: readonly Step[], file: string): Trajectory {
  const { name, model_name: model } = objectOf(document['agent']);
  const next = document['continued_trajectory_ref'];
  const count = objectsOf(document['steps']).length;
  const copied = objectsOf(document['steps']).filter(isCopied).length;
  return {
    task:
      textOf(document['session_id']) || textOf(document['trajectory_id']) || file.replace(/\.jsonl?$/i, ''),
    steps: [...steps, ...wholeCost(document, steps)],
    states: { tools: {} },
    tags: [...new Set([name, model, ...modelsOf(document)].map(textOf))].filter((tag) => tag !== ''),
    notes: [
      ...[textOf(document['notes'])].filter((note) => note !== ''),
      ...(copied === 0
        ? []
        : [
            `${copied} of ${count} steps are copied from the trajectory before: they are told in the transcript only.`,
          ]),
      ...(next === undefined || next === null ? [] : [`It goes on in ${shown(next)}.`]),
    ],
    attempt: { agent: textOf(name) || undefined, model: textOf(model) || undefined },
  };
}

/** The models of single steps. */
const modelsOf = (document: JsonObject): readonly (Json | undefined)[] =>
  objectsOf(document['steps']).map((step) => step['model_name']);

/** `steps` with the total cost, if the steps have no costs. The sum over the steps is too small if the trajectory continues another one. */
function wholeCost(document: JsonObject, steps: readonly Step[]): readonly Step[] {
  if (steps.some((step) => step.kind === 'log' && step.tokens !== undefined)) return [];
  const {
    total_prompt_tokens: prompt = null,
    total_completion_tokens: completion = null,
    total_cached_tokens: cached = null,
    total_cost_usd: cost = null,
  } = objectOf(document['final_metrics']);
  const tokens = readUsage({
    prompt_tokens: prompt,
    completion_tokens: completion,
    cached_tokens: cached,
    cost_usd: cost,
  });
  return withCost([], { tokens }, 'All answers of the model together.');
}

/** Trajectories that refer to each other: of an agent and its subagents. */
class Family {
  readonly #byName = new Map<string, JsonObject>();
  /** The trajectory in which a subagent's trajectory is shown. */
  readonly #holders = new Map<JsonObject, JsonObject>();

  constructor(all: readonly JsonObject[], beside: ReadonlyMap<string, JsonObject>) {
    for (const one of all)
      for (const id of [one['session_id'], one['trajectory_id']])
        // The ids of an agent and its subagents may be the same in part: the more telling one is the trajectory's.
        if (typeof id === 'string' && id !== '' && !this.#byName.has(id)) this.#byName.set(id, one);
    for (const one of all) {
      const { trajectory_id: id } = one;
      if (typeof id === 'string' && id !== '') this.#byName.set(id, one);
    }
    for (const [path, one] of beside) this.#byName.set(path.slice(path.lastIndexOf('/') + 1), one);
  }

  /** The trajectory in which trajectory `one` is shown; `undefined` if it stands alone. */
  holderOf(one: JsonObject): JsonObject | undefined {
    return this.#holders.get(one);
  }

  /** The steps of a trajectory, including those of the subagents that it names. */
  stepsOf(document: JsonObject, around: readonly JsonObject[] = []): readonly Step[] {
    const within = [...around, document];
    const written = new WrittenSubagents(objectsOf(document['steps']));
    const joined = joinResults(objectsOf(document['steps']));
    return objectsOf(document['steps']).flatMap((step) => {
      const subagents: (readonly [RecordedSubagent, JsonObject])[] = [];
      const read = stepsOf(step, joined, written, (reference) => {
        const found = this.#named(reference);
        const holder = found && this.#holders.get(found);
        // Each is shown once: also in a subagent that is shown itself within another trajectory.
        const isFree = holder === undefined || within.includes(holder);
        if (found === undefined || within.includes(found) || within.length > MAX_SUBAGENT_DEPTH || !isFree)
          return undefined;
        this.#holders.set(found, within[0]!);
        const name =
          textOf(objectOf(reference['extra'])['summary']) || textOf(objectOf(found['agent'])['name']);
        const subagent = { name: name || 'subagent' };
        subagents.push([subagent, found]);
        return subagent;
      });
      const of = written.subagentOf(step);
      const own = of === undefined ? read : read.map((one) => ofSubagent(one, of));
      return [
        ...(isCopied(step) ? own.map((one) => asTold(one, COPIED)) : own),
        ...subagents.flatMap(([subagent, found]) =>
          this.stepsOf(found, within).map((one) => ofSubagent(one, subagent)),
        ),
      ];
    });
  }

  #named({
    trajectory_id: id,
    trajectory_path: path,
    session_id: session,
  }: JsonObject): JsonObject | undefined {
    const file = textOf(path);
    return [textOf(id), file.slice(file.lastIndexOf('/') + 1), textOf(session)]
      .filter((name) => name !== '')
      .map((name) => this.#byName.get(name))
      .find((one) => one !== undefined);
  }
}

/** Returns the subagent that a result refers to. */
type FindSubagent = (reference: JsonObject) => RecordedSubagent | undefined;

const COPIED = 'Copied from the trajectory before';

const isCopied = (step: JsonObject): boolean => step['is_copied_context'] === true;

/** The data that Orrery adds to the steps that it exports. */
const ownFacts = (step: JsonObject): JsonObject => objectOf(objectOf(step['extra'])['orrery']);

/** The subagents of a run that Orrery exported, whose steps are among the agent's steps. */
class WrittenSubagents {
  readonly #byNumber = new Map<Json, RecordedSubagent>();
  readonly #byCall = new Map<Json, RecordedSubagent[]>();

  constructor(steps: readonly JsonObject[]) {
    const written = steps.flatMap((step) => objectsOf([ownFacts(step)['helper'] ?? null]));
    const byNumber = new Map(written.map((subagent) => [numberOf(subagent['nth']) ?? -1, subagent]));
    for (const [nth, { name, call, of = null }] of [...byNumber].sort(([one], [other]) => one - other)) {
      const subagent = { name: textOf(name) || 'subagent', of: this.#byNumber.get(of) };
      this.#byNumber.set(nth, subagent);
      if (call !== undefined) this.#byCall.set(call, [...(this.#byCall.get(call) ?? []), subagent]);
    }
  }

  subagentOf(step: JsonObject): RecordedSubagent | undefined {
    return this.#byNumber.get(objectOf(ownFacts(step)['helper'])['nth'] ?? null);
  }

  startedBy(step: JsonObject): readonly RecordedSubagent[] {
    return this.#byCall.get(ownFacts(step)['entry'] ?? null) ?? [];
  }
}

function stepsOf(
  step: JsonObject,
  joined: JoinedResults,
  written: WrittenSubagents,
  findSubagent: FindSubagent,
): readonly Step[] {
  const time = parseTime(step['timestamp']);
  const text = contentOf(step['message']);
  const results = new StepResults(step, joined, findSubagent);
  const own = ownFacts(step);
  const calls = objectsOf(step['tool_calls']).map((call): TrajectoryCall => {
    const { outcome, starts: named } = results.of(call);
    const starts = [...named, ...written.startedBy(step)];
    return {
      kind: 'call',
      by: 'agent',
      app: textOf(own['app']) || 'tools',
      tool: textOf(own['tool']) || textOf(call['function_name']) || 'unknown',
      args: readArguments(call['arguments']),
      // What this program wrote has the value itself.
      outcome:
        outcome.status === 'done' && own['value'] !== undefined
          ? { status: 'done', value: own['value'] }
          : outcome,
      time,
      elapsed: numberOf(own['elapsed']),
      ...(starts.length === 0 ? {} : { starts }),
    };
  });
  const observed = [
    ...calls,
    ...results.others().map(({ text, failed }): Step => ({
      kind: 'log',
      type: failed ? 'error' : 'log',
      text,
      time,
    })),
  ];
  switch (textOf(step['source'])) {
    case 'user':
      return [{ kind: 'message', from: 'user', text, time }, ...observed];
    case 'agent':
      return withCost(
        withEnding(
          agentSteps(step, text, observed),
          endingIn(step) ?? endingIn(objectOf(step['extra'])) ?? writtenRefusal(own),
          time,
        ),
        // Tokens count where they were spent.
        { tokens: isCopied(step) ? {} : readUsage(step['metrics']), time },
        'The model answered.',
      );
    case 'system':
      return [
        ...(text === '' && observed.length + results.elsewhere > 0
          ? []
          : [writtenStop(own, text, time) ?? ({ kind: 'log', type: logTypeIn(own), text, time } as const)]),
        ...observed,
      ];
    default:
      return [{ kind: 'log', type: 'log', text: `${shown(step['source'])}: ${text}`, time }, ...observed];
  }
}

/** A limit or an error that Orrery exported as a system step. */
function writtenStop(
  { title, rule }: JsonObject,
  text: string,
  time: Step['time'],
): Limit | Trouble | undefined {
  if (title === 'error' && typeof rule === 'string') return { kind: 'trouble', text, rule, time };
  const limit = /^limit of (.+)$/.exec(textOf(title))?.[1];
  return limit === undefined ? undefined : { kind: 'limit', limit, text, rule: textOf(rule), time };
}

const writtenRefusal = ({ refused }: JsonObject): Ending | undefined =>
  typeof refused === 'string' ? { limit: undefined, rule: refused } : undefined;

/** The type of a log that Orrery exported as a system step. */
function logTypeIn({ kind, title }: JsonObject): Log['type'] {
  if (kind !== 'log' && kind !== 'hint' && kind !== 'note') return 'system_prompt';
  return LOG_TYPES.find((type) => type === title) ?? 'log';
}

const LOG_TYPES: readonly Log['type'][] = ['error', 'score', 'log'];

/** The agent's thoughts, messages and calls in a step. */
function agentSteps(step: JsonObject, text: string, acts: readonly Step[]): readonly Step[] {
  const time = parseTime(step['timestamp']);
  const speaks = text !== '' && !acts.some(({ kind }) => kind === 'call');
  return [
    ...thought(contentOf(step['reasoning_content']), time),
    ...(speaks ? [{ kind: 'message', from: 'agent', text, time } as const] : thought(text, time)),
    ...acts,
  ];
}

/** The results of each call among `steps`, and the results of each step that belong to no call. */
interface JoinedResults {
  readonly ofCall: ReadonlyMap<JsonObject, readonly JsonObject[]>;
  readonly ofNone: ReadonlyMap<JsonObject, readonly JsonObject[]>;
}

/**
 * Assigns results to the calls that they name, in the same step or an earlier one. Results that name no call of the file belong
 * to the calls of their step that have no result: one each if the numbers are equal, otherwise all to the last call, as in
 * programs that run several commands at once.
 */
function joinResults(steps: readonly JsonObject[]): JoinedResults {
  const ofCall = new Map<JsonObject, JsonObject[]>();
  const ofNone = new Map<JsonObject, JsonObject[]>();
  const add = (map: Map<JsonObject, JsonObject[]>, key: JsonObject, result: JsonObject): void => {
    const own = map.get(key);
    if (own === undefined) map.set(key, [result]);
    else own.push(result);
  };
  const earlier = new Map<Json, JsonObject>();
  for (const step of steps) {
    const calls = objectsOf(step['tool_calls']);
    const byId = groupBy(calls, ({ tool_call_id: id = null }) => id);
    const unnamed: JsonObject[] = [];
    for (const result of objectsOf(objectOf(step['observation'])['results'])) {
      const { source_call_id: id = null } = result;
      // Calls of one id: each gets one, the last all others.
      const named = id === null ? [] : (byId.get(id) ?? []);
      const call =
        (named.length > 1 ? named.shift() : named[0]) ?? (id === null ? undefined : earlier.get(id));
      if (call === undefined) unnamed.push(result);
      else add(ofCall, call, result);
    }
    const open = calls.filter((call) => !ofCall.has(call));
    const fits = (result: JsonObject, call: JsonObject | undefined): boolean =>
      call !== undefined &&
      ((result['source_call_id'] ?? null) === null || (call['tool_call_id'] ?? null) === null);
    unnamed.forEach((result, index) => {
      const call = open.length === unnamed.length ? open[index] : open.at(-1);
      if (fits(result, call)) add(ofCall, call!, result);
      else add(ofNone, step, result);
    });
    for (const call of calls) {
      const { tool_call_id: id = null } = call;
      if (id !== null && !ofCall.has(call) && !earlier.has(id)) earlier.set(id, call);
    }
  }
  return { ofCall, ofNone };
}

/** The results in a step's observation. */
class StepResults {
  readonly #step: JsonObject;
  readonly #joined: JoinedResults;
  readonly #failed: boolean;
  readonly #findSubagent: FindSubagent;

  constructor(step: JsonObject, joined: JoinedResults, findSubagent: FindSubagent) {
    this.#step = step;
    this.#joined = joined;
    this.#findSubagent = findSubagent;
    this.#failed =
      objectsOf(step['tool_calls']).length === 1 && objectOf(step['extra'])['tool_result_is_error'] === true;
  }

  /** The outcome of `call`, which may have several results, and the subagents that it started. */
  of(call: JsonObject): {
    readonly outcome: TrajectoryCall['outcome'];
    readonly starts: readonly RecordedSubagent[];
  } {
    const own = this.#joined.ofCall.get(call) ?? [];
    if (own.length === 0) return { outcome: NO_RESULT, starts: [] };
    const failure = own.map(failureOf).find((one) => one !== null) ?? null;
    const read = own.map((one) => readResult(one, this.#findSubagent));
    const outcome = outcomeOf(
      read.map(({ text }) => text).join('\n'),
      this.#failed ? { type: 'tool_result_is_error: true' } : failure,
    );
    return { outcome, starts: read.flatMap(({ starts }) => starts) };
  }

  /** The number of results that belong to calls of other steps. */
  get elsewhere(): number {
    return objectsOf(objectOf(this.#step['observation'])['results']).length;
  }

  /** Observations that are not results of the step's calls. */
  others(): readonly { readonly text: string; readonly failed: boolean }[] {
    return (this.#joined.ofNone.get(this.#step) ?? []).map((result) => ({
      text: readResult(result, this.#findSubagent).text,
      failed: failureOf(result) !== null,
    }));
  }
}

const failureOf = (result: JsonObject): Json => {
  const own = findFailure(result);
  return own !== null ? own : findFailure(objectOf(result['extra']));
};

/** The text of a result, and the subagents that it names. Subagents whose trajectories are missing are named in the text. */
function readResult(
  result: JsonObject,
  findSubagent: FindSubagent,
): { readonly text: string; readonly starts: readonly RecordedSubagent[] } {
  const named = objectsOf(
    Array.isArray(result['subagent_trajectory_ref'])
      ? listOf(result['subagent_trajectory_ref'])
      : [result['subagent_trajectory_ref'] ?? null],
  ).map((reference) => {
    const subagent = findSubagent(reference);
    if (subagent !== undefined) return subagent;
    const { session_id: session, trajectory_id: id, trajectory_path: path, ...more } = reference;
    const names = [session, id, path].filter((name) => name !== undefined && name !== null).map(shown);
    const rest = Object.values(more).some((value) => value !== null) ? ` ${shown(more)}` : '';
    return `[The trajectory of a subagent: ${names.join(', ')}${rest}]`;
  });
  const words = named.filter((one) => typeof one === 'string');
  return {
    text: [contentOf(result['content']), ...words].filter((text) => text !== '').join('\n'),
    starts: named.filter((one) => typeof one !== 'string'),
  };
}
