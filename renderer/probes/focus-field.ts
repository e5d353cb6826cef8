/** The line that probes are written in. */
export const FIELD = 'probe-expression';

/** Goes on there: what had the focus may be gone in a moment. */
export function focusField(): void {
  document.getElementById(FIELD)?.focus();
}
