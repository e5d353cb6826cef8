import { Radio, TriangleAlert } from 'lucide-react';
import type { JSX } from 'react';
import { formatCount } from '../../ui/format/numbers.ts';
import bannerStyles from '../../ui/banner.module.css';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/messages.tsx';

/** How many entries a preview changed. */
export interface ChangedCounts {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

interface PreviewBannerViewProps {
  /** Whether a preview is shown. */
  readonly ran: boolean;
  /** Whether the newest edit runs now. */
  readonly running: boolean;
  /** Whether the newest edit does not run: then an older one is shown. */
  readonly isStale: boolean;
  /** What it changed, as sentences; `undefined` when there is nothing to compare it with. */
  readonly sentence: string | undefined;
  readonly counts: ChangedCounts | undefined;
  /** Whether previews end at the playhead. */
  readonly ends: boolean;
  /** Who plays the agent, if it is not the chosen program. */
  readonly instead: string | undefined;
  readonly onProblems: () => void;
  readonly onCompare: (() => void) | undefined;
  readonly onUntil: () => void;
  readonly onKeep: () => void;
  readonly onEnd: () => void;
}

/** Says that the shown run follows the text as it is typed, what the last edit changed, and offers to keep the run. */
export function PreviewBannerView(props: PreviewBannerViewProps): JSX.Element {
  const { ran, running, isStale, sentence, counts, ends, instead } = props;
  const words = isStale
    ? ran
      ? `The edit does not run. This is the last one that did.`
      : 'The edit does not run.'
    : running && !ran
      ? 'Running the scenario…'
      : (sentence ?? 'Each edit runs at once. Nothing is stored.');
  return (
    <Banner
      icon={isStale ? TriangleAlert : Radio}
      tone={isStale ? 'warn' : 'live'}
      label="Live preview"
      role="status"
    >
      <strong>Live preview</strong>
      <span className={bannerStyles.words}>
        {[words, !isStale && counts ? countsText(counts) : '', instead ?? ''].filter(Boolean).join(' ')}
      </span>
      {isStale ? <Button label="Show problems" onClick={props.onProblems} /> : null}
      {props.onCompare === undefined ? null : (
        <Button label="Compare" title="Compare with the preview before" onClick={props.onCompare} />
      )}
      {ran ? (
        <>
          <Button
            label={ends ? 'Run to the end' : 'Run to playhead'}
            title={ends ? 'Let previews run to their end' : 'Let previews end at the time of the playhead'}
            onClick={props.onUntil}
          />
          <Button
            label="Keep run"
            title="Store this preview as a run"
            command="run.keep"
            onClick={props.onKeep}
          />
        </>
      ) : null}
      <Button label="Turn off" command="run.live" onClick={props.onEnd} />
    </Banner>
  );
}

function countsText({ changed, added, removed }: ChangedCounts): string {
  const parts = [
    changed === 0 ? '' : `${formatCount(changed)} changed`,
    added === 0 ? '' : `${formatCount(added)} new`,
    removed === 0 ? '' : `${formatCount(removed)} gone`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Entries: ${parts.join(', ')}.`;
}
