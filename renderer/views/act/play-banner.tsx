import { UserRound } from 'lucide-react';
import { type JSX, useEffect } from 'react';
import { useStore } from 'zustand';
import { setRunPace } from '../../stores/run-settings.ts';
import { canStart, isActive, playUser, saveNextVersion, stop } from '../../stores/runs.ts';
import { useStores, useCommand, useNextScenario, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/messages.tsx';
import bannerStyles from '../../ui/banner.module.css';

/** While the person is the user of the run on show: what they can do, and how it is kept. */
export function PlayBanner(): JSX.Element | null {
  const stores = useStores();
  const run = useShownRun();
  const settings = useStore(stores.runSettings);
  const workspace = useStore(stores.workspace);
  const next = useNextScenario();
  useCommand('run.play', () => void playUser(stores), canStart(next, settings, workspace));
  useCommand(
    'run.nextVersion',
    () => {
      if (run !== undefined) void saveNextVersion(stores, run);
    },
    run !== undefined && run.mode !== 'trace',
  );
  const before = run === undefined ? undefined : settings.played.get(run.id);
  const active = isActive(run);
  useEffect(() => {
    // Other runs go as they were to go before this one.
    if (!active && before !== undefined) setRunPace(stores.runSettings, before);
  }, [stores, active, before]);
  if (run === undefined || before === undefined) return null;
  return (
    <Banner icon={UserRound} tone="live" label="You are the user">
      <strong>{active ? 'You are the user' : 'You were the user'}</strong>
      <span className={bannerStyles.words}>
        {active
          ? `Write to the agent, or call tools: ${run.id} logs it, and waits for you when nothing is due.`
          : `What you did in ${run.id} can stand in the scenario as events, each at its time.`}
      </span>
      {active ? (
        <Button
          label="Call a tool…"
          onClick={() => {
            stores.commands.run('run.call');
          }}
        />
      ) : null}
      <Button label="Save as next version" onClick={() => void saveNextVersion(stores, run)} />
      {active ? <Button label="End" onClick={() => void stop(stores)} /> : null}
    </Banner>
  );
}
