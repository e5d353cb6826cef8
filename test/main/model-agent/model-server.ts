import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request that the server got. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** Answers the request number `nth`, counted from 0. */
export type Answering = (response: ServerResponse, asked: Asked, nth: number) => void | Promise<void>;

/** A server of a model, until the end of the test. It answers with `answering`, and lists one model. */
export async function modelServer(answering: Answering): Promise<{
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly close: () => void;
}> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'GET') {
        response.end(request.url === '/v1/models' ? '{"data":[{"id":"tiny"}]}' : '{}');
        return;
      }
      const body = JSON.parse(await text(request)) as Asked['body'];
      const one = { path: request.url!, headers: request.headers, body };
      await answering(response, one, asked.push(one) - 1);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, close };
}

export const eventsOf = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');

/** Sends events as a stream. */
export function stream(response: ServerResponse, events: readonly unknown[]): void {
  response.setHeader('content-type', 'text/event-stream');
  response.end(eventsOf(events));
}

/** The parts of an answer with a text, or with calls of tools. */
export const chat = (
  message: { readonly text?: string; readonly calls?: readonly (readonly [name: string, args: object])[] },
  usage = { prompt_tokens: 20, completion_tokens: 4 },
): readonly unknown[] => [
  ...(message.text === undefined ? [] : [{ choices: [{ delta: { content: message.text } }] }]),
  ...(message.calls ?? []).map(([name, args], index) => ({
    choices: [
      {
        delta: {
          tool_calls: [
            { index, id: `${name}-${index}`, function: { name, arguments: JSON.stringify(args) } },
          ],
        },
      },
    ],
  })),
  { choices: [{ delta: {}, finish_reason: message.calls === undefined ? 'stop' : 'tool_calls' }] },
  { choices: [], usage },
  '[DONE]',
];
