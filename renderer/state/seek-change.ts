import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { notify } from './notices.ts';
import { positionNow, seek } from './playhead.ts';
import { appOf, runOf } from './workspace-store.ts';

/** Takes the playhead to the next entry that changed the picked value, or else the app on show; or to the last before. */
export async function seekChange(bench: Bench, way: 'on' | 'back'): Promise<void> {
  const { log, playhead, notices } = bench;
  const at = positionNow(bench);
  const to = await changeBeside(bench, at, way);
  playhead.setState({ playing: false });
  if (typeof to === 'number') seek(playhead, to, log.getState().rows.length);
  else if (to !== undefined) notify(notices, 'bad', to.trouble);
}

type Found = number | undefined | { readonly trouble: string };

async function changeBeside(bench: Bench, at: number, way: 'on' | 'back'): Promise<Found> {
  const { lab, value, panels, workspace } = bench;
  const { selected } = value.getState();
  if (selected !== undefined) {
    const reply = await ask(lab, 'inspect.trail', { ...selected, path: [...selected.path], at });
    if (!reply.ok) return { trouble: reply.error.message };
    const { next, writers } = reply.value;
    return way === 'on' ? next : writers.find(({ index }) => index < at)?.index;
  }
  const { run, app: picked } = panels.getState();
  const app = appOf(runOf(workspace.getState(), run), picked);
  if (run === undefined || app === undefined) return undefined;
  const reply = await ask(lab, 'log.change', { run, app, at, way });
  return reply.ok ? (reply.value ?? undefined) : { trouble: reply.error.message };
}
