import { Activity, History } from 'lucide-react';
import { createContext, type JSX, useContext } from 'react';
import { type Path, printPath } from '../../../engine/model/index.ts';
import styles from './pick.module.css';

/** The picked value of the shown state, and the actions on values. */
export interface Selecting {
  readonly picked: Path | undefined;
  readonly pick: (path: Path) => void;
  /** Adds a probe for the value. */
  readonly probe: (path: Path) => void;
}

/** `undefined` when the shown value is not an app state. */
export const PickContext = createContext<Selecting | undefined>(undefined);

export const isPicked = (picking: Selecting | undefined, path: Path): boolean =>
  picking?.picked !== undefined && JSON.stringify(picking.picked) === JSON.stringify(path);

/** The path of the value that `element` or its closest ancestor within `within` shows. */
export function pathUnder(element: Element, within: Element): Path | undefined {
  for (
    let part: Element | null = element;
    part !== null && within.contains(part);
    part = part.parentElement
  ) {
    const shown = part.matches('[data-path]') ? part : part.querySelector('[data-path]');
    if (shown !== null) return JSON.parse(shown.getAttribute('data-path')!) as Path;
  }
  return undefined;
}

/** Buttons that list the changes of the value at `path` and add a probe for it. */
export function PickButton({ path }: { readonly path: Path }): JSX.Element | null {
  const picking = useContext(PickContext);
  if (picking === undefined) return null;
  const place = printPath(path);
  return (
    <>
      <button
        type="button"
        className={styles.pick}
        aria-pressed={isPicked(picking, path)}
        data-path={JSON.stringify(path)}
        aria-label={`Who changed ${place}?`}
        title="Who changed this?"
        onClick={() => {
          picking.pick(path);
        }}
      >
        <History aria-hidden />
      </button>
      <button
        type="button"
        className={styles.pick}
        aria-label={`Probe ${place}`}
        title="Probe this value over the whole run"
        onClick={() => {
          picking.probe(path);
        }}
      >
        <Activity aria-hidden />
      </button>
    </>
  );
}
