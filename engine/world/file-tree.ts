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
