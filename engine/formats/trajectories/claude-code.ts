import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { Conversation, contentOf, readMessage } from './chat.ts';
import { endingIn, errorSteps } from './endings.ts';
import { listOf, objectOf, objectsOf, shown, textOf, timeOf } from './fields.ts';
import { unfollowed } from './followed.ts';
import { asTold, type HelperAgent, ofHelper, type Trajectory } from './trajectory.ts';

// A session of Claude Code: a line for each block of a message, with what its program noted in between.

/** Whether `document` has the lines of a session of Claude Code. */
export const isClaudeCode = (document: Json): boolean =>
  objectsOf(Array.isArray(document) ? document : [document]).some(
    (line) =>
      ('leafUuid' in line && line['type'] === 'summary') ||
      (typeof line['sessionId'] === 'string' && 'uuid' in line && isJsonObject(line['message'] ?? null)),
  );

/** The trajectory of the session. The lines of helpers that are in the same file are told apart from the agent's own. */
export function claudeCodeTrajectories(document: Json, file: string): readonly Trajectory[] {
  const lines = Array.isArray(document) ? listOf(document) : [document];
  const session = new Session(lines);
  const names = objectsOf(lines).flatMap(({ sessionId }) =>
    typeof sessionId === 'string' ? [sessionId] : [],
  );
  return [
    {
      task: session.helper ?? names.at(0) ?? file.replace(/\.jsonl$/i, ''),
      steps: session.talk.steps(),
      states: { tools: {} },
      tags: [...session.models],
      attempt: { agent: session.helper ?? 'Claude Code', model: [...session.models][0] },
      notes: session.helper === undefined ? [] : [`The session of a helper (${session.helper}).`],
    },
  ];
}

class Session {
  readonly talk = new Conversation();
  readonly models = new Set<string>();
  /** The helper whose file it is. */
  readonly helper: string | undefined;
  /** The lines of each answer of a model, which has a line for each of its blocks. */
  readonly #answers = new Map<string, JsonObject[]>();
  readonly #abandoned: ReadonlySet<string>;
  /** The helper of each line that is a helper's, and each helper by the id of the call that it works for. */
  readonly #helpers = new Map<JsonObject, HelperAgent>();
  readonly #starts = new Map<string, HelperAgent>();

  constructor(written: readonly Json[]) {
    const lines = onlyOnce(written);
    const own = objectsOf(lines).filter(({ type }) => type === 'user' || type === 'assistant');
    const isHelpers = own.length > 0 && own.every(({ isSidechain }) => isSidechain === true);
    this.helper = isHelpers ? textOf(own[0]?.['agentId']) || 'helper' : undefined;
    this.#abandoned = abandonedLines(own);
    if (!isHelpers) this.#findHelpers(lines.filter(isJsonObject));
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
  }

  #line(line: JsonObject): void {
    const helper = this.#helpers.get(line);
    this.talk.told = this.#abandoned.has(textOf(line['uuid']))
      ? (step) => asTold(step, 'Branch that was given up')
      : helper === undefined
        ? undefined
        : (step) => ofHelper(step, helper);
    const time = timeOf(line['timestamp']);
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
        const { subtype, content, compactMetadata: compacted, level } = line;
        const about = [subtype, level]
          .map(textOf)
          .filter((word) => word !== '')
          .join(', ');
        const more = compacted === undefined ? '' : ` ${shown(compacted)}`;
        this.talk.log(
          subtype === 'api_error' ? 'error' : 'log',
          `${about}: ${contentOf(content)}${more}`,
          time,
        );
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
      // They say again what other lines and files say.
      case 'progress':
      case 'file-history-snapshot':
        break;
      default:
        this.talk.log('log', shown(line), time);
    }
  }

  /**
   * Finds the helpers and whose calls they work for: the result of the call, or a line of progress, names the helper; in older files its
   * prompt is that of the call.
   */
  #findHelpers(lines: readonly JsonObject[]): void {
    const own = lines.filter(({ isSidechain }) => isSidechain === true);
    const chains = chainsOf(own);
    const calls = lines.flatMap((line) =>
      objectsOf(objectOf(line['message'])['content']).flatMap(({ type, id, input }) =>
        type === 'tool_use' && typeof id === 'string'
          ? [{ id, input: objectOf(input), caller: chains.get(line) }]
          : [],
      ),
    );
    const callOf = new Map<string, string>();
    for (const line of lines) {
      const id =
        textOf(objectOf(line['toolUseResult'])['agentId']) || textOf(objectOf(line['data'])['agentId']);
      const [result] = objectsOf(objectOf(line['message'])['content']);
      const call = textOf(line['parentToolUseID']) || textOf(result?.['tool_use_id']);
      if (id !== '' && call !== '') callOf.set(id, call);
    }
    const byChain = new Map<string, HelperAgent>();
    for (const line of own) {
      const chain = chains.get(line)!;
      const known = byChain.get(chain);
      if (known === undefined) {
        const prompt = contentOf(objectOf(line['message'])['content']);
        const isItsCall = ({ id, caller, input }: (typeof calls)[number]): boolean =>
          caller !== chain && !this.#starts.has(id) && prompt !== '' && input['prompt'] === prompt;
        const call = calls.find(({ id }) => id === callOf.get(chain)) ?? calls.find(isItsCall);
        const helper = { name: textOf(call?.input['subagent_type']) || textOf(line['agentId']) || 'helper' };
        byChain.set(chain, helper);
        if (call !== undefined) this.#starts.set(call.id, helper);
      }
      this.#helpers.set(line, byChain.get(chain)!);
    }
  }

  #user(line: JsonObject, message: JsonObject): void {
    const time = timeOf(line['timestamp']);
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
      const result = line['toolUseResult'];
      const isError = typeof result === 'string' && /^Error\b/.test(result);
      const own = listOf(content).map((part) =>
        isError && isJsonObject(part) && part['type'] === 'tool_result'
          ? {
              ...part,
              error: {
                type: part['is_error'] === true ? 'is_error: true' : 'toolUseResult: Error',
                message: result,
              },
            }
          : part,
      );
      this.talk.message({ role: 'user', content: own }, { time });
    }
  }

  #assistant(line: JsonObject, message: JsonObject): void {
    const time = timeOf(line['timestamp']);
    const model = textOf(message['model']);
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
        usage: messages.map(({ usage = null }) => usage).findLast((usage) => usage !== null) ?? null,
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

  #startedBy(call: string): readonly HelperAgent[] | undefined {
    const helper = this.#starts.get(call);
    return helper && [helper];
  }
}

/** The reason why the model stopped, which the last line of an answer has, if it is a refusal or a limit. */
const reasonOf = (messages: readonly JsonObject[]): JsonObject => {
  const last = messages.findLast((message) => endingIn(message) !== undefined);
  return last === undefined ? {} : { stop_reason: last['stop_reason'] ?? null };
};

/** The helper's id of each line of a helper; in older files, which have none, the first line of those that follow each other. */
function chainsOf(lines: readonly JsonObject[]): ReadonlyMap<JsonObject, string> {
  const chains = new Map<JsonObject, string>();
  const byId = new Map<string, string>();
  for (const line of lines) {
    const { agentId, uuid, parentUuid } = line;
    const chain = textOf(agentId) || (byId.get(textOf(parentUuid)) ?? textOf(uuid));
    chains.set(line, chain);
    byId.set(textOf(uuid), chain);
  }
  return chains;
}

/** Texts that the program writes in place of the user. */
const OF_PROGRAM =
  /^(?:<command-name>|<command-message>|<local-command-|Caveat: The messages below were generated by the user while running local commands)/;

const answerId = ({ type, message, isSidechain }: JsonObject): string => {
  const id = type === 'assistant' ? textOf(objectOf(message)['id']) : '';
  return id === '' ? '' : `${String(isSidechain === true)} ${id}`;
};

/** Sessions that go on another repeat its lines. */
function onlyOnce(lines: readonly Json[]): readonly Json[] {
  const known = new Map<string, JsonObject>();
  return lines.filter((line) => {
    const id = isJsonObject(line) ? textOf(line['uuid']) : '';
    if (id === '' || !isJsonObject(line)) return true;
    const key = `${id} ${JSON.stringify(unfollowed(line['message'] ?? null))}`;
    return !known.has(key) && known.set(key, line);
  });
}

/**
 * The lines that the user went back from: where several messages of the user follow one line, all but the last, with what follows them.
 * Results of calls that ran at once also follow one line, and are no branches.
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
  const open = [...following.values()].flatMap((siblings) => siblings.filter(isPrompt).slice(0, -1));
  const abandoned = new Set<string>();
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    const id = textOf(line['uuid']);
    if (id === '' || abandoned.has(id)) continue;
    abandoned.add(id);
    open.push(...(following.get(id) ?? []));
  }
  return abandoned;
}
