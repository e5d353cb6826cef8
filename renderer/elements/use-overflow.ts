import { useEffect, useState, type RefObject } from 'react';

/** Whether more is in a row than it has room for. What is `selected` in it is kept in sight. */
export function useOverflow(row: RefObject<HTMLElement | null>, selected: string | undefined): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current!;
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollWidth > element.clientWidth);
      element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [row, selected]);
  return overflows;
}
