import type { JSX, ReactElement, ReactNode } from 'react';
import { Popover as Primitive } from '@base-ui/react/popover';
import clsx from 'clsx';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** The button that opens the popover below it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
}

/** A popover below a button; the rest of the window stays usable. */
export function Popover({ label, className, trigger, children }: PopoverProps): JSX.Element {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner align="end" sideOffset={4} collisionPadding={8}>
          {/* Not a dialog, so the window's shortcuts still work. */}
          <Primitive.Popup className={clsx(styles.popover, className)} role="group" aria-label={label}>
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
