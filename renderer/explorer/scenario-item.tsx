import { useState, type JSX, type KeyboardEvent } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { Question } from './question.tsx';
import { FileItem } from './file-item.tsx';
import { useFocusBack } from './use-focus-back.ts';
import type { WorkspaceFile } from '../../preload/contract.ts';

interface ScenarioItemProps {
  readonly file: WorkspaceFile;
  readonly selected: boolean;
  readonly dirty: boolean;
  readonly onOpen: () => void;
  readonly onRename: (name: string) => void;
  readonly onTrash: () => void;
}

/** A scenario that can be renamed, in place, and thrown away, which is asked for first. */
export function ScenarioItem(props: ScenarioItemProps): JSX.Element {
  const { file, onRename, onTrash, ...rest } = props;
  const [state, setState] = useState<'plain' | 'naming' | 'asking'>('plain');
  const { frame, giveBack } = useFocusBack();
  const name = file.path.replace(/^scenarios\//, '').replace(/\.ts$/, '');
  const plain = (): void => {
    setState('plain');
  };
  if (state === 'asking')
    return (
      <Question
        label={`Move ${name} to the trash`}
        text={`Move ${name}.ts to the trash? Its runs stay.`}
        yes="Move"
        onAnswer={(yes) => {
          plain();
          giveBack(yes ? 'neighbour' : 'item');
          if (yes) onTrash();
        }}
      />
    );
  if (state === 'naming')
    return (
      <NameField
        name={name}
        onLeave={plain}
        onDone={(given) => {
          plain();
          giveBack('item');
          if (given !== undefined) onRename(given);
        }}
      />
    );
  const rename = (): void => {
    setState('naming');
  };
  const ask = (): void => {
    setState('asking');
  };
  return (
    <div
      ref={frame}
      className="tooled-item"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'F2') rename();
        if (event.key === 'Delete') ask();
      }}
    >
      <FileItem file={file} {...rest} />
      <span className="item-tools">
        <Button bare icon={Pencil} label={`Rename ${name}`} keys="F2" tabIndex={-1} onClick={rename} />
        <Button
          bare
          icon={Trash2}
          label={`Move ${name} to the trash`}
          keys="Delete"
          tabIndex={-1}
          onClick={ask}
        />
      </span>
    </div>
  );
}

interface NameFieldProps {
  readonly name: string;
  /** Called with the name, or with nothing when the person changes their mind. */
  readonly onDone: (name: string | undefined) => void;
  /** Called when the person goes elsewhere instead. */
  readonly onLeave: () => void;
}

function NameField({ name, onDone, onLeave }: NameFieldProps): JSX.Element {
  const [typed, setTyped] = useState(name);
  return (
    <input
      autoFocus
      className="item-name-field"
      aria-label={`New name of ${name}`}
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
      onFocus={(event) => {
        event.target.select();
      }}
      onBlur={onLeave}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onDone(undefined);
        if (event.key === 'Enter') onDone(typed.trim() === '' ? undefined : typed);
      }}
    />
  );
}
