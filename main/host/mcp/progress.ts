import type { ServerContext } from '@modelcontextprotocol/server';

/** How often a client gets progress messages, in milliseconds. */
const INTERVAL = 500; // milliseconds

/** Reports the progress of a request. */
export type Tell = (message: string) => void;

/** The result of `work`. A client that asks for progress gets messages meanwhile, so that it does not time out. */
export async function tellingProgress<Answer>(
  { _meta: meta, notify }: ServerContext['mcpReq'],
  work: (tell: Tell) => Answer | Promise<Answer>,
): Promise<Answer> {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return work(() => undefined);
  let said: string | undefined;
  let seconds = 0;
  const telling = setInterval(() => {
    seconds += INTERVAL / 1000;
    const params = { progressToken, progress: seconds, message: said ?? `${seconds} s so far` };
    // A client that has gone is told nothing.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, INTERVAL);
  try {
    return await work((message) => (said = message));
  } finally {
    clearInterval(telling);
  }
}
