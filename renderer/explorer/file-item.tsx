import type { JSX } from 'react';
import { Blocks, FileCode2, FileJson2, Play } from 'lucide-react';
import type { WorkspaceFile } from '../../preload/contract.ts';
import { Button } from '../elements/button.tsx';
import { formatBytes } from '../format/amount.ts';

interface FileItemProps {
  readonly file: WorkspaceFile;
  readonly selected: boolean;
  readonly dirty: boolean;
  /** What a click does, where that is not to open it. */
  readonly act?: string;
  readonly onOpen: () => void;
  /** Runs what it holds, where a click does not lead to that. */
  readonly onRun?: () => void;
}

/** A file of the workspace by its name; a folder within its section's is said beside it, softly. */
export function FileItem({ file, selected, dirty, act, onOpen, onRun }: FileItemProps): JSX.Element {
  const parts = file.path.split('/');
  const name = parts.at(-1)!;
  const folder = parts.slice(1, -1).join('/');
  const Icon = file.shared === true ? Blocks : name.endsWith('.json') ? FileJson2 : FileCode2;
  const item = (
    <button
      type="button"
      className="item file-item"
      aria-current={selected}
      aria-label={`${act === undefined ? '' : `${act} `}${name}${dirty ? ', not saved' : ''}`}
      title={`${file.path}, ${formatBytes(file.bytes)}`}
      onClick={onOpen}
    >
      <Icon aria-hidden />
      <span className="item-name">{name.replace(/\.trace\.json$/, '')}</span>
      {folder === '' ? null : <span className="item-folder">{folder}</span>}
      {dirty ? <span className="tab-dot dirty" /> : null}
      {act === undefined ? null : <span className="item-act">{act}</span>}
    </button>
  );
  if (onRun === undefined) return item;
  return (
    <div className="tooled-item">
      {item}
      <span className="item-tools">
        <Button bare icon={Play} label={`Run ${name}`} onClick={onRun} />
      </span>
    </div>
  );
}
