import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { Listener } from './listen.ts';

const LOOPBACK = '127.0.0.1';
const CLOSE_TIMEOUT = 1_000; // milliseconds
const MAX_BODY = 4 * 2 ** 20; // bytes

/**
 * Serves one run over HTTP. Requests to another host name, or from a page of another origin, are refused, because a page in a
 * browser could send them. `server` creates the MCP server of a request.
 */
export async function listenOnHttp(server: () => McpServer): Promise<Listener> {
  const path = `/runs/${randomBytes(16).toString('hex')}/mcp`;
  const handler = createMcpHandler(server, { maxRequestBodySize: MAX_BODY });
  const http = createServer((request, response) => {
    answer(request, response, path, handler.fetch).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(0, LOOPBACK, resolve);
  });
  const { port } = http.address() as AddressInfo;
  return {
    address: `http://${LOOPBACK}:${port}${path}`,
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeIdleConnections();
      // What is being answered is answered first.
      await Promise.race([closed, sleep(CLOSE_TIMEOUT)]);
      http.closeAllConnections();
      await handler.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const asked = requestFrom(request, response);
  const refused =
    hostHeaderValidationResponse(asked, localhostAllowedHostnames()) ??
    originValidationResponse(asked, localhostAllowedOrigins()) ??
    (isSame(request.url ?? '', path) ? undefined : new Response('There is no such run.', { status: 404 }));
  const { status, headers, body } = refused ?? (await fetch(asked));
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) response.end();
  else Readable.fromWeb(body).pipe(response);
}

/** Compares secrets in constant time. */
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function requestFrom(request: IncomingMessage, response: ServerResponse): Request {
  const { method = 'GET', headers, url = '/' } = request;
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Request(new URL(url, `http://${LOOPBACK}`), {
    method,
    headers: given,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}),
  });
}
