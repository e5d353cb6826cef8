import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type JSX, type ReactNode, useState } from 'react';
import clsx from 'clsx';
import { Button } from '../button.tsx';
import { openedPanel } from '../panel.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** Whether to show a close button; not needed if the content has one. */
  readonly closeButton?: boolean;
  /** Called when the person closes it, by Escape or a click outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. */
export function Dialog({
  label,
  className,
  closeButton = false,
  onClose,
  children,
}: DialogProps): JSX.Element {
  // Given back explicitly: the primitive passes over the editor's text, and may not know a panel that opened meanwhile.
  const [before] = useState(() => document.activeElement);
  const focusAfter = (): HTMLElement | true =>
    before instanceof HTMLElement && before.isConnected ? before : (openedPanel() ?? true);
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className={styles.backdrop} />
        <Primitive.Popup
          className={clsx(styles.dialog, className)}
          aria-label={label}
          finalFocus={focusAfter}
        >
          <div>{children}</div>
          {/* Comes last, so that the dialog's content gets the focus first. */}
          {closeButton ? (
            <Button bare icon={X} label="Close" className={styles.close} onClick={onClose} />
          ) : null}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
