/** As the field's apps make them, and ours: 32 hexadecimal digits, with or without dashes. */
const MADE_UP = /[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const WHOLE = new RegExp(`^(?:${MADE_UP.source})$`);
const SHORTEST = 32;

const NONE: readonly string[] = [];

/** Whether `text` is an id that a run made up. */
export const isMadeUp = (text: string): boolean => WHOLE.test(text);

/** The made-up ids in `text`, in order. */
export const idsIn = (text: string): readonly string[] =>
  text.length < SHORTEST ? NONE : (text.match(MADE_UP) ?? NONE);

/** `text` with `#` for every id in it. */
export const withoutIds = (text: string): string =>
  text.length < SHORTEST ? text : text.replace(MADE_UP, '#');
