import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import { readArguments, contentOf, ConversationReader, EarlierParts, outcomeOf } from './chat.ts';
import { errorSteps } from './endings.ts';
import {
  firstText,
  linesOf,
  numberOf,
  objectOf,
  objectsOf,
  parseIfJson,
  parseTime,
  readUsage,
  shown,
  textOf,
} from './fields.ts';
import { unfollowed } from './followed.ts';
import { asTold, type Trajectory } from './trajectory.ts';

// A rollout of Codex: items of its model's talk, and events of its program, of which some repeat items.

const TYPES = ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'];

/** Whether `document` is a rollout of Codex, or the output of `codex exec --json`. */
export const isCodex = (document: Json): boolean =>
  linesOf(document).some(
    (line) =>
      (TYPES.includes(textOf(line['type'])) && isJsonObject(line['payload'] ?? null)) ||
      (line['type'] === 'thread.started' && 'thread_id' in line) ||
      (/^item\.(started|completed)$/.test(textOf(line['type'])) && isJsonObject(line['item'] ?? null)),
  ) || isOldest(linesOf(document));

/** Whether the lines are a rollout in the oldest format: a head without a type, and items. */
const isOldest = ([head = {}, ...items]: readonly JsonObject[]): boolean =>
  head['type'] === undefined &&
  typeof head['id'] === 'string' &&
  typeof head['timestamp'] === 'string' &&
  ('instructions' in head || 'git' in head) &&
  items.some((item) => item['type'] === 'message' || Object.hasOwn(CALLS, textOf(item['type'])));

/** The trajectory of the session. */
export function codexTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const rollout = new Rollout(linesOf(document), earlier);
  return [
    {
      task: rollout.id || file.replace(/\.jsonl$/i, ''),
      steps: rollout.talk.steps(),
      states: { tools: {} },
      tags: [...rollout.models],
      attempt: { agent: 'Codex', model: [...rollout.models][0] },
      notes: rollout.notes,
    },
  ];
}

/** The tokens that all answers of the earlier parts have together. */
class Counted {
  total = 0;
}

class Rollout {
  readonly talk: ConversationReader;
  readonly models = new Set<string>();
  readonly notes: string[] = [];
  id = '';
  readonly #said: ReadonlySet<string>;
  readonly #prompts: ReadonlySet<string>;
  readonly #exits: ReadonlyMap<string, JsonObject>;
  readonly #undone: ReadonlySet<JsonObject>;
  /** The ids of printed items that were completed. */
  readonly #done: ReadonlySet<string>;
  readonly #counted: Counted;
  /** Whether the current line is of the session that this one goes on. */
  #isCopied = false;

  constructor(lines: readonly JsonObject[], earlier: EarlierParts) {
    this.talk = new ConversationReader('tools', earlier);
    this.#counted = earlier.state(Counted);
    const events = lines.filter(({ type }) => type === 'event_msg').map(({ payload }) => objectOf(payload));
    this.#said = new Set(
      lines.flatMap(({ type, payload }) => (type === 'response_item' ? keysOf(objectOf(payload)) : [])),
    );
    this.#prompts = new Set(
      events.flatMap(({ type, message }) => (type === 'user_message' ? [`user ${textOf(message)}`] : [])),
    );
    this.#exits = new Map(
      events.flatMap((event) =>
        /_end$/.test(textOf(event['type'])) && typeof event['call_id'] === 'string'
          ? [[event['call_id'], event]]
          : [],
      ),
    );
    this.#undone = undoneLines(lines);
    this.#done = new Set(
      lines.flatMap(({ type, item }) => (type === 'item.completed' ? [textOf(objectOf(item)['id'])] : [])),
    );
    const copied = copiedLines(lines);
    lines.forEach((line, index) => {
      this.#isCopied = index < copied;
      this.talk.told = this.#isCopied
        ? (step) => asTold(step, 'Copied from the session before')
        : this.#undone.has(line)
          ? (step) => asTold(step, 'Branch that was given up')
          : undefined;
      this.#line(line);
    });
    if (copied > 0)
      this.notes.push('The session goes on another one, whose lines are told in the transcript only.');
  }

  #line(line: JsonObject): void {
    const time = parseTime(line['timestamp']);
    const payload = objectOf(line['payload']);
    const type = textOf(line['type']);
    if (type === 'session_meta') {
      const { id, instructions, base_instructions: base, source } = payload;
      const { subagent } = objectOf(source);
      if (subagent !== undefined) this.notes.push(`The session of a subagent: ${shown(subagent)}.`);
      if (this.id === '') this.id = textOf(id);
      const text = textOf(instructions) || textOf(objectOf(base)['text']) || textOf(base);
      this.talk.log('system_prompt', text, time);
    } else if (type === 'turn_context') {
      const model = textOf(payload['model']);
      if (model !== '') this.models.add(model);
    } else if (type === 'response_item') this.#item(payload, time);
    else if (type === 'event_msg') this.#event(payload, time);
    else if (type === 'compacted')
      // Its new history repeats the talk.
      this.talk.log('log', `The talk was compacted: ${textOf(payload['message'])}`, time);
    else if (type === 'thread.started') this.id = textOf(line['thread_id']);
    else if (type === 'item.completed' || (type === 'item.started' && !this.#isDone(line)))
      this.#printedItem(objectOf(line['item']));
    else if (type === 'turn.completed')
      this.talk.log('log', 'All answers of the turn together.', time, { tokens: readUsage(line['usage']) });
    else if (type === 'turn.failed' || type === 'error')
      this.talk.add(...errorSteps(type, messageIn(line['error'] ?? line['message']), time));
    else if (type === 'item.started' || type === 'item.updated' || type === 'turn.started') return;
    else if (type === '' && 'timestamp' in line && !('role' in line)) {
      // The head of the oldest rollouts.
      this.id ||= textOf(line['id']);
      this.talk.log('system_prompt', textOf(line['instructions']), time);
    } else if (
      type === 'reasoning' ||
      /_output$/.test(type) ||
      'role' in line ||
      type === 'message' ||
      Object.hasOwn(CALLS, type)
    )
      this.#item(line, time);
    else this.talk.log('log', shown(line), time);
  }

  /** Adds an item of the model's conversation. */
  #item(item: JsonObject, time: SimTime | undefined): void {
    const type = textOf(item['type']) || 'message';
    if (type === 'message' || type === 'agent_message') {
      const { content, role = 'assistant' } = item;
      const text = contentOf(content ?? item['text']);
      // What the program adds to the talk stands there as the user's, too.
      if (role === 'user' && this.#prompts.size > 0 && !keysOf(item).some((key) => this.#prompts.has(key)))
        this.talk.log('log', `The program adds: ${text}`, time);
      else if (role === 'user' && OF_PROGRAM.test(text))
        this.talk.log('log', `The program adds: ${text}`, time);
      else this.talk.message({ role, content: text }, { time });
    } else if (type === 'reasoning') {
      const { summary, content } = item;
      const text = [contentOf(summary), contentOf(content ?? null)].filter((one) => one !== '').join('\n');
      if (text !== '') this.talk.log('thought', text, time);
      else if ('encrypted_content' in item)
        this.talk.log('thought', '[reasoning that the service hides]', time);
    } else if (Object.hasOwn(CALLS, type)) this.#call(item, type, time);
    else if (/_output$/.test(type)) this.#result(item, time);
    else this.talk.log('log', shown(item), time);
  }

  #call(item: JsonObject, type: string, time: SimTime | undefined): void {
    const { action, name, arguments: args, input } = item;
    const id = firstText(item, 'call_id', 'id');
    const given = args ?? input ?? action;
    const call = { id, tool: textOf(name) || CALLS[type]!, args: readArguments(given) };
    this.talk.call(call, time);
  }

  #result(item: JsonObject, time: SimTime | undefined): void {
    const id = textOf(item['call_id']);
    const written = parseIfJson(item['output']);
    const { output, content, metadata, success } = objectOf(Array.isArray(written) ? null : written);
    const isWrapped = output !== undefined || content !== undefined;
    const text = isWrapped ? contentOf(output ?? content) : contentOf(written);
    const code =
      numberOf(objectOf(metadata)['exit_code']) ??
      exitCodeIn(text) ??
      numberOf(this.#exits.get(id)?.['exit_code']);
    const event = this.#exits.get(id) ?? {};
    const returned = objectOf(event['result']);
    const rule =
      code !== undefined && code !== 0
        ? `exit code ${code}`
        : 'Err' in returned
          ? 'result: Err'
          : objectOf(returned['Ok'])['isError'] === true
            ? 'isError: true'
            : success === false || event['success'] === false
              ? 'success: false'
              : undefined;
    const outcome = outcomeOf(text, rule === undefined ? null : { type: rule });
    const { secs, nanos } = objectOf(event['duration']);
    const elapsed =
      numberOf(objectOf(metadata)['duration_seconds']) ??
      (numberOf(secs) === undefined ? undefined : numberOf(secs)! + (numberOf(nanos) ?? 0) / 1e9);
    this.talk.result({ ids: [id], text, outcome, elapsed }, time);
  }

  /** Adds an event of the program. Events that repeat an item are left out. */
  #event(event: JsonObject, time: SimTime | undefined): void {
    const { type, message, text, info, reason, num_turns: turns } = event;
    switch (textOf(type)) {
      case 'user_message':
        if (!this.#said.has(`user ${textOf(message)}`)) this.talk.say('user', textOf(message), time);
        break;
      case 'agent_message':
        if (!this.#said.has(`assistant ${textOf(message)}`)) this.talk.say('agent', textOf(message), time);
        break;
      case 'agent_reasoning':
        if (!this.#said.has(`reasoning ${textOf(text)}`)) this.talk.log('thought', textOf(text), time);
        break;
      case 'token_count': {
        // It is told again without a new answer.
        const { total_token_usage: total } = objectOf(info);
        const { input = 0, output = 0 } = readUsage(total);
        if (input + output > this.#counted.total)
          // Tokens of copied lines count in the session that they are of.
          this.talk.log(
            'log',
            'The model answered.',
            time,
            this.#isCopied ? {} : { tokens: readUsage(objectOf(info)['last_token_usage'] ?? total) },
          );
        this.#counted.total = Math.max(this.#counted.total, input + output);
        break;
      }
      case 'turn_aborted':
        this.talk.add(...errorSteps('turn_aborted', `The turn was aborted: ${textOf(reason)}`, time));
        break;
      case 'thread_rolled_back':
        this.talk.log('log', `The user went back ${shown(turns)} turns.`, time);
        break;
      case 'error':
      case 'stream_error':
        this.talk.add(...errorSteps(textOf(type), textOf(message), time));
        break;
      // They have the outcome of a call, which is shown.
      case 'exec_command_end':
      case 'mcp_tool_call_end':
      case 'patch_apply_end':
      case 'web_search_end':
        break;
      default:
        this.talk.log('log', shown(event), time);
    }
  }

  #isDone(line: JsonObject): boolean {
    return this.#done.has(textOf(objectOf(unfollowed(line['item'] ?? null))['id']));
  }

  /** Adds an item in the form that `codex exec --json` prints. */
  #printedItem(item: JsonObject): void {
    const {
      type: kind,
      item_type: older,
      id,
      text,
      command,
      aggregated_output: output,
      exit_code: code,
      status,
    } = item;
    const type = textOf(kind) || textOf(older);
    if (type === 'agent_message' || type === 'assistant_message') this.talk.say('agent', textOf(text));
    else if (type === 'reasoning') this.talk.log('thought', textOf(text));
    else if (type === 'command_execution') {
      const failed =
        typeof code === 'number' && code !== 0
          ? { type: `exit code ${code}` }
          : status === 'failed'
            ? { type: 'status: failed' }
            : null;
      const outcome = status === 'in_progress' ? undefined : outcomeOf(textOf(output), failed);
      this.talk.call({ id: textOf(id), tool: 'shell', args: { command: shown(command) }, outcome });
    } else if (type === 'mcp_tool_call') {
      const { server, tool, arguments: args, result, error } = item;
      const value = contentOf(objectOf(result)['content']) || messageIn(result ?? error);
      const failed = isJsonObject(error ?? null) || status === 'failed' ? { type: 'status: failed' } : null;
      const name = [server, tool]
        .map(textOf)
        .filter((word) => word !== '')
        .join('.');
      this.talk.call({
        id: textOf(id),
        tool: name || 'unknown',
        args: readArguments(args),
        outcome: status === 'in_progress' ? undefined : outcomeOf(value, failed),
      });
    } else if (type === 'file_change' || type === 'web_search') {
      const { id: _, type: __, item_type: ___, status: ____, ...args } = item;
      const failed = status === 'failed' ? { type: 'status: failed' } : null;
      this.talk.call({
        id: textOf(id),
        tool: type === 'file_change' ? 'apply_patch' : type,
        args: readArguments(args),
        outcome: failed === null ? { status: 'done', value: null } : outcomeOf('', failed),
      });
    } else if (type === 'error')
      this.talk.add(...errorSteps('type: error', textOf(item['message']) || shown(item)));
    else this.talk.log('log', shown(item));
  }
}

/** The message of an error, which may be a text. */
const messageIn = (error: Json | undefined): string => textOf(objectOf(error)['message']) || shown(error);

/** The item types that are calls, with the names of tools for items that do not name one. */
const CALLS: Readonly<Record<string, string>> = {
  function_call: 'unknown',
  custom_tool_call: 'unknown',
  local_shell_call: 'shell',
  web_search_call: 'web_search',
  tool_search_call: 'tool_search',
};

const OF_PROGRAM =
  /^\s*(?:<subagent_notification>|<environment_context>|<user_instructions>|<turn_aborted>|# AGENTS\.md)|CONTEXT CHECKPOINT COMPACTION/;

/** The keys of the events that may repeat an item: events tell a message without its pictures. */
function keysOf({ type, role, content, summary }: JsonObject): readonly string[] {
  if (type === 'reasoning') return [`reasoning ${contentOf(summary)}`];
  const texts = objectsOf(content)
    .map(({ text }) => textOf(text))
    .filter((text) => !/^<\/?image\b/.test(text));
  return [contentOf(content), texts.join(''), texts.join('\n')].map((text) => `${textOf(role)} ${text}`);
}

/** The exit code at the beginning of a command's output. */
const exitCodeIn = (text: string): number | undefined => {
  const code = /^(?:Exit code: |Process exited with code )(-?\d+)/m.exec(text.slice(0, 300))?.[1];
  return code === undefined ? undefined : Number(code);
};

/** The number of lines at the head of the file that are copied from the session that it continues. */
function copiedLines(lines: readonly JsonObject[]): number {
  const heads = lines.flatMap(({ type }, index) => (type === 'session_meta' ? [index] : []));
  const last = heads.length > 1 ? heads.at(-1)! : -1;
  if (last === -1) return 0;
  const isStart = ({ type, payload }: JsonObject): boolean =>
    type === 'event_msg' && /^(?:task|turn)_started$/.test(textOf(objectOf(payload)['type']));
  const own = lines.findLastIndex(isStart);
  return own > last ? own : last;
}

/** The lines of turns that the user went back from. */
function undoneLines(lines: readonly JsonObject[]): ReadonlySet<JsonObject> {
  const undone = new Set<JsonObject>();
  const isPrompt = ({ type, payload }: JsonObject): boolean =>
    type === 'event_msg' && objectOf(payload)['type'] === 'user_message';
  lines.forEach((line, index) => {
    const { type, num_turns: turns } = objectOf(line['payload']);
    if (line['type'] !== 'event_msg' || type !== 'thread_rolled_back') return;
    let left = numberOf(turns) ?? 1;
    for (let before = index - 1; before >= 0 && left > 0; before--) {
      const one = lines[before]!;
      if (undone.has(one)) continue;
      undone.add(one);
      if (!isPrompt(one)) continue;
      left -= 1;
      // The item of the prompt stands before the event.
      const item = lines[before - 1] ?? {};
      const { role, type: kind } = objectOf(item['payload']);
      if (item['type'] === 'response_item' && kind === 'message' && role === 'user') undone.add(item);
    }
  });
  return undone;
}
