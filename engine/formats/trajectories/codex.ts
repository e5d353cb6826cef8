import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import { readArguments, contentOf, ConversationReader, EarlierParts, outcomeOf } from './chat.ts';
import { errorSteps } from './endings.ts';
import {
  digest,
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
import { untracked, whole } from './tracked-fields.ts';
import { sessionsIn } from './sessions.ts';
import { Subagents } from './subagents.ts';
import { asTold, ERROR_IN_OUTPUT, inOrder, NO_RESULT, type Trajectory } from './trajectory.ts';

// A rollout of Codex: items of its model's talk, and events of its program, of which some repeat items.

const TYPES = ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'];

/** The lines of a rollout. The first versions of Codex wrote them into one document. */
function rolloutLines(document: Json): readonly JsonObject[] {
  const { session = null, items } = isJsonObject(document) ? document : {};
  return isJsonObject(session) && Array.isArray(items) ? [session, ...objectsOf(items)] : linesOf(document);
}

/** Whether `document` is a rollout of Codex, or the output of `codex exec --json`. */
export const isCodex = (document: Json): boolean =>
  rolloutLines(document).some(
    (line) =>
      (TYPES.includes(textOf(line['type'])) && isJsonObject(line['payload'] ?? null)) ||
      (typeof line['id'] === 'string' && typeof objectOf(line['msg'])['type'] === 'string') ||
      (line['type'] === 'thread.started' && 'thread_id' in line) ||
      (/^item\.(started|completed)$/.test(textOf(line['type'])) && isJsonObject(line['item'] ?? null)),
  ) || isOldest(rolloutLines(document));

/** Whether the lines are a rollout in the oldest format: a head without a type, and items. */
const isOldest = ([head = {}, ...items]: readonly JsonObject[]): boolean =>
  head['type'] === undefined &&
  typeof head['id'] === 'string' &&
  typeof head['timestamp'] === 'string' &&
  ('instructions' in head || 'git' in head) &&
  items.some((item) => item['type'] === 'message' || Object.hasOwn(CALLS, textOf(item['type'])));

/** The trajectory of each session. */
export function codexTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const sessions = sessionsIn(rolloutLines(document), earlier, sessionBegun);
  return Array.from(sessions, ([name, lines]) => ({
    ...trajectoryOf(new Rollout(lines, earlier.talk(name)), file),
    id: name,
    ...(sessions.size === 1 ? {} : { parts: lines }),
  }));
}

/** The id of the session that a line begins. A session that goes on an earlier one has the earlier one's head among its lines. */
function sessionBegun(line: JsonObject, before: JsonObject | undefined): string | undefined {
  const { type, payload, thread_id: thread, session_id: session } = line;
  if (type === 'thread.started' || type === 'session.created') return textOf(thread ?? session);
  if (type !== 'session_meta') return undefined;
  const [own, other] = [objectOf(payload), objectOf(before?.['payload'])];
  const [begun, otherBegun] = [parseTime(own['timestamp']) ?? 0, parseTime(other['timestamp']) ?? Infinity];
  return before === undefined || (own['id'] !== other['id'] && begun > otherBegun)
    ? textOf(own['id'])
    : undefined;
}

/** The trajectories of sessions by file: of those that no other one started, with the sessions that they started. */
export function codexFolderTrajectories(document: Json, file: string): readonly Trajectory[] {
  // The session comes last in its group, and first among the trajectories.
  const files = Object.entries(objectOf(document))
    .toReversed()
    .map(([path, lines]) => {
      const rollout = new Rollout(rolloutLines(lines), new EarlierParts());
      return { lines, rollout, key: rollout.id || path };
    });
  const byKey = new Map(files.map((one) => [one.key, one]));
  const keys = new Map(
    files.flatMap(({ key, rollout: { agentPath } }) => [
      [key, key],
      [agentPath, key],
    ]),
  );
  const family = new Subagents(
    new Map(files.map(({ key, rollout }) => [key, rollout.talk.steps()])),
    ({ tool, args, outcome }) => {
      if (tool !== 'spawn_agent' || outcome.status !== 'done') return undefined;
      const result = objectOf(parseIfJson(outcome.value));
      const named = firstText(result, 'agent_id', 'task_name');
      const key = named === '' ? undefined : keys.get(named);
      const name = firstText(args, 'agent_type', 'task_name') || textOf(result['nickname']) || named;
      return key === undefined ? undefined : { key, name };
    },
  );
  return family.heads().map((key) => {
    const within = family.within(key).map((one) => byKey.get(one)!);
    const { rollout } = byKey.get(key)!;
    return {
      ...trajectoryOf(rollout, file),
      steps: inOrder(family.stepsOf(key)),
      tags: [...new Set(within.flatMap((one) => [...one.rollout.models]))],
      notes: [...new Set(within.flatMap((one) => one.rollout.notes))],
      parts: within.map((one) => one.lines),
    };
  });
}

const trajectoryOf = ({ id, talk, models, notes }: Rollout, file: string): Trajectory => ({
  task: id || file.replace(/\.jsonl$/i, ''),
  steps: talk.steps(),
  states: { tools: {} },
  tags: [...models],
  attempt: { agent: 'Codex', model: [...models][0] },
  notes,
});

/** What is known of a session from its earlier lines, if it is read part by part. */
class EarlierLines {
  /** The digests of the lines. */
  readonly lines = new Set<number>();
  /** The tokens that all answers have together. */
  total = 0;
  /** The ids of the calls among the items; of items without an id, their types. */
  readonly asked = new Set<string>();
}

class Rollout {
  readonly talk: ConversationReader;
  readonly models = new Set<string>();
  readonly notes: string[] = [];
  id = '';
  /** The path by which newer versions name a subagent. */
  agentPath = '';
  readonly #said: ReadonlySet<string>;
  readonly #prompts: ReadonlySet<string>;
  /** The events that end a call, by the call's id. */
  readonly #ends: ReadonlyMap<string, JsonObject>;
  /** The ids of the calls that events begin. */
  readonly #begun: ReadonlySet<string>;
  readonly #undone: ReadonlySet<JsonObject>;
  /** The ids of printed items that were completed. */
  readonly #done: ReadonlySet<string>;
  readonly #earlier: EarlierLines;
  /** Whether the current line is of the session that this one goes on. */
  #isCopied = false;

  constructor(written: readonly JsonObject[], earlier: EarlierParts) {
    this.talk = new ConversationReader('tools', earlier);
    this.#earlier = earlier.state(EarlierLines);
    const lines = onlyOnce(written, this.#earlier.lines);
    const repeated = written.length - lines.length;
    const events = lines.flatMap(({ type, payload, msg }) =>
      type === 'event_msg' || isJsonObject(msg ?? null) ? [objectOf(payload ?? msg)] : [],
    );
    this.#said = new Set(
      lines.flatMap(({ type, payload }) => (type === 'response_item' ? keysOf(objectOf(payload)) : [])),
    );
    this.#prompts = new Set(
      events.flatMap(({ type, message }) => (type === 'user_message' ? [`user ${textOf(message)}`] : [])),
    );
    this.#ends = new Map(
      events.flatMap((event) => (/_end$/.test(textOf(event['type'])) ? [[idOf(event), event]] : [])),
    );
    this.#begun = new Set(
      events.flatMap((event) =>
        /^(?:exec|mcp|patch)\w+_begin$/.test(textOf(event['type'])) ? [idOf(event)] : [],
      ),
    );
    for (const line of lines) {
      const item = line['type'] === 'response_item' ? objectOf(line['payload']) : line;
      if (isCall(item['type'])) this.#earlier.asked.add(idOf(item) || textOf(item['type']));
    }
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
    if (repeated > 0)
      this.notes.push(
        `Shown once: ${repeated} ${repeated === 1 ? 'line that equals' : 'lines that equal'} an earlier one, with its time.`,
      );
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
      if (this.id === '') {
        this.id = textOf(id);
        this.agentPath = textOf(objectOf(objectOf(subagent)['thread_spawn'])['agent_path']);
      }
      if (subagent !== undefined) this.notes.push(`The session of a subagent: ${shown(subagent)}.`);
      const text = textOf(instructions) || textOf(objectOf(base)['text']) || textOf(base);
      this.talk.log('system_prompt', text, time);
    } else if (type === 'turn_context') {
      this.#addModel(payload['model']);
    } else if (type === 'response_item') this.#item(payload, time);
    else if (type === 'event_msg') this.#event(payload, time);
    else if (isJsonObject(line['msg'] ?? null)) this.#event(objectOf(line['msg']), time);
    else if (type === 'compacted')
      // Its new history repeats the talk.
      this.talk.log('log', `The talk was compacted: ${textOf(payload['message'])}`, time);
    else if (type === 'thread.started' || type === 'session.created')
      this.id = firstText(line, 'thread_id', 'session_id');
    else if (type === 'item.completed' || (type === 'item.started' && !this.#isDone(line)))
      this.#printedItem(objectOf(line['item']));
    else if (type === 'turn.completed')
      this.talk.log('log', 'All answers of the turn together.', time, { tokens: readUsage(line['usage']) });
    else if (type === 'turn.failed' || type === 'error')
      this.talk.add(...errorSteps(type, messageIn(line['error'] ?? line['message']), time));
    else if (type === 'item.started' || type === 'item.updated' || type === 'turn.started') return;
    else if (type === '' && typeof line['prompt'] === 'string') this.talk.say('user', line['prompt'], time);
    else if (type === '' && typeof line['workdir'] === 'string') {
      this.#addModel(line['model']);
      this.talk.log('log', shown(line), time);
    } else if (type === '' && 'timestamp' in line && !('role' in line)) {
      // The head of the oldest rollouts.
      this.id ||= textOf(line['id']);
      this.talk.log('system_prompt', textOf(line['instructions']), time);
    } else if (
      type === 'reasoning' ||
      /_output$/.test(type) ||
      'role' in line ||
      type === 'message' ||
      isCall(type)
    )
      this.#item(line, time);
    else this.talk.log('log', shown(line), time);
  }

  #addModel(model: Json | undefined): void {
    if (textOf(model) !== '') this.models.add(textOf(model));
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
    } else if (isCall(type)) this.#call(item, type, time);
    else if (/_output$/.test(type)) this.#result(item, time);
    else this.talk.log('log', shown(item), time);
  }

  #call(item: JsonObject, type: string, time: SimTime | undefined): void {
    const { action, name, arguments: args, input } = item;
    const given = args ?? input ?? action;
    const call = { id: idOf(item), tool: textOf(name) || CALLS[type]!, args: readArguments(given) };
    this.talk.call(call, time);
  }

  #result(item: JsonObject, time: SimTime | undefined): void {
    const id = textOf(item['call_id']);
    const written = parseIfJson(item['output']);
    const { output, content, metadata, success } = objectOf(Array.isArray(written) ? null : written);
    const isWrapped = output !== undefined || content !== undefined;
    const text = isWrapped ? contentOf(output ?? content) : contentOf(written);
    const event = this.#ends.get(id) ?? {};
    const code = numberOf(objectOf(metadata)['exit_code']) ?? exitCodeIn(text);
    const rule =
      failureOf({ exit_code: code ?? null, success: success ?? null }) ??
      failureOf(event) ??
      (REFUSALS.test(text) ? ERROR_IN_OUTPUT : undefined);
    const outcome = outcomeOf(text, rule === undefined ? null : { type: rule });
    const elapsed = numberOf(objectOf(metadata)['duration_seconds']) ?? secondsIn(event);
    this.talk.result({ ids: [id], text, outcome, elapsed }, time);
  }

  /** Adds an event of the program. Events that repeat an item are left out. */
  #event(event: JsonObject, time: SimTime | undefined): void {
    const { message, text, reason, num_turns: turns } = event;
    const type = textOf(event['type']);
    switch (type) {
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
        const { total_token_usage: total, last_token_usage: last } = objectOf(event['info']);
        const { input = 0, output = 0 } = readUsage(total);
        // Older ones have those of the last answer only; newer ones are told again without a new answer.
        const isNew = 'input_tokens' in event || input + output > this.#earlier.total;
        if (isNew)
          // Tokens of copied lines count in the session that they are of.
          this.talk.log(
            'log',
            'The model answered.',
            time,
            this.#isCopied ? {} : { tokens: readUsage(last ?? total ?? event) },
          );
        this.#earlier.total = Math.max(this.#earlier.total, input + output);
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
      case 'session_configured':
        this.id ||= textOf(event['session_id']);
        this.#addModel(event['model']);
        break;
      case 'exec_command_begin':
      case 'mcp_tool_call_begin':
      case 'patch_apply_begin':
        if (!this.#hasAsked(event)) this.talk.call({ id: idOf(event), ...calledIn(event) }, time);
        break;
      case 'exec_command_end':
      case 'mcp_tool_call_end':
      case 'patch_apply_end':
      case 'web_search_end':
        this.#end(event, time);
        break;
      // Other lines say the same.
      case 'web_search_begin':
      case 'exec_command_output_delta':
      case 'agent_message_delta':
      case 'agent_reasoning_delta':
      case 'agent_reasoning_section_break':
        break;
      default:
        this.talk.log('log', shown(event), time);
    }
  }

  /** Whether an item has the call of an event, and another item its result. */
  #hasAsked(event: JsonObject): boolean {
    return (
      this.#earlier.asked.has(idOf(event)) ||
      (event['type'] === 'web_search_end' && this.#earlier.asked.has('web_search_call'))
    );
  }

  /** Adds the result of a call that an event began, or the call itself if no other line has it, such as a command of the user. */
  #end(event: JsonObject, time: SimTime | undefined): void {
    if (this.#hasAsked(event)) return;
    const id = idOf(event);
    const [text, elapsed] = [resultIn(event), secondsIn(event)];
    const rule = failureOf(event);
    // What a search found is not in the event.
    const outcome =
      event['type'] === 'web_search_end'
        ? NO_RESULT
        : outcomeOf(text, rule === undefined ? null : { type: rule });
    if (this.#begun.has(id)) this.talk.result({ ids: [id], text, outcome, elapsed }, time);
    else
      this.talk.call(
        { id, ...calledIn(event), outcome, elapsed },
        time,
        event['source'] === 'user_shell' ? 'user' : 'agent',
      );
  }

  #isDone(line: JsonObject): boolean {
    return this.#done.has(textOf(objectOf(untracked(line['item'] ?? null))['id']));
  }

  /** Adds an item in the form that `codex exec --json` prints. */
  #printedItem(item: JsonObject): void {
    const { type: kind, item_type: older, id, text, command, aggregated_output: output, status } = item;
    const type = textOf(kind) || textOf(older);
    const rule = failureOf(item);
    const failed = rule === undefined ? null : { type: rule };
    if (type === 'agent_message' || type === 'assistant_message') this.talk.say('agent', textOf(text));
    else if (type === 'reasoning') this.talk.log('thought', textOf(text));
    else if (type === 'command_execution') {
      const outcome = status === 'in_progress' ? undefined : outcomeOf(textOf(output), failed);
      this.talk.call({ id: textOf(id), tool: 'shell', args: { command: shown(command) }, outcome });
    } else if (type === 'mcp_tool_call') {
      const { server, tool, arguments: args, result, error } = item;
      const value = contentOf(objectOf(result)['content']) || messageIn(result ?? error);
      this.talk.call({
        id: textOf(id),
        tool: toolIn(server, tool),
        args: readArguments(args),
        outcome: status === 'in_progress' ? undefined : outcomeOf(value, failed),
      });
    } else if (type === 'file_change' || type === 'web_search') {
      const { id: _, type: __, item_type: ___, status: ____, ...args } = item;
      this.talk.call({
        id: textOf(id),
        tool: type === 'file_change' ? 'apply_patch' : type,
        args: readArguments(args),
        outcome: failed === null ? { status: 'done', value: null } : outcomeOf('', failed),
      });
    } else if (type === 'collab_tool_call') {
      const { tool, prompt, receiver_thread_ids: agents = null, agents_states: states } = item;
      const outcome = status === 'in_progress' ? undefined : outcomeOf(shown(states), failed);
      this.talk.call({
        id: textOf(id),
        tool: textOf(tool),
        args: { ...(textOf(prompt) === '' ? {} : { prompt: prompt! }), agents },
        outcome,
      });
    } else if (type === 'error')
      this.talk.add(...errorSteps('type: error', textOf(item['message']) || shown(item)));
    else this.talk.log('log', shown(item));
  }
}

const idOf = (object: JsonObject): string => firstText(object, 'call_id', 'id');

/** The name of a tool with its server's. */
const toolIn = (server: Json | undefined, tool: Json | undefined): string =>
  [server, tool]
    .map(textOf)
    .filter((word) => word !== '')
    .join('.') || 'unknown';

/** What an event of the program says was called. */
function calledIn(event: JsonObject): { readonly tool: string; readonly args: JsonObject } {
  const { invocation, command, changes, query, action } = event;
  if (invocation !== undefined) {
    const { server, tool, arguments: args } = objectOf(invocation);
    return { tool: toolIn(server, tool), args: readArguments(args) };
  }
  if (/^patch/.test(textOf(event['type'])))
    return { tool: 'apply_patch', args: changes === undefined ? {} : { changes } };
  return query === undefined
    ? { tool: 'shell', args: { command: command ?? null } }
    : { tool: 'web_search', args: { query, ...(action === undefined ? {} : { action }) } };
}

/** The result of a call in an event that ends it. */
function resultIn(event: JsonObject): string {
  const { Ok: returned, Err: error } = objectOf(event['result']);
  if (returned !== undefined || error !== undefined) return contentOf(objectOf(returned)['content'] ?? error);
  return firstText(event, 'aggregated_output') || [event['stdout'], event['stderr']].map(textOf).join('');
}

/** The field that shows that a call failed, in an event or an item. */
function failureOf(object: JsonObject): string | undefined {
  const { exit_code: code, success, status, result, error } = object;
  const returned = objectOf(result);
  if (typeof code === 'number' && code !== 0) return `exit code ${code}`;
  if ('Err' in returned) return 'result: Err';
  if (objectOf(returned['Ok'])['isError'] === true) return 'isError: true';
  if (success === false) return 'success: false';
  if (status === 'failed' || status === 'declined') return `status: ${status}`;
  return isJsonObject(error ?? null) ? 'error' : undefined;
}

/** The duration in an event, in seconds. */
function secondsIn(event: JsonObject): number | undefined {
  const { secs, nanos } = objectOf(event['duration']);
  const full = numberOf(secs);
  return full === undefined ? undefined : full + (numberOf(nanos) ?? 0) / 1e9;
}

/** Matches the texts that stand in place of a result if a call was not carried out. */
const REFUSALS =
  /^(?:execution error: |(?:exec command|patch) rejected by user|aborted(?: by user|$)|failed in sandbox: |failed to parse function arguments: |unsupported (?:custom tool )?call: |apply_patch verification failed: |tool call error: |(?:exec_command|write_stdin) failed)/;

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

const isCall = (type: Json | undefined): boolean => Object.hasOwn(CALLS, textOf(type));

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

/** `lines` without those that a session repeats when it goes on: they equal an earlier line, with its time. */
const onlyOnce = (lines: readonly JsonObject[], earlier: Set<number>): readonly JsonObject[] =>
  lines.filter((line) => {
    const plain = untracked(line) as JsonObject;
    if (typeof plain['timestamp'] !== 'string') return true;
    const before = earlier.size;
    if (before < earlier.add(digest(JSON.stringify(plain))).size) return true;
    // All that it has is shown.
    whole(line);
    return false;
  });

/** The number of lines at the head of the file that are copied from the session that it continues. */
function copiedLines(lines: readonly JsonObject[]): number {
  const idIn = ({ type, payload }: JsonObject): string =>
    type === 'session_meta' ? textOf(objectOf(payload)['id']) : '';
  const own = lines.map(idIn).find((id) => id !== '');
  const last = lines.findLastIndex((line) => idIn(line) !== '' && idIn(line) !== own);
  if (last === -1) return 0;
  const isStart = ({ type, payload }: JsonObject): boolean =>
    type === 'event_msg' && /^(?:task|turn)_started$/.test(textOf(objectOf(payload)['type']));
  const begun = lines.findLastIndex(isStart);
  return begun > last ? begun : last;
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
