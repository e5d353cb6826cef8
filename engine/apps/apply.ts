import type { Recorder } from '../journal/recorder.ts';
import type { JsonObject } from '../model/json.ts';
import { refuse, type Tool, type ToolContext } from './tool.ts';

/** Where a tool is carried out: on the state of its app. */
interface Bench {
  readonly recorder: Recorder<object>;
  readonly context: ToolContext;
}

/** What `tool`, which goes by `name`, answers. @throws {ToolError} when it only reads and has written; whatever it throws. */
export function apply(
  { recorder, context }: Bench,
  tool: Tool<object>,
  name: string,
  args: JsonObject,
): unknown {
  const before = recorder.last;
  const answer = tool.apply(recorder.draft, args, context);
  const { last } = recorder;
  if (tool.effect === 'read' && last !== undefined && last !== before)
    refuse(
      'TypeError',
      `${name}: found a tool that reads writing to ${[last.app, ...last.path].join('.')}, wanted its effect to be 'write'`,
    );
  return answer;
}
