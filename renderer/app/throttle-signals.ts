import type { Bridge } from '../../preload/contract.ts';

const FRAME_MILLISECONDS = 16;

/**
 * Wraps `bridge` to deliver its signals in batches, at most one per frame, and such that handling them takes no more than half
 * of the page's time. The signals of the first message after a silence are delivered at once, to all listeners together; the order
 * stays.
 */
export function throttleSignals(bridge: Bridge): Bridge {
  let waiting: (() => void)[] = [];
  /** Whether a batch has been scheduled, or was delivered a moment ago. */
  let resting = false;

  const deliver = (): void => {
    const began = performance.now();
    const now = waiting;
    waiting = [];
    for (const tell of now)
      try {
        tell();
      } catch (bug) {
        // The other handlers and all later signals are still delivered.
        console.error(bug);
      }
    // Measure after the rendering that they caused, which happens at the end of this task.
    setTimeout(() => {
      const spent = performance.now() - began;
      setTimeout(rested, Math.max(FRAME_MILLISECONDS - spent, spent));
    });
  };
  const rested = (): void => {
    resting = false;
    if (waiting.length > 0) begin();
  };
  const begin = (): void => {
    resting = true;
    // After the other listeners and signals of the same message.
    queueMicrotask(deliver);
  };

  return {
    call: (name, request) => bridge.call(name, request),
    importFiles: (files) => bridge.importFiles(files),
    on: (name, listener) => {
      let listening = true;
      const stop = bridge.on(name, (signal) => {
        waiting.push(() => {
          if (listening) listener(signal);
        });
        if (!resting) begin();
      });
      return () => {
        listening = false;
        stop();
      };
    },
  };
}
