export type { DueAlarm } from './alarm.ts';
export {
  app,
  ownApp,
  type AppInstance,
  checkApp,
  type FileSystemEntry,
  type FileEntry,
  type FileState,
  type FolderEntry,
  type OutsideServer,
  type ServerStart,
  type Tools,
} from './app.ts';
export {
  about,
  anything,
  type Argument,
  type Arguments,
  bool,
  callArguments,
  choice,
  dict,
  dictOf,
  float,
  int,
  list,
  nullable,
  optional,
  type OptionalArgument,
  str,
  type ValuesOf,
} from './arguments.ts';
export type { CallReplayer, Recording } from './world.ts';
export { describePlanTools, describeTools, type ToolDescription, toolNameForAgent } from './describe.ts';
export type { Plan, PlanData } from './plan.ts';
export {
  actorOf,
  type Caller,
  failureOf,
  refuse,
  type Tool,
  type ToolContext,
  ToolError,
  toolOf,
} from './tool.ts';
export { type CallOptions, type CallResult, recordedAction, type Requests, World } from './world.ts';
