const PAUSE = 900; // milliseconds after which another number begins

/** A number as it is typed, digit by digit. */
export interface Typed {
  readonly text: string;
  /** When its last digit came, in milliseconds. */
  readonly at: number;
}

/** What has been typed once `digit` follows at `now`. */
export const typedOn = (before: Typed | undefined, digit: string, now: number): Typed => ({
  text: before === undefined || now - before.at > PAUSE ? digit : before.text + digit,
  at: now,
});
