import { Tabs as Primitive } from '@base-ui/react/tabs';
import { type JSX, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { legible } from '../../engine/model/index.ts';
import { ChevronDown } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu } from './overlays/menu.tsx';
import styles from './tabs.module.css';

/** Whether the content of a row overflows. Keeps the `selected` tab visible. */
function useOverflow(row: RefObject<HTMLElement | null>, selected: string | undefined): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current!;
    const observer = new ResizeObserver(() => {
      const isCut = element.scrollWidth > element.clientWidth;
      setOverflows(isCut);
      // Only then: the next Tab starts from what was scrolled last.
      if (!isCut) return;
      element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    // Observe the tabs too: their size depends on their counts and the font size.
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
  /** Content after the label: a count or a mark. */
  readonly mark?: ReactNode;
  readonly title?: string | undefined;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id | undefined;
  readonly onSelect: (id: Id) => void;
  /** Id of the element that shows the selected tab. */
  readonly panel: string;
}

/** A row of tabs with arrow keys. When they do not all fit, a menu lists them. */
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
          <Primitive.Tab
            key={tab.id}
            value={tab.id}
            aria-controls={panel}
            title={tab.title === undefined ? undefined : legible(tab.title)}
          >
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
