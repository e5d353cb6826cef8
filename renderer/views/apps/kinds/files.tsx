import { type JSX, type KeyboardEvent, useContext, useState } from 'react';
import clsx from 'clsx';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Path,
  type SimTime,
  legible,
} from '../../../../engine/model/index.ts';
import { moveFocus } from '../../../ui/focus.ts';
import { formatBytes, formatCount } from '../../../ui/format/numbers.ts';
import { fieldAt, objectAt, objectsIn, textAt, timeAt } from '../../../ui/format/values.ts';
import { Empty } from '../../../ui/messages.tsx';
import { LongText, useShowMore } from '../../../ui/text.tsx';
import { changedClass, type ChangedPaths, ChangedWord, type PathMark } from '../../../ui/json/changed.tsx';
import { KnownContext, KnownLine, KnownMark, unknownClass } from '../../../ui/json/known.tsx';
import { PickButton } from '../../../ui/json/pick.tsx';
import { When } from './chat.tsx';
import styles from './files-view.module.css';

/** A file or folder as a row of the tree. */
export interface FileRow {
  readonly path: Path;
  /** From the root, such as `/Documents/plan.txt`. */
  readonly where: string;
  readonly name: string;
  /** Number of folders above it. */
  readonly depth: number;
  /** Number of entries of a folder; `undefined` for a file. */
  readonly entries: number | undefined;
  readonly text: string | undefined;
  /** Content of a file that is not text. */
  readonly base64: string | undefined;
  readonly modified: SimTime | undefined;
}

/** All files and folders by name, each folder before its content; `undefined` if the state is not a file system. */
export function readFiles(state: Json): readonly FileRow[] | undefined {
  const root = isJsonObject(state) ? objectAt(state, 'files') : undefined;
  const rows: FileRow[] = [];
  return root !== undefined && readInto(rows, root, ['files'], '', 0) ? rows : undefined;
}

function readInto(rows: FileRow[], folder: JsonObject, path: Path, where: string, depth: number): boolean {
  const children = objectsIn(fieldAt(folder, 'children'));
  if (children === undefined) return false;
  const named = children.map(([at, entry]) => ({ at, entry, name: textAt(entry, 'name') ?? '' }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  return named.every(({ at, entry, name }) => {
    const own = { path: [...path, 'children', at], where: `${where}/${name}`, name, depth };
    const isFolder = textAt(entry, 'type') === 'directory';
    rows.push({
      ...own,
      entries: isFolder ? (objectsIn(fieldAt(entry, 'children'))?.length ?? 0) : undefined,
      text: textAt(entry, 'text'),
      base64: textAt(entry, 'base64'),
      modified: timeAt(entry, 'modified'),
    });
    return !isFolder || readInto(rows, entry, own.path, own.where, depth + 1);
  });
}

/** Size in bytes; `undefined` if not known. */
function sizeOf({ text, base64 }: FileRow): number | undefined {
  if (text !== undefined) return new TextEncoder().encode(text).length;
  return base64 === undefined ? undefined : Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

/** The rows that are not within a folder of `closed`, which has paths from the root. */
function shownOf(rows: readonly FileRow[], closed: ReadonlySet<string>): readonly FileRow[] {
  let under: string | undefined;
  return rows.filter(({ where }) => {
    if (under !== undefined && where.startsWith(`${under}/`)) return false;
    under = closed.has(where) ? where : undefined;
    return true;
  });
}

/** One file: its path, and its content if that is text. */
function FilePane({ file, mark }: { readonly file: FileRow; readonly mark: PathMark }): JSX.Element {
  const { path, name, where, modified, text } = file;
  const size = sizeOf(file);
  return (
    <article className={clsx(styles.pane, changedClass(mark))} aria-label="File">
      <ChangedWord mark={mark} />
      <h3>
        <bdi>{legible(name)}</bdi>
        <PickButton path={path} />
      </h3>
      <KnownLine path={path} />
      <dl>
        <dt>Path</dt>
        <dd>
          <LongText text={where} />
        </dd>
        {size === undefined ? null : (
          <>
            <dt>Size</dt>
            <dd className="number">{formatBytes(size)}</dd>
          </>
        )}
        {modified === undefined ? null : (
          <>
            <dt>Modified</dt>
            <dd>
              <When time={modified} /> UTC
            </dd>
          </>
        )}
      </dl>
      {text === undefined || text === '' ? (
        <p className={styles.none}>{nothingToRead(file)}</p>
      ) : (
        <LongText className="mono" text={text} limit={8000} />
      )}
    </article>
  );
}

function nothingToRead({ text, base64 }: FileRow): string {
  if (text !== undefined) return 'Empty.';
  return base64 === undefined ? 'The recording does not contain this file.' : 'Not a text file.';
}

interface FilesViewProps {
  readonly rows: readonly FileRow[];
  readonly changed: ChangedPaths;
}

const isFile = ({ entries }: FileRow): boolean => entries === undefined;

/** Files as a tree, with the content of one file. Shows a changed file until the person picks one. */
export function FilesView({ rows, changed }: FilesViewProps): JSX.Element {
  const [picked, pick] = useState<string>();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [first, more] = useShowMore(shownOf(rows, closed));
  const files = rows.filter(isFile);
  const file =
    files.find(({ where }) => where === picked) ??
    files.find(({ path }) => changed.marks(path) !== 'no') ??
    files.at(0);
  if (rows.length === 0) return <Empty title="No files" />;

  const onPick = ({ where, entries }: FileRow): void => {
    if (entries === undefined) pick(where);
    else
      setClosed(new Set(closed.has(where) ? [...closed].filter((one) => one !== where) : [...closed, where]));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, `.${styles.row}`);
  };
  return (
    <div className={styles.files}>
      <div className={styles.tree} role="group" aria-label="Files" onKeyDown={onKeyDown}>
        {first.map((row) => (
          <Row
            key={row.where}
            row={row}
            changed={changed}
            selected={row === file}
            open={!closed.has(row.where)}
            onPick={onPick}
          />
        ))}
        {more}
      </div>
      {file === undefined ? (
        <Empty title="No file in these folders" />
      ) : (
        <FilePane key={file.where} file={file} mark={changed.marks(file.path)} />
      )}
    </div>
  );
}

interface RowProps {
  readonly row: FileRow;
  readonly changed: ChangedPaths;
  readonly selected: boolean;
  readonly open: boolean;
  readonly onPick: (row: FileRow) => void;
}

function Row({ row, changed, selected, open, onPick }: RowProps): JSX.Element {
  const { path, name, depth, entries } = row;
  const mark = changed.marks(path);
  const known = unknownClass(useContext(KnownContext).of(path));
  const state = entries === undefined ? { 'aria-current': selected } : { 'aria-expanded': open };
  return (
    <button
      type="button"
      className={clsx(
        styles.row,
        entries === undefined ? undefined : styles.folder,
        changedClass(mark),
        known,
      )}
      style={{ paddingLeft: `calc(${depth} * var(--gap-3) + var(--gap-2))` }}
      {...state}
      onClick={() => {
        onPick(row);
      }}
    >
      <span className={styles.fold} aria-hidden />
      <bdi>{legible(name)}</bdi>
      <KnownMark path={path} />
      <span className="number">{entries === undefined ? sizeText(row) : formatCount(entries)}</span>
      <ChangedWord mark={mark} />
    </button>
  );
}

function sizeText(row: FileRow): string {
  const size = sizeOf(row);
  return size === undefined ? '' : formatBytes(size);
}
