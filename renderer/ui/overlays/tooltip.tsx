import { Tooltip } from '@base-ui/react/tooltip';
import type { JSX, ReactElement } from 'react';
import styles from './tooltip.module.css';

/** Content of a tooltip: a text and a shortcut. */
interface Hint {
  readonly text: string | undefined;
  readonly keys?: string | undefined;
}

const handle = Tooltip.createHandle<Hint>();

const DELAY = 500; // milliseconds before the first tooltip; neighbours then show theirs at once

interface HintedProps extends Hint {
  readonly disabled?: boolean;
  readonly children: ReactElement;
}

/** An element that shows a tooltip on hover and on focus. */
export function Hinted({ children, text, keys, disabled = false }: HintedProps): JSX.Element {
  return (
    <Tooltip.Trigger
      handle={handle}
      payload={{ text, keys }}
      delay={DELAY}
      disabled={disabled || text === undefined}
      render={children}
    />
  );
}

/** The single tooltip of the page, shared by every {@link Hinted}. */
export function TooltipHost(): JSX.Element {
  return (
    <Tooltip.Root handle={handle} disableHoverablePopup>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={6} collisionPadding={8} className={styles.positioner}>
            <Tooltip.Popup className={styles.tooltip}>
              {payload?.text}
              {payload?.keys === undefined ? null : <kbd>{payload.keys}</kbd>}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}
