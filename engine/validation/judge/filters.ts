import type { CompletedEvent } from './events.ts';

/** The part of an id that marks events that ARE adds as noise. */
const NOISE_TAG = 'env_expansion';

const MAIL_CLASSES: ReadonlySet<string> = new Set(['EmailClientApp', 'EmailClientV2']);

/**
 * The events of `log` that count, adjusted, in the same order: all of the environment's and the user's except noise, and the
 * agent's writes. Failed events are left out.
 *
 * @param agentOnly leaves out the environment and the user as well
 */
export const eventsThatCount = (
  log: readonly CompletedEvent[],
  agentOnly: boolean,
): readonly CompletedEvent[] => log.map(adjusted).filter((event) => counts(event, agentOnly));

function counts({ type, id, operation, failed }: CompletedEvent, agentOnly: boolean): boolean {
  if (failed || type === 'other') return false;
  return type === 'agent' ? operation === 'write' : !agentOnly && !id.includes(NOISE_TAG);
}

/** Adjusts three calls of the agent that ARE counts differently. ARE names their classes literally, without the aliases. */
function adjusted(event: CompletedEvent): CompletedEvent {
  if (event.type !== 'agent') return event;
  const { class: name, tool } = event;
  if (name === 'CabApp' && tool === 'get_quotation') return { ...event, operation: 'read' };
  if (MAIL_CLASSES.has(name) && tool === 'add_email') return { ...event, type: 'environment' };
  if (name === 'SandboxLocalFileSystem' && tool === 'makedirs') return { ...event, tool: 'mkdir' };
  return event;
}
