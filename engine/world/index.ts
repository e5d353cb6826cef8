export { app, type AppInstance, type Tools } from './app.ts';
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
export type { CallReplayer, Recording } from './call-replayer.ts';
export { datetime, isoDate, parseDatetime, secondsAt, type When, withWeekday } from './datetime.ts';
export { describeTools, toldName, type ToolDescription } from './describe.ts';
export type { Entry, FileEntry, FileState, FolderEntry } from './file-tree.ts';
export { readOnly, type ReadOnly, byId, DerivedValue, type Page, pageOf } from './lists.ts';
export type { Plan } from './plan.ts';
export {
  firstFault,
  givenWhole,
  idOr,
  mapped,
  printedFields,
  text,
  texts,
  time,
  whole,
} from './recorded-state.ts';
export { actorOf, failureOf, refuse, type Tool, type ToolContext, ToolError, toolOf } from './tool.ts';
export {
  type CallOptions,
  type CallResult,
  type DueAlarm,
  recordedAction,
  type Requests,
  World,
} from './world.ts';
