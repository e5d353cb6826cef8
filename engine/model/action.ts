import type { AppName } from './ids.ts';
import type { JsonObject } from './json.ts';

/** One call of one tool with its arguments; no time in it. */
export interface Action {
  readonly app: AppName;
  /** The tool's wire name, such as `send_email`. */
  readonly tool: string;
  /** As given: placeholders and references of earlier results are still in it. */
  readonly args: JsonObject;
}

export const isSameTool = (one: Action, other: Action): boolean =>
  one.app === other.app && one.tool === other.tool;

/** An action as it is planned. */
export interface PlannedAction extends Action {
  /**
   * What its tool is declared to do. There only where the tool was seen to take the arguments as they stand, which are texts,
   * numbers and the like: then the log keeps the action itself.
   */
  readonly effect?: 'read' | 'write';
}
