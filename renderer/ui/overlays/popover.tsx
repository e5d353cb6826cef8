import type { JSX, ReactElement, ReactNode } from 'react';
import { Popover as Primitive } from '@base-ui/react/popover';
import clsx from 'clsx';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** The button that opens the popover below it. */
  readonly trigger: ReactElement;
  /** Whether it is open, if something else than its button opens it, too. */
  readonly open?: boolean;
  readonly onOpen?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A popover below a button; the rest of the window stays usable. */
export function Popover({ label, className, trigger, open, onOpen, children }: PopoverProps): JSX.Element {
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} onOpenChange={(now) => onOpen?.(now)}>
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
