import { Menu as Primitive } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import type { JSX, ReactElement, ReactNode } from 'react';
import clsx from 'clsx';
import { chordText } from '../commands.ts';
import styles from './popup-list.module.css';

/** A menu item: an action, or a separator between groups. */
export type MenuItem =
  | 'separator'
  | {
      readonly label: string;
      readonly icon?: LucideIcon;
      /** A count or mark after the label. */
      readonly mark?: ReactNode;
      /** The shortcut, as written in the command registry. */
      readonly keys?: string | undefined;
      readonly disabled?: boolean;
      /** Whether the item is ticked. If any item has this set, all leave room for a tick. */
      readonly checked?: boolean;
      readonly onChoose: () => void;
    };

/** The items of a menu or context menu. */
export function MenuItems({ items }: { readonly items: readonly MenuItem[] }): JSX.Element {
  const ticked = items.some((item) => item !== 'separator' && item.checked !== undefined);
  return (
    <>
      {items.map((item, index) =>
        item === 'separator' ? (
          <Primitive.Separator key={index} className={styles.separator} />
        ) : (
          <Primitive.Item
            key={index}
            className={styles.item}
            label={item.label}
            disabled={item.disabled ?? false}
            {...(item.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.checked })}
            onClick={item.onChoose}
          >
            {ticked ? (
              <span className={styles.tick}>{item.checked === true ? <Check aria-hidden /> : null}</span>
            ) : null}
            {item.icon === undefined ? null : <item.icon aria-hidden />}
            <span className={styles.label}>{item.label}</span>
            {item.mark}
            {item.keys === undefined ? null : <kbd className={styles.keys}>{chordText(item.keys)}</kbd>}
          </Primitive.Item>
        ),
      )}
    </>
  );
}

interface MenuProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** The button that opens the menu below it. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
}

/** A menu below a button, with arrow keys, first letters, Enter and Escape; the focus returns to the button. */
export function Menu({ label, className, trigger, items }: MenuProps): JSX.Element {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner align="end" sideOffset={4} collisionPadding={8} className={styles.positioner}>
          <Primitive.Popup className={clsx(styles.popup, styles.menu, className)} aria-label={label}>
            <MenuItems items={items} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
