import type { Json } from '../../engine/model/index.ts';
import type { Lab, Reply, Request } from '../../preload/contract.ts';
import { ask } from './ask.ts';

/** An app's state at a moment of a run. */
export async function readState(lab: Lab, question: Request<'state.read'>): Promise<Reply<Json>> {
  const reply = await ask(lab, 'state.read', question);
  return reply.ok ? { ok: true, value: JSON.parse(reply.value) as Json } : reply;
}
