import { useEffect, useState } from 'react';

const MINUTE = 60_000; // milliseconds

/** The wall clock, to the minute: for "5 min ago" and nothing else. */
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
