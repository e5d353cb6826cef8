import { seconds } from '../model/time.ts';
import type { Agent, Move, Thought } from './agent.ts';

/** An agent that makes `moves` one after the other, whatever it sees, and then finishes. It thinks as long as each says. */
export function scriptedAgent(moves: readonly (Move | Thought)[]): Agent {
  let next = 0;
  return {
    next(): Thought {
      const move = moves[next++];
      if (move === undefined) return { move: { kind: 'finish' }, took: seconds(0) };
      return 'move' in move ? move : { move, took: seconds(0) };
    },
  };
}
