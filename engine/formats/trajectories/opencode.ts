import { isJsonObject, type Json, type JsonObject, type TokenCount } from '../../model/index.ts';
import {
  contentOf,
  ConversationReader,
  EarlierParts,
  type ModelCall,
  outcomeOf,
  readArguments,
  thought,
} from './chat.ts';
import { type Ending, endingOf, errorSteps, limitStep, withEnding } from './endings.ts';
import {
  firstText,
  linesOf,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseTime,
  readUsage,
  shown,
  textOf,
} from './fields.ts';
import { Subagents } from './subagents.ts';
import { gathered, untracked } from './tracked-fields.ts';
import { asTold, inOrder, type Step, type Trajectory, withCost } from './trajectory.ts';

// A session of OpenCode: messages whose parts are texts, thoughts, calls with their results, and what its program noted. `opencode export`
// writes it as one document, the server gives the list of its messages, and `opencode run --format json` prints parts line by line.

/** Whether `document` is an exported session of OpenCode, a list of such sessions, or the list of a session's messages. */
export const isOpenCode = (document: Json): boolean =>
  Array.isArray(document)
    ? objectsOf(document).some((one) => isMessage(one) || isSession(one))
    : isSession(document);

const isSession = (document: Json): boolean => {
  if (!isJsonObject(document) || !Array.isArray(document['messages'])) return false;
  const messages = objectsOf(document['messages']);
  return messages.length === 0
    ? textOf(objectOf(document['info'])['id']).startsWith('ses_')
    : messages.some(isMessage);
};

const isMessage = ({ info = null, parts }: JsonObject): boolean =>
  isJsonObject(info) && 'role' in info && 'id' in info && Array.isArray(parts);

/** Whether `document` has the lines that `opencode run --format json` prints. */
export const isOpenCodeOutput = (document: Json): boolean =>
  linesOf(document).some(
    ({ sessionID, part = null }) =>
      typeof sessionID === 'string' && isJsonObject(part) && typeof part['type'] === 'string',
  );

/** A trajectory for each session of OpenCode that no other session started. It contains the sessions of its subagents. */
export function openCodeTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const all = objectsOf(Array.isArray(document) ? document : [document]);
  const documents = all.some(isMessage) ? [{ messages: all }] : all.filter(isSession);
  const sessions = new Map(
    documents.map((one, index) => {
      const session = new Session(one, documents.length === 1 ? earlier : new EarlierParts());
      return [session.id === '' ? String(index) : session.id, { document: one, session }] as const;
    }),
  );
  const started = new Map([...sessions.values()].flatMap(({ session }) => session.startedSessions()));
  const family = new Subagents(
    new Map(Array.from(sessions, ([key, { session }]) => [key, session.steps])),
    (call) => {
      const key = started.get(call);
      return key === undefined ? undefined : { key, name: firstText(call.args, 'subagent_type') || key };
    },
  );
  return family.heads().flatMap((key): readonly Trajectory[] => {
    const { session } = sessions.get(key)!;
    const within = family.within(key).map((one) => sessions.get(one)!);
    const models = new Set(within.flatMap((one) => [...one.session.models]));
    if (within.every((one) => one.session.steps.length === 0)) return [];
    return [
      {
        task: session.title() || session.id || file.replace(/\.jsonl?$/i, ''),
        steps: within.length === 1 ? session.steps : inOrder(family.stepsOf(key)),
        states: { tools: {} },
        tags: [...models],
        attempt: { agent: 'OpenCode', model: [...session.models][0] },
        notes:
          session.parent === ''
            ? []
            : [`The session of a subagent, which the session ${session.parent} started.`],
        ...(documents.length === 1 ? {} : { parts: within.map((one) => one.document) }),
      },
    ];
  });
}

/** The trajectory of each session whose parts were printed. What the user said is not among them. */
export function openCodeOutputTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const lines = linesOf(document);
  const sessions = new Map<string, JsonObject[]>();
  let name = '';
  for (const line of lines) {
    name = textOf(line['sessionID']) || name;
    const own = sessions.get(name);
    if (own === undefined) sessions.set(name, [line]);
    else own.push(line);
  }
  return Array.from(sessions, ([id, own]) => {
    const talk = new ConversationReader('tools', earlier.talk(id));
    const reader = new PartReader(talk);
    let answer: TimedPart[] = [];
    for (const line of own) {
      const { type, timestamp, part, error } = line;
      const time = parseTime(timestamp);
      if (isJsonObject(part ?? null)) {
        answer.push({ part: objectOf(part), time });
        if (objectOf(part)['type'] !== 'step-finish') continue;
      }
      reader.assistant(answer);
      answer = [];
      if (type === 'error') talk.add(...troubleOf(error ?? null, time));
      else if (part === undefined && type !== 'done') talk.log('log', shown(line), time);
    }
    reader.assistant(answer);
    return {
      task: id || file.replace(/\.jsonl?$/i, ''),
      id,
      steps: talk.steps(),
      states: { tools: {} },
      attempt: { agent: 'OpenCode' },
      notes: ['OpenCode does not print what the user said.'],
      ...(sessions.size === 1 ? {} : { parts: own }),
    };
  });
}

/** The title that OpenCode gives a session until its model has found one. */
const NO_TITLE = /^(?:New|Child) session - \d{4}-/;

class Session {
  readonly id: string;
  /** The id of the session that started this one; empty if none did. */
  readonly parent: string;
  readonly models = new Set<string>();
  readonly steps: readonly Step[];
  readonly #info: JsonObject;
  readonly #talk: ConversationReader;
  readonly #parts: PartReader;

  constructor(document: JsonObject, earlier: EarlierParts) {
    const info = objectOf(document['info']);
    const { parentID: parent, revert } = info;
    const messages = objectsOf(document['messages']);
    this.id = textOf(info['id']);
    this.#info = info;
    this.parent = textOf(parent);
    this.#talk = new ConversationReader('tools', earlier);
    this.#parts = new PartReader(this.#talk);
    const { messageID, partID } = objectOf(revert);
    let isUndone = false;
    for (const message of messages) {
      const own = objectOf(message['info']);
      const parts = objectsOf(message['parts']);
      const isLast: boolean = !isUndone && messageID !== undefined && own['id'] === messageID;
      const from = isLast && partID !== undefined ? parts.findIndex(({ id }) => id === partID) : 0;
      isUndone ||= isLast;
      this.#message(own, parts, isUndone ? Math.max(0, from) : Infinity);
    }
    this.#talk.told = undefined;
    const todos = listOf(document['todos']);
    if (todos.length > 0) this.#talk.log('log', `The list of what is to do: ${shown(todos)}`);
    this.steps = this.#talk.steps();
  }

  /** The title of the session; empty if it has none yet. */
  title(): string {
    const isNone = NO_TITLE.test(textOf(objectOf(untracked(this.#info))['title']));
    return isNone ? '' : textOf(this.#info['title']);
  }

  /** The sessions that calls started, by the calls. */
  startedSessions(): readonly (readonly [call: Step, session: string])[] {
    const calls = this.steps.filter(({ kind }) => kind === 'call');
    return calls.flatMap((call, index) => {
      const session = this.#parts.started[index];
      return session === undefined ? [] : [[call, session] as const];
    });
  }

  /** Adds a message, of which the user took back the parts from number `undone` on. */
  #message(info: JsonObject, parts: readonly JsonObject[], undone: number): void {
    const { role, system, error = null, modelID, summary } = info;
    const times = objectOf(info['time']);
    const time = parseTime(times['created']);
    if (typeof modelID === 'string') this.models.add(modelID);
    const hasFinish = parts.some(({ type }) => type === 'step-finish');
    let whole = hasFinish ? {} : finishIn(info, 'finish');
    const told = [parts.slice(0, undone), parts.slice(undone)] as const;
    for (const [index, own] of told.entries()) {
      const isUndone = index === 1;
      // A message without parts may have an error.
      if (own.length === 0 && isUndone !== (undone === 0)) continue;
      this.#parts.undone = isUndone;
      if (role === 'user') {
        this.#talk.log('system_prompt', textOf(system), time);
        this.#parts.user(own, time);
      } else
        this.#parts.assistant(
          own.map((part) => ({ part, time })),
          whole,
          summary === true,
        );
      // What the user took back does not cost again.
      whole = {};
    }
    if (error !== null) this.#talk.add(...troubleOf(error, parseTime(times['completed']) ?? time));
  }
}

/** A part of a message, and a time for it if it has none of its own. */
interface TimedPart {
  readonly part: JsonObject;
  readonly time: Step['time'];
}

/** How an answer of the model ended, and what it cost. */
interface Finish {
  readonly tokens?: TokenCount;
  readonly ending?: Ending | undefined;
}

/** Adds the parts of messages to a conversation. */
class PartReader {
  /** For each call so far that the user did not take back, the id of the session that it started. */
  readonly started: (string | undefined)[] = [];
  readonly #talk: ConversationReader;

  constructor(talk: ConversationReader) {
    this.#talk = talk;
  }

  /** Whether the user took back what is added from now on. */
  set undone(isUndone: boolean) {
    this.#talk.told = isUndone ? (step) => asTold(step, 'Branch that was given up') : undefined;
  }

  /** Adds a message of the user, with the names of its files. */
  user(parts: readonly JsonObject[], time: Step['time']): void {
    const said: string[] = [];
    for (const part of parts) {
      const { type } = part;
      if (type === 'text' && isOfProgram(part))
        this.#talk.log('log', `The program adds: ${textOf(part['text'])}`, time);
      else if (type === 'text') said.push(textOf(part['text']));
      else if (type === 'file' || type === 'agent') said.push(contentOf([part]));
      else this.#other(part, time);
    }
    this.#talk.say('user', said.filter((text) => text !== '').join('\n'), time);
  }

  /**
   * Adds a message of the model: one or more answers, each of which ends with a part that says how.
   * @param whole how the message ended if no part says so
   * @param isSummary whether the message is what the program keeps of a talk that became too long
   */
  assistant(parts: readonly TimedPart[], whole: Finish = {}, isSummary = false): void {
    let own: TimedPart[] = [];
    for (const one of parts) {
      if (one.part['type'] !== 'step-finish') {
        own.push(one);
        continue;
      }
      this.#answer(own, finishIn(one.part, 'reason'), isSummary);
      own = [];
    }
    if (own.length > 0 || parts.length === 0) this.#answer(own, whole, isSummary);
  }

  #answer(parts: readonly TimedPart[], { tokens = {}, ending }: Finish, isSummary: boolean): void {
    const lastCall = parts.findLastIndex(({ part }) => part['type'] === 'tool');
    let cost = tokens;
    const begin = (steps: readonly Step[], time: Step['time']): void => {
      this.#talk.add(...withCost(steps, { tokens: cost, time }, 'The model answered.'));
      cost = {};
    };
    for (const [index, { part, time: given }] of parts.entries()) {
      const { type } = part;
      if (type === 'text' || type === 'reasoning') {
        const time = parseTime(objectOf(part['time'])['start']) ?? given;
        const text = textOf(part['text']);
        if (isSummary) this.#talk.log('log', `The talk was compacted: ${text}`, time);
        else if (isOfProgram(part)) this.#talk.log('log', `The program adds: ${text}`, time);
        else if (type === 'reasoning' || index < lastCall) begin(thought(text, time), time);
        else {
          begin([], time);
          this.#talk.say('agent', text, time);
        }
      } else if (type === 'tool') {
        begin([], given);
        this.#call(part, given);
      } else if (type === 'file' || type === 'agent') this.#talk.say('agent', contentOf([part]), given);
      else this.#other(part, given);
    }
    const { time } = parts.at(-1) ?? {};
    begin([], time);
    this.#talk.add(...withEnding([], ending, time));
  }

  #call(part: JsonObject, given: Step['time']): void {
    const { callID, tool } = part;
    const state = objectOf(part['state']);
    const { start, end } = objectOf(state['time']);
    const [begun, ended] = [parseTime(start), parseTime(end)];
    this.#talk.call(
      {
        id: textOf(callID),
        tool: textOf(tool) || 'unknown',
        args: argumentsIn(state),
        outcome: outcomeIn(state),
        elapsed: begun === undefined || ended === undefined ? undefined : (ended - begun) / 1e6,
      },
      begun ?? given,
    );
    const session = firstText(objectOf(state['metadata']), 'sessionId', 'sessionID');
    if (this.#talk.told === undefined) this.started.push(session === '' ? undefined : session);
  }

  /** Adds a part that both the user's and the model's messages may have. */
  #other(part: JsonObject, time: Step['time']): void {
    switch (textOf(part['type'])) {
      case 'subtask': {
        const { agent, description, prompt } = part;
        this.#talk.log('log', `Task for ${textOf(agent)}: ${textOf(description)}\n${textOf(prompt)}`, time);
        break;
      }
      case 'compaction':
        this.#talk.log('log', `The talk is compacted (auto: ${shown(part['auto'])}).`, time);
        break;
      case 'patch':
        this.#talk.log('log', `Files changed: ${listOf(part['files']).map(shown).join(', ')}`, time);
        break;
      case 'retry': {
        const { attempt, error } = part;
        const { created } = objectOf(part['time']);
        const why = `Attempt ${shown(attempt)}: ${messageIn(objectOf(error))}`;
        this.#talk.add(...errorSteps('retry', why, parseTime(created) ?? time));
        break;
      }
      // They name states of the folder, which are not in the file.
      case 'step-start':
      case 'snapshot':
        break;
      default:
        this.#talk.log('log', shown(part), time);
    }
  }
}

/** The arguments of a call; of one that was not carried out yet, as far as the model wrote them. */
const argumentsIn = (state: JsonObject): JsonObject => {
  const { input, raw } = objectOf(untracked(state));
  const isEmpty = Object.keys(objectOf(input)).length === 0 && textOf(raw) !== '';
  return readArguments(isEmpty ? state['raw'] : state['input']);
};

function outcomeIn(state: JsonObject): ModelCall['outcome'] {
  const { status } = state;
  if (status === 'error') return outcomeOf(textOf(state['error']), { type: 'status: error' });
  // It was going on when the session ended.
  if (status !== 'completed') return { status: 'no-result' };
  const files = listOf(state['attachments']);
  const text = [textOf(state['output']), ...(files.length === 0 ? [] : [contentOf(files)])]
    .filter((one) => one !== '')
    .join('\n');
  const exit = numberOf(objectOf(state['metadata'])['exit']);
  return outcomeOf(text, exit === undefined || exit === 0 ? null : { type: `exit code ${exit}` });
}

/** The tokens of an answer: cached ones are counted beside the input, in newer versions also those of thoughts beside the output. */
function tokensIn(written: Json | undefined, cost: Json | undefined): TokenCount {
  const tokens = objectOf(written);
  const cache = objectOf(tokens['cache']);
  const read = readUsage(
    gathered([
      ['input', tokens, 'input'],
      ['output', tokens, 'output'],
      ['reasoning', tokens, 'reasoning'],
      ['cacheRead', cache, 'read'],
      ['cacheWrite', cache, 'write'],
    ]),
  );
  const isBeside = 'total' in objectOf(untracked(tokens));
  const price = numberOf(cost);
  const counts = { ...read, ...(price === undefined || price === 0 ? {} : { cost: price }) };
  const { output, reasoning } = counts;
  // A message whose answer failed has zeros.
  if (Object.values(counts).every((count) => count === 0)) return {};
  return isBeside && output !== undefined && reasoning !== undefined
    ? { ...counts, output: output + reasoning }
    : counts;
}

/** How a message or a part says that an answer ended. A reason that is neither a limit nor a refusal is not marked as read. */
function finishIn(object: JsonObject, reason: string): Finish {
  const { tokens, cost } = object;
  const isEnding = endingOf(reason, objectOf(untracked(object))[reason]) !== undefined;
  return {
    tokens: tokensIn(tokens, cost),
    ending: isEnding ? endingOf(reason, object[reason]) : undefined,
  };
}

/** Whether the program wrote a text in the place of the user or the model. */
const isOfProgram = ({ synthetic, ignored }: JsonObject): boolean => synthetic === true || ignored === true;

/** The message of an error, which may have its details as data. */
function messageIn(error: JsonObject): string {
  const { data = null, message = null } = error;
  return firstText(objectOf(data), 'message') || textOf(message) || shown(error);
}

/** The steps for the error that ended an answer. */
function troubleOf(error: Json, time: Step['time']): readonly Step[] {
  if (!isJsonObject(error)) return errorSteps('error', shown(error), time);
  const name = textOf(error['name']);
  const { limit, rule } = endingOf('error', name) ?? {};
  return limit === 'context' || limit === 'tokens'
    ? [limitStep(limit, rule!, time, messageIn(error))]
    : errorSteps(name === '' ? 'error' : `error: ${name}`, messageIn(error), time);
}
