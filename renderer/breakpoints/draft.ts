import type { BreakCondition, Relation } from '../../preload/contract.ts';

/** A breakpoint as it stands in the form, as typed. */
export interface Draft {
  readonly on: BreakCondition['on'];
  readonly event: string;
  readonly app: string;
  readonly tool: string;
  readonly path: string;
  readonly is: Relation;
  readonly value: string;
  readonly expression: string;
  readonly when: 'changes' | 'true';
}

/** The breakpoint that `draft` comes to; `undefined` while something is missing. */
export function conditionOf(draft: Draft): BreakCondition | undefined {
  const fields = [draft.event, draft.app, draft.tool, draft.path, draft.expression];
  const [event, app, tool, path, expression] = fields.map((text) => text.trim());
  switch (draft.on) {
    case 'event':
      return event ? { on: 'event', event } : undefined;
    case 'tool':
      return app && tool ? { on: 'tool', app, tool } : undefined;
    case 'state':
      return app && path
        ? { on: 'state', app, path, is: draft.is, value: valueOf(draft.value.trim()) }
        : undefined;
    case 'probe':
      return expression ? { on: 'probe', expression, when: draft.when } : undefined;
    case 'failure':
    case 'notification':
    case 'verdict':
      return { on: draft.on };
  }
}

/** What was typed as a number, true, false, null or, in quotes or not, a text. */
function valueOf(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as string | number | boolean | null);
  } catch {
    return text;
  }
}
