import type { RunSummary, Verbosity } from '../../engine/model/index.ts';

const TOLD: Readonly<Record<Verbosity, string>> = {
  low: 'messages of the user’s, reminders that fall due, and waits that end',
  medium: 'messages of the user’s, mail and messages that come in, and what others cancel or change',
  high: 'messages of the user’s, mail and messages that come in, what others cancel or change, and what comes on offer',
};

/** What the agent of `run` was told unasked, and how that is known. */
export function toldInWords({ mode, choices }: Pick<RunSummary, 'mode' | 'choices'>): string {
  const kept = choices?.verbosity;
  if (kept !== undefined) return `Told at ${kept} verbosity: ${TOLD[kept]}.`;
  const why = mode === 'trace' ? 'a trace does not say' : 'the Orrery that ran it did not keep it';
  return `Told at medium verbosity, which is assumed, for ${why}: ${TOLD.medium}.`;
}
