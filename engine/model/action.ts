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
