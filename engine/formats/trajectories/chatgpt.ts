import TinyQueue from 'tinyqueue';
import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { type CallResult, ConversationReader, outcomeOf, readArguments } from './chat.ts';
import { endingOf, withEnding } from './endings.ts';
import { firstText, listOf, objectOf, objectsOf, parseIfJson, parseTime, shown, textOf } from './fields.ts';
import { replaceValue, untracked } from './tracked-fields.ts';
import { asTold, type Step, type Trajectory } from './trajectory.ts';

// A conversation in the data that ChatGPT exports: a tree of messages, of which the branch to the current one is shown in the program.
// Others are there because the user edited a message or asked for another answer.

/** Whether `document` is a conversation that ChatGPT exported, or a list of which at least half are. */
export const isChatGpt = (document: Json): boolean => {
  const all = conversationsIn(document);
  return all.length > 0 && all.filter(isConversation).length * 2 >= all.length;
};

const conversationsIn = (document: Json): readonly Json[] => {
  if (Array.isArray(document)) return listOf(document);
  const { conversations } = objectOf(document);
  return Array.isArray(conversations) ? listOf(conversations) : [document];
};

const isConversation = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  isJsonObject(document['mapping'] ?? null) &&
  ('current_node' in document ||
    Object.values(objectOf(document['mapping'])).some(
      (node) => isJsonObject(node) && 'message' in node && ('parent' in node || 'children' in node),
    ));

/** The trajectory of each conversation in which something is said. */
export function chatGptTrajectories(document: Json, file: string): readonly Trajectory[] {
  const all = conversationsIn(document).filter(isConversation);
  return all.flatMap((conversation, index): readonly Trajectory[] => {
    const chat = new Chat(conversation);
    const steps = chat.steps();
    if (steps.length === 0) return [];
    const { title, id, conversation_id: otherId } = conversation;
    const name = `${file.replace(/\.jsonl?$/i, '')}${all.length === 1 ? '' : ` ${index + 1}`}`;
    return [
      {
        task: textOf(title) || textOf(id) || textOf(otherId) || name,
        id: textOf(id) || textOf(otherId) || name,
        steps,
        states: { tools: {} },
        tags: [...chat.models],
        attempt: { agent: 'ChatGPT', model: [...chat.models][0] },
        notes: chat.notes,
        ...(all.length === 1 ? {} : { parts: [conversation] }),
      },
    ];
  });
}

/** A place in the tree of messages. */
interface Node {
  readonly id: string;
  /** Its number in the file. */
  readonly nth: number;
  readonly message: JsonObject;
  readonly time: Step['time'];
  parent: Node | undefined;
  readonly children: Node[];
}

class Chat {
  readonly models = new Set<string>();
  readonly notes: string[] = [];
  readonly #talk = new ConversationReader();
  /** The node of each call without a result so far, with the name of its tool. */
  readonly #open = new Map<Node, string>();
  /** The results of each call: some tools answer in several messages. */
  readonly #results = new Map<Node, { readonly message: JsonObject; readonly time: Step['time'] }[]>();
  /** The call that each tool's message belongs to. */
  readonly #callOf = new Map<Node, Node>();

  constructor(conversation: JsonObject) {
    const nodes = nodesIn(conversation);
    const active = this.#activeNodes(nodes, conversation['current_node']);
    for (const node of inOrderOfTelling(nodes, active)) {
      this.#talk.told = active.has(node) ? undefined : (step) => asTold(step, 'Branch that was given up');
      this.#add(node);
    }
    this.#talk.told = undefined;
    for (const [call, messages] of this.#results) this.#answer(call, messages);
  }

  steps(): readonly Step[] {
    return this.#talk.steps();
  }

  /** The nodes from the current message to the root; without a current one, from the last message. */
  #activeNodes(nodes: ReadonlyMap<string, Node>, current: Json | undefined): ReadonlySet<Node> {
    const known = nodes.get(textOf(current));
    if (known === undefined && nodes.size > 0)
      this.notes.push(
        `The message at the end of the branch that is shown is not in the file (${shown(current)}): it is the last one.`,
      );
    const active = new Set<Node>();
    for (
      let node = known ?? latest([...nodes.values()]);
      node !== undefined && !active.has(node);
      node = node.parent
    )
      active.add(node);
    return active;
  }

  #add(node: Node): void {
    const { message, time } = node;
    const { role } = objectOf(message['author']);
    const { recipient, channel } = message;
    const content = objectOf(message['content']);
    const metadata = objectOf(message['metadata']);
    const { content_type: type } = content;
    switch (textOf(role)) {
      case 'user':
        if (/_context$/.test(textOf(type)) || metadata['is_visually_hidden_from_conversation'] === true)
          this.#talk.log('system_prompt', textIn(content), time);
        else this.#talk.say('user', [textIn(content), ...attachmentsIn(metadata)].join('\n').trim(), time);
        break;
      case 'system':
        this.#talk.log('system_prompt', textIn(content), time);
        break;
      case 'tool':
        this.#addResult(node, objectOf(message['author']));
        break;
      case 'assistant': {
        const model = textOf(metadata['model_slug']);
        if (model !== '') this.models.add(model);
        const to = textOf(recipient) || 'all';
        const text = textIn(content);
        if (type === 'thoughts' || type === 'reasoning_recap' || (channel === 'analysis' && to === 'all'))
          this.#talk.log('thought', text, time);
        else if (type === 'model_editable_context') this.#talk.log('system_prompt', text, time);
        else if (to === 'all') {
          const { type: reason } = objectOf(metadata['finish_details']);
          const said: readonly Step[] = text === '' ? [] : [{ kind: 'message', from: 'agent', text, time }];
          this.#talk.add(...withEnding(said, endingOf('finish_details.type', reason), time));
        } else {
          this.#talk.call({ id: node.id, tool: to, args: argumentsIn(content, text) }, time);
          this.#open.set(node, to);
        }
        break;
      }
      default:
        if (Object.keys(objectOf(untracked(message))).length > 0) this.#talk.log('log', shown(message), time);
    }
  }

  /** Keeps a tool's message for the call that it answers. */
  #addResult(node: Node, author: JsonObject): void {
    // The call has the name, too.
    const call = this.#callFor(node, textOf(objectOf(untracked(author))['name']));
    const { message, time } = node;
    if (call === undefined) {
      const text = textIn(objectOf(message['content']));
      this.#talk.log('log', text === '' ? '' : `${textOf(author['name']) || 'A tool'}: ${text}`, time);
      return;
    }
    this.#open.delete(call);
    this.#callOf.set(node, call);
    const results = this.#results.get(call);
    if (results === undefined) this.#results.set(call, [{ message, time }]);
    else results.push({ message, time });
  }

  /** The first open call of the turn to `tool`, or the call that the tool's message before this one answers. */
  #callFor(node: Node, tool: string): Node | undefined {
    const isItsTool = (call: Node): boolean => {
      const called = textOf(call.message['recipient']);
      return tool === '' || called === tool || called.startsWith(`${tool}.`) || tool.startsWith(`${called}.`);
    };
    let found: Node | undefined;
    let any: Node | undefined;
    let one = node.parent;
    for (let depth = 0; one !== undefined && depth < MAX_MESSAGES_OF_TURN; depth++) {
      if (this.#open.has(one)) {
        any = one;
        if (isItsTool(one)) found = one;
      } else if (isTurn(one)) break;
      one = one.parent;
    }
    const before = node.parent && this.#callOf.get(node.parent);
    return found ?? (before !== undefined && isItsTool(before) ? before : any);
  }

  #answer(
    call: Node,
    messages: readonly { readonly message: JsonObject; readonly time: Step['time'] }[],
  ): void {
    const texts = messages.map(({ message }) => textIn(objectOf(message['content'])));
    const text = texts.filter((one) => one !== '').join('\n');
    const failure = messages.map(({ message }) => failureIn(message)).find((one) => one !== undefined);
    const result: CallResult = {
      ids: [call.id],
      text,
      outcome: outcomeOf(text, failure === undefined ? null : { type: failure }),
    };
    this.#talk.result(result, messages[0]!.time);
  }
}

/** The most messages before a result among which its call is looked for. */
const MAX_MESSAGES_OF_TURN = 200;

/** Whether a message is from the user, or from the model to the user, so that the calls before it are done. */
function isTurn({ message }: Node): boolean {
  const { author, recipient } = untracked(message) as JsonObject;
  const role = textOf(objectOf(author)['role']);
  return role === 'user' || (role === 'assistant' && (recipient ?? 'all') === 'all' && !isThought(message));
}

const isThought = (message: JsonObject): boolean =>
  /^(?:thoughts|reasoning_recap)$/.test(
    textOf(objectOf((untracked(message) as JsonObject)['content'])['content_type']),
  );

/** The nodes of the tree by id. The file has them by id, too; as a list, the notes name their fields together. */
function nodesIn(conversation: JsonObject): ReadonlyMap<string, Node> {
  const mapping = objectOf(objectOf(untracked(conversation))['mapping']);
  const list = replaceValue(conversation, 'mapping', Object.values(mapping));
  const places = Object.keys(mapping).flatMap((id, index) =>
    isJsonObject(mapping[id] ?? null) ? [[id, objectOf(list[index])] as const] : [],
  );
  const nodes = new Map<string, Node>();
  for (const [id, place] of places) {
    const message = objectOf(place['message']);
    const time = parseTime(message['create_time']);
    nodes.set(id, { id, nth: nodes.size, message, time, parent: undefined, children: [] });
  }
  for (const [id, place] of places) {
    const node = nodes.get(id)!;
    const parent = nodes.get(textOf(place['parent']));
    if (parent !== undefined) node.parent = parent;
    // The children name it as their parent, too.
    for (const child of listOf(objectOf(untracked(place))['children'])) {
      const other = nodes.get(textOf(child));
      if (other !== undefined) other.parent ??= node;
    }
  }
  for (const node of nodes.values()) node.parent?.children.push(node);
  return nodes;
}

const latest = (nodes: readonly Node[]): Node | undefined => {
  let last: Node | undefined;
  for (const node of nodes) if (last === undefined || (node.time ?? 0) >= (last.time ?? 0)) last = node;
  return last;
};

/**
 * The nodes in the order in which they are told: those of the branch that is shown, with each other branch where the user left it
 * for a later message.
 */
function* inOrderOfTelling(nodes: ReadonlyMap<string, Node>, active: ReadonlySet<Node>): Generator<Node> {
  const seen = new Set<Node>(active);
  const heads = [...nodes.values()].filter((node) => node.parent === undefined && !seen.has(node));
  const waiting = new TinyQueue<Node>(
    heads,
    (one, other) => (one.time ?? 0) - (other.time ?? 0) || one.nth - other.nth,
  );
  for (const node of [...active].reverse()) {
    // Branches without times are told at once.
    for (
      let next = waiting.peek();
      next !== undefined && (next.time ?? 0) < (node.time ?? 1);
      next = waiting.peek()
    )
      yield* branch(waiting.pop()!, seen);
    yield node;
    for (const child of node.children) if (!seen.has(child)) waiting.push(child);
  }
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) yield* branch(one, seen);
  // Those that follow themselves.
  for (const node of nodes.values()) yield* branch(node, seen);
}

/** A node and all that follow it. */
function* branch(from: Node, seen: Set<Node>): Generator<Node> {
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    yield node;
    open.push(...node.children.toReversed());
  }
}

/** The arguments of a call: an object in JSON, or the code or text that the model wrote. */
function argumentsIn({ content_type: type }: JsonObject, text: string): JsonObject {
  const given = parseIfJson(text) ?? null;
  if (isJsonObject(given)) return readArguments(given);
  return text === '' ? {} : { [type === 'code' ? 'code' : 'text']: text };
}

/** The type of the failure that a tool reports. */
function failureIn(message: JsonObject): string | undefined {
  const { content_type: type, name } = objectOf(message['content']);
  if (type === 'system_error') return textOf(name) || 'system_error';
  const status = textOf(objectOf(objectOf(message['metadata'])['aggregate_result'])['status']);
  return status.startsWith('failed') ? `status: ${status}` : undefined;
}

/** The files that a user added to a message. */
const attachmentsIn = (metadata: JsonObject): readonly string[] =>
  objectsOf(metadata['attachments']).map((one) => `[attachment ${firstText(one, 'name', 'id')}]`);

/** The text of a message's content, of which each kind has its own fields. */
function textIn(content: JsonObject): string {
  const { parts, thoughts, text, result, content_type: type } = content;
  if (Array.isArray(parts)) return joined(parts.map(partText));
  if (Array.isArray(thoughts))
    return joined(
      objectsOf(thoughts).map((one) => joined([one['summary'], one['content']].map(textOf), ': ')),
    );
  const named = [
    'title',
    'url',
    'user_profile',
    'user_instructions',
    'model_set_context',
    'summary',
    'content',
  ];
  const told = joined([...named.map((name) => textOf(content[name])), textOf(text), textOf(result)]);
  const isKnown = Object.keys(objectOf(untracked(content))).every((key) => KNOWN.includes(key));
  return told !== '' || isKnown || type === undefined ? told : shown(content);
}

const KNOWN = [
  'content_type',
  'language',
  'response_format_name',
  'source_analysis_msg_id',
  'text',
  'result',
  'summary',
  'assets',
  'tether_id',
];

const joined = (texts: readonly string[], between = '\n'): string =>
  texts.filter((text) => text !== '').join(between);

/** The text of a part, or its kind and the name of its file. */
function partText(part: Json): string {
  if (!isJsonObject(part)) return part === null ? '' : shown(part);
  const { content_type: type, text } = part;
  if (typeof text === 'string') return text;
  const file =
    firstText(part, 'asset_pointer', 'name') ||
    firstText(objectOf(part['audio_asset_pointer']), 'asset_pointer');
  return textOf(type) === '' ? shown(part) : `[${joined([textOf(type), file], ' ')}]`;
}
