import { createContext, useContext, type JSX } from 'react';
import { History } from 'lucide-react';
import type { Path } from '../../engine/model/change.ts';
import './pick.css';

/** How a value of the state on show is picked, and which one is. */
export interface Picking {
  readonly picked: Path | undefined;
  readonly pick: (path: Path) => void;
}

/** Nothing where what is shown is no state. */
export const PickContext = createContext<Picking | undefined>(undefined);

export const isPicked = (picking: Picking | undefined, path: Path): boolean =>
  picking?.picked !== undefined && JSON.stringify(picking.picked) === JSON.stringify(path);

/** Asks who changed the value at `path`. */
export function PickButton({ path }: { readonly path: Path }): JSX.Element | null {
  const picking = useContext(PickContext);
  if (picking === undefined) return null;
  return (
    <button
      type="button"
      className="pick"
      aria-pressed={isPicked(picking, path)}
      aria-label={`Who changed ${path.join(' › ')}?`}
      title="Who changed this?"
      onClick={() => {
        picking.pick(path);
      }}
    >
      <History aria-hidden />
    </button>
  );
}
