/** A function that calls all of `stops`. */
export const endAll =
  (stops: readonly (() => void)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };
