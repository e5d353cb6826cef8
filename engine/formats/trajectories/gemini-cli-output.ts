import { groupBy, isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import {
  contentOf,
  ConversationReader,
  EarlierParts,
  outcomeOf,
  readArguments,
  readMessage,
} from './chat.ts';
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
import { untracked } from './tracked-fields.ts';
import { sessionsIn } from './sessions.ts';
import type { Trajectory } from './trajectory.ts';

// What Gemini CLI prints with `--output-format stream-json` and `json`, and the log that it writes with `--telemetry-outfile`.

/** Whether `document` was printed by Gemini CLI, or is its log. */
export const isGeminiCliOutput = (document: Json): boolean =>
  linesOf(document).some((line) => isPrinted(line) || isLogged(line));

const isPrinted = (line: JsonObject): boolean =>
  (line['type'] === 'init' && typeof line['session_id'] === 'string') ||
  (line['type'] === 'tool_use' && typeof line['tool_id'] === 'string') ||
  (isJsonObject(objectOf(line['stats'])['models'] ?? null) && ('response' in line || 'error' in line));

const PREFIX = 'gemini_cli.';

const isLogged = (line: JsonObject): boolean =>
  textOf(objectOf(line['attributes'])['event.name']).startsWith(PREFIX);

/** The trajectory that was printed, or of each session in the log. */
export function geminiCliOutputTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const lines = linesOf(document);
  const name = file.replace(/\.(?:jsonl?|log)$/i, '');
  const logged = lines.filter(isLogged);
  if (logged.length === 0) {
    const sessions = sessionsIn(lines, earlier, ({ type, session_id: id }) =>
      type === 'init' ? textOf(id) : undefined,
    );
    return Array.from(sessions, ([id, own]) => ({
      ...trajectoryOf(new PrintedSession(own, earlier.talk(id)), name),
      ...(sessions.size === 1 ? {} : { parts: own }),
    }));
  }
  return Array.from(
    groupBy(logged, ({ attributes }) => textOf(objectOf(attributes)['session.id'])),
    ([session, own]): Trajectory => ({
      ...trajectoryOf(new LoggedSession(own, session, earlier.talk(session)), name),
      notes: ['The log does not have what the tools gave: a call has the time at which it ended.'],
    }),
  );
}

/** What was read of a session. */
interface ReadSession {
  readonly talk: ConversationReader;
  readonly models: ReadonlySet<string>;
  readonly id: string;
  /** How long the program ran, in seconds. */
  readonly duration?: number | undefined;
}

const trajectoryOf = ({ talk, models, id, duration }: ReadSession, name: string): Trajectory => ({
  task: id || name,
  id,
  steps: talk.steps(),
  states: { tools: {} },
  tags: [...models],
  attempt: { agent: 'Gemini CLI', model: [...models][0], duration },
});

/** A session that was printed line by line, or as one object at its end. */
class PrintedSession implements ReadSession {
  readonly talk: ConversationReader;
  readonly models = new Set<string>();
  id = '';
  duration: number | undefined;
  /** The text that the model is writing, piece by piece, and when it began. */
  #pieces: string[] = [];
  #begun: SimTime | undefined;

  constructor(lines: readonly JsonObject[], earlier: EarlierParts) {
    this.talk = new ConversationReader('tools', earlier);
    for (const line of lines) this.#line(line);
    this.#endText(false);
  }

  #line(line: JsonObject): void {
    const { type, timestamp, delta, role, content } = line;
    const time = parseTime(timestamp);
    if (type === 'message' && role === 'assistant' && delta === true) {
      this.#begun ??= time;
      this.#pieces.push(textOf(content));
      return;
    }
    this.#endText(type === 'tool_use');
    this.id ||= textOf(line['session_id']);
    switch (textOf(type)) {
      case 'init':
        this.#addModel(line['model']);
        break;
      case 'message':
        this.talk.message(line, { time });
        break;
      case 'tool_use': {
        const { tool_id: id, tool_name: tool, parameters } = line;
        this.talk.call(
          { id: textOf(id), tool: textOf(tool) || 'unknown', args: readArguments(parameters) },
          time,
        );
        break;
      }
      case 'tool_result': {
        const { tool_id: id, status, output, error } = line;
        const text = contentOf(output);
        const failure = status === 'error' ? { type: 'status: error', message: messageIn(error) } : null;
        this.talk.result({ ids: [textOf(id)], text, outcome: outcomeOf(text, failure) }, time);
        break;
      }
      case 'error':
        if (line['severity'] === 'warning') this.talk.log('log', `warning: ${messageIn(line)}`, time);
        else this.talk.add(...errorSteps('type: error', messageIn(line), time));
        break;
      case 'result':
      case '':
        this.#end(line, time);
        break;
      default:
        this.talk.log('log', shown(line), time);
    }
  }

  /** Adds the text that the model wrote before the current line. Beside a call it is a thought. */
  #endText(isBesideCall: boolean): void {
    const text = this.#pieces.join('');
    if (isBesideCall) this.talk.log('thought', text, this.#begun);
    else this.talk.say('agent', text, this.#begun);
    this.#pieces = [];
    this.#begun = undefined;
  }

  /** Adds how the session ended, with the tokens of all answers together. */
  #end({ response, error, stats }: JsonObject, time: SimTime | undefined): void {
    this.talk.say('agent', textOf(response), time);
    if (isJsonObject(error ?? null)) this.talk.add(...errorSteps('error', messageIn(error), time));
    const all = objectOf(stats);
    this.duration = secondsIn(all);
    const models = Object.entries(objectOf(untracked(all['models'] ?? null))).flatMap(([model, of]) =>
      isJsonObject(of) ? [model] : [],
    );
    const usages = 'input_tokens' in all ? [all] : models.map((model) => objectOf(all['models'])[model]);
    for (const usage of usages) {
      const { prompt, candidates, cached, thoughts } = objectOf(objectOf(usage)['tokens']);
      const tokens =
        prompt === undefined
          ? readUsage(usage)
          : readUsage({
              prompt,
              completion: candidates ?? null,
              cached: cached ?? null,
              thoughts: thoughts ?? null,
            });
      if ((tokens.input ?? 0) > 0)
        this.talk.log('log', 'All answers of the model together.', time, { tokens });
    }
    for (const model of models) this.#addModel(model);
  }

  #addModel(model: Json | undefined): void {
    if (textOf(model) !== '') this.models.add(textOf(model));
  }
}

const messageIn = (error: Json | undefined): string => textOf(objectOf(error)['message']) || shown(error);

/** A session in the log. */
class LoggedSession implements ReadSession {
  readonly talk: ConversationReader;
  readonly models = new Set<string>();
  readonly id: string;

  constructor(records: readonly JsonObject[], id: string, earlier: EarlierParts) {
    this.talk = new ConversationReader('tools', earlier);
    this.id = id;
    for (const { attributes } of records) this.#event(objectOf(attributes));
  }

  #event(event: JsonObject): void {
    const name = textOf(event['event.name']).slice(PREFIX.length);
    const time = parseTime(event['event.timestamp']);
    const model = textOf(event['model']);
    if (model !== '') this.models.add(model);
    switch (name) {
      case 'user_prompt': {
        const prompt = textOf(event['prompt']);
        const text = prompt !== '' ? prompt : `[A prompt of ${shown(event['prompt_length'])} characters]`;
        this.talk.say('user', text, time);
        break;
      }
      case 'api_response':
        this.#answer(event, time);
        break;
      case 'tool_call': {
        const { function_name: tool, function_args: args, duration_ms: took, success } = event;
        const failure =
          success === false ? { type: 'success: false', message: textOf(event['error']) } : null;
        const text = failure === null ? `[No result is recorded. It took ${shown(took)} ms.]` : '';
        this.talk.call(
          {
            id: '',
            tool: textOf(tool) || 'unknown',
            args: readArguments(args),
            outcome: outcomeOf(text, failure),
            elapsed: secondsIn(event),
          },
          time,
        );
        break;
      }
      case 'api_error':
        this.talk.add(...errorSteps(name, firstText(event, 'error', 'error.message'), time));
        break;
      // The model's answer says the same.
      case 'api_request':
        break;
      default:
        this.talk.log('log', `${name}: ${shown(event)}`, time);
    }
  }

  /** Adds an answer of the model. Its calls have records of their own. */
  #answer(event: JsonObject, time: SimTime | undefined): void {
    const written = parseIfJson(event['response_text']);
    const parts = (Array.isArray(written) ? objectsOf(written) : [objectOf(written)])
      .flatMap(({ candidates }) => objectsOf(candidates))
      .flatMap(({ content }) => objectsOf(objectOf(content)['parts']));
    const content = parts.length === 0 ? textOf(written) : parts;
    const { text, reasoning, calls } = readMessage({ role: 'model', content });
    this.talk.log('thought', [reasoning, calls.length > 0 ? text : ''].join('\n').trim(), time);
    this.talk.log('log', 'The model answered.', time, {
      tokens: readUsage({
        input: event['input_token_count'] ?? null,
        output: event['output_token_count'] ?? null,
        cached: event['cached_content_token_count'] ?? null,
        thoughts: event['thoughts_token_count'] ?? null,
      }),
      elapsed: secondsIn(event),
    });
    if (calls.length === 0) this.talk.say('agent', text, time);
  }
}

/** How long an event took, in seconds. */
function secondsIn({ duration_ms: took }: JsonObject): number | undefined {
  const milliseconds = numberOf(took);
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
