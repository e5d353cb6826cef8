import { ContextMenu as Primitive } from '@base-ui/react/context-menu';
import { type JSX, type ReactNode, useState } from 'react';
import { type MenuItem, MenuItems } from './menu.tsx';
import styles from './menu.module.css';

interface ContextMenuProps {
  readonly label: string;
  /**
   * What can be done with what was clicked: `target` is the innermost element under the pointer, which is at `spot` in the
   * window, or the one that has the focus where the menu key was pressed. No menu opens where there is nothing.
   */
  readonly items: (target: Element, spot: Spot | undefined) => readonly MenuItem[];
  /** What has the menu: one for a whole list, not one for each of its rows. */
  readonly children: ReactNode;
}

/** A place in the window, CSS px. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Where `event` was made by a pointer; keys have no place. */
function spotOf(event: Event): Spot | undefined {
  const byPointer = event instanceof MouseEvent && event.button >= 0;
  return byPointer ? { x: event.clientX, y: event.clientY } : undefined;
}

/** What opens on a right click, the menu key or Shift+F10. The focus goes back to where it was. */
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
          <Primitive.Popup className={styles.menu} aria-label={label}>
            <MenuItems items={offered} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
