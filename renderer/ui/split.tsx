import type { JSX, ReactNode } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';
import clsx from 'clsx';
import styles from './split.module.css';

/** Storage that outlives the window: the part of `localStorage` in use. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>;

interface Part {
  readonly id: string;
  /** Initial size and (`least`) minimum size, as CSS lengths; a part without a size takes the rest. */
  readonly size?: string;
  readonly least: string;
  /** Keeps its size when the window is resized; other parts resize in proportion. */
  readonly steady?: true;
  readonly content: ReactNode;
}

interface SplitProps {
  readonly id: string;
  readonly along: 'horizontal' | 'vertical';
  readonly parts: readonly Part[];
  readonly memory: Memory;
  readonly className?: string | undefined;
}

/** Parts side by side or stacked, with sizes that the person sets and the window remembers. */
export function Split({ id, along, parts, memory, className }: SplitProps): JSX.Element {
  const key = keyOf(id);
  const kept = layoutFrom(memory.getItem(key), parts);
  return (
    <Group
      id={id}
      className={className}
      orientation={along}
      {...(kept === undefined ? {} : { defaultLayout: kept })}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) memory.setItem(key, JSON.stringify(layout));
      }}
    >
      {parts.flatMap(({ id: part, size, least, steady, content }, index) => [
        ...(index === 0
          ? []
          : [
              <Separator
                key={`before ${part}`}
                className={clsx(styles.edge, styles[along])}
                aria-label={`Resize ${part}`}
              />,
            ]),
        <Panel
          key={part}
          id={part}
          minSize={least}
          groupResizeBehavior={steady ? 'preserve-pixel-size' : 'preserve-relative-size'}
          {...(size === undefined ? {} : { defaultSize: size })}
        >
          {content}
        </Panel>,
      ])}
    </Group>
  );
}

const keyOf = (id: string): string => `orrery.split.${id}`;

/** Resets the remembered sizes of a split. */
export const forgetSizes = (memory: Memory, id: string): void => {
  memory.setItem(keyOf(id), '');
};

/** The remembered sizes; `undefined` if they are not of these parts. */
function layoutFrom(text: string | null, parts: readonly Part[]): Layout | undefined {
  if (text === null) return undefined;
  try {
    const layout = JSON.parse(text) as Record<string, unknown>;
    return parts.every(({ id }) => typeof layout[id] === 'number') ? (layout as Layout) : undefined;
  } catch {
    // Ignore a value that cannot be read.
    return undefined;
  }
}
