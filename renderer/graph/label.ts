import type { EventOutline } from '../../engine/model/index.ts';

/** What an event is, and which of those that are alike. */
export interface Label {
  readonly what: string;
  readonly which: string;
}

/** How an event is called in little room. */
export function labelOf({ id, kind, action, name }: EventOutline): Label {
  if (action === undefined) return { what: name ?? kind, which: shortened(id, kind) };
  const { app, tool } = action;
  return { what: tool, which: `${shortened(id, `${app}-${tool}`)} · ${app}` };
}

/** An id that nobody gave begins with a number; the rest of it the label says already. */
function shortened(id: string, rest: string): string {
  const number = id.slice(0, -rest.length - 1);
  return id === `${number}-${rest}` && /^\d+$/.test(number) ? number : id;
}
