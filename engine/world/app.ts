import type { SimTime } from '../model/index.ts';
import { copyJson } from '../state/index.ts';
import type { Tool } from './tool.ts';

export type Tools<State> = Readonly<Record<string, Tool<State>>>;

/** An app that has something to do at a time of its own: then the world calls one of its tools, without arguments. */
export interface Alarm<State> {
  readonly tool: string;
  /** When it is next due, as far as the state tells. Once called, the tool must have changed that. */
  next(state: State): SimTime | undefined;
}

/** An app as one scenario uses it: its declaration with the state it begins with. */
export interface AppInstance<State extends object = object, Declared extends Tools<State> = Tools<State>> {
  /** The field's class name, such as `EmailClientV2`. */
  readonly class: string;
  readonly state: State;
  readonly tools: Declared;
  readonly alarm?: Alarm<State>;
  /** `files`: other apps of its world read and write its files, through `context.files()`. */
  readonly keeps?: 'files';
}

/** A named state with tools. */
export interface AppDeclaration<State extends object, Declared extends Tools<State>, Options> {
  readonly class: string;
  /** The state a scenario begins with. */
  initial(options: Options): State;
  readonly tools: Declared;
  readonly alarm?: Alarm<State>;
  /** Says that its state is one of files, which other apps of its world may use. */
  readonly keeps?: State extends FileState ? 'files' : never;
}

/**
 * Declares an app; the answer makes one for a scenario, filled as its options say.
 *
 * @throws {TypeError} the answer, where JSON cannot hold the state it begins with.
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

/** When an entry was made and last written, in seconds since the Unix epoch, as far as it is known. */
interface Dated {
  created?: number;
  modified?: number;
}

/**
 * A file: its content as `text` (UTF-8) or as `base64`.
 *
 * One with neither is a placeholder: it is known to be there, but not what is in it.
 */
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

/** The files of a world. They are in the run's state and nowhere else. */
export interface FileState {
  /** The root. Its name is empty. */
  files: FolderEntry;
  /** Where the field's own file system kept the root. Nothing here goes by it. */
  tmpdir: string;
}
