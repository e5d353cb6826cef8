import { useContext, useState, type JSX, type KeyboardEvent } from 'react';
import { Empty } from '../elements/empty.tsx';
import { moveFocus } from '../elements/move-focus.ts';
import { formatBytes, formatCount } from '../format/amount.ts';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { KnownContext, KnownMark, unknownClass } from './known.tsx';
import { FilePane } from './file-pane.tsx';
import { shownOf, sizeOf, type FileRow } from './read-files.ts';
import { useFirst } from './use-first.tsx';
import './files-view.css';

interface FilesViewProps {
  readonly rows: readonly FileRow[];
  readonly changed: ChangedPaths;
}

const isFile = ({ entries }: FileRow): boolean => entries === undefined;

/** Files as a tree, and what is in one of them. Until the person picks, it shows what changed. */
export function FilesView({ rows, changed }: FilesViewProps): JSX.Element {
  const [picked, pick] = useState<string>();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [first, more] = useFirst(shownOf(rows, closed));
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
    moveFocus(event, '.file-row', 'column');
  };
  return (
    <div className="files">
      <div className="files-tree" role="group" aria-label="Files" onKeyDown={onKeyDown}>
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
      className={`file-row ${entries === undefined ? '' : 'file-folder'} ${changedClass(mark)} ${known}`}
      style={{ paddingLeft: `calc(${depth} * var(--gap-3) + var(--gap-2))` }}
      {...state}
      onClick={() => {
        onPick(row);
      }}
    >
      <span className="file-fold" aria-hidden />
      <bdi>{name}</bdi>
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
