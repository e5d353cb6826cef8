import { useEffect, useRef, type JSX, type ReactNode } from 'react';
import './dialog.css';

interface DialogProps {
  readonly label: string;
  readonly className?: string;
  /** Called when the person wants it gone: Escape, or a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something above everything else, which has the keys to itself. */
export function Dialog({ label, className = '', onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
