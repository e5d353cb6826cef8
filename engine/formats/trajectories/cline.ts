import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { contentOf, ConversationReader, EarlierParts, outcomeOf, readMessage } from './chat.ts';
import { listOf, numberOf, objectOf, objectsOf, parseTime, readUsage, textOf } from './fields.ts';
import { over, untracked } from './tracked-fields.ts';
import { ERROR_IN_OUTPUT, type Step, type Trajectory, withCost } from './trajectory.ts';

// What Cline and Roo Code keep of a task in `api_conversation_history.json`: messages as they are sent to the model. In older versions the
// model writes calls into its text, within tags of the tool's name, and the user's next message begins with the result.

/** Whether `document` is the history of a task of Cline or Roo Code. Others begin a prompt with a task in tags, too. */
export const isCline = (document: Json): boolean => {
  const messages = objectsOf(Array.isArray(document) ? listOf(document) : []);
  const first = messages.find(({ role }) => role === 'user') ?? {};
  const isTask = textsOf(first['content'] ?? null).some((text) =>
    /^\s*<(?:task|environment_details)>/.test(text),
  );
  return (
    messages.every((message) => typeof message['role'] === 'string') &&
    messages.some(
      (message) =>
        ('ts' in message && (isTask || isJsonObject(message['modelInfo'] ?? null))) ||
        (isTask && textsOf(message['content'] ?? null).some((text) => MARKS.test(text))),
    )
  );
};

const textsOf = (content: Json): readonly string[] =>
  typeof content === 'string' ? [content] : objectsOf(content).map(({ text }) => textOf(text));

/** What is known of a task from its earlier messages, if it is read part by part. */
class Task {
  /** The tools that were called in the last answer, and whose results are still to come. */
  open: string[] = [];
}

export function clineTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const talk = new ConversationReader('tools', earlier);
  const task = earlier.state(Task);
  const models = new Set<string>();
  const messages = objectsOf(listOf(document));
  for (const message of messages) {
    const time = parseTime(message['ts']);
    const { modelId } = objectOf(message['modelInfo']);
    if (typeof modelId === 'string') models.add(modelId);
    if (message['role'] === 'assistant') addAnswer(talk, message, task, time);
    else if (message['role'] === 'user') addInput(talk, message, task, time);
    else talk.message(message, { time });
  }
  return [
    {
      task: nameIn(messages) || file.replace(/\.json$/i, ''),
      steps: talk.steps(),
      states: { tools: {} },
      tags: [...models],
      attempt: { agent: 'Cline', model: [...models][0] },
    },
  ];
}

/** The first line of what the user asked for: all files of histories have the same name. */
function nameIn(messages: readonly JsonObject[]): string {
  const { content = null } = objectOf(untracked(messages[0] ?? {}));
  const [text = ''] = textsOf(content);
  const [line = ''] = withoutTags(text).trim().split('\n', 1);
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
}

const MAX_NAME = 80; // characters

/** The tools that the model calls in its text. */
const TOOLS = [
  ...['execute_command', 'read_file', 'write_to_file', 'replace_in_file', 'apply_diff', 'insert_content'],
  ...['search_and_replace', 'search_files', 'list_files', 'list_code_definition_names', 'codebase_search'],
  ...['browser_action', 'web_fetch', 'web_search', 'use_mcp_tool', 'access_mcp_resource', 'new_task'],
  ...['ask_followup_question', 'attempt_completion', 'plan_mode_respond', 'switch_mode', 'condense'],
  ...['load_mcp_documentation', 'fetch_instructions', 'update_todo_list', 'new_rule', 'report_bug'],
];
/** Matches the beginning of a call: within a line, a tag is only spoken of. */
const CALL = new RegExp(`^[ \\t]*<(${TOOLS.join('|')})>`, 'gm');
/** Matches what only these programs write. */
const MARKS = new RegExp(`^\\s*<environment_details>|^[ \\t]*<(?:${TOOLS.join('|')})>`, 'm');
const RESULT = new RegExp(`^\\[(${TOOLS.join('|')})\\b[^]{0,20000}?\\] Result:\\n?`);
/** Parameters that may have tags in them. */
const TAGGED = /<(?:content|diff|result)>/;

interface TextCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** The calls in a text, and what stands before and between them. */
function callsIn(text: string): { readonly calls: readonly TextCall[]; readonly rest: string } {
  const calls: TextCall[] = [];
  let [rest, from] = ['', 0];
  CALL.lastIndex = 0;
  for (let found = CALL.exec(text); found !== null; found = CALL.exec(text)) {
    const tool = found[1]!;
    const start = found.index + found[0].length;
    const closing = `</${tool}>`;
    const first = text.indexOf(closing, start);
    const isTagged = TAGGED.test(text.slice(start, first === -1 ? undefined : first));
    const close = isTagged ? text.lastIndexOf(closing) : first;
    // An answer that was interrupted has no end.
    const end = close < start ? text.length : close;
    calls.push({ tool, args: parametersIn(text.slice(start, end)) });
    rest += text.slice(from, found.index);
    from = CALL.lastIndex = Math.min(text.length, end + closing.length);
  }
  return { calls, rest: (rest + text.slice(from)).trim() };
}

/** The parameters of a call, each within tags of its name. */
function parametersIn(text: string): JsonObject {
  const parameters: [string, Json][] = [];
  for (let at = 0; ;) {
    const [all = '', name] = /^\s*<([a-z_]{1,60})>/i.exec(text.slice(at)) ?? [];
    if (name === undefined) break;
    const start = at + all.length;
    const closing = `</${name}>`;
    const close = TAGGED.test(all) ? text.lastIndexOf(closing) : text.indexOf(closing, start);
    const end = close < start ? text.length : close;
    parameters.push([name, text.slice(start, end).replace(/^\n|\n$/g, '')]);
    at = end + closing.length;
  }
  const alone = text.trim();
  return parameters.length === 0 && alone !== '' ? { value: alone } : Object.fromEntries(parameters);
}

function addAnswer(talk: ConversationReader, message: JsonObject, task: Task, time: Step['time']): void {
  const metrics = objectOf(message['metrics']);
  const price = numberOf(metrics['cost']);
  const tokens = { ...readUsage(metrics['tokens']), ...(price === undefined ? {} : { cost: price }) };
  talk.add(...withCost([], { tokens, time }, 'The model answered.'));
  const content = message['content'] ?? null;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
  const found = parts.map((part) => (part['type'] === 'text' ? callsIn(textOf(part['text'])) : undefined));
  const calls = found.flatMap((one) => one?.calls ?? []);
  const isCalling = calls.length > 0;
  const own = parts.flatMap((part, index): readonly JsonObject[] => {
    const rest = found[index]?.rest;
    if (rest === undefined) return [part];
    const [, thought = '', said = rest] = /^\s*<thinking>(.*?)<\/thinking>(.*)$/s.exec(rest) ?? [];
    talk.log('thought', thought.trim(), time);
    if (isCalling) talk.log('thought', said.trim(), time);
    return isCalling || said.trim() === '' ? [] : [{ type: 'text', text: said.trim() }];
  });
  talk.message(over(message, { content: own }), {
    time,
    reads: (one) => ({ ...readMessage(one), cost: {} }),
  });
  for (const call of calls) talk.call({ id: '', ...call }, time);
  task.open = calls.map(({ tool }) => tool);
}

/** Adds what the model is sent: results, what the user says, and what the program adds. */
function addInput(talk: ConversationReader, message: JsonObject, task: Task, time: Step['time']): void {
  const content = message['content'] ?? null;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
  const results: { readonly tool: string; readonly parts: JsonObject[] }[] = [];
  for (const part of parts) {
    const text = part['type'] === 'text' ? textOf(part['text']) : '';
    const [head, tool] = RESULT.exec(text) ?? [];
    const last = results.at(-1);
    if (tool !== undefined && task.open.includes(tool)) {
      const rest = text.slice(head!.length);
      results.push({ tool, parts: rest === '' ? [] : [{ type: 'text', text: rest }] });
    } else if (part['type'] === 'text' && OF_PROGRAM.test(text))
      talk.log('log', `The program adds: ${text}`, time);
    else if (last !== undefined) last.parts.push(part);
    else if (part['type'] === 'text') talk.say('user', withoutTags(text), time);
    else talk.message({ role: 'user', content: [part] }, { time });
  }
  for (const { tool, parts: own } of results) {
    const text = contentOf(own);
    const outcome = outcomeOf(text, FAILURE.test(text) ? { type: ERROR_IN_OUTPUT } : null);
    talk.result({ ids: [], tool, text, outcome }, time);
  }
  task.open = [];
}

/** Matches texts that the program adds to what the user says. */
const OF_PROGRAM =
  /^\s*(?:<environment_details>|\[ERROR\]|\[TASK RESUMPTION\]|# (?:task_progress|TODO LIST))/;

/** Matches the results of calls that failed, or that the user refused. */
const FAILURE = /^\s*(?:The tool execution failed|The user denied this operation|Error:|<error>)/;

/** What the user says, without the tags that the program writes around it. */
const withoutTags = (text: string): string =>
  /^\s*<(task|feedback|answer|user_message)>\n?(.*?)\n?<\/\1>\s*$/s.exec(text)?.[2] ?? text;
