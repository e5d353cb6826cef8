import type { Amendment } from './amendment.ts';
import type { Json } from './json.ts';

const LONGEST = 60; // characters

/** What a branch has otherwise, in a few words. */
export function amendmentInWords(amendment: Amendment): string {
  switch (amendment.kind) {
    case 'argument':
      return `${amendment.name} of ${amendment.event} is ${short(amendment.value)}`;
    case 'leave-out':
      return `${amendment.event} is left out`;
    case 'act':
      return `the ${amendment.actor} calls ${amendment.action.app}.${amendment.action.tool} after ${before(amendment.at)}`;
    case 'set':
      return `${[amendment.app, ...amendment.path].join('.')} is ${short(amendment.value)} after ${before(amendment.at)}`;
    case 'mode':
      return `${amendment.mode === 'oracle' ? 'the oracle acts' : 'no agent acts'} from #${amendment.at} on`;
    case 'agent':
      return `the agent ${doing(amendment.script)} from #${amendment.at} on`;
  }
}

/** A recorded agent's script is named by its run. */
function doing(script: string): string {
  const recorded = /^agent-of-(r\d+)(?:-\d+)?\.json$/.exec(script)?.[1];
  return recorded === undefined ? `follows ${script}` : `does what it did in ${recorded}`;
}

const before = (at: number): string => (at === 0 ? 'the start' : `#${at - 1}`);

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
