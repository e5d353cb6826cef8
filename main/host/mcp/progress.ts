import type { ServerContext } from '@modelcontextprotocol/server';

/** How often a client hears that its request is worked on. */
const INTERVAL = 500; // milliseconds

/** Says how far a request is. */
export type Tell = (message: string) => void;

/** The answer of `work`. A client that asks for progress gets it meanwhile, so that it does not give the request up. */
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
