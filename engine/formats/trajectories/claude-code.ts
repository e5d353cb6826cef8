import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import { ConversationReader, contentOf, EarlierParts, readMessage } from './chat.ts';
import { endedSteps, endingIn, errorSteps } from './endings.ts';
import {
  digest,
  firstText,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  shown,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import { over, untracked } from './tracked-fields.ts';
import { asTold, inOrder, type RecordedSubagent, ofSubagent, type Trajectory } from './trajectory.ts';

// A session of Claude Code: a line for each block of a message, with what its program noted in between. What it prints with
// `--output-format stream-json` has the same messages under other names, and a line with the result at the end.

/** Whether `document` is a session of Claude Code, or its printed output. */
export const isClaudeCode = (document: Json): boolean =>
  objectsOf(Array.isArray(document) ? document : [document]).some(
    (line) =>
      ('leafUuid' in line && line['type'] === 'summary') ||
      (typeof line['sessionId'] === 'string' && 'uuid' in line && isJsonObject(line['message'] ?? null)) ||
      isPrinted(line),
  );

const isPrinted = (line: JsonObject): boolean =>
  typeof line['session_id'] === 'string' &&
  (((line['type'] === 'user' || line['type'] === 'assistant') && isJsonObject(line['message'] ?? null)) ||
    (line['type'] === 'result' && typeof line['subtype'] === 'string') ||
    (line['type'] === 'system' && line['subtype'] === 'init'));

/** What Claude Code keeps in files beside a session. */
export interface BesideSession {
  /** Read the outputs that were too large for the session, by the names of their files. */
  readonly outputs: ReadonlyMap<string, () => string>;
  /** What is known of each subagent, by its id. */
  readonly agents: ReadonlyMap<string, JsonObject>;
}

const NOTHING_BESIDE: BesideSession = { outputs: new Map(), agents: new Map() };

/** The trajectory of each session. Lines of subagents in the same file are separated from the agent's own. */
export function claudeCodeTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
  beside = NOTHING_BESIDE,
): readonly Trajectory[] {
  const lines = Array.isArray(document) ? listOf(document) : [document];
  const sessions = sessionsIn(lines, earlier.state(SessionNames));
  return Array.from(sessions, ([name, own]) => {
    const session = new Session(own, earlier.talk(name), beside);
    const names = objectsOf(own).flatMap((line) => textOf(line['sessionId'] ?? line['session_id']) || []);
    const result = objectsOf(own).findLast((line) => line['type'] === 'result') ?? {};
    const took = numberOf(result['duration_ms']);
    return {
      task: session.subagent ?? names.at(0) ?? file.replace(/\.jsonl$/i, ''),
      id: name,
      steps: session.talk.steps(),
      states: { tools: {} },
      tags: [...session.models],
      attempt: {
        agent: session.subagent ?? 'Claude Code',
        model: [...session.models][0],
        cost: numberOf(result['total_cost_usd']),
        duration: took === undefined ? undefined : took / 1000,
      },
      notes: [
        ...(session.subagent === undefined ? [] : [`The session of a subagent (${session.subagent}).`]),
        ...session.missingOutputs(),
      ],
      ...(sessions.size === 1 ? {} : { parts: own }),
    };
  });
}

// Lines that were printed have other names than those that are stored, and name the call that a subagent works for in place of the subagent.

const isSidechain = (line: JsonObject): boolean =>
  line['isSidechain'] === true || typeof line['parent_tool_use_id'] === 'string';

const agentIdIn = (line: JsonObject): string => firstText(line, 'agentId', 'parent_tool_use_id');

/** The sessions of lines. */
class SessionNames {
  /** The session that a session continues. */
  readonly sameAs = new Map<string, string>();
  /** The session of each line, by the digest of the line's id. */
  readonly byLine = new Map<number, string>();
  last: string | undefined;
}

/**
 * The lines of each session, in file order, by its name. A session that continues another one belongs to it: its lines follow
 * those of the other, or repeat some of them.
 */
function sessionsIn(lines: readonly Json[], known: SessionNames): ReadonlyMap<string, readonly Json[]> {
  const { sameAs, byLine } = known;
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = sameAs.get(root); next !== undefined; next = sameAs.get(root)) root = next;
    return root;
  };
  const names = lines.map((line) => {
    if (!isJsonObject(line)) return '';
    const plain = untracked(line) as JsonObject;
    const name = textOf(plain['sessionId'] ?? plain['session_id']);
    const own = textOf(plain['uuid']);
    const digestOfOwn = digest(own);
    for (const id of [
      own,
      ...[plain['parentUuid'], plain['logicalParentUuid'], plain['leafUuid']].map(textOf),
    ]) {
      const other = id === '' ? undefined : byLine.get(id === own ? digestOfOwn : digest(id));
      if (other === undefined) continue;
      if (name === '') return other;
      const [one, before] = [rootOf(name), rootOf(other)];
      if (one !== before) sameAs.set(one, before);
    }
    if (name !== '' && own !== '') byLine.set(digestOfOwn, name);
    return name;
  });
  const sessions = new Map<string, Json[]>();
  known.last ??= names.find((name) => name !== '');
  for (const [index, line] of lines.entries()) {
    if (names[index] !== '') known.last = names[index]!;
    const root = rootOf(known.last ?? '');
    const own = sessions.get(root);
    if (own === undefined) sessions.set(root, [line]);
    else own.push(line);
  }
  return sessions;
}

/** What is known of a session from its earlier lines, if it is read part by part. */
class EarlierLines {
  /** Whether all lines are those of a subagent; `undefined` before the first message. */
  isSubagents: boolean | undefined;
  /** The digests of the lines' ids and of the texts that the agent sent. */
  readonly ids = new Set<number>();
  readonly said = new Set<number>();
  /** Whether any answer has tokens, and the answers of the part before: a line there may have told them. */
  isCounted = false;
  answers: ReadonlySet<string> = new Set();
  /** The subagents by the ids of their chains of lines, and those chains by the ids of their lines. */
  readonly subagents = new Map<string, RecordedSubagent>();
  readonly chains = new Map<string, string>();
  /** The subagent of each call that started one, by the call's id. */
  readonly starts = new Map<string, RecordedSubagent>();
  /** The calls that may start a subagent. */
  calls: AgentCall[] = [];
}

/** A call that may start a subagent. */
interface AgentCall {
  readonly id: string;
  readonly input: JsonObject;
  /** The subagent that made the call. */
  readonly caller: string | undefined;
}

class Session {
  readonly talk: ConversationReader;
  readonly models = new Set<string>();
  /** The subagent of this file. */
  readonly subagent: string | undefined;
  /** The lines of each model answer, which has one line for each of its blocks. */
  readonly #answers = new Map<string, JsonObject[]>();
  readonly #abandoned: ReadonlySet<string>;
  /** The subagent of each subagent's line. */
  readonly #subagents = new Map<JsonObject, RecordedSubagent>();
  readonly #earlier: EarlierLines;
  readonly #beside: BesideSession;
  /** The names of files with outputs that are not there. */
  readonly #missing = new Set<string>();

  constructor(written: readonly Json[], earlier: EarlierParts, beside: BesideSession) {
    this.#beside = beside;
    this.talk = new ConversationReader('tools', earlier);
    this.#earlier = earlier.state(EarlierLines);
    const lines = onlyOnce(written, this.#earlier.ids);
    const own = objectsOf(lines).filter(({ type }) => type === 'user' || type === 'assistant');
    if (own.length > 0) this.#earlier.isSubagents ??= own.every(isSidechain);
    const isSubagents = own.length > 0 && this.#earlier.isSubagents === true;
    this.subagent = isSubagents ? agentIdIn(own[0]!) || 'subagent' : undefined;
    this.#abandoned = abandonedLines(own);
    if (!isSubagents) this.#findSubagents(lines.filter(isJsonObject));
    for (const line of own) {
      const id = answerId(line);
      if (id === '') continue;
      const known = this.#answers.get(id);
      if (known === undefined) this.#answers.set(id, [line]);
      else known.push(line);
    }
    for (const line of lines)
      if (isJsonObject(line)) this.#line(line);
      else this.talk.log('log', `A line that is no object: ${shown(line)}`);
    this.#earlier.answers = new Set(this.#answers.keys());
  }

  #line(line: JsonObject): void {
    const subagent = this.#subagents.get(line);
    this.talk.told = this.#abandoned.has(textOf(line['uuid']))
      ? (step) => asTold(step, 'Branch that was given up')
      : subagent === undefined
        ? undefined
        : (step) => ofSubagent(step, subagent);
    const time = parseTime(line['timestamp']);
    const message = objectOf(line['message']);
    switch (textOf(line['type'])) {
      case 'user':
        if (isJsonObject(line['message'] ?? null)) this.#user(line, message);
        else this.talk.log('log', shown(line['message']), time);
        break;
      case 'assistant':
        this.#assistant(line, message);
        break;
      case 'system': {
        const { subtype, content, level, error, model } = line;
        const compacted = line['compactMetadata'] ?? line['compact_metadata'];
        if (subtype === 'init') {
          if (typeof model === 'string') this.models.add(model);
          break;
        }
        const about = [subtype, level]
          .map(textOf)
          .filter((word) => word !== '')
          .join(', ');
        const said = [
          contentOf(content),
          ...[compacted, error].flatMap((one) => (one === undefined ? [] : [shown(one)])),
        ].filter((text) => text !== '');
        const told = (said.length > 0 ? said : othersIn(line)).join(' ');
        if (subtype === 'api_error') this.talk.add(...errorSteps('api_error', `${about}: ${told}`, time));
        else this.talk.log('log', `${about}: ${told}`, time);
        break;
      }
      case 'summary':
        this.talk.log('log', `Summary: ${textOf(line['summary'])}`, time);
        break;
      case 'attachment': {
        const attachment = objectOf(line['attachment']);
        if (attachment['type'] === 'queued_command')
          this.talk.say('user', contentOf(attachment['prompt']), time);
        else this.talk.log('log', `Attachment ${shown(attachment)}`, time);
        break;
      }
      case 'queue-operation':
        this.talk.log(
          'log',
          `${textOf(line['operation'])} in the queue: ${contentOf(line['content'])}`,
          time,
        );
        break;
      case 'result':
        if ('subtype' in line) this.#end(line, time);
        else this.talk.log('log', shown(line), time);
        break;
      // They say again what other lines and files say.
      case 'progress':
      case 'stream_event':
      case 'file-history-snapshot':
        break;
      default:
        this.talk.log('log', shown(line), time);
    }
  }

  /**
   * Finds subagents and the calls that started them: the call's result or a progress line names the subagent; in older files, the
   * subagent's prompt equals the call's.
   */
  #findSubagents(lines: readonly JsonObject[]): void {
    const { subagents: byChain, starts, chains: chainsByLine } = this.#earlier;
    const own = lines.filter(isSidechain);
    const chains = chainsOf(own, chainsByLine);
    const calls = [
      ...this.#earlier.calls,
      ...lines.flatMap((line) =>
        objectsOf(objectOf(line['message'])['content']).flatMap(({ type, id, input }) =>
          type === 'tool_use' && typeof id === 'string'
            ? [{ id, input: objectOf(input), caller: chains.get(line) }]
            : [],
        ),
      ),
    ];
    const callOf = new Map<string, string>();
    for (const line of lines) {
      const printed = textOf(line['parent_tool_use_id']);
      if (printed !== '') callOf.set(printed, printed);
      const { toolUseResult: told, data } = untracked(line) as JsonObject;
      const id = textOf(objectOf(told)['agentId']) || textOf(objectOf(data)['agentId']);
      const [result] = objectsOf(objectOf(line['message'])['content']);
      const call = textOf(line['parentToolUseID']) || textOf(result?.['tool_use_id']);
      if (id !== '' && call !== '') callOf.set(id, call);
    }
    for (const [id, { toolUseId }] of this.#beside.agents)
      if (typeof toolUseId === 'string') callOf.set(id, toolUseId);
    for (const line of own) {
      const chain = chains.get(line)!;
      const known = byChain.get(chain);
      if (known === undefined) {
        const prompt = contentOf(objectOf(line['message'])['content']);
        const isItsCall = ({ id, caller, input }: (typeof calls)[number]): boolean =>
          caller !== chain && !starts.has(id) && prompt !== '' && input['prompt'] === prompt;
        const call = calls.find(({ id }) => id === callOf.get(chain)) ?? calls.find(isItsCall);
        const id = agentIdIn(line);
        const name = textOf(call?.input['subagent_type']) || nameOf(this.#beside.agents.get(id)) || id;
        const subagent = { name: name || 'subagent' };
        byChain.set(chain, subagent);
        if (call !== undefined) starts.set(call.id, subagent);
      }
      this.#subagents.set(line, byChain.get(chain)!);
    }
    this.#earlier.calls = calls.flatMap(({ input, ...call }) => {
      const { prompt, subagent_type: type } = untracked(input) as JsonObject;
      return prompt === undefined || type === undefined || starts.has(call.id)
        ? []
        : [{ ...call, input: { prompt, subagent_type: type } }];
    });
  }

  /** Adds the program's last output: the final answer again, or the reason why there is none. */
  #end(line: JsonObject, time: SimTime | undefined): void {
    const { subtype, result, is_error: isError, errors, usage } = line;
    const text = contentOf(result);
    const ended = endedSteps('subtype', subtype);
    if (ended.length > 0) this.talk.add(...ended);
    else if (isError === true || /^error/.test(textOf(subtype))) {
      const why = text || listOf(errors).map(shown).join('\n') || textOf(subtype);
      this.talk.add(...errorSteps('is_error: true', why, time));
    } else if (!this.#earlier.said.has(digest(text))) this.talk.say('agent', text, time);
    // The tokens of all answers together, where no answer tells its own.
    if (!this.#earlier.isCounted && usage !== undefined)
      this.talk.log('log', 'All answers of the model together.', time, { tokens: readUsage(usage) });
  }

  #user(line: JsonObject, message: JsonObject): void {
    const time = parseTime(line['timestamp']);
    const content = message['content'];
    const isOfProgram =
      line['isMeta'] === true ||
      line['isCompactSummary'] === true ||
      objectOf(line['origin'])['kind'] === 'task-notification';
    const parts = objectsOf(content);
    if (content === undefined) this.talk.log('log', shown(message), time);
    else if (!parts.some(({ type }) => type === 'tool_result')) {
      const text = contentOf(content);
      if (isOfProgram || OF_PROGRAM.test(text)) this.talk.log('log', text, time);
      else this.talk.say('user', text, time);
    } else {
      const told = (untracked(line) as JsonObject)['toolUseResult'];
      const isError = typeof told === 'string' && /^Error\b/.test(told);
      // What is not shown is not read: the notes name it.
      const result = isError ? line['toolUseResult']! : null;
      const own = listOf(content).map((part) =>
        !isJsonObject(part) || part['type'] !== 'tool_result'
          ? part
          : isError
            ? over(part, {
                error: {
                  type: part['is_error'] === true ? 'is_error: true' : 'toolUseResult: Error',
                  message: result,
                },
              })
            : this.#withOutput(part),
      );
      this.talk.message({ role: 'user', content: own }, { time });
    }
  }

  /** A result with the output that Claude Code kept in a file of its own, and of which it told the model the beginning. */
  #withOutput(part: JsonObject): JsonObject {
    const [, path] = KEPT_OUTPUT.exec(contentOf(untracked(part['content'] ?? null))) ?? [];
    if (path === undefined) return part;
    const name = path.trim().replace(/^.*[/\\]/, '');
    const output = this.#beside.outputs.get(name)?.();
    if (output === undefined) {
      this.#missing.add(name);
      return part;
    }
    const rest = output.length - MAX_OUTPUT;
    const more = rest > 0 ? `\n[The file has ${rest} more characters.]` : '';
    const content = `[The model was told the beginning. All of it, from ${name}:]\n${output.slice(0, MAX_OUTPUT)}${more}`;
    return over(part, { content });
  }

  /** A note on the outputs whose files are not there. */
  missingOutputs(): readonly string[] {
    const names = [...this.#missing];
    if (names.length === 0) return [];
    const others = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    return [
      `Only the beginning of outputs is here that Claude Code kept in files beside the session: ${names.slice(0, MAX_NAMED).join(', ')}${others}. Import the folder with the session and its tool-results/ to see them.`,
    ];
  }

  #assistant(line: JsonObject, message: JsonObject): void {
    const time = parseTime(line['timestamp']);
    const model = textOf(message['model']);
    if (model === '<synthetic>' && contentOf(untracked(message['content'] ?? null)) === NO_ANSWER) {
      this.talk.log('log', contentOf(message['content']), time);
      return;
    }
    if (line['isApiErrorMessage'] === true || model === '<synthetic>') {
      const field = line['isApiErrorMessage'] === true ? 'isApiErrorMessage' : 'model <synthetic>';
      this.talk.add(...errorSteps(field, contentOf(message['content']), time));
      return;
    }
    if (model !== '') this.models.add(model);
    const lines = this.#answers.get(answerId(line)) ?? [line];
    // The first line tells the whole answer.
    if (lines[0] !== line) return;
    const messages = lines.map((one) => objectOf(one['message']));
    if (!isSidechain(line))
      for (const one of messages)
        this.#earlier.said.add(digest(contentOf(untracked(one['content'] ?? null))));
    this.#earlier.isCounted ||= messages.some(({ usage = null }) => usage !== null);
    const contents = messages.map(({ content = null }) => content);
    this.talk.message(
      {
        role: 'assistant',
        content:
          contents.length === 1
            ? contents[0]!
            : contents.flatMap((one) =>
                typeof one === 'string' ? [{ type: 'text', text: one }] : listOf(one),
              ),
        // Each line repeats or adds to the tokens of the whole answer.
        usage: this.#earlier.answers.has(answerId(line))
          ? null
          : (messages.map(({ usage = null }) => usage).findLast((usage) => usage !== null) ?? null),
        ...reasonOf(messages),
      },
      {
        time,
        reads: (answer) => {
          const read = readMessage(answer);
          const calls = read.calls.map((call) => ({ ...call, starts: this.#startedBy(call.id) }));
          return { ...read, calls };
        },
      },
    );
  }

  #startedBy(call: string): readonly RecordedSubagent[] | undefined {
    const subagent = this.#earlier.starts.get(call);
    return subagent && [subagent];
  }
}

/** The name of a subagent by what is known of it. */
const nameOf = ({ agentType, description }: JsonObject = {}): string =>
  [agentType, description]
    .map(textOf)
    .filter((text) => text !== '')
    .join(': ');

/** Matches what the model is told of an output that is too large, with the path of the file that has it. */
const KEPT_OUTPUT = /^\s*<persisted-output>[^\n]*\n?[^\n]*\bsaved to:? *([^\n]+)/;

/** The maximum length of an output that is shown. */
const MAX_OUTPUT = 1_000_000; // characters

/** The maximum number of files that a note names. */
const MAX_NAMED = 5;

/** The last line of an answer if the model stopped with a refusal or a limit, which only that line says. */
const reasonOf = (messages: readonly JsonObject[]): JsonObject => {
  const last = messages.findLast((message) => endingIn(message) !== undefined);
  return last === undefined ? {} : { stop_reason: last['stop_reason'] ?? null };
};

/** The subagent's id for each subagent's line; in older files without ids, the first line of its chain. */
function chainsOf(lines: readonly JsonObject[], byId: Map<string, string>): ReadonlyMap<JsonObject, string> {
  const chains = new Map<JsonObject, string>();
  for (const line of lines) {
    const { uuid, parentUuid } = line;
    const chain = agentIdIn(line) || (byId.get(textOf(parentUuid)) ?? textOf(uuid));
    chains.set(line, chain);
    byId.set(textOf(uuid), chain);
  }
  return chains;
}

/** What the program writes in the model's place when a session goes on without a question. */
const NO_ANSWER = 'No response requested.';

/** Matches texts that the program writes in the user's place. */
const OF_PROGRAM =
  /^(?:\[Request interrupted by user|<(?:command|local-command|bash|task|user-memory)-|Caveat: The messages below were generated by the user while running local commands)/;

/** The fields of a line that are its own, besides those that all lines of a session have. */
const othersIn = (line: JsonObject): readonly string[] =>
  Object.keys(line).flatMap((name) => (COMMON.includes(name) ? [] : [`${name}: ${shown(line[name])}`]));

const COMMON = [
  ...['type', 'subtype', 'level', 'content', 'uuid', 'parentUuid', 'logicalParentUuid', 'sessionId'],
  ...['session_id', 'timestamp', 'cwd', 'version', 'gitBranch', 'slug', 'userType', 'isSidechain', 'isMeta'],
];

const answerId = (line: JsonObject): string => {
  const id = line['type'] === 'assistant' ? textOf(objectOf(line['message'])['id']) : '';
  return id === '' ? '' : `${String(isSidechain(line))} ${id}`;
};

/**
 * `lines` without repetitions, which occur in sessions that continue other ones, and without those of `earlier` parts. If a line
 * stands before the one that it follows, all are in the order of their times.
 */
function onlyOnce(lines: readonly Json[], earlier: Set<number>): readonly Json[] {
  // Few ids are repeated, and messages may be long.
  const known = new Map<string, JsonObject | Set<string>>();
  const messageIn = (line: JsonObject): string => JSON.stringify(untracked(line['message'] ?? null));
  const own: number[] = [];
  const awaited = new Set<string>();
  let late = 0;
  const kept = lines.filter((line) => {
    const id = isJsonObject(line) ? textOf(line['uuid']) : '';
    if (id === '' || !isJsonObject(line)) return true;
    const number = digest(id);
    if (earlier.has(number)) return false;
    own.push(number);
    const before = known.get(id);
    if (before === undefined) {
      known.set(id, line);
      if (awaited.has(id)) late += 1;
      const parent = textOf(line['parentUuid']);
      if (!known.has(parent)) awaited.add(parent);
      return true;
    }
    const messages = before instanceof Set ? before : new Set([messageIn(before)]);
    known.set(id, messages);
    return messages.size < messages.add(messageIn(line)).size;
  });
  for (const number of own) earlier.add(number);
  if (late === 0) return kept;
  const timed = kept.map((line) => ({ line, time: parseTime(objectOf(line)['timestamp']) }));
  return inOrder(timed).map(({ line }) => line);
}

/** The lines of answers that the program asked for again. An answer with several calls has several lines. */
function repeatedAnswers(lines: readonly JsonObject[]): readonly JsonObject[] {
  const answers = lines.filter(
    (line) =>
      answerId(line) !== '' && !isSidechain(line) && objectOf(line['message'])['model'] !== '<synthetic>',
  );
  return answers.filter((line) => answerId(line) !== answerId(answers.at(-1)!));
}

/**
 * The ids of lines on abandoned branches: if several user messages, or several answers, follow one line, all but the last and
 * their successors.
 * Results of parallel calls also follow one line, and are not branches.
 */
function abandonedLines(lines: readonly JsonObject[]): ReadonlySet<string> {
  const following = new Map<string, JsonObject[]>();
  for (const line of lines) {
    const before = textOf(line['parentUuid']);
    if (before === '') continue;
    const others = following.get(before);
    if (others === undefined) following.set(before, [line]);
    else others.push(line);
  }
  const isPrompt = ({ type, message }: JsonObject): boolean => {
    const { content } = objectOf(message);
    return type === 'user' && !objectsOf(content).some((part) => part['type'] === 'tool_result');
  };
  const open = [...following.values()].flatMap((siblings) =>
    siblings.length === 1 ? [] : [...siblings.filter(isPrompt).slice(0, -1), ...repeatedAnswers(siblings)],
  );
  const abandoned = new Set<string>();
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    const id = textOf(line['uuid']);
    if (id === '' || abandoned.has(id)) continue;
    abandoned.add(id);
    open.push(...(following.get(id) ?? []));
  }
  return abandoned;
}
