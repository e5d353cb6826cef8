/** Control characters, and characters that turn the direction of the text after them. Marks of a direction only stay. */
const DISGUISING = /(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * `text` from elsewhere, with codes for the characters that could disguise it: without the code, `\u202egnp.exe` reads as
 * `exe.png`.
 */
export const legible = (text: string): string =>
  text.replace(DISGUISING, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
