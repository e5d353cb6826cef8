import type { Answer, CallName, Lab, Reply, Request } from '../../preload/contract.ts';

/** Puts a question to main. A bug on the other side comes back as a refusal too: no message is ever lost. */
export async function ask<Name extends CallName>(
  lab: Pick<Lab, 'call'>,
  name: Name,
  request: Request<Name>,
): Promise<Reply<Answer<Name>>> {
  try {
    return await lab.call(name, request);
  } catch (bug) {
    const message = bug instanceof Error ? bug.message : String(bug);
    return { ok: false, error: { code: 'unexpected', message: `${name}: ${message}`, problems: [] } };
  }
}
