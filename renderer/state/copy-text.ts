import type { Bench } from './bench.ts';
import { notify } from './notices.ts';

/**
 * Puts `text` into the clipboard, and says that of `what`. The page has no permission to the clipboard, but a person's own
 * copy of a selection needs none.
 */
export function copyText({ notices }: Bench, text: string, what: string): void {
  const holder = document.createElement('textarea');
  holder.value = text;
  document.body.append(holder);
  const { activeElement } = document;
  holder.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way to copy without a permission
  document.execCommand('copy');
  holder.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  notify(notices, 'good', `${what} copied`);
}
