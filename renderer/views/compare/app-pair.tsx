import type { JSX, ReactNode } from 'react';
import type { AppName, AppSummary, Difference, Json, RunId } from '../../../engine/model/index.ts';
import panelStyles from '../../ui/panel.module.css';
import { Tabs } from '../../ui/tabs.tsx';
import tabsStyles from '../../ui/tabs.module.css';
import { type EntryPair, entryText } from './visible-rows.ts';
import styles from './compare.module.css';

const PANEL = 'compared-app';

/** An app in one of the runs. */
export interface AppSide {
  readonly letter: 'A' | 'B';
  readonly run: RunId;
  /** `undefined` where the run has no such app. */
  readonly app: AppSummary | undefined;
  /** `undefined` until it has come. */
  readonly state: Json | undefined;
}

interface AppPairProps {
  /** The apps of both runs, and where they differ at the selected row. */
  readonly apps: readonly { readonly name: AppName; readonly differences: readonly Difference[] }[];
  readonly picked: AppName | undefined;
  readonly onPick: (app: AppName) => void;
  readonly sides: readonly AppSide[];
  readonly entries: EntryPair;
  /** Draws an app as people know it. */
  readonly view: (side: AppSide) => ReactNode;
}

/** One app of both runs side by side, drawn as the app it is; what differs is marked. */
export function AppPair({ apps, picked, onPick, sides, entries, view }: AppPairProps): JSX.Element {
  return (
    <>
      <header className={panelStyles.head}>
        <Tabs
          label="Apps"
          panel={PANEL}
          selected={picked}
          onSelect={onPick}
          tabs={apps.map(({ name, differences }) => ({
            id: name,
            label: name,
            mark:
              differences.length === 0 ? null : (
                <span className={tabsStyles.dot} role="img" aria-label="differs" />
              ),
          }))}
        />
      </header>
      <div id={PANEL} role="tabpanel" aria-label={picked ?? 'No app'} className={styles.appSides}>
        {sides.map((side) => (
          <section key={side.letter} aria-label={`${picked ?? 'App'} in ${side.letter}`}>
            <h3>
              {side.letter}{' '}
              <span className={styles.appMoment}>
                {side.run}, after {entryText(side.letter === 'A' ? entries.a : entries.b)}
              </span>
            </h3>
            {side.app === undefined ? (
              <p className={styles.detailsNote}>This run does not have this app.</p>
            ) : null}
            {side.app === undefined || side.state === undefined ? null : view(side)}
          </section>
        ))}
      </div>
    </>
  );
}
