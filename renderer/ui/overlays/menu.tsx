import { Menu as Primitive } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import type { JSX, ReactElement, ReactNode } from 'react';
import clsx from 'clsx';
import { chordText } from '../commands.ts';
import styles from './menu.module.css';

/** A line of a menu: something to do, or a rule between two groups. */
export type MenuItem =
  | 'separator'
  | {
      readonly label: string;
      readonly icon?: LucideIcon;
      /** A count or mark after the label. */
      readonly mark?: ReactNode;
      /** The key that does the same, as the registry of commands writes it. */
      readonly keys?: string | undefined;
      readonly disabled?: boolean;
      /** Whether it is the one that holds now; a menu in which any says so has room for the ticks of all. */
      readonly checked?: boolean;
      readonly onChoose: () => void;
    };

/** The lines of a menu, or of a context menu. */
export function MenuItems({ items }: { readonly items: readonly MenuItem[] }): JSX.Element {
  const ticked = items.some((item) => item !== 'separator' && item.checked !== undefined);
  return (
    <>
      {items.map((item, at) =>
        item === 'separator' ? (
          <Primitive.Separator key={at} className={styles.separator} />
        ) : (
          <Primitive.Item
            key={at}
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
  /** The button that opens it and that it hangs below. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
}

/** A list of things to do below a button: arrows, first letters, Enter and Escape; the focus goes back to the button. */
export function Menu({ label, className, trigger, items }: MenuProps): JSX.Element {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner align="end" sideOffset={4} collisionPadding={8} className={styles.positioner}>
          <Primitive.Popup className={clsx(styles.menu, className)} aria-label={label}>
            <MenuItems items={items} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
