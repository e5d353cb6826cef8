import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import clsx from 'clsx';
import { Button } from '../button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** Whether it has a button to close it; not where one of its own does that. */
  readonly closeButton?: boolean;
  /** Called when the person wants it gone: Escape, or a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something above everything else, which has the keys to itself. */
export function Dialog({
  label,
  className,
  closeButton = false,
  onClose,
  children,
}: DialogProps): JSX.Element {
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className={styles.backdrop} />
        <Primitive.Popup className={clsx(styles.dialog, className)} aria-label={label}>
          <div>{children}</div>
          {/* Comes last, so that what the dialog is about has the focus first. */}
          {closeButton ? (
            <Button bare icon={X} label="Close" className={styles.close} onClick={onClose} />
          ) : null}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
