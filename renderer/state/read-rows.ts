import type { RunId } from '../../engine/model/index.ts';
import type { Lab, Reply, RowBatch } from '../../preload/contract.ts';
import { ask } from './ask.ts';

/**
 * The rows of a run from position `from` on, batch by batch, until there are no more or they are refused. While one batch
 * is drawn, main reads the next and has the one after it in hand.
 */
export async function* readRows(lab: Lab, run: RunId, from: number): AsyncGenerator<Reply<RowBatch>> {
  const asked = new Map<number, Promise<Reply<RowBatch>>>();
  const read = (at: number): Promise<Reply<RowBatch>> => {
    const reply = asked.get(at) ?? ask(lab, 'log.rows', { run, from: at });
    asked.set(at, reply);
    return reply;
  };
  let at = from;
  for (;;) {
    const reply = await read(at);
    asked.delete(at);
    if (!reply.ok) yield reply;
    if (!reply.ok || reply.value.times.length === 0) return;
    const { length } = reply.value.times;
    at += length;
    // Where a batch was shorter than the one before, those asked for lie beyond a gap, and may have been read too early.
    if (!asked.has(at)) asked.clear();
    void read(at);
    void read(at + length);
    yield reply;
  }
}
