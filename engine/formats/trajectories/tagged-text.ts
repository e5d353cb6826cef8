import type { JsonObject } from '../../model/index.ts';
import { firstText, objectOf, parseIfObject } from './fields.ts';

// Models without a form for tool calls, and sets for training, write thoughts, calls and results into the text, within tags.

/** A model's text without its tags. */
interface AnswerInTags {
  readonly text: string;
  readonly reasoning: string;
  /** Calls with a name and arguments. */
  readonly calls: readonly JsonObject[];
}

const THOUGHT = /^\s*<think(?:ing)?>(.*?)<\/think(?:ing)?>/s;
/** Matches a call, and code in which a text may show one as an example. */
const CALL =
  /<(tool_call|function_call)>((?:(?!<\1>).)*?)<\/\1>|<function=(?:(?!<function=).)*?<\/function>|```.*?(?:```|$)|`[^`\n]*`/gs;
const HAS_CALL = /<(?:tool_call|function_call)>|<function=/;

/** The thoughts and calls in a model's text; `undefined` if it has none. */
export function answerInTags(written: string): AnswerInTags | undefined {
  const thought = THOUGHT.exec(written);
  const calls: JsonObject[] = [];
  const rest = thought === null ? written : written.slice(thought[0].length);
  const text = HAS_CALL.test(rest)
    ? rest.replaceAll(CALL, (all, _, inner: string | undefined) => {
        const call = all.startsWith('`') ? undefined : callIn(inner ?? all);
        if (call === undefined) return all;
        calls.push(call);
        return '';
      })
    : rest;
  if (thought === null && calls.length === 0) return undefined;
  return { text: text.trim(), reasoning: thought?.[1]?.trim() ?? '', calls };
}

/** The call in a text: an object, or a name with parameters in tags. */
function callIn(text: string): JsonObject | undefined {
  const [, name, inner = ''] = /<function=([^>\s]{1,200})>(.*?)<\/function>/s.exec(text) ?? [];
  if (name !== undefined) {
    const given = inner.matchAll(/<parameter=([^>\s]{1,200})>\n?(.*?)\n?<\/parameter>/gs);
    return { name, arguments: Object.fromEntries(Array.from(given, ([, key, value]) => [key!, value!])) };
  }
  const call = objectOf(parseIfObject(text));
  return typeof call['name'] === 'string' ? call : undefined;
}

const RESULT = /<(tool_response|function_response)>\n?((?:(?!<\1>).)*?)\n?<\/\1>/gs;
/** Matches the words with which programs of SWE-agent's and OpenHands's kind give a model a result. */
const OBSERVATION = /^\s*(?:EXECUTION RESULT of \[([^\]\n]{1,200})\]:|OBSERVATION:)\n?/;

/** The results in a message to a model; none if it has anything else. */
export function resultsInTags(written: string): readonly JsonObject[] {
  const observed = OBSERVATION.exec(written);
  if (observed !== null) return [{ name: observed[1] ?? '', content: written.slice(observed[0].length) }];
  const isResult = /^\s*<(?:tool|function)_response>/.test(written);
  if (!isResult || written.replaceAll(RESULT, '').trim() !== '') return [];
  return Array.from(written.matchAll(RESULT), ([, , inner = '']) => {
    const read = objectOf(parseIfObject(inner));
    return 'content' in read && firstText(read, 'name', 'tool_call_id') !== ''
      ? { ...failureIn(objectOf(read['content'])), ...read }
      : { content: inner };
  });
}

/** The fields of a result's content that say whether the call failed. */
const failureIn = (content: JsonObject): JsonObject =>
  Object.fromEntries(
    ['error', 'exit_code', 'success'].flatMap((name) =>
      content[name] === undefined ? [] : [[name, content[name]!]],
    ),
  );
