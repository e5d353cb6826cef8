import type { SimTime } from '../model/index.ts';
import { copyJson } from '../state/index.ts';
import type { Tool } from './tool.ts';

export type Tools<State> = Readonly<Record<string, Tool<State>>>;

/** Lets an app act at a time of its own: the world then calls one of its tools, without arguments. */
export interface Alarm<State> {
  readonly tool: string;
  /** When the tool is due next, judged by the state. The tool must change this when it is called. */
  next(state: State): SimTime | undefined;
}

/** An app of one scenario: its declaration with its initial state. */
export interface AppInstance<State extends object = object, Declared extends Tools<State> = Tools<State>> {
  /** ARE's class name, such as `EmailClientV2`. */
  readonly class: string;
  readonly state: State;
  readonly tools: Declared;
  readonly alarm?: Alarm<State>;
  /** `files`: other apps of the world read and write its files through `context.files()`. */
  readonly keeps?: 'files';
}

/** What an app is: a class name, an initial state and tools. */
export interface AppDeclaration<State extends object, Declared extends Tools<State>, Options> {
  readonly class: string;
  /** Makes the initial state for a scenario. */
  initial(options: Options): State;
  readonly tools: Declared;
  readonly alarm?: Alarm<State>;
  /** Lets other apps of the world use its files. Only for a state of files. */
  readonly keeps?: State extends FileState ? 'files' : never;
}

/**
 * Declares an app. The answer is a function that makes the app for a scenario, with options for its initial state.
 *
 * That function throws a `TypeError` when the initial state is not JSON.
 */
export const app =
  <State extends object, Declared extends Tools<State>, Options = object>(
    declared: AppDeclaration<State, Declared, Options>,
  ) =>
  (
    ...options: object extends Options ? [options?: Options] : [options: Options]
  ): AppInstance<State, Declared> => ({
    class: declared.class,
    state: copyJson(declared.initial(options[0] ?? ({} as Options)), declared.class) as object as State,
    tools: declared.tools,
    ...(declared.alarm === undefined ? {} : { alarm: declared.alarm }),
    ...(declared.keeps === undefined ? {} : { keeps: declared.keeps }),
  });

/** When an entry was made and last written, in seconds since the Unix epoch, if known. */
interface Dated {
  created?: number;
  modified?: number;
}

/** A file with its content as `text` (UTF-8) or as `base64`. A file with neither is a placeholder of unknown content. */
export interface FileEntry extends Dated {
  name: string;
  type: 'file';
  text?: string;
  base64?: string;
}

export interface FolderEntry extends Dated {
  name: string;
  type: 'directory';
  children: Entry[];
}

export type Entry = FileEntry | FolderEntry;

/** The files of a world. They exist in the run's state only, never on disk. */
export interface FileState {
  /** The root. Its name is empty. */
  files: FolderEntry;
  /** Where ARE's file system kept its root. Nothing here uses it. */
  tmpdir: string;
}
