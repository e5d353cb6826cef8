import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import { isPreview, ROW_KINDS } from '../../../engine/model/index.ts';
import type { PreviewChanges } from '../../../preload/contract.ts';
import { compareRuns, isComparing } from '../../stores/comparison.ts';
import { showPanel } from '../../stores/panels.ts';
import {
  canPreview,
  keepPreview,
  seekEditChange,
  togglePreview,
  toggleUntilPlayhead,
} from '../../stores/preview.ts';
import { verdictChange } from '../../stores/run-again.ts';
import { useCommand, useShownRun, useStores } from '../../stores/use-stores.ts';
import { type ChangedCounts, PreviewBannerView } from './preview.tsx';

/** While edits are previewed: what the last edit changed, and what can be done with its run. */
export function PreviewBanner(): JSX.Element | null {
  const stores = useStores();
  const { on, shown, problems, until, running } = useStore(stores.preview);
  const run = useShownRun();
  const agent = useStore(stores.runSettings, (settings) => settings.agent);
  const isShown = run !== undefined && isPreview(run.id);
  useStore(stores.workspace);
  useStore(stores.runSettings);
  const can = on || canPreview(stores);
  const toggle = (): void => {
    togglePreview(stores);
  };
  useCommand('run.live', toggle, can);
  useCommand('run.keep', () => void keepPreview(stores), isShown);
  useCommand(
    'run.previewTo',
    () => {
      toggleUntilPlayhead(stores);
    },
    isShown,
  );
  const changes = shown?.changes;
  const comparing = useStore(stores.comparison, isComparing);
  const goToChange = (step: 1 | -1): void => {
    seekEditChange(stores, step);
  };
  const canGo = isShown && !comparing && changes !== undefined;
  useCommand(
    'comparison.next',
    () => {
      goToChange(1);
    },
    canGo,
  );
  useCommand(
    'comparison.previous',
    () => {
      goToChange(-1);
    },
    canGo,
  );
  const counts = useMemo(() => changes && countsOf(changes), [changes]);
  if (!on) return null;
  const before = changes?.before;
  const sentence =
    changes === undefined || before === undefined || run === undefined
      ? undefined
      : [
          verdictChange(before, run),
          changes.sentence === undefined
            ? 'The log is the same as before the edit.'
            : `Before (A), now (B): ${changes.sentence}`,
        ].join(' ');
  return (
    <PreviewBannerView
      ran={isShown}
      running={running}
      isStale={problems.length > 0}
      sentence={isShown ? sentence : undefined}
      counts={counts}
      ends={until !== undefined}
      instead={agent === undefined ? undefined : 'The oracle plays the agent in previews.'}
      onProblems={() => {
        showPanel(stores.panels, 'problems');
      }}
      onCompare={
        isShown && before !== undefined && changes?.sentence !== undefined
          ? () => void compareRuns(stores, before.id, run.id)
          : undefined
      }
      onUntil={() => {
        toggleUntilPlayhead(stores);
      }}
      onKeep={() => void keepPreview(stores)}
      onEnd={toggle}
    />
  );
}

function countsOf({ kinds, removed }: PreviewChanges): ChangedCounts {
  let [changed, added] = [0, 0];
  for (const kind of kinds)
    if (ROW_KINDS[kind] === 'only-b') added += 1;
    else if (kind !== 0) changed += 1;
  return { changed, added, removed };
}
