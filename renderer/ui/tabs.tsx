import { Tabs as Primitive } from '@base-ui/react/tabs';
import { type JSX, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu } from './overlays/menu.tsx';
import styles from './tabs.module.css';

/** Whether more is in a row than it has room for. What is `selected` in it is kept in sight. */
function useOverflow(row: RefObject<HTMLElement | null>, selected: string | undefined): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current!;
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollWidth > element.clientWidth);
      element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    // The tabs, too: they grow with their counts and with the size of the text.
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => {
      observer.disconnect();
    };
  }, [row, selected]);
  return overflows;
}

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Stands after the label: a count, a mark. */
  readonly mark?: ReactNode;
  readonly title?: string | undefined;
}

interface TabsProps<Id extends string> {
  /** What the tabs choose between, for those who hear them. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id | undefined;
  readonly onSelect: (id: Id) => void;
  /** The id of the element whose content they change. */
  readonly panel: string;
}

/** A row of tabs; the arrow keys move along it. Where it has no room for all, a list of them stands beside it. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  panel,
}: TabsProps<Id>): JSX.Element {
  const row = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(row, selected);
  return (
    <Primitive.Root
      className={styles.root}
      value={selected ?? null}
      onValueChange={(id: Id) => {
        onSelect(id);
      }}
    >
      <Primitive.List ref={row} className={styles.tabs} aria-label={label} activateOnFocus loopFocus={false}>
        {tabs.map((tab) => (
          <Primitive.Tab key={tab.id} value={tab.id} aria-controls={panel} title={tab.title}>
            <span>{tab.label}</span>
            {tab.mark}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      {overflows ? (
        <Menu
          label="All tabs"
          trigger={<Button bare icon={ChevronDown} label="All tabs" />}
          items={tabs.map(({ id, label, mark }) => ({
            label,
            mark,
            checked: id === selected,
            onChoose: () => {
              onSelect(id);
            },
          }))}
        />
      ) : null}
    </Primitive.Root>
  );
}
