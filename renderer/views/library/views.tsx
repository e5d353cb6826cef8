import { Bookmark, Pencil, X } from 'lucide-react';
import { type JSX, useState, useSyncExternalStore } from 'react';
import { legible } from '../../../engine/model/index.ts';
import type { RunView } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusBack } from '../../ui/focus.ts';
import { NameField } from '../../ui/name-field.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import styles from './library.module.css';

interface ViewsProps {
  readonly views: readonly RunView[];
  /** The titles of the columns that can be hidden, and of those that are. */
  readonly columns: readonly string[];
  readonly hidden: ReadonlySet<string>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onShow: (view: RunView) => void;
  readonly onSave: (name: string) => void;
  readonly onRename: (name: string, to: string) => void;
  readonly onDelete: (name: string) => void;
  readonly onColumn: (title: string) => void;
}

const DIGITS = 9;

/** The saved views of the list of runs, each by its digit, and the columns of the one that is shown. */
export function Views(props: ViewsProps): JSX.Element {
  const { views, columns, hidden, open, onOpen, onShow, onSave, onRename, onDelete, onColumn } = props;
  const [name, setName] = useState('');
  const show = (view: RunView): void => {
    onShow(view);
    onOpen(false);
  };
  return (
    <Popover
      label="Views"
      className={styles.views}
      open={open}
      onOpen={onOpen}
      trigger={<Button bare icon={Bookmark} label="Views and columns" command="panel.runViews" />}
    >
      <div
        onKeyDown={({ key, target }) => {
          const view = views[Number(key) - 1];
          if (view !== undefined && !(target instanceof HTMLInputElement && target.type === 'text'))
            show(view);
        }}
      >
        <h2>Views</h2>
        {views.length === 0 ? <p>Save the query, groups, order and columns by a name.</p> : null}
        <ul>
          {views.map((view, index) => (
            <ViewItem
              // A renamed view keeps its row, and with it the focus.
              key={index}
              name={view.name}
              digit={index < DIGITS ? String(index + 1) : undefined}
              onShow={() => {
                show(view);
              }}
              onRename={(to) => {
                onRename(view.name, to);
              }}
              onDelete={() => {
                onDelete(view.name);
              }}
            />
          ))}
        </ul>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            onSave(name.trim());
            setName('');
          }}
        >
          <input
            type="text"
            aria-label="Name of the view"
            placeholder="Name"
            maxLength={60}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
          <Button type="submit" label="Save view" disabled={name.trim() === ''} />
        </form>
        {columns.length === 0 ? null : (
          <>
            <h2>Columns</h2>
            <ColumnChoices {...{ columns, hidden, onColumn }} />
          </>
        )}
      </div>
    </Popover>
  );
}

/** The columns, with those that the width of the list leaves out. */
function ColumnChoices({
  columns,
  hidden,
  onColumn,
}: Pick<ViewsProps, 'columns' | 'hidden' | 'onColumn'>): JSX.Element {
  const leftOut = useSyncExternalStore(onResize, columnsLeftOut).split('\n');
  return (
    <ul className={styles.columnChoices}>
      {columns.map((title) => (
        <li key={title}>
          <label>
            <input
              type="checkbox"
              checked={!hidden.has(title)}
              onChange={() => {
                onColumn(title);
              }}
            />
            {legible(title)}
            {leftOut.includes(title) ? <small title="Shown in a wider list">no room</small> : null}
          </label>
        </li>
      ))}
    </ul>
  );
}

const onResize = (changed: () => void): (() => void) => {
  addEventListener('resize', changed);
  return () => {
    removeEventListener('resize', changed);
  };
};

/** The titles of the columns that the list has no room for, one a line: the style sheet hides them by its width. */
const columnsLeftOut = (): string =>
  [...document.querySelectorAll<HTMLElement>('[data-column]')]
    .filter((header) => !header.checkVisibility())
    .map((header) => header.dataset['column'])
    .join('\n');

interface ViewItemProps {
  readonly name: string;
  /** The key that shows it. */
  readonly digit: string | undefined;
  readonly onShow: () => void;
  readonly onRename: (to: string) => void;
  readonly onDelete: () => void;
}

/** A saved view, which can be renamed in place. */
function ViewItem({ name, digit, onShow, onRename, onDelete }: ViewItemProps): JSX.Element {
  const [isNaming, setIsNaming] = useState(false);
  const { frame, giveBack } = useFocusBack<HTMLLIElement>();
  const rename = (): void => {
    setIsNaming(true);
  };
  return (
    <li
      ref={frame}
      onKeyDown={({ key }) => {
        if (key === 'F2') rename();
      }}
    >
      <span className="number">{digit}</span>
      {isNaming ? (
        <NameField
          name={name}
          onLeave={() => {
            setIsNaming(false);
          }}
          onDone={(to) => {
            setIsNaming(false);
            giveBack('item');
            if (to !== undefined) onRename(to);
          }}
        />
      ) : (
        <Button data-item label={legible(name)} keys={digit} onClick={onShow} />
      )}
      <Button bare icon={Pencil} label={`Rename view ${legible(name)}`} keys="F2" onClick={rename} />
      <Button bare icon={X} label={`Delete view ${legible(name)}`} onClick={onDelete} />
    </li>
  );
}
