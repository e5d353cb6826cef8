import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Protocol } from 'electron';
import { PAGE_ORIGIN, CONTENT_SECURITY_POLICY, PAGE_SCHEME } from './security.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** Call it before the app is ready. */
export function announceScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the built page in `folder` as {@link PAGE_ORIGIN}, and nothing else. */
export function servePage(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(PAGE_SCHEME, ({ url }) => pageFile(folder, url));
}

/** The response to a request for `url`: a file of `folder`, or 404. */
export async function pageFile(folder: string, url: string): Promise<Response> {
  const file = fileOf(folder, url);
  const type = file === undefined ? undefined : TYPES[extname(file)];
  if (file === undefined || type === undefined) return notFound();
  try {
    return new Response(await readFile(file), { headers: { ...HEADERS, 'Content-Type': type } });
  } catch {
    return notFound();
  }
}

const HEADERS = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Content-Type-Options': 'nosniff' };

const notFound = (): Response => new Response(null, { status: 404, headers: HEADERS });

function fileOf(folder: string, url: string): string | undefined {
  const { protocol, host, pathname } = new URL(url);
  if (`${protocol}//${host}` !== PAGE_ORIGIN) return undefined;
  // The URL parser has resolved plain dots; encoded dots and separators appear only after decoding.
  const path = decoded(pathname);
  if (path === undefined || /[\\\0]/.test(path)) return undefined;
  const file = join(folder, path === '/' ? 'index.html' : path);
  return file.startsWith(folder + sep) ? file : undefined;
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
