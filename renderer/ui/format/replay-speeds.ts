/** Preset replay speeds, in entries per second. */
export const SPEEDS = [1, 4, 15, 60, 250, 1000] as const;

/** The speed until a person chooses one. */
export const USUAL_SPEED = 4;
