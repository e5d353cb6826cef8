import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';

/** A try to get an answer that failed. */
export class TryError extends Error {
  /** Whether another try may succeed. */
  readonly passes: boolean;
  /** How long the server asks to wait before the next try. */
  readonly wait: number | undefined; // milliseconds

  constructor(message: string, passes = true, wait?: number) {
    super(message);
    this.passes = passes;
    this.wait = wait;
  }
}

/** The longest answer that is read. */
const MAX_LENGTH = 64 * 2 ** 20; // characters
const MAX_SHOWN = 300; // characters
const MAX_RETRY_AFTER = 60; // seconds

/** Servers with these answers may be busy or starting. */
const MAY_PASS = new Set([408, 409, 425, 429]);

/**
 * Sends `body` as JSON to a server, or only asks it when there is none. The address of a Unix socket is `unix:/path/of.sock:/v1/…`.
 * No time limit: servers send nothing while a long prompt is read, and whoever asked stops us.
 *
 * @throws {TryError} when no server answers, or not with success.
 */
export async function send(
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { options, isSecure } = target(url);
    const request = (isSecure ? overHttps : overHttp)({
      ...options,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    request.on('response', resolve);
    request.on('error', (error) => {
      reject(new TryError(`${url} cannot be reached: ${reasonOf(error)}`));
    });
    request.end(body);
  });
  const { statusCode: status = 0 } = answer;
  if (status >= 200 && status < 300) return answer;
  const text = await readAll(answer);
  const wait = Number(answer.headers['retry-after']);
  throw new TryError(
    `The server answered ${status}: ${messageIn(text)}`,
    status >= 500 || MAY_PASS.has(status),
    Number.isFinite(wait) ? Math.min(wait, MAX_RETRY_AFTER) * 1000 : undefined,
  );
}

function target(url: string): { readonly options: RequestOptions; readonly isSecure: boolean } {
  const [, socketPath, path = '/'] = /^unix:([^:]+):?(.*)$/.exec(url) ?? [];
  if (socketPath !== undefined) return { options: { socketPath, path, host: 'localhost' }, isSecure: false };
  const { protocol, hostname, port, pathname, search } = new URL(url);
  return {
    options: { hostname: hostname.replace(/^\[|\]$/g, ''), port, path: pathname + search },
    isSecure: protocol === 'https:',
  };
}

const reasonOf = (error: NodeJS.ErrnoException): string =>
  error.message === '' ? (error.code ?? 'unknown') : error.message;

/** Reads an answer to its end. What is not UTF-8 becomes U+FFFD. @throws {TryError} when it breaks off or is too long. */
export async function readAll(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of pieces(answer)) text += piece;
  return text;
}

/** The text of an answer as it comes. @throws {TryError} when it breaks off or is too long. */
export async function* pieces(answer: IncomingMessage): AsyncGenerator<string> {
  let length = 0;
  try {
    for await (const piece of answer.setEncoding('utf8') as AsyncIterable<string>) {
      length += piece.length;
      if (length > MAX_LENGTH)
        throw new TryError(`The answer has more than ${MAX_LENGTH} characters.`, false);
      yield piece;
    }
  } catch (thrown) {
    if (thrown instanceof TryError) throw thrown;
    throw new TryError(`The answer broke off: ${reasonOf(thrown as Error)}`);
  }
}

/** The message in an error's JSON, or its text. */
function messageIn(text: string): string {
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const said =
      typeof error === 'object' && error !== null && 'message' in error
        ? error.message
        : (error ?? message ?? detail);
    if (typeof said === 'string') return said.slice(0, MAX_SHOWN);
  } catch {
    // Not JSON: the text says it.
  }
  return text.trim().slice(0, MAX_SHOWN) || 'no text';
}
