import type { LogRow } from '../../preload/contract.ts';

const LONGEST = 5;

/** One link of a chain of causes; `asked` is the message of the user's that an act of the agent's answers to. */
export interface Link {
  readonly index: number;
  readonly asked: boolean;
}

/**
 * How it came to an entry: what released it, what released that, and so on, a few links back. Of an act that nothing
 * released, the last message of the user's before it.
 */
export function chainTo(rows: readonly LogRow[], index: number): readonly Link[] {
  const chain: Link[] = [];
  let row = rows[index];
  while (row !== undefined && chain.length < LONGEST) {
    // The one that came last is the one it waited for to the end.
    const cause = row.causes.at(-1);
    const asked = cause === undefined && row.kind === 'agent';
    const from = asked ? lastAsked(rows, row.index) : cause;
    if (from === undefined) break;
    // What was looked at before by the same event tells nothing.
    if (rows[from]?.event !== row.event) chain.push({ index: from, asked });
    row = rows[from];
  }
  return chain;
}

function lastAsked(rows: readonly LogRow[], before: number): number | undefined {
  for (let at = before - 1; at >= 0; at -= 1) if (rows[at]!.tool === 'send_message_to_agent') return at;
  return undefined;
}
