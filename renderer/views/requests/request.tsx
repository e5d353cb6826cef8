import { type JSX, type ReactNode, useState } from 'react';
import clsx from 'clsx';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  legible,
  type ModelAnswer,
  type ModelCall,
  type ModelRequest,
  textOrJson,
} from '../../../engine/model/index.ts';
import type { RequestView as Request } from '../../../preload/contract.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './request.module.css';

/** The parts of a request and of what came of it. */
const PARTS = {
  news: 'New',
  messages: 'Messages',
  tools: 'Tools',
  parameters: 'Parameters',
  raw: 'Raw answer',
} as const;
type Part = keyof typeof PARTS;

interface RequestViewProps {
  readonly request: Request;
  /** What a person can do with it. */
  readonly actions?: ReactNode;
}

/** One request to a model: its cost, what is new in it, its parts, and the answer. */
export function RequestView({ request: made, actions }: RequestViewProps): JSX.Element {
  const { request, answer, raw, shared, changed, nth } = made;
  const [part, setPart] = useState<Part>('news');
  const { messages } = request;
  return (
    <section className={styles.request} aria-label={`Request ${nth}`}>
      <header>
        <h4>Request {nth}</h4>
        <Facts {...{ made }} />
      </header>
      {made.failed.length === 0 ? null : (
        <ol className={styles.tries} aria-label="Failed tries">
          {made.failed.map(({ error, elapsed }, index) => (
            <li key={index}>
              Try {index + 1} failed after {formatSpan(elapsed * 1000)}: {legible(error)}
            </li>
          ))}
        </ol>
      )}
      <Segments label="Part of the request" choices={PARTS} chosen={part} onChoose={setPart} />
      {part === 'news' ? (
        <>
          {changed === undefined ? null : (
            <p className={styles.changed}>
              Differs from what the previous request and its answer led to: {legible(changed)}
            </p>
          )}
          {shared === 0 ? null : (
            <p className={styles.quiet}>
              {shared === 1 ? 'The first message is' : `The first ${formatCount(shared)} messages are`} as
              before.
            </p>
          )}
          <Messages messages={messages.slice(shared)} from={shared} />
        </>
      ) : part === 'raw' ? (
        <pre className={clsx(styles.raw, 'mono')}>{raw === '' ? 'Nothing was recorded.' : legible(raw)}</pre>
      ) : (
        <RequestPart {...{ part, request }} prompt={made.prompt} />
      )}
      <Answer answer={answer} original={made.original} />
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

/** The tokens, the time and the server of a request. */
function Facts({ made }: { readonly made: Request }): JSX.Element {
  const { usage, elapsed, failed, server, request, answer } = made;
  const { input, cached, output, reasoning } = usage;
  const count = (tokens: number | undefined, word: string): readonly string[] =>
    tokens === undefined ? [] : [`${formatCount(tokens)} ${word}`];
  const facts = [
    plain(request.body['model']),
    ...count(input, 'tokens in'),
    ...count(cached, 'cached'),
    ...count(output, 'out'),
    ...count(reasoning, 'for reasoning'),
    formatSpan(elapsed * 1000),
    ...(failed.length === 0 ? [] : [`${failed.length + 1} tries`]),
    ...(answer === undefined || answer.finish === '' ? [] : [answer.finish]),
  ].filter(Boolean);
  const { url } = server;
  return (
    <span className={clsx(styles.facts, 'number')} title={typeof url === 'string' ? url : undefined}>
      {legible(facts.join(' · '))}
    </span>
  );
}

interface RequestPartProps {
  readonly part: 'messages' | 'tools' | 'parameters';
  readonly request: ModelRequest;
  /** The file of the system prompt, if it is the person's. */
  readonly prompt?: Request['prompt'];
}

/** A part of a request as it is sent. */
function RequestPart({ part, request, prompt }: RequestPartProps): JSX.Element {
  const { messages, body } = request;
  switch (part) {
    case 'messages':
      return (
        <>
          {prompt === undefined ? null : (
            <p className={styles.quiet} title={`SHA-256 ${prompt.hash}`}>
              System prompt from {prompt.path}, SHA-256 {prompt.hash.slice(0, 12)}…
            </p>
          )}
          <Messages messages={messages} from={0} />
        </>
      );
    case 'tools': {
      const { tools } = body;
      if (!Array.isArray(tools) || tools.length === 0)
        return <p className={styles.quiet}>No tools beside the messages.</p>;
      return (
        <ul className={styles.tools}>
          {(tools as readonly Json[]).map((tool, index) => (
            <Tool key={index} tool={tool} />
          ))}
        </ul>
      );
    }
    case 'parameters': {
      const { tools: _, ...rest } = body;
      return <JsonTree value={rest} label="Parameters" />;
    }
  }
}

/** The parts of a request before it is sent. */
const TABS = { messages: 'Messages', tools: 'Tools', parameters: 'Parameters', json: 'JSON' } as const;

/** A request as it would be sent, part by part. */
export function RequestTabs({ request }: { readonly request: ModelRequest }): JSX.Element {
  const [part, setPart] = useState<keyof typeof TABS>('messages');
  return (
    <>
      <Segments label="Part of the request" choices={TABS} chosen={part} onChoose={setPart} />
      <div className={styles.part}>
        {part === 'json' ? (
          <pre className="mono">
            {JSON.stringify({ ...request.body, messages: request.messages }, null, 2)}
          </pre>
        ) : (
          <RequestPart {...{ part, request }} />
        )}
      </div>
    </>
  );
}

function Tool({ tool }: { readonly tool: Json }): JSX.Element {
  const whole = isJsonObject(tool) ? tool : {};
  const { function: called } = whole;
  const { name, description, ...rest } = isJsonObject(called) ? called : whole;
  return (
    <li>
      <details>
        <summary>
          <code>{legible(plain(name))}</code> {legible(plain(description))}
        </summary>
        <JsonTree value={rest} label={`Schema of ${plain(name)}`} />
      </details>
    </li>
  );
}

interface MessagesProps {
  readonly messages: readonly JsonObject[];
  /** The place of the first among the messages of the request. */
  readonly from: number;
}

function Messages({ messages, from }: MessagesProps): JSX.Element {
  return (
    <ol className={styles.messages} aria-label="Messages" start={from + 1}>
      {messages.map((message, index) => (
        <li key={index}>
          <span className={styles.role}>
            {from + index + 1} {legible(plain(message['role']))}
          </span>
          <LongText text={messageText(message)} />
        </li>
      ))}
    </ol>
  );
}

/** A value as a text; nothing for none. */
const plain = (value: Json | undefined): string => (value === undefined ? '' : textOrJson(value));

/** The text of a message, with the calls in it; anything else as JSON. */
function messageText(message: JsonObject): string {
  const { role: _, content, tool_calls: calls, ...rest } = message;
  const text = typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content);
  const others = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const called = Array.isArray(calls) ? (calls as readonly Json[]).map(calledText) : [];
  return [text, ...others, ...called].filter(Boolean).join('\n');
}

function calledText(call: Json): string {
  const { function: called } = isJsonObject(call) ? call : {};
  if (!isJsonObject(called)) return JSON.stringify(call);
  return `calls ${plain(called['name'])} ${plain(called['arguments'])}`;
}

const MAX_SHOWN = 600; // characters

/** A text, of which only the beginning is shown at first. */
function LongText({ text }: { readonly text: string }): JSX.Element {
  const [whole, setWhole] = useState(false);
  if (whole || text.length <= MAX_SHOWN) return <p className={styles.text}>{legible(text)}</p>;
  return (
    <p className={styles.text}>
      {legible(text.slice(0, MAX_SHOWN))}…{' '}
      <button
        type="button"
        className={styles.more}
        onClick={() => {
          setWhole(true);
        }}
      >
        Show {formatCount(text.length - MAX_SHOWN)} more characters
      </button>
    </p>
  );
}

interface AnswerProps {
  readonly answer: ModelAnswer | undefined;
  /** The model's own answer, where a person replaced it. */
  readonly original: ModelAnswer | undefined;
}

function Answer({ answer, original }: AnswerProps): JSX.Element {
  if (answer === undefined) return <p className={styles.changed}>No answer came.</p>;
  const { reasoning, text, calls } = answer;
  return (
    <div className={styles.answer} role="group" aria-label="Answer">
      {original === undefined ? null : (
        <>
          <p className={styles.changed}>A person replaced the model’s answer:</p>
          <LongText text={answerText(original)} />
        </>
      )}
      {reasoning === '' ? null : (
        <>
          <h5>Reasoning</h5>
          <LongText text={reasoning} />
        </>
      )}
      <h5>{original === undefined ? 'Answer' : 'Answer that was carried out'}</h5>
      {text.trim() === '' ? null : <LongText text={text} />}
      {calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
      {text.trim() === '' && calls.length === 0 ? <p className={styles.quiet}>Empty.</p> : null}
    </div>
  );
}

/** An answer as one text. */
const answerText = ({ text, calls }: ModelAnswer): string =>
  [text.trim(), ...calls.map(({ name, args }) => `${name} ${args}`)].filter(Boolean).join('\n') || 'Nothing.';

function Call({ call: { name, args } }: { readonly call: ModelCall }): JSX.Element {
  const isBroken = args.trim() !== '' && !isReadable(args);
  return (
    <p className={clsx(styles.text, 'mono')}>
      {legible(`${name} ${args}`)}
      {isBroken ? <span className={styles.changed}> Broken JSON, mended where possible.</span> : null}
    </p>
  );
}

function isReadable(args: string): boolean {
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}
