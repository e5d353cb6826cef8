import { ContextMenu as Primitive } from '@base-ui/react/context-menu';
import { type JSX, type ReactNode, useState } from 'react';
import clsx from 'clsx';
import { type MenuItem, MenuItems } from './menu.tsx';
import styles from './popup-list.module.css';

interface ContextMenuProps {
  readonly label: string;
  /**
   * Returns the menu items for `target`: the innermost element under the pointer, which is at `spot`, or the focused element if
   * the menu key was pressed. With no items, no menu opens.
   */
  readonly items: (target: Element, spot: Spot | undefined) => readonly MenuItem[];
  /** The element with the menu. Use one menu for a whole list, not one per row. */
  readonly children: ReactNode;
}

/** A position in the window, CSS px. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Position of a pointer event; `undefined` for keys. */
function spotOf(event: Event): Spot | undefined {
  const byPointer = event instanceof MouseEvent && event.button >= 0;
  return byPointer ? { x: event.clientX, y: event.clientY } : undefined;
}

/** A context menu, opened by right click, the menu key or Shift+F10. The focus returns to its previous element. */
export function ContextMenu({ label, items, children }: ContextMenuProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState<readonly MenuItem[]>([]);
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(wanted, { event }) => {
        if (!wanted) {
          setOpen(false);
          return;
        }
        const found = event.target instanceof Element ? items(event.target, spotOf(event)) : [];
        setOffered(found);
        setOpen(found.length > 0);
      }}
    >
      <Primitive.Trigger className={styles.area}>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Positioner className={styles.positioner} collisionPadding={8}>
          <Primitive.Popup className={clsx(styles.popup, styles.menu)} aria-label={label}>
            <MenuItems items={offered} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
