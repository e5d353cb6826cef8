import type { Bridge } from '../../preload/contract.ts';

const FRAME = 16; // milliseconds

/**
 * `bridge`, whose signals come together, at most once a frame, and so that what they make the page do takes no more than half
 * of its time: the other half is the person's. The first after a silence comes at once; their order stays.
 */
export function throttleSignals(bridge: Bridge): Bridge {
  let waiting: (() => void)[] = [];
  let resting = false;

  const deliver = (): void => {
    const began = performance.now();
    const now = waiting;
    waiting = [];
    resting = true;
    for (const tell of now)
      try {
        tell();
      } catch (bug) {
        // The others, and all signals to come, are told all the same.
        console.error(bug);
      }
    // After what was drawn because of them, which is at the end of this task.
    setTimeout(() => {
      const spent = performance.now() - began;
      setTimeout(rested, Math.max(FRAME - spent, spent));
    });
  };
  const rested = (): void => {
    resting = false;
    if (waiting.length > 0) deliver();
  };

  return {
    call: (name, request) => bridge.call(name, request),
    on: (name, listener) => {
      let listening = true;
      const stop = bridge.on(name, (signal) => {
        waiting.push(() => {
          if (listening) listener(signal);
        });
        if (!resting) deliver();
      });
      return () => {
        listening = false;
        stop();
      };
    },
  };
}
