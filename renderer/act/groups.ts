import type { Actor } from '../../engine/model/index.ts';
import type { ToolDescription } from '../../preload/contract.ts';

/** Tools under one heading. */
export interface ToolGroup {
  readonly label: string;
  readonly tools: readonly ToolDescription[];
}

const LABELS = {
  user: 'For the user',
  agent: 'For the agent',
  environment: 'For the world',
} as const satisfies Record<Actor, string>;

const ACTORS = Object.keys(LABELS) as readonly Actor[];

/** `tools` by who they are for, those for `actor` first. Nobody is kept from the others: a person may try what they like. */
export function groupsFor(tools: readonly ToolDescription[], actor: Actor): readonly ToolGroup[] {
  const order = [actor, ...ACTORS.filter((one) => one !== actor)];
  const first = (tool: ToolDescription): Actor | undefined => order.find((one) => tool.roles.includes(one));
  return order
    .map((one) => ({ label: LABELS[one], tools: tools.filter((tool) => first(tool) === one) }))
    .filter((group) => group.tools.length > 0);
}

/** `send_email` of `Mail__send_email`. */
export const toolName = (app: string, { name }: ToolDescription): string => name.slice(app.length + 2);
