import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being put on paper, where nothing scrolls. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    for (const [event, is] of [
      ['beforeprint', true],
      ['afterprint', false],
    ] as const)
      window.addEventListener(
        event,
        () => {
          flushSync(() => {
            setPrinting(is);
          });
        },
        { signal: listening.signal },
      );
    return () => {
      listening.abort();
    };
  }, []);
  return printing;
}
