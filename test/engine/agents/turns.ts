import type { AgentTurn } from '../../../engine/model/conversation.ts';
import type { JsonObject } from '../../../engine/model/values/json.ts';
import { seconds, type SimTime } from '../../../engine/model/values/time.ts';

/** A recorded turn in which the agent calls a tool at `time`, whatever it is told. */
export const callAt = (time: SimTime, tool: string, args: JsonObject): AgentTurn => ({
  by: 'agent',
  time,
  position: 0,
  messages: [],
  question: '',
  answered: '',
  act: { kind: 'call', tool, args },
  thinking: seconds(0),
  thought: '',
  elapsed: 0,
});
