/** Entries that were written down together: all that came after those of the one before, up to and with `last`. */
export interface Writing {
  /** {@link LogEntry.index}. */
  readonly last: number;
  /** Wall clock, whole milliseconds since the run began; never less than that of the one before. */
  readonly elapsed: number;
}
