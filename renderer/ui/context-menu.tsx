import { ContextMenu as Primitive } from '@base-ui/react/context-menu';
import { type JSX, type ReactElement, useState } from 'react';
import { type MenuItem, MenuItems } from './menu.tsx';
import styles from './menu.module.css';

interface ContextMenuProps {
  readonly label: string;
  /**
   * What can be done with what was clicked: `target` is the innermost element under the pointer, or the one that has the
   * focus where the menu key was pressed. No menu opens where there is nothing.
   */
  readonly items: (target: Element) => readonly MenuItem[];
  /** The element whose contents have the menu: one for a whole list, not one for each of its rows. */
  readonly children: ReactElement;
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
        const found = event.target instanceof Element ? items(event.target) : [];
        setOffered(found);
        setOpen(found.length > 0);
      }}
    >
      <Primitive.Trigger render={children} />
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
