import { Library as LibraryIcon, SearchX } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import { setLibraryQuery } from '../../stores/library.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Head } from './head.tsx';
import { RunTable } from './run-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import styles from './library.module.css';

/** All runs of the workspace, however many: found, grouped, tagged, held against a baseline. */
export function Library(): JSX.Element {
  const { library } = useStores();
  const { answer, refusal, selected } = useStore(library);
  return (
    <Panel label="Runs" head={<Head />}>
      <div className={styles.library}>
        {refusal === undefined ? null : <Message text={refusal.message} />}
        {selected.size === 0 ? null : <SelectionBar picked={[...selected]} />}
        {answer === undefined ? null : answer.total === 0 ? (
          <Empty icon={LibraryIcon} title="No runs yet">
            Open a scenario and press F5.
          </Empty>
        ) : answer.found === 0 ? (
          <Empty icon={SearchX} title="No run is as you ask">
            <Button
              label="Show all"
              onClick={() => {
                setLibraryQuery(library, '');
              }}
            />
          </Empty>
        ) : (
          <RunTable answer={answer} />
        )}
      </div>
    </Panel>
  );
}
