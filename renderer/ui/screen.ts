import { useEffect, useState } from 'react';

const MINUTE = 60_000; // milliseconds

/** The wall clock, updated each minute: only for texts such as "5 min ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, MINUTE);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
